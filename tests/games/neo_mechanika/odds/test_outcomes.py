"""The exact outcomes of attacks against playing every way each single die can fall through the game's own door."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    SCOURGE,
    WOLF,
    activated,
    armed,
    jack,
    with_card,
)
from tests.games.neo_mechanika.rules.playing import begun
from wc3d.engine.dice import D6, DiceWantedError, Die, ScriptedDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.odds.chances import attack_odds, count_strikes
from wc3d.games.neo_mechanika.odds.outcomes import AttackOutcome, dice_outcomes, enumerate_outcomes
from wc3d.games.neo_mechanika.odds.reroll_policy import RerollPolicy
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE
from wc3d.games.neo_mechanika.rules.events import Hit
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.damage import remaining_health
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.weapons import find_weapon

Damage = dict[tuple[bool, int], Fraction]
"""How likely each outcome is: was the target hit, and how many damage points did it suffer?"""


def weak(state: State, pow: int | None) -> State:
    """The state with few dice, so that every face of every die can be played: 1 to attack, 1 to defend, ARM 2, and that POW."""
    for card in ("dusk_wolf", "morningstar"):
        state = with_card(state, card, rat=1, mat=1)
    for card in ("scourge", "firebrand"):
        state = with_card(state, card, rat=1, def_=1, arm=2)
    weapons = {
        id: tuple(replace(i, card=i.card.model_copy(update={"pow": pow})) for i in carried)
        for id, carried in state.setup.weapons.items()
    }
    return replace(state, setup=replace(state.setup, weapons=weapons))


def by_faces(dice: tuple[Die, ...]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way the single dice can fall, equal faces of a die taken together."""
    counts = [Counter(die.faces) for die in dice]
    for shown in product(*counts):
        yield (
            shown,
            Fraction(
                prod(c[f] for c, f in zip(counts, shown, strict=True)),
                prod(len(d.faces) for d in dice),
            ),
        )


def played(game: Game, action: Any, spikes: frozenset[tuple[int, str]] = frozenset()) -> Damage:
    """Every way an attack can go, played through the game's door, answers included."""
    found: Damage = defaultdict(Fraction)
    scripts: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    start = game.state
    target = action.target
    while scripts:
        script, chance = scripts.pop()
        game.state = start
        game.turns = []
        dice = ScriptedDice(script)
        policy = RerollPolicy(spikes)
        try:
            happened = list(game.apply(action, dice=dice))
            while not isinstance(game.state.agenda[-1], ActingQuestion):
                happened += game.apply(policy.choose(game.state), dice=dice)
        except DiceWantedError as wanted:
            scripts += [
                ((*script, shown), chance * each) for shown, each in by_faces(wanted.roll.dice)
            ]
            continue
        hit = any(isinstance(e, Hit) for e in happened)
        found[hit, suffered(start, game.state, target)] += chance
    game.state = start
    return dict(found)


def suffered(before: State, after: State, target: str) -> int:
    return remaining_health(before, target) - (
        remaining_health(after, target) if after.is_on_table(target) else 0
    )


def worked_out(
    state: State,
    attacker: str,
    key: str,
    target: str,
    spikes: frozenset[tuple[int, str]] = frozenset(),
) -> Damage:
    """The same from `endings`."""
    using = find_weapon(state, attacker, key)
    assert using is not None
    found: Damage = defaultdict(Fraction)
    for end in enumerate_outcomes(
        state, [make_attack(attacker, using, target)], RerollPolicy(spikes).choose
    ):
        found[end.hits > 0, suffered(state, end.state, target)] += end.chance
    return dict(found)


CASES: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "a hit brings the excess": (armed("battle_rifle"), "scourge", {"key": "battle_rifle"}),
    "Arc brings Power Dice": (
        armed("slug_gun"),
        "scourge",
        {"key": "slug_gun", "arc": 1, "pow": None},
    ),
    "High Intensity": (
        armed("particle_accelerator"),
        "scourge",
        {"key": "particle_accelerator", "arc": 1, "pow": None},
    ),
    "a blast hurts on a miss": (
        armed("talon_rocket_pod"),
        "scourge",
        {"key": "talon_rocket_pod", "pow": 2},
    ),
    "Corrosion before the damage": (
        jack("scourge", shoulder=["hollowphage_cannon"]),
        "firebrand",
        {"key": "hollowphage_cannon"},
    ),
    "Targeter": (
        jack("morningstar", arm=["seeker"]),
        "scourge",
        {"key": "seeker", "arc": 1, "pow": None},
    ),
    "Targeter against Refractor Field": (
        jack("morningstar", arm=["seeker"]),
        "firebrand",
        {"key": "seeker", "arc": 1, "pow": None, "spiked": (2, "refractor_field")},
    ),
    "Arc Booster": (
        armed("rail_gun"),
        "scourge",
        {"key": "rail_gun", "arc": 1, "spiked": (1, "arc_booster")},
    ),
}


def fighting(
    case: tuple[Any, Any, dict[str, Any]],
) -> tuple[Game, Attack, frozenset[tuple[int, str]]]:
    mine, other, how = case
    me, it = f"1.{mine.unit}.1", f"2.{other}.1"
    state = begun(
        [mine],
        [other],
        at={me: (10, 10), it: (10, 17)},
        arc={me: how.get("arc", 0), it: how.get("arc", 0)},
    )
    game = activated(weak(state, how.get("pow", 1)), me)
    return (
        game,
        Attack(player=1, model=me, weapon=how["key"], target=it),
        frozenset({how["spiked"]} if "spiked" in how else ()),
    )


@pytest.mark.rule("NM-ATK-12")
@pytest.mark.rule("NM-BLA-04")
@pytest.mark.parametrize("name", CASES)
def test_each_outcome_is_as_likely_as_playing_every_face_says(name: str) -> None:
    game, action, spikes = fighting(CASES[name])
    found = worked_out(game.state, action.model, action.weapon, action.target, spikes)
    assert found == played(game, action, spikes)
    assert sum(found.values()) == 1


def test_rolls_fall_as_the_dice_do() -> None:
    assert dict(dice_outcomes((D6,))) == {(n,): Fraction(1, 6) for n in D6.faces}
    shown = dict(dice_outcomes((ACTION_DIE, ACTION_DIE, POWER_DIE)))
    assert [sum(faces) for faces in shown] == [0, 1, 2, 3, 4, 5, 6]
    assert [chance * 216 for chance in shown.values()] == list(count_strikes(2, 1))
    assert all(len(faces) == 3 and set(faces) <= {0, 1, 2} for faces in shown)


def test_attacks_in_a_row_end_with_the_target() -> None:
    state = begun(
        [armed("rail_gun")],
        ["scourge"],
        at={WOLF: (10, 10), SCOURGE: (10, 17)},
        arc={"1.dusk_wolf.1": 2},
    )
    gun = find_weapon(state, WOLF, "rail_gun")
    assert gun is not None
    shots = [make_attack(WOLF, gun, SCOURGE)] * 2
    one, two = (
        enumerate_outcomes(
            activated(state, "1.dusk_wolf.1").state, shots[:n], RerollPolicy().choose
        )
        for n in (1, 2)
    )
    assert sum(e.chance for e in two) == 1
    dead = sum(e.chance for e in one if not e.state.is_on_table(SCOURGE))
    assert sum(e.chance for e in two if e.attacks_made == 1) == dead > 0
    # Two attacks on a target that is still whole are the convolution of one with itself.
    points = by_points(one, 3)
    assert by_points(two, 3)[3] == sum(
        a * b for (m, a), (n, b) in product(points.items(), repeat=2) if m + n >= 3
    )


def by_points(ends: list[AttackOutcome], whole: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for end in ends:
        found[end.state.models[SCOURGE].damage if end.state.is_on_table(SCOURGE) else whole] += (
            end.chance
        )
    return found


QUICK: dict[str, tuple[Any, str]] = {
    "battle_rifle": (armed("battle_rifle"), "scourge"),
    "flame_thrower": (armed("flame_thrower"), "firebrand"),
    "particle_accelerator": (armed("particle_accelerator"), "scourge"),
    "talon_rocket_pod": (armed("talon_rocket_pod"), "firebrand"),
    "seeker": (jack("morningstar", arm=["seeker"]), "nemesis"),
    "starburst_missiles": (
        jack("morningstar", shoulder=["starburst_missiles"]),
        "paladin_commander",
    ),
    "hollowphage_cannon": (jack("scourge", shoulder=["hollowphage_cannon"]), "firebrand"),
    "null_cannon": (jack("morningstar", shoulder=["null_cannon"]), "scourge"),
}


@pytest.mark.parametrize("key", QUICK)
def test_the_quick_odds_of_players_and_hints_are_the_same(key: str) -> None:
    mine, other = QUICK[key]
    me, it = f"1.{mine.unit}.1", f"2.{other}.1"
    state = activated(
        begun([mine], [other], at={me: (10, 10), it: (10, 17)}, arc={me: 1}), me
    ).state
    found = worked_out(state, me, key, it)
    using = find_weapon(state, me, key)
    assert using is not None
    quick = attack_odds(state, me, using, it)
    hit = sum(chance for (hits, _), chance in found.items() if hits)
    damage = sum(points * chance for (_, points), chance in found.items())
    dead = sum(
        chance for (_, points), chance in found.items() if points == remaining_health(state, it)
    )
    assert (quick.hit, quick.damage, quick.destroy) == pytest.approx(
        (float(hit), float(damage), float(dead)), abs=1e-9
    )
