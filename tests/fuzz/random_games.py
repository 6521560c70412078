"""Games by chance: forces, map, mission, options, brawl or not: a function of the seed and of what is sought."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from tests.fuzz import seeking
from tests.games.neo_mechanika.rules.playing import game_from_setup
from wc3d.bots import Bot, bots_of
from wc3d.engine import replay
from wc3d.engine.dice import Dice, SeededDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.arc import free_arc_capacity
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.fighting.damage import max_health
from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY_LIMITS, SKIRMISH_LIMITS, Force
from wc3d.games.neo_mechanika.rules.forces.limits import Limits
from wc3d.games.neo_mechanika.rules.forces.random_force import make_random_force
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.rules.missions.secondary import SECONDARY_MISSIONS
from wc3d.games.neo_mechanika.rules.moving.placing import find_places, resolve_place
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.turn.deployment import free_attachments
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.registry import load_map
from wc3d.table.body import Body
from wc3d.table.table import Table

BOTS = bots_of(NEO_MECHANIKA)

ROOT = Path(__file__).resolve().parents[2]

BRAWLS = 0.6
"""The share of games that begin with many units close together."""

SWITCHED = 0.25
"""How often each reading of the rules that can be switched is played otherwise than usual."""

SOUGHT_BRAWLS = 0.9
"""The same for games in which something is sought."""


@lru_cache
def boards() -> tuple[tuple[str, Table], ...]:
    """The shipped maps, by name."""
    return tuple((path.stem, load_map(path)) for path in sorted((ROOT / "maps").glob("*.json")))


def begin(
    seed: int, mission: str = "", aims: Sequence[str] = ()
) -> tuple[Game, replay.Rebuild, str]:
    """The game of a seed, how it is made again when it is loaded, and what it is, in words."""
    rng = random.Random(seed)
    played = MISSIONS[mission or rng.choice(sorted(MISSIONS))]
    name, table = rng.choice([(n, t) for n, t in boards() if t.size == played.size])
    limits = SKIRMISH_LIMITS if played.skirmish else PRIMARY_LIMITS
    forces = seeking.forces(CARDS(), limits, rng, aims) if aims else _forces(limits, rng)
    number = rng.randint(0, 2)
    chosen = tuple(
        tuple(rng.sample(sorted(SECONDARY_MISSIONS), 0 if played.skirmish else number))
        for _ in range(2)
    )
    options = GameOptions(mercy=rng.random() < 0.3, secondary_missions=number, **_switched(seed))
    game = new_game(
        table, forces, played, seed=seed, options=options, secondary=(chosen[0], chosen[1])
    )
    what = f"{played.id} on {name}, {forces[0].faction} against {forces[1].faction}"
    if rng.random() < (SOUGHT_BRAWLS if aims else BRAWLS):
        begun = partial(_brawl, seed, seeking.sought(CARDS(), aims))
        return begun(game.setup, game.dice), begun, f"{what}, a brawl"
    return game, game_from_setup, what


def _switched(seed: int) -> dict[str, Any]:
    """Return readings of the rules that a game is played by otherwise than usual."""
    rng = random.Random(f"switches {seed}")
    usual = GameOptions().model_dump(exclude={"mercy", "secondary_missions"})
    return {name: not value for name, value in usual.items() if rng.random() < SWITCHED}


def _forces(limits: Limits, rng: random.Random) -> tuple[Force, Force]:
    one, two = (rng.choice(CARDS().factions()) for _ in range(2))
    return make_random_force(CARDS(), one, limits, rng), make_random_force(
        CARDS(), two, limits, rng
    )


def _brawl(seed: int, sought: frozenset[str], setup: dict[str, Any], dice: Dice) -> Game:
    """A game in which many units stand close together before it begins: it sees more fighting in less time."""
    rng = random.Random(f"brawl {seed}")
    game = game_from_setup(setup, SeededDice(seed))
    state = game.start
    for unit in rng.sample(list(state.units.values()), len(state.units)):
        attached = (
            rng.sample(free, rng.randint(0, len(free)))
            if (free := free_attachments(state, unit.id))
            else []
        )
        is_sought = any(seeking.bears(state, id, sought) for id in (*unit.models, *attached))
        tries = 5 if is_sought else int(rng.random() < 0.5)
        found = (_in_the_middle(state, (*unit.models, *attached), rng) for _ in range(tries))
        places = next((places for places in found if places), ())
        if places:
            state = events.UnitDeployed(unit.id, "", places, tuple(attached)).evolve(state)
            weak = 0.6 if sought and not is_sought else 0.2
            state = _in_the_thick(
                state, unit.id, rng.choice((0, 1, 2) if is_sought else (0, 0, 1, 2)), weak, rng
            )
    return Game(game.rules, state, dice, setup)


def _in_the_thick(state: State, unit: str, arc: int, weak: float, rng: random.Random) -> State:
    """The state with a unit as a fight leaves it: charged, its models lost, burning or (`weak`: how often) wounded."""
    for _ in range(arc):
        if state.players[state.units[unit].player].well and free_arc_capacity(state, unit):
            state = events.Charged(unit, 1, "brawl").evolve(state)
    models = list(state.models_of(unit))
    if len(models) > 2 and rng.random() < 0.5:
        lost, *models = rng.sample(models, len(models))
        state = events.ModelDestroyed(lost.id, "brawl").evolve(state)
    for model in models:
        if rng.random() < weak:
            most = max_health(state, model.id) - 1
            state = events.Damaged(
                model.id, rng.choice((most, rng.randint(0, most))), "brawl"
            ).evolve(state)
        if rng.random() < 0.1:
            effect = rng.choice(("corrosion", "fire", "lock_down"))
            state = events.EffectPut(model.id, effect).evolve(state)
    return state


def _in_the_middle(
    state: State, models: Sequence[str], rng: random.Random
) -> tuple[tuple[str, XYZ], ...]:
    """Places for a unit somewhere in the middle of the table, or () if it finds no room."""
    first, *others = models
    at = _before_an_enemy(state, first, rng) if rng.random() < 0.5 else None
    width, depth = state.table.size
    at = at or resolve_place(
        state,
        state.models[first].base,
        (width * rng.uniform(0.25, 0.75), depth * rng.uniform(0.35, 0.65)),
    )
    if at is None:
        return ()
    table = state.table.with_bodies(Body(first, state.models[first].base, at))
    places = [(first, at)]
    for id in others:
        there = next(
            find_places(table, state.models[id].base, table.body(first), 2.0, rng=rng, count=1),
            None,
        )
        if there is None:
            return ()
        places.append((id, there))
        table = table.with_bodies(Body(id, state.models[id].base, there))
    return tuple(places)


def _before_an_enemy(state: State, model: str, rng: random.Random) -> XYZ | None:
    """A place within 1" of an enemy, so that they fight hand to hand; None if there is no enemy, or no room."""
    enemies = [b for b in state.bodies if state.owner(b.id) != state.owner(model)]
    if not enemies:
        return None
    return next(
        find_places(
            state.table, state.models[model].base, rng.choice(enemies), 1.0, rng=rng, count=1
        ),
        None,
    )


def bots(seed: int, kind: str, aims: Sequence[str] = ()) -> dict[int, Bot]:
    """The two players: random ones, most of them eager; those that seek something; or those named."""
    if aims:
        return {p: seeking.Seeker(f"{seed}/{p}", 1.0, CARDS(), aims) for p in (1, 2)}
    if kind != "random":
        return {
            p: BOTS[name](f"{seed}/{p}")
            for p, name in enumerate((kind, "random") if seed % 2 else ("random", kind), 1)
        }
    eager = random.Random(seed).choice((1.0, 1.0, 1.0, 0.5, 0.0))
    return {p: ApproachingRandomPlayer(f"{seed}/{p}", eager) for p in (1, 2)}
