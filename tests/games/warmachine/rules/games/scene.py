"""A game in the middle: models where a test wants them, in the first player's Activation phase, with the dice written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wc3d.engine.actions import Action, Event
from wc3d.engine.dice import ScriptedDice
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import saved_setup
from wc3d.games.warmachine.rules.cards import CARDS, WarcasterCard
from wc3d.games.warmachine.rules.forces import Battlegroup
from wc3d.games.warmachine.rules.space.policy import SPACE
from wc3d.games.warmachine.rules.state import CloudInPlay
from wc3d.games.warmachine.rules.turn.turn import GameFrame, TurnFrame
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.table.features import Feature
from wc3d.table.table import Table

Placed = tuple[float, float, float]
"""A model's x and y, and its facing."""


class Scene:
    """A game that a test plays: `do` takes the fields of an action, `asked` says whose turn it is and what is waited for."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def state(self) -> Any:
        return self.game.state

    def do(self, type: str, **fields: Any) -> tuple[Event, ...]:
        """An action of whoever is asked; what happened."""
        player = self.game.to_act
        return self.game.apply(
            WARMACHINE.play.read_action({"type": type, "player": player, **fields})
        )

    def check(self, type: str, **fields: Any) -> Any:
        """May it be done?"""
        return self.game.check(self.action(type, **fields))

    def action(self, type: str, **fields: Any) -> Action:
        return WARMACHINE.play.read_action({"type": type, "player": self.game.to_act, **fields})


def scene(
    places: Mapping[str, Placed],
    *,
    rolls: Iterable[Sequence[int]] = (),
    edition: str = "",
    terrain: tuple[Feature, ...] = (),
    phase: str = "activation",
    having: Mapping[str, dict[str, Any]] | None = None,
    clouds: tuple[CloudInPlay, ...] = (),
) -> Scene:
    """A game with these models on the table and no others; `having` are fields of some of them."""
    forces = tuple(
        Battlegroup(
            warcaster=next(
                (id[2:] for id in places if id.startswith(f"{n}.") and _is_caster(id)), "marshal"
            ),
            warjacks=tuple(
                id[2:] for id in places if id.startswith(f"{n}.") and not _is_caster(id)
            ),
        )
        for n in (1, 2)
    )
    columns, *switches = edition.split(",")
    table = Table((48.0, 48.0), terrain, policy=SPACE)
    played = saved_setup.edition_for_game(columns, switches)
    state, dice, setup = saved_setup.prepare_game(
        table, (forces[0], forces[1]), edition=played, dice=ScriptedDice(rolls)
    )
    placed = {}
    for id, model in state.models.items():
        x, y, facing = places.get(id, (0.0, 0.0, 90.0))
        there: dict[str, Any] = {"at": (x, y, 0.0) if id in places else None, "facing": facing}
        placed[id] = replace(model, **there | (having or {}).get(id, {}))
    turn = TurnFrame(
        step={"activation": "next", "control": "control", "maintenance": "begin"}[phase], player=1
    )
    begun = replace(
        state,
        models=placed,
        round=1,
        turn=0 if phase == "maintenance" else 1,
        phase=phase,
        active=1,
        first=1,
        agenda=(GameFrame(step="second"), turn),
        sides=("south", "north"),
        clouds=clouds,
    )
    return Scene(Game(WARMACHINE, begun, dice, setup))


def _is_caster(id: str) -> bool:
    return isinstance(CARDS().models[id[2:]], WarcasterCard)
