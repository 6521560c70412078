"""What goes over the wire is all that a seat knows, and comes back as the same values; nothing else gets in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conformance.conftest import case, played
from tests.conformance.games import VIEWERS, Case, Played
from wc3d.engine.dice import SeededDice
from wc3d.server.match.codec import CodecError, StateCodec, codec_for


def sent(value: Any) -> Any:
    """A value as it arrives."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_states_arrive_by_their_changes(played: Played, viewer: int | None) -> None:
    wire = codec_for(played.rules)
    rules = played.rules
    parts: dict[str, Any] = {}
    before = None
    first = rules.play.seen_by(played.states[0], viewer)
    for state in played.some:
        seen = rules.play.seen_by(state, viewer)
        parts = wire.apply_diff(parts, sent(wire.diff(before, seen)))
        assert rules.play.digest(wire.unflatten(parts, first)) == rules.play.digest(seen)
        before = seen


def test_events_arrive(played: Played) -> None:
    wire = codec_for(played.rules)
    kinds = set()
    for _, event in played.events():
        kinds.add(type(event))
        for viewer in VIEWERS:
            seen = event.seen_by(viewer)
            assert wire.decode(sent(wire.encode(seen))) == seen
    assert kinds


def test_a_setup_that_is_shared_can_be_rebuilt_and_tells_no_seed(case: Case) -> None:
    game = case.new(20_061_116)
    for viewer in VIEWERS:
        shared = case.rules.setup.shared_setup(game.setup, viewer)
        assert "20061116" not in json.dumps(shared)
        start = case.rules.rebuild(sent(shared), SeededDice(1)).start
        assert case.rules.play.digest(
            case.rules.play.seen_by(start, viewer)
        ) == case.rules.play.digest(case.rules.play.seen_by(game.start, viewer))


@pytest.mark.parametrize(
    "data",
    [
        {"#": "Popen", "args": "ls"},
        {"#": "Game"},
        {"#": 7},
        {"#": "map", "v": 3},
        {"#": "action", "v": 1},
        {"#": "action", "v": {"type": "no such"}},
        {"#": "set", "v": [{}]},
        {},
        {"#": "Verdict"},
        {"#": "Verdict", "no": 1},
    ],
)
def test_nonsense_is_no_value(case: Case, data: Any) -> None:
    with pytest.raises(CodecError):
        StateCodec(case.rules).decode(data)


def test_what_no_state_holds_is_not_sent(case: Case) -> None:
    for value in (object(), b"bytes", [1], case.rules):
        with pytest.raises(CodecError):
            codec_for(case.rules).encode(value)
