"""Continuous effects: on a model, and at the end of a Pulse round (p. 36†)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import begun
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import EFFECT_MODIFIERS
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS, FRAME_STEPS
from wc3d.games.neo_mechanika.rules.events import Cleared, Damaged, EffectEnded, EffectPut, Rolled
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import (
    EffectQuestion,
    is_attack_forbidden,
    put_effect,
    roll_continuous_effects,
)
from wc3d.games.neo_mechanika.rules.fighting.damage import max_health
from wc3d.games.neo_mechanika.rules.state import State

WOLF = "1.dusk_wolf.1"
HUNTER = "1.hunter.1"
SCOURGE = "2.scourge.1"
GRAFTER = "2.grafter.1"
GATE = "2.gate.1"
AT: dict[str, Any] = {WOLF: (10, 10), HUNTER: (14, 10), SCOURGE: (10, 20), GRAFTER: (14, 20)}


def game(effects: dict[str, tuple[str, ...]] | None = None, **more: Any) -> State:
    given = {"at": AT, "gates": {GATE: ((20, 20), 3)}, **more}
    state = begun(["dusk_wolf", "hunter"], ["scourge", "grafter"], **given)
    for id, names in (effects or {}).items():
        state = (
            state.with_gate(id, effects=names)
            if id in state.gates
            else state.with_model(id, effects=names)
        )
    return state


def resolving(state: State, *rolls: tuple[int, ...]) -> Resolution:
    return Resolution(state, ScriptedDice(rolls), FRAME_STEPS)


def ended(state: State, *rolls: tuple[int, ...]) -> Resolution:
    """Step 1 of the end of a Pulse round, with these dice."""
    r = resolving(state, *rolls)
    roll_continuous_effects(r)
    r.run()
    assert not r.dice.left  # type: ignore[attr-defined]
    return r


def value(state: State, id: str, name: str) -> float:
    return current_stat(state, id, name).value


@pytest.mark.rule("NM-SIL-14")
@pytest.mark.rule("NM-CON-12")
def test_there_are_exactly_five() -> None:
    assert set(EFFECT_MODIFIERS) == {"corrosion", "fire", "lock_down", "system_failure", "tune_up"}


CHANGES = {
    "corrosion": {"ARM": -1},
    "fire": {"MAT": -1, "RAT": -1},
    "lock_down": {"SPD": -2},
    "system_failure:melee": {},
    "tune_up": {"STR": 1, "MAT": 1, "RAT": 1, "DEF": 1},
}


@pytest.mark.rule("NM-CON-04")
@pytest.mark.rule("NM-CON-06")
@pytest.mark.rule("NM-CON-08")
@pytest.mark.rule("NM-CON-10")
@pytest.mark.parametrize("effect", CHANGES)
def test_what_an_effect_changes_as_long_as_it_is_on_the_model(effect: str) -> None:
    plain = game()
    marked = game({WOLF: (effect,)})
    for name in ("SPD", "STR", "MAT", "RAT", "DEF", "ARM"):
        assert value(marked, WOLF, name) - value(plain, WOLF, name) == CHANGES[effect].get(name, 0)
        assert value(marked, HUNTER, name) == value(plain, HUNTER, name)
    assert not CHANGES[effect] or value(
        EffectEnded(WOLF, effect).evolve(marked), WOLF, "ARM"
    ) == value(plain, WOLF, "ARM")


@pytest.mark.rule("NM-CON-11")
@pytest.mark.rule("NM-SIL-119")
def test_effects_add_up_and_no_stat_goes_below_one() -> None:
    both = game({WOLF: ("fire", "tune_up", "lock_down")})
    assert value(both, WOLF, "MAT") == value(game(), WOLF, "MAT")
    low = begun(["paladin_enforcers"], ["vassal_reavers"], at={"2.vassal_reavers.1.a": (10, 10)})
    arm = value(low, "2.vassal_reavers.1.a", "ARM")
    corroded = low.with_model("2.vassal_reavers.1.a", effects=("corrosion", "corrosion"))
    assert (arm, value(corroded, "2.vassal_reavers.1.a", "ARM")) == (2, 1)


# Putting it on


@pytest.mark.rule("NM-CON-02")
@pytest.mark.rule("NM-SIL-117")
def test_one_token_of_each_type_on_a_model() -> None:
    r = resolving(game(), (2,))
    for effect in ("fire", "fire", "corrosion", "system_failure", "system_failure"):
        put_effect(r, WOLF, effect)
    assert r.state.models[WOLF].effects == ("fire", "corrosion", "system_failure:melee")
    assert [e.effect for e in r.events if isinstance(e, EffectPut)] == [
        "fire",
        "corrosion",
        "system_failure:melee",
    ]


@pytest.mark.rule("NM-CON-09")
@pytest.mark.rule("NM-CON-12")
@pytest.mark.parametrize(
    ("face", "kind"), [(1, "melee"), (3, "melee"), (4, "ranged"), (6, "ranged")]
)
def test_system_failure_is_rolled_once_and_forbids_one_kind_of_weapon(face: int, kind: str) -> None:
    r = resolving(game(), (face,))
    put_effect(r, WOLF, "system_failure")
    other_kind = {"melee": "ranged", "ranged": "melee"}[kind]
    assert (
        is_attack_forbidden(r.state, WOLF, kind)
        and not is_attack_forbidden(r.state, WOLF, other_kind)
        and not is_attack_forbidden(r.state, HUNTER, kind)
    )
    put_effect(r, WOLF, "system_failure")
    assert r.rolls == [(face,)] and isinstance(r.events[0], Rolled)
    over = ended(r.state, (0,)).state
    assert not is_attack_forbidden(over, WOLF, kind)


def test_one_near_a_model_that_shields_other_warriors_does_not_get_it() -> None:
    at = {GRAFTER: (10, 20), "2.marauder.1": (12, 20), SCOURGE: (14.5, 20)}
    r = resolving(begun([], ["grafter", "marauder", "scourge"], at=at, arc={GRAFTER: 1}))
    for id in at:
        put_effect(r, id, "fire")
    assert r.events == [EffectPut(GRAFTER, "fire"), EffectPut(SCOURGE, "fire")]


@pytest.mark.rule("NM-CON-01")
def test_one_that_has_left_the_table_gets_nothing() -> None:
    r = resolving(game(at={WOLF: (10, 10)}))
    put_effect(r, HUNTER, "fire")
    assert r.events == []


# The end of a Pulse round


def damage(r: Resolution) -> list[tuple[str, int]]:
    return [(e.model, e.points) for e in r.events if isinstance(e, Damaged)]


@pytest.mark.rule("NM-CON-03")
@pytest.mark.rule("NM-SIL-115")
@pytest.mark.parametrize(
    "effect", ["corrosion", "fire", "lock_down", "system_failure:ranged", "tune_up"]
)
@pytest.mark.parametrize("strikes", [0, 1, 2])
def test_one_die_for_each_token_and_a_blank_ends_it(effect: str, strikes: int) -> None:
    r = ended(game({WOLF: (effect,)}), (strikes,))
    assert r.state.models[WOLF].effects == ((effect,) if strikes else ())
    assert [len(roll) for roll in r.rolls] == [1]


@pytest.mark.rule("NM-CON-05")
@pytest.mark.rule("NM-CON-07")
@pytest.mark.rule("NM-SIL-116")
@pytest.mark.parametrize("effect", ["corrosion", "fire"])
@pytest.mark.parametrize("strikes", [0, 1, 2])
def test_what_stays_deals_its_strikes_as_damage_points_whatever_the_arm(
    effect: str, strikes: int
) -> None:
    r = ended(game({WOLF: (effect,)}), (strikes,))
    assert r.state.models[WOLF].damage == strikes
    assert damage(r) == ([(WOLF, strikes)] if strikes else [])


@pytest.mark.rule("NM-SIL-121")
@pytest.mark.parametrize("effect", ["lock_down", "system_failure:melee", "tune_up"])
def test_the_others_deal_none_and_tune_up_expires_like_the_rest(effect: str) -> None:
    assert damage(ended(game({WOLF: (effect,)}), (2,))) == []
    assert ended(game({WOLF: (effect,)}), (0,)).state.models[WOLF].effects == ()


@pytest.mark.rule("NM-SIL-118")
@pytest.mark.parametrize("first", [1, 2])
def test_the_first_players_models_before_the_seconds(first: int) -> None:
    state = game(
        {
            WOLF: ("fire", "tune_up"),
            HUNTER: ("lock_down",),
            SCOURGE: ("corrosion",),
            GATE: ("fire",),
        }
    )
    r = ended(replace(state, first=first), *[(0,)] * 5)
    order = [(e.model, e.effect) for e in r.events if isinstance(e, EffectEnded)]
    one = [(WOLF, "fire"), (WOLF, "tune_up"), (HUNTER, "lock_down")]
    two = [(SCOURGE, "corrosion"), (GATE, "fire")]
    assert order == (one + two if first == 1 else two + one)


@pytest.mark.rule("NM-SIL-118")
def test_a_model_that_is_destroyed_drops_its_other_tokens() -> None:
    state = game({GRAFTER: ("fire", "corrosion", "tune_up")})
    state = state.with_model(GRAFTER, damage=max_health(state, GRAFTER) - 1)
    r = ended(state, (1,))
    assert not r.state.models[GRAFTER].is_in_play and len(r.rolls) == 1


@pytest.mark.rule("NM-SIL-107")
@pytest.mark.parametrize("effect", ["corrosion", "fire"])
def test_on_a_void_gate_damage_clears_arc_and_corrosion_lowers_arm(effect: str) -> None:
    state = game({GATE: (effect,)})
    assert value(state, GATE, "ARM") == (4 if effect == "corrosion" else 5)
    r = ended(state, (2,))
    assert r.state.gates[GATE].arc == 1 and r.state.players[2].well == state.players[2].well + 2
    assert Cleared(GATE, 2, "damage") in r.events
    assert not ended(r.state, (1,)).state.gates


@pytest.mark.rule("NM-CON-03")
def test_without_tokens_nothing_is_rolled() -> None:
    assert ended(game()).events == []


@pytest.mark.rule("NM-SIL-118")
def test_the_owner_chooses_the_order_where_it_may_change_anything() -> None:
    marauder = "2.marauder.1"
    state = begun(
        (), ["grafter", "marauder"], at={GRAFTER: (20, 20), marauder: (23, 20)}, arc={GRAFTER: 1}
    )
    state = state.with_model(marauder, effects=("fire",)).with_model(GRAFTER, effects=("fire",))
    state = state.with_model(GRAFTER, damage=max_health(state, GRAFTER) - 1)
    for first, hurt in (("Fire on Marauder", 0), ("Fire on Grafter", 1)):
        r = resolving(state, (1,), (1,))
        roll_continuous_effects(r)
        r.run()
        asked = find_open_question(r.state)
        assert isinstance(asked, EffectQuestion) and asked.player == 2
        handler = ACTION_HANDLERS[EffectQuestion, Choose]
        assert list(handler.candidates(r.state, asked)) == [
            Choose(player=2, option=f"Fire on {name}") for name in ("Grafter", "Marauder")
        ]
        assert not handler.check(r.state, asked, Choose(player=2, option="Fire"))
        r.pop()
        handler.decide(r, asked, Choose(player=2, option=first))
        r.run()
        assert not r.state.is_on_table(GRAFTER) and r.state.models[marauder].damage == hurt
    for nothing in (
        state.with_unit(GRAFTER, arc=0),
        replace(state, setup=replace(state.setup, rulings=1)),
    ):
        assert find_open_question(ended(nothing, (0,), (0,)).state) is None
