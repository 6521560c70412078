"""Rulings on WARMACHINE that no other test is about: one short test for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.building import field
from tests.games.warmachine.rules.own_cards import cards, caster
from tests.games.warmachine.rules.playing import (
    BOXES,
    activate,
    battle,
    check,
    decline,
    do,
    happened,
    state_of,
)
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.all_handlers import FRAME_STEPS
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.fighting.damage import remove_model
from wc3d.games.warmachine.rules.forces import Battlegroup, list_faults, load_legal_force
from wc3d.games.warmachine.rules.saved_setup import edition_for_game, prepare_game
from wc3d.games.warmachine.rules.state import Effect, Lock, State
from wc3d.games.warmachine.rules.stats import current_stat
from wc3d.games.warmachine.rules.turn.maintenance import put_continuous_effect

FACE_TO_FACE = {"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)}


def resolution(state: State) -> Resolution:
    """Return a resolution in which no dice are rolled."""
    return Resolution(state, ScriptedDice([]), FRAME_STEPS)


@pytest.mark.rule("WM-RUL-04")
def test_both_players_may_field_the_same_warcaster_and_nobody_fields_it_twice() -> None:
    same = load_legal_force(BOXES[0], 1)
    state, _, _ = prepare_game(field(), (same, same), edition=edition_for_game(""), seed=1)
    assert {m.name for m in state.models.values() if m.is_warcaster} == {"Marshal"}
    twice = same.model_copy(update={"warjacks": ("marshal",)})
    assert list(list_faults(twice, CARDS())), "a battlegroup has one warcaster"


@pytest.mark.rule("WM-RUL-30")
def test_a_warcaster_casts_before_its_charge_and_after_a_successful_one() -> None:
    placed = {
        "1.marshal": (20, 20, 90, {"focus": 6}),
        "2.mortar": (20, 26, 270),
        "1.anvil": (30, 20, 90),
    }
    game = activate(battle(placed, dice=[(1, 1)]), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="ward", target="1.anvil")
    do(game, act.Charge, model="1.marshal", target="2.mortar")
    decline(game)
    do(game, act.Attack, model="1.marshal", weapon="sword", target="2.mortar")
    decline(game)
    assert check(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.mortar")
    failed = activate(battle({**placed, "2.mortar": (20, 36, 270)}), "1.marshal")
    do(failed, act.Charge, model="1.marshal", target="2.mortar")
    assert happened(failed, ev.ActivationEnded), "a failed charge ends the activation"


@pytest.mark.rule("WM-RUL-55")
def test_a_model_has_one_continuous_effect_of_each_kind() -> None:
    r = resolution(state_of(battle(FACE_TO_FACE)))
    for kind in ("fire", "fire", "corrosion"):
        put_continuous_effect(r, "2.mortar", kind, 1, "1.anvil")
    assert [e.name for e in r.state.models["2.mortar"].effects] == ["fire", "corrosion"]


@pytest.mark.rule("WM-RUL-76")
def test_a_locked_shield_arm_keeps_its_arm_and_does_not_attack() -> None:
    state = state_of(battle({"1.hound": (20, 20, 90), "2.mortar": (20, 22, 270)}))
    free = current_stat(state, "1.hound", "ARM").value
    held = locked(state, Lock("2.mortar", "axe", "1.hound", "L", state.turn))
    assert current_stat(held, "1.hound", "ARM").value == free == 18
    assert "shield" not in [w.id for w in held.usable_weapons("1.hound")]


def locked(state: State, lock: Lock) -> State:
    """Return the state with a lock."""
    r = resolution(state)
    r.emit(ev.Locked(lock))
    found: State = r.state
    return found


@pytest.mark.rule("WM-RUL-77")
def test_a_warjack_whose_head_is_locked_makes_no_head_butt() -> None:
    placed: dict[str, Any] = {**FACE_TO_FACE, "1.anvil": (20, 20, 90, {"focus": 1})}
    game = activate(battle(placed), "1.anvil")
    assert check(game, act.HeadButt, model="1.anvil", target="2.mortar")
    game.state = locked(state_of(game), Lock("2.mortar", "axe", "1.anvil", "H", 2))
    assert check(game, act.HeadButt, model="1.anvil", target="2.mortar").rule == "WM-RUL-77"


@pytest.mark.rule("WM-RUL-86")
def test_upkeep_spells_end_when_their_warcaster_is_removed() -> None:
    ward = Effect("Ward", 1, "1.marshal", "upkeep", (("ARM", 2),))
    r = resolution(state_of(battle({"1.anvil": (20, 20, 90, {"effects": (ward,)})})))
    remove_model(r, "1.marshal", "test")
    assert not r.state.models["1.anvil"].effects
    assert [e.why for e in r.events if isinstance(e, ev.EffectEnded)] == ["its caster is gone"]


HASTE = """
[[warcaster.spells]]
id = "haste"
name = "Haste"
cost = 2
targets = "caster"
hits = [{ word = "modify", on = "caster", stats = { spd = 2 }, lasts = "turn" }]

[[warcaster.spells]]
id = "dart"
name = "Dart"
cost = 2
targets = "enemy"
rng = 10
offensive = true
pow = 10
"""


@pytest.mark.rule("WM-RUL-87")
@pytest.mark.rule("WM-RUL-89")
def test_a_spell_is_channeled_even_from_a_melee_but_not_one_of_the_caster_itself(
    tmp_path: Path,
) -> None:
    placed = {
        "1.adept": (20, 20, 90, {"focus": 5}),
        "2.spitter": (20, 21.6, 270),
        "1.hound": (30, 20, 90),
        "2.mortar": (30, 28, 270),
    }
    with cards(tmp_path, caster(HASTE)):
        own = Battlegroup(warcaster="adept", warjacks=("hound",))
        game = activate(battle(placed, boxes=(own, BOXES[1])), "1.adept")
        dart = {"model": "1.adept", "spell": "dart", "target": "2.mortar", "channel": "1.hound"}
        assert check(game, act.CastSpell, **dart), "the caster's own melee does not matter"
        assert (
            check(game, act.CastSpell, model="1.adept", spell="haste", channel="1.hound").rule
            == "WM-RUL-87"
        )
