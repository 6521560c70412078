"""What is kept with the board, for every state that has the same one, hangs on nothing but the board."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from tests.games.neo_mechanika.bots.test_random_player import skirmish
from wc3d.bots import bots_of, play_out
from wc3d.games.neo_mechanika.rules.missions.securing import (
    find_securing_players,
    securing_player,
)
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

BOARD = {"setup", "units", "models", "gates", "objectives"}


class Watch:
    """Which fields of a state are read while something is worked out that is kept with the board."""

    def __init__(self) -> None:
        self.busy: list[Any] = []
        self.read: dict[str, Any] = {}

    def notes(self, state: State) -> Notes:
        """The notes of a state's board: asked for what they lack, they are busy until they are told it."""
        return Notes(self)

    def reads(self, state: State, name: str) -> Any:
        """A field of a state, as ever."""
        if self.busy and name in FIELDS:
            self.read[name] = self.busy[-1]
        return object.__getattribute__(state, name)


class Notes(dict[Any, Any]):
    """Notes that nothing stays in, so that all is worked out again."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __contains__(self, key: Any) -> bool:
        self.watch.busy.append(key)
        return False

    def get(self, key: Any, default: Any = None) -> Any:
        self.watch.busy.append(key)
        return default

    def __setitem__(self, key: Any, value: Any) -> None:
        assert self.watch.busy.pop() == key
        super().__setitem__(key, value)


FIELDS = {f.name for f in fields(State)} - BOARD


@pytest.mark.parametrize("bot", ["random", "recruit"])
def test_what_is_kept_with_the_board_hangs_on_nothing_else(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch()
    monkeypatch.setattr(State, "board_notes", property(watch.notes))
    monkeypatch.setattr(State, "__getattribute__", lambda state, name: watch.reads(state, name))
    game = skirmish(1)
    bots = bots_of(NEO_MECHANIKA)
    assert play_out(game, {1: bots[bot](1), 2: bots[bot](2)}, limit=60) == 60
    assert not watch.read


def test_the_players_who_secure_objectives_are_those_of_each_objective() -> None:
    game = skirmish(2)
    bots = bots_of(NEO_MECHANIKA)
    seen = set[int]()
    for _ in range(12):
        play_out(game, {1: bots["recruit"](1), 2: bots["recruit"](2)}, limit=25)
        players = {id: securing_player(game.state, id) for id in game.state.objectives}
        assert find_securing_players(game.state) == {id: by for id, by in players.items() if by}
        seen |= {*players.values()}
    assert seen > {0}
