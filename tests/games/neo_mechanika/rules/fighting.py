"""Fights for tests: an activation that has begun, attacks with every die written down, and the pools that were rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tests.games.neo_mechanika.rules.playing import asked, at_step, begun
from wc3d.engine.actions import Event
from wc3d.engine.agenda import Frame, Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Activate, Attack, Pass, Play
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon

WOLF = "1.dusk_wolf.1"
RAPTOR = "1.strike_raptor.1"
SCOURGE = "2.scourge.1"
NEMESIS = "2.nemesis.1"
FIREBRAND = "1.firebrand.1"
HUNTER = "1.hunter.1"
MARAUDER = "2.marauder.1"
GATE = "2.gate.1"
LARGE, MEDIUM, SMALL = 25 / 25.4, 20 / 25.4, 15 / 25.4
"""Radii of the bases, in inches."""

Pool = tuple[str, int, int]
"""What a roll was for, its Action Dice and its Power Dice."""


def jack(unit: str, *, cortex: str = "", **weapons: Sequence[str]) -> UnitChoice:
    """A warjack with a head and weapons: jack("dusk_wolf", cortex="scout_cortex", shoulder=["rail_gun"])."""
    return UnitChoice(
        unit=unit, cortex=cortex or None, weapons={k: tuple(w) for k, w in weapons.items()}
    )


def armed(*weapons: str) -> UnitChoice:
    """A Dusk Wolf with these weapons (a rail gun and such on the shoulder) and the head that changes nothing for them."""
    on_shoulder = ("rail_gun", "blazer", "talon_rocket_pod", "wildflower")
    return jack(
        "dusk_wolf",
        cortex="neural_net_cortex",
        arm=[w for w in weapons if w not in on_shoulder],
        shoulder=[w for w in weapons if w in on_shoulder],
    )


def dice(strikes: int, count: int) -> tuple[int, ...]:
    """So many strikes on so many dice: dice(5, 4) is (2, 2, 1, 0)."""
    assert 0 <= strikes <= 2 * count, f"{strikes} strikes on {count} dice"
    return tuple(min(2, max(0, strikes - 2 * i)) for i in range(count))


def activated(state: State, unit: str) -> Game:
    """A game that goes on from a state, in which a unit of player 1 has begun its activation."""
    game = at_step(state, "activation")
    game.apply(Activate(player=1, unit=unit))
    return game


def with_card(state: State, card: str, **stats: Any) -> State:
    """The state with a unit's card changed."""
    cards = state.setup.cards
    changed = replace(cards, units={**cards.units, card: cards.unit(card).model_copy(update=stats)})
    return replace(state, setup=replace(state.setup, cards=changed))


def with_abilities(state: State, model: str, *abilities: str) -> State:
    """The state with abilities added to a model's own."""
    setup = state.setup
    return replace(
        state,
        setup=replace(
            setup, abilities={**setup.abilities, model: (*setup.abilities[model], *abilities)}
        ),
    )


def lent(state: State, model: str, key: str, *qualities: str) -> Weapon:
    """A weapon of a model with other qualities than its card's."""
    found = find_weapon(state, model, key)
    assert found is not None
    return replace(found, qualities=qualities)


def fight(
    south: Iterable[str | UnitChoice],
    north: Iterable[str | UnitChoice],
    at: dict[str, Any],
    *,
    unit: str = "",
    **more: Any,
) -> Game:
    """A game in which a unit of player 1 (the first that is named in `at`, if nothing is said) has begun its activation."""
    state = begun(south, north, at=at, **more)
    return activated(state, unit or state.models[next(iter(at))].unit)


def hurl(
    game: Game,
    model: str,
    weapon: str,
    target: str,
    *rolls: Sequence[int],
    mode: str = "",
    player: int = 1,
) -> tuple[Event, ...]:
    """Attack, with every roll written down: what happened. Fails if other dice were rolled than those."""
    return done(
        game, Attack(player=player, model=model, weapon=weapon, target=target, mode=mode), *rolls
    )


def channel(
    game: Game, card: str, through: str, target: str, *rolls: Sequence[int]
) -> tuple[Event, ...]:
    """Play a Fury, with every roll written down: what happened."""
    return done(game, Play(player=1, card=card, on=target, channel=through), *rolls)


def done(game: Game, action: Any, *rolls: Sequence[int]) -> tuple[Event, ...]:
    """Do something with every roll written down: what happened. Fails if other dice were rolled than those."""
    script = ScriptedDice(rolls)
    verdict = game.check(action)
    assert verdict, verdict
    happened = game.apply(action, dice=script)
    assert not script.left, f"never rolled: {script.left}"
    return happened


def resolved(state: State, *frames: Frame, rolls: Iterable[Sequence[int]] = ()) -> Resolution:
    """Frames resolved on a state by themselves, with every roll written down."""
    script = ScriptedDice(rolls)
    r = Resolution(state, script, FRAME_STEPS)
    r.push(*frames)
    r.run()
    assert not script.left, f"never rolled: {script.left}"
    return r


def decline(game: Game) -> None:
    """Use no ability, as often as one is offered in the middle of things."""
    while asked(game) in ("Reaction", "MoveQuestion", "ExtraAttack"):
        assert game.to_act is not None
        game.apply(Pass(player=game.to_act))


def told(happened: Iterable[Event], *kinds: type) -> list[Any]:
    """The events of some kinds, in order."""
    return [e for e in happened if isinstance(e, kinds)]


def pools(happened: Iterable[Event]) -> list[Pool]:
    """What was rolled, in order: for what, how many Action Dice, how many Power Dice."""
    return [(e.why, len(e.action), len(e.power)) for e in told(happened, events.Rolled)]


def rollers(happened: Iterable[Event]) -> list[tuple[int, str]]:
    """Who rolled for what, in order."""
    return [(e.player, e.why) for e in told(happened, events.Rolled)]


def damage(happened: Iterable[Event]) -> list[tuple[str, int]]:
    """Who suffered how many damage points, in order; rolls that made none are in it too."""
    return [(e.model, e.points) for e in told(happened, events.Damaged)]
