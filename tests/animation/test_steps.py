"""What happened as beats, of every game: in order, never ahead of their events, as JSON, and nothing hidden in them."""

import json
from itertools import pairwise
from math import dist

import pytest

from tests.conformance.games import CASES, VIEWERS, Case, play_at_random
from wc3d.animation.steps import (
    NO_ATTACK,
    AnimationKind,
    AnimationStep,
    AttackProgress,
    make_steps,
    replay_states,
)
from wc3d.animation.to_json import step_data
from wc3d.animation.tracks import arc_jumps, ease, point_on_track
from wc3d.engine.game import Game
from wc3d.presentation.display_values import EventDisplay
from wc3d.registry import table_from_map
from wc3d.table.body import Body

ACTIONS = 220
USED = "CardPlayed", "SpellCast", "FeatUsed"
"""What stands on a card, and is used."""


@pytest.fixture(scope="module", params=CASES, ids=str)
def played(request: pytest.FixtureRequest) -> tuple[Case, Game]:
    """A game at random, of each kind of game."""
    case: Case = request.param
    return case, play_at_random(case.new(case.seed), case.seed, ACTIONS)


def all_beats(case: Case, game: Game, viewer: int | None) -> list[tuple[int, AnimationStep]]:
    """The beats of a game, each with the number of its action."""
    found = []
    under_way = NO_ATTACK
    for number, turn in enumerate(game.turns):
        steps, under_way = make_steps(case.rules, turn.state_before, turn.events, under_way, viewer)
        found += [(number, step) for step in steps]
    return found


def test_beats_come_in_order_and_each_shows_the_state_of_the_events_before_it(
    played: tuple[Case, Game],
) -> None:
    case, game = played
    steps = all_beats(case, game, None)
    assert {AnimationKind.MOVE, AnimationKind.DICE, AnimationKind.AIM} <= {
        step.kind for _, step in steps
    }
    for (action, one), (next_action, other) in pairwise(steps):
        if action == next_action:
            assert one.events_shown <= other.events_shown and one.group_number <= other.group_number
    for action, step in steps:
        turn = game.turns[action]
        states = replay_states(turn.state_before, turn.events)
        assert 0 <= step.events_shown <= len(turn.events) and step.seconds > 0
        shown = case.rules.play.seen_by(states[step.events_shown], None)
        assert case.rules.play.digest(step.state) == case.rules.play.digest(shown)
        there = {body.id for body in step.start_table.bodies}
        assert {*step.destroyed_models, *step.arriving_models} <= there, (
            "what falls is still there, and what comes already"
        )


def test_a_model_goes_from_where_it_stands_to_where_its_event_puts_it(
    played: tuple[Case, Game],
) -> None:
    case, game = played
    for action, step in all_beats(case, game, None):
        states = replay_states(game.turns[action].state_before, game.turns[action].events)
        for id, track in step.tracks.items():
            assert step.table_at(0.0).body(id).at == pytest.approx(track[0])
            assert step.start_table.body(id).at == pytest.approx(track[0])
            assert step.table_at(1.0).body(id).at == pytest.approx(track[-1])
            later = [
                {body.id: body.at for body in case.rules.queries.table(state).bodies}
                for state in states[step.events_shown + 1 :]
            ]
            assert any(places.get(id) == pytest.approx(track[-1]) for places in later)


def test_every_roll_is_shown_once_after_those_before_it(played: tuple[Case, Game]) -> None:
    case, game = played
    fresh = [
        roll
        for _, step in all_beats(case, game, None)
        if step.kind is AnimationKind.DICE
        for roll in step.rolls[-step.new_rolls :]
    ]
    happened = [
        (s, e)
        for t in game.turns
        for s, e in zip(replay_states(t.state_before, t.events), t.events, strict=False)
    ]
    rolls = [case.rules.display.happening(state, event).roll for state, event in happened]
    assert fresh == [roll for roll in rolls if roll is not None]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_beats_have_a_json_form_without_what_the_viewer_does_not_know(
    played: tuple[Case, Game], viewer: int | None
) -> None:
    case, game = played
    data = [step_data(step) for _, step in all_beats(case, game, viewer)]
    assert json.loads(json.dumps(data)) == data and all(
        step["kind"] and step["seconds"] > 0 for step in data
    )
    rolls = [roll for step in data for roll in step.get("rolls", ())]
    assert all(roll["label"].lower() in roll["why"].lower() for roll in rolls)
    if case.twins is None or viewer is None:
        return
    one, other = (play_at_random(twin, 3, 60) for twin in case.twins(case, viewer))
    known = [
        [(repr(e.seen_by(viewer))) for t in game.turns for e in t.events] for game in (one, other)
    ]
    told = [
        json.dumps([step_data(step) for _, step in all_beats(case, game, viewer)])
        for game in (one, other)
    ]
    assert (told[0] == told[1]) or known[0] != known[1]


def test_along_a_track_and_how_fast() -> None:
    track = ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (4.0, 0.0, 2.0))
    assert (
        point_on_track(track, 0.0) == track[0]
        and point_on_track(track, 1.0) == track[-1]
        and point_on_track(track, 2.0) == track[-1]
    )
    assert point_on_track(track, 0.5) == pytest.approx((3.0, 0.0, 0.0))
    assert point_on_track(((1.0, 1.0, 0.0), (1.0, 1.0, 0.0)), 0.5) == (1.0, 1.0, 0.0)
    for how in ("walk", "fall", "slam"):
        assert ease(how, 0.0) == 0.0 and ease(how, 1.0) == 1.0
    assert ease("fall", 0.5) < 0.5 < ease("slam", 0.5)


ROOFS = table_from_map(
    {
        "size": [30, 12],
        "terrain": [
            {
                "id": id,
                "kind": "structure",
                "shape": {"type": "box", "center": [x, 6], "size": [5, 8], "height": 2},
            }
            for id, x in (("west", 4.5), ("middle", 12.5), ("east", 20.5))
        ],
    }
)
JUMPER = Body("a", "small", (4.0, 6.0, 2.0))


def arcs(*track: tuple[float, float, float]) -> list[bool]:
    """Which stretches of a track are seen as arcs, and that its corners and what is between them stay where they are."""
    seen = arc_jumps(track, JUMPER, ROOFS)
    found = []
    assert [p for p in seen if p in track] == [*track]
    for one, other in pairwise(track):
        between = seen[seen.index(one) + 1 : seen.index(other)]
        heights = [z for _, _, z in between]
        found.append(bool(between))
        if between:
            top = one[2] + min(1.2, 0.3 * dist(one, other))
            assert heights == pytest.approx(heights[::-1]) and max(heights) == pytest.approx(top)
    return found


def test_what_is_leapt_is_an_arc_and_what_is_walked_climbed_or_fallen_is_not() -> None:
    walked = (4.0, 6.0, 2.0)
    leap = (6.8, 6.0, 2.0)
    end = (10.2, 6.0, 2.0)
    assert arcs(walked, leap, end, (13.0, 6.0, 2.0)) == [False, True, False], (
        "walked, leapt, and walked on"
    )
    assert arcs(walked, leap, end, (14.8, 6.0, 2.0), (18.2, 6.0, 2.0)) == [
        False,
        True,
        False,
        True,
    ], "two leaps"
    assert arcs((1.4, 6.0, 0.0), (1.4, 6.0, 2.0), leap, (8.6, 6.0, 2.0), (8.6, 6.0, 0.0)) == [
        False,
        False,
        True,
        False,
    ]
    assert arcs((24.0, 1.0, 0.0), (26.0, 1.0, 0.0), (26.0, 9.0, 0.0)) == [False, True], (
        "on the level the last is the jump"
    )
    assert arcs((8.6, 6.0, 2.0), (8.6, 6.0, 0.0)) == [False], "who only drops makes no arc"


@pytest.mark.parametrize(("how", "rises"), [("jump", True), ("walk", False)])
def test_the_beat_of_a_jump_has_the_arc_of_a_walk_none(
    how: str, rises: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[0]
    game = play_at_random(case.new(case.seed), case.seed, 20)
    model = next(iter(case.rules.queries.table(game.state).bodies))
    x, y, z = model.at
    seen = EventDisplay(tracks={model.id: ((x, y, z), (x + 3, y, z))}, manner=how)
    monkeypatch.setitem(vars(case.rules.display), "happening", lambda state, event: seen)
    turn = next(turn for turn in game.turns if turn.events)
    [step] = [
        b
        for b in make_steps(case.rules, turn.state_before, turn.events[:1], NO_ATTACK, None)[0]
        if b.kind is AnimationKind.MOVE
    ]
    assert (max(height for _, _, height in step.tracks[model.id]) > z + 0.5) is rises
    assert step.positions_at(1.0).get(model.id, (x + 3, y, z)) == pytest.approx((x + 3, y, z))


def test_what_was_told_of_an_attack_stays_until_something_else_begins() -> None:
    on = NO_ATTACK.after_event(
        EventDisplay(begins_attack=True, sentence="A shoots at B", beside_model="b")
    )
    assert on.is_open and on.sentence == "A shoots at B"
    assert on.after_event(EventDisplay(sentence="B reacts")).sentence == "A shoots at B"
    over = on.after_event(EventDisplay(ends_attack=True, words="1 damage", beside_model="b"))
    assert not over.is_open and over.sentence == "A shoots at B" and over.beside_model == "b"
    assert over.after_event(EventDisplay(sentence="B's turn", ends_attack=True)) == AttackProgress(
        sentence="B's turn"
    )


def test_who_plays_a_card_or_casts_a_spell_is_told_with_what_it_does(
    played: tuple[Case, Game],
) -> None:
    case, game = played
    events = [
        (turn, n)
        for turn in game.turns
        for n, event in enumerate(turn.events)
        if type(event).__name__ in USED
    ]
    looks = [
        case.rules.display.happening(
            replay_states(turn.state_before, turn.events)[n], turn.events[n]
        )
        for turn, n in events
    ]
    assert bool(looks) == (case.id != "discs")
    assert all(seen.sentence for seen in looks) and any(seen.why for seen in looks) == bool(looks)
