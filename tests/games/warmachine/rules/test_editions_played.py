"""What the reference sheet and the Mk III chapter change in a game, by their switches."""

from __future__ import annotations

import pytest

from tests.games.warmachine.rules.playing import (
    ARMIES,
    activate,
    battle,
    decline,
    do,
    happened,
    state_of,
)
from wc3d.errors import InputError
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import Attacking
from wc3d.games.warmachine.rules.attack_plans import weapon_plan
from wc3d.games.warmachine.rules.editions import BOTH_COLUMNS, COLUMN_NAMES, parse_edition
from wc3d.games.warmachine.rules.fighting.targeting import attack_receipt
from wc3d.games.warmachine.rules.saved_setup import edition_for_game
from wc3d.games.warmachine.rules.state import State

PRIME = "prime_reference"


def bonus(state: State, attacker: str, weapon: str, target: str) -> float:
    """What is added to an attack roll."""
    card = state.setup.weapon(attacker, weapon)
    assert card is not None
    return attack_receipt(
        state, Attacking("", attacker, target, weapon_plan(state, attacker, card))
    ).value


@pytest.mark.rule("WM-REF-43")
@pytest.mark.rule("WM-REF-44")
def test_an_attack_from_behind_is_better_where_the_sheet_is_played() -> None:
    behind = {"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 90)}
    for edition, placed, more in (
        ("", behind, 0),
        (PRIME, behind, 2),
        (PRIME, {**behind, "2.mortar": (20, 22, 270)}, 0),
        (PRIME, {**behind, "2.mortar": (20, 22, 90, {"down": 1})}, 0),
    ):
        game = activate(battle(placed, edition=edition), "1.anvil")
        assert bonus(state_of(game), "1.anvil", "maul", "2.mortar") == 6 + more


@pytest.mark.rule("WM-REF-50")
@pytest.mark.rule("WM-REF-51")
@pytest.mark.rule("WM-RUL-46")
def test_a_shot_into_a_melee_is_worse_and_may_hit_another() -> None:
    placed = {"1.marshal": (20, 14, 90), "1.anvil": (21.9, 20, 180), "2.mortar": (20, 20, 0)}
    for edition, more in (("", 0), (PRIME, -4)):
        game = activate(battle(placed, edition=edition), "1.marshal")
        assert bonus(state_of(game), "1.marshal", "pistol", "2.mortar") == 6 + 2 + more
    down = {**placed, "1.anvil": (21.9, 20, 180, {"down": 1})}
    game = activate(battle(down, edition=PRIME, dice=[(1, 4)]), "1.marshal")
    assert bonus(state_of(game), "1.marshal", "pistol", "2.mortar") == 8, (
        "it engages, and is not engaged"
    )
    game = activate(battle(placed, edition=PRIME, dice=[(1, 4)]), "1.marshal")
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.mortar")
    decline(game)
    assert [event.target for event in happened(game, ev.Missed)] == ["2.mortar", "1.anvil"]


@pytest.mark.rule("WM-REF-77")
@pytest.mark.rule("WM-RUL-98")
def test_a_disabled_warjack_stays_where_the_sheet_is_played() -> None:
    placed = {"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)}
    grid = state_of(battle(placed)).setup.grids["2.mortar"]
    lost = (*grid.system_boxes("M"), *grid.system_boxes("C"), *grid.system_boxes("L"))
    placed["2.mortar"] = (20, 22, 270, {"marked": lost})  # type: ignore[assignment]
    game = activate(battle(placed, edition=PRIME, dice=[(1, 1), (1,)]), "1.anvil")
    state = state_of(game)
    assert (
        state.is_on_table("2.mortar")
        and state.is_wreck("2.mortar")
        and state.is_stationary("2.mortar")
    )
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert happened(game, ev.Hit)[0].automatic and state_of(game).is_on_table("2.mortar"), (
        "boxes are left"
    )


@pytest.mark.rule("WM-MK3-13")
def test_mk3_a_warcaster_begins_with_its_focus() -> None:
    assert state_of(battle({}, edition="mk3_warcaster")).models["1.marshal"].focus == 6
    assert state_of(battle({})).models["1.marshal"].focus == 0


@pytest.mark.program("how editions are made of columns and switches")
def test_an_edition_is_played_as_its_columns_and_switches_say() -> None:
    for columns in (*COLUMN_NAMES, BOTH_COLUMNS):
        assert edition_for_game(columns) == parse_edition(columns), "nothing is left out"
    assert edition_for_game("", ("slam.short=bash",))["slam.short"] == "bash"
    assert edition_for_game(PRIME, ("slam.short=no_attack",))["slam.short"] == "no_attack"


@pytest.mark.rule("WM-MOD-01")
def test_units_stand_where_they_are_played_and_nowhere_else() -> None:
    """The Quick Start rules know warcasters and warjacks only; the reference sheet has units."""
    assert state_of(battle({"1.pikes.1": (20, 20)}, boxes=ARMIES, edition=PRIME)).units
    with pytest.raises(
        InputError, match=r"units and solos are not allowed in quick_start; switch units=on"
    ):
        battle({"1.pikes.1": (20, 20)}, boxes=ARMIES)
    of_armies = edition_for_game("", (), "armies")
    assert of_armies["units"] and of_armies["command"] and of_armies["slam.short"] == "no_attack"
    assert not edition_for_game("", ("command=off",), "armies")["command"]
