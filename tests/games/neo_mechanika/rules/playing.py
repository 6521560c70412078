"""Games for tests: chosen units, placed where the test wants them, at a chosen step of a turn, with dice written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wc3d.engine.actions import Action, Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import Dice, ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.actions import Pass
from wc3d.games.neo_mechanika.rules.book.rulings import START_WELL_ARC, GameOptions
from wc3d.games.neo_mechanika.rules.cards import CARDS, Cards
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, UnitChoice
from wc3d.games.neo_mechanika.rules.game_setup import Two
from wc3d.games.neo_mechanika.rules.missions.book_missions import Mission, mission
from wc3d.games.neo_mechanika.rules.moving.placing import resolve_place
from wc3d.games.neo_mechanika.rules.muster import make_first_state
from wc3d.games.neo_mechanika.rules.saved_setup import restore_game
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import PLAYERS, Gate, State, Where
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame
from wc3d.games.neo_mechanika.rules.turn.turn import TURN_STEPS, TurnFrame
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.text.log import LogWriter
from wc3d.table.features import Feature
from wc3d.table.table import Table

OPEN = Table((48.0, 48.0), name="open", policy=SPACE)
"""A table without terrain."""

NO_OBJECTIVES = replace(mission("decay_constant"), objectives=())
"""A primary mission whose objectives are in nobody's way."""

RACK = tuple(sorted(CARDS().cyphers))[:12]

Place = tuple[float, float] | tuple[float, float, float]


def board(*features: Feature) -> Table:
    """A primary mission's table with terrain."""
    return replace(OPEN, features=features)


def choice(unit: str | UnitChoice) -> UnitChoice:
    """A unit for a force; a warjack given by its id has its card's first head and no weapons of its choice."""
    if isinstance(unit, UnitChoice):
        return unit
    cortexes = CARDS().unit(unit).cortexes
    return UnitChoice(unit=unit, cortex=cortexes[0].id if cortexes else None)


def force(
    units: Iterable[str | UnitChoice], attachments: Sequence[str] = (), rack: Sequence[str] = RACK
) -> Force:
    """A force of these units, whether or not it is legal; Heroes may stand among them."""
    chosen = [choice(u) for u in units]
    heroes = tuple(c for c in chosen if CARDS().unit(c.unit).hero)
    others = tuple(c for c in chosen if c not in heroes)
    return Force(
        faction="any", units=others, heroes=heroes, attachments=tuple(attachments), rack=tuple(rack)
    )


def begun(
    south: Iterable[str | UnitChoice] = ("dusk_wolf",),
    north: Iterable[str | UnitChoice] = ("scourge",),
    *,
    at: Mapping[str, Place] | None = None,
    arc: Mapping[str, int] | None = None,
    gates: Mapping[str, tuple[Place, int]] | None = None,
    tokens: Iterable[str] = (),
    joined: Mapping[str, Sequence[str]] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    racks: Mapping[int, Sequence[str]] | None = None,
    attachments: tuple[Sequence[str], Sequence[str]] = ((), ()),
    table: Table = OPEN,
    mission: Mission = NO_OBJECTIVES,
    options: GameOptions | None = None,
    secondary: Two = ((), ()),
) -> State:
    """A state in the first Pulse round: player 1 sits south and has the first turn.

    `at`: where models stand (their units are then in play); `arc` on units; `gates` by id with place and Arc; `tokens` on
    units; `joined`: the attachments of a squad, by model id; hands are empty if nothing is said.
    """
    forces = (force(south, attachments[0]), force(north, attachments[1]))
    state = make_first_state(table, forces, mission, CARDS(), options, secondary)
    for player, side in zip(PLAYERS, ("south", "north"), strict=True):
        own = {
            "hand": tuple((hands or {}).get(player, ())),
            "rack": tuple((racks or {}).get(player, RACK)),
        }
        state = state.with_player(player, side=side, **own)
    for unit, ids in (joined or {}).items():
        state = state.with_unit(unit, attached=tuple(ids))
        for id in ids:
            state = state.with_model(id, unit=unit)
    for model, wanted in (at or {}).items():
        place = resolve_place(state, state.models[model].base, wanted)
        assert place is not None, f"{model} cannot stand at {wanted}"
        state = state.with_model(model, at=place).with_unit(
            state.models[model].unit, where=Where.PLAY
        )
    for id, (wanted, amount) in (gates or {}).items():
        place = resolve_place(state, "small", wanted)
        assert place is not None, f"{id} cannot stand at {wanted}"
        gate = Gate(id, int(id[0]), f"Void Gate {id[-1]}", place, amount)
        state = replace(state, gates={**state.gates, id: gate}, done=(*state.done, id))
    for unit, amount in (arc or {}).items():
        state = state.with_unit(unit, arc=amount)
    for unit in tokens:
        state = state.with_unit(unit, token=True)
    for player in PLAYERS:
        out = sum(u.arc for u in state.units_in_play(player)) + sum(
            g.arc for g in state.gates_of(player)
        )
        state = state.with_player(player, well=START_WELL_ARC - out)
    return replace(state, first=1, round=1)


def at_step(
    state: State,
    step: str = "charging",
    player: int = 1,
    dice: Iterable[Sequence[int]] = (),
    turn: int = 0,
) -> Game:
    """A game that goes on from a state at a step of a player's turn; dice not written down come from a seed.

    `turn` counts all turns (0: the player's first).
    """
    turn = turn or player
    state = replace(
        state, active=player, turn=turn, tracker=(turn + 1) // 2, phase=TURN_STEPS.index(step) + 1
    )
    state = replace(
        state, agenda=(GameFrame(step="next_turn"), TurnFrame(step=step, player=player))
    )
    return Game(NEO_MECHANIKA, state, ScriptedDice(dice, otherwise=SeededDice(1)), {})


def play(
    *args: Any,
    step: str = "charging",
    player: int = 1,
    dice: Iterable[Sequence[int]] = (),
    **kwargs: Any,
) -> Game:
    """A game at a step: `at_step` of `begun`, with the arguments of both."""
    return at_step(begun(*args, **kwargs), step, player, dice)


def refused(game: Game, action: Action) -> Verdict:
    """The refusal of an action; fails if it is legal."""
    verdict = game.check(action)
    assert not verdict, f"{action} is legal"
    assert verdict.code and verdict.text, verdict
    return verdict


def asked(game: Game) -> str:
    """The name of the open question's class, or nothing."""
    open_one = find_open_question(game.state)
    return type(open_one).__name__ if open_one else ""


def arc_total(state: State, player: int) -> int:
    """All Arc of a player, in the well and out."""
    out = sum(u.arc for u in state.units.values() if u.player == player) + sum(
        g.arc for g in state.gates_of(player)
    )
    return state.players[player].well + out


def go_on(game: Game) -> None:
    """Do nothing here if that is allowed, else the first thing that is offered."""
    assert game.to_act is not None, "the game is over"
    nothing = Pass(player=game.to_act)
    game.apply(
        nothing if game.check(nothing) else next(a for o in game.offers() for a in o.candidates())
    )


def until(game: Game, question: str, player: int | None = None) -> None:
    """Go on until a question of that class is open (for that player)."""
    for _ in range(400):
        if asked(game) == question and player in (None, game.to_act):
            return
        go_on(game)
    raise AssertionError(f"no {question} was asked")


def game_from_setup(data: Any, dice: Dice | None = None, cards: Cards | None = None) -> Game:
    """The game of a saved setup, at its first question, with these dice or those of its seed. Raises SetupError."""
    return Game(NEO_MECHANIKA, *restore_game(data, dice, cards))


def chronicle(game: Game, player: int | None = None) -> list[str]:
    """The whole log of a game so far, as one player knows it (None: a spectator)."""
    teller = LogWriter(game.start, player)
    return [*teller.format_lines(game.log), *teller.format_rest()]
