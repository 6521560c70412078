"""Setting up, areas, sprays, screening and protection, removal of both warcasters, and the cards of the four boxes at play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.warmachine.rules.building import box, field
from tests.games.warmachine.rules.playing import (
    BOXES,
    activate,
    battle,
    check,
    decline,
    do,
    happened,
    only,
    state_of,
)
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import Attacking
from wc3d.games.warmachine.rules.attack_plans import weapon_plan
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.fighting.targeting import defense_receipt
from wc3d.games.warmachine.rules.forces import Battlegroup, list_faults, load_legal_force
from wc3d.games.warmachine.rules.turn.opening import DeployQuestion, EdgeQuestion, FirstTurnQuestion
from wc3d.games.warmachine.ruleset import WARMACHINE


def new(*rolls: tuple[int, ...], size: tuple[float, float] = (48, 48)) -> Game:
    """A new game on an empty table."""
    forces = (load_legal_force(BOXES[0], 1), load_legal_force(BOXES[1], 1))
    return WARMACHINE.new_game(
        GamePlan("battle", field(size=size), forces, seed=1), ScriptedDice(rolls, SeededDice(1))
    )


@pytest.mark.rule("WM-SET-04")
@pytest.mark.rule("WM-RUL-01")
@pytest.mark.rule("WM-RUL-02")
def test_the_higher_die_decides_who_goes_first_and_that_one_takes_an_edge() -> None:
    game = new((3,), (3,), (2,), (5,))
    assert isinstance(find_open_question(game.state), FirstTurnQuestion) and game.to_act == 2
    do(game, act.Choose, option="second")
    assert isinstance(find_open_question(game.state), EdgeQuestion) and game.to_act == 1
    do(game, act.Choose, option="north")
    assert state_of(game).sides == ("north", "south") and state_of(game).first == 1


@pytest.mark.rule("WM-SET-05")
@pytest.mark.rule("WM-RUL-03")
def test_a_battlegroup_is_set_up_within_ten_inches_of_its_edge() -> None:
    game = new((5,), (3,))
    do(game, act.Choose, option="first")
    do(game, act.Choose, option="south")
    assert isinstance(find_open_question(game.state), DeployQuestion)
    assert check(game, act.Deploy, model="1.anvil", at=(20.0, 10.0 - 0.985))
    assert check(game, act.Deploy, model="1.anvil", at=(20.0, 10.0 - 0.98)).rule == "WM-SET-05"
    do(game, act.Deploy, model="1.anvil", at=(20.0, 5.0))
    assert not check(game, act.Deploy, model="1.hound", at=(21.0, 5.0)), "there is no room"
    do(game, act.Deploy, model="1.hound", at=(24.0, 5.0))
    assert game.to_act == 1, "the whole battlegroup first"
    do(game, act.Deploy, model="1.marshal", at=(30.0, 5.0))
    assert game.to_act == 2 and state_of(game).models["1.anvil"].facing == 90.0


@pytest.mark.rule("WM-SET-06")
def test_a_table_without_room_between_the_forces_is_refused() -> None:
    with pytest.raises(InputError, match="WM-SET-06"):
        new(size=(48, 39))


@pytest.mark.rule("WM-SET-01")
@pytest.mark.rule("WM-SET-02")
@pytest.mark.rule("WM-MOD-02")
@pytest.mark.rule("WM-MOD-03")
def test_a_battlegroup_is_one_warcaster_and_warjacks_of_its_faction() -> None:
    assert not list(
        list_faults(Battlegroup(warcaster="stryker", warjacks=("lancer", "lancer")), CARDS())
    )
    assert any(
        "one faction" in text
        for text in list_faults(Battlegroup(warcaster="stryker", warjacks=("slayer",)), CARDS())
    )
    assert any(
        "no warcaster" in text for text in list_faults(Battlegroup(warcaster="lancer"), CARDS())
    )


# Areas and sprays


@pytest.mark.rule("WM-AOE-01")
@pytest.mark.rule("WM-AOE-02")
@pytest.mark.rule("WM-AOE-03")
@pytest.mark.rule("WM-RUL-47")
@pytest.mark.rule("WM-REF-57")
@pytest.mark.rule("WM-REF-59")
def test_a_hit_of_an_area_hurts_its_target_whole_and_others_by_half() -> None:
    placed = {
        "1.marshal": (20, 40, 0),
        "2.mortar": (20, 20, 90),
        "1.anvil": (20, 30, 270),
        "1.hound": (22, 30, 270),
    }
    game = activate(battle(placed, active=2, dice=[(6, 5), (6, 6), (1,), (3, 3)]), "2.mortar")
    do(game, act.Attack, model="2.mortar", weapon="cannon", target="1.anvil")
    totals = {event.model: event.total for event in happened(game, ev.Damaged)}
    assert totals == {"1.anvil": 12 + 14, "1.hound": 6 + 7}


@pytest.mark.rule("WM-AOE-04")
@pytest.mark.rule("WM-AOE-05")
@pytest.mark.rule("WM-AOE-06")
@pytest.mark.rule("WM-REF-58")
@pytest.mark.rule("WM-RUL-48")
@pytest.mark.rule("WM-RUL-49")
def test_a_miss_deviates_at_most_half_the_way_and_blasts() -> None:
    placed = {"2.mortar": (20, 20, 90), "1.anvil": (20, 25, 270)}
    game = activate(battle(placed, active=2, dice=[(1, 1), (4, 6)]), "2.mortar")
    do(game, act.Attack, model="2.mortar", weapon="cannon", target="1.anvil")
    area = only(game, ev.AreaPlaced)
    apart = 5 - 2 * 0.984252
    assert area.deviated == pytest.approx(apart / 2, abs=1e-5) and area.center[1] == pytest.approx(
        25 - apart / 2, abs=1e-5
    )
    assert happened(game, ev.Rolled)[-1].why.startswith("damage roll, blast of") or not happened(
        game, ev.Damaged
    )


@pytest.mark.rule("WM-AOE-07")
def test_an_area_at_a_target_out_of_range_deviates_from_the_range() -> None:
    placed = {"2.mortar": (20, 10, 90), "1.anvil": (20, 40, 270)}
    game = activate(battle(placed, active=2, dice=[(1, 1)]), "2.mortar")
    do(game, act.Attack, model="2.mortar", weapon="cannon", target="1.anvil")
    assert happened(game, ev.OutOfRange)
    assert only(game, ev.AreaPlaced).center[1] == pytest.approx(10 + 0.984252 + 14 + 1, abs=1e-5)


@pytest.mark.rule("WM-SPR-01")
@pytest.mark.rule("WM-SPR-02")
@pytest.mark.rule("WM-SPR-03")
@pytest.mark.rule("WM-REF-60")
@pytest.mark.rule("WM-CON-01")
@pytest.mark.rule("WM-ATK-10")
def test_a_spray_rolls_against_everyone_in_its_way_and_sets_them_on_fire() -> None:
    placed = {
        "2.spitter": (20, 20, 90),
        "1.anvil": (20, 25, 270),
        "1.hound": (20.8, 23, 90),
        "2.mortar": (24, 23, 270),
    }
    game = activate(
        battle(placed, active=2, dice=[(6, 5), (6, 6), (1,), (6, 5), (6, 6), (1,)]), "2.spitter"
    )
    do(game, act.Attack, model="2.spitter", weapon="sprayer", target="1.anvil")
    assert {event.target for event in happened(game, ev.Hit)} == {"1.anvil", "1.hound"}
    assert {m.id for m in state_of(game).models_in_play() if m.effects} == {"1.anvil", "1.hound"}


# Protection


@pytest.mark.rule("WM-SCR-01")
@pytest.mark.rule("WM-SCR-02")
@pytest.mark.rule("WM-SCR-03")
@pytest.mark.rule("WM-TER-09")
@pytest.mark.rule("WM-TER-11")
@pytest.mark.rule("WM-RUL-44")
def test_what_protects_a_target_adds_to_its_def_against_shots_only() -> None:
    def defense(placed: dict[str, Any], weapon: str, wall: bool = False) -> float:
        low = (box("wall", "obstacle", (20, 26.8), (3, 0.5), 1.0),) if wall else ()
        state = state_of(
            battle({"1.marshal": (20, 20, 90), "2.spitter": (20, 28, 270), **placed}, terrain=low)
        )
        card = state.setup.weapon("1.marshal", weapon)
        assert card is not None
        return defense_receipt(
            state, Attacking("", "1.marshal", "2.spitter", weapon_plan(state, "1.marshal", card))
        ).value

    beside = {"2.mortar": (21.3, 26.5, 270)}
    down = {"2.mortar": (21.3, 26.5, 270, {"down": 1})}
    assert (defense({}, "pistol"), defense(beside, "pistol"), defense(down, "pistol")) == (
        13,
        15,
        13,
    )
    assert defense({}, "pistol", wall=True) == 17 and defense(beside, "pistol", wall=True) == 19
    assert defense(beside, "sword", wall=True) == 13


# The end


@pytest.mark.rule("WM-RUL-95")
def test_both_warcasters_removed_by_one_effect_are_a_draw() -> None:
    placed = {
        "1.marshal": (20, 30, 270, {"damage": 14}),
        "2.marshal": (21.5, 30, 270, {"damage": 14}),
        "2.mortar": (20, 20, 90),
    }
    game = activate(battle(placed, active=2, dice=[(6, 6), (6, 6), (6, 6)]), "2.mortar")
    do(game, act.Attack, model="2.mortar", weapon="cannon", target="1.marshal")
    assert game.over and state_of(game).winner == 0


@pytest.mark.rule("WM-RUL-96")
@pytest.mark.rule("WM-VIC-02")
def test_giving_up_ends_the_game() -> None:
    game = battle({})
    game.apply(act.Concede(player=2))
    assert game.over and state_of(game).winner == 1


# What the cards of the boxes say


@pytest.mark.rule("WM-MOD-14")
@pytest.mark.rule("WM-MOD-15")
def test_the_feats_of_the_boxes_do_what_their_cards_say() -> None:
    game = activate(
        battle(
            {"1.sorscha": (20, 20, 90), "2.lancer": (20, 26, 270), "2.charger": (20, 10, 270)},
            boxes=("khador", "cygnar"),
        ),
        "1.sorscha",
    )
    do(game, act.UseFeat, model="1.sorscha")
    assert state_of(game).is_stationary("2.lancer") and not state_of(game).is_stationary(
        "2.charger"
    ), "only those in sight"
    game = activate(
        battle({"1.deneghra": (20, 20, 90), "2.lancer": (20, 26, 270)}, boxes=("cryx", "cygnar")),
        "1.deneghra",
    )
    do(game, act.UseFeat, model="1.deneghra")
    assert (
        game.explain("2.lancer", "DEF").value == 11 and game.explain("2.lancer", "SPD").value == 4
    )


@pytest.mark.rule("WM-MOD-16")
@pytest.mark.rule("WM-ATK-04")
def test_a_special_attack_takes_the_place_of_the_others() -> None:
    placed = {
        "1.ironclad": (20, 20, 90, {"focus": 1}),
        "2.juggernaut": (20, 22.2, 270),
        "2.destroyer": (22.5, 20, 90),
    }
    game = activate(battle(placed, boxes=("cygnar", "khador"), dice=[(6, 5)]), "1.ironclad")
    do(
        game,
        act.Attack,
        model="1.ironclad",
        weapon="strike_all",
        target="2.juggernaut",
        special=True,
    )
    decline(game)
    assert {m.id for m in state_of(game).models_in_play(2) if m.knocked_down} == {
        "2.juggernaut",
        "2.destroyer",
    }
    assert len([roll for roll in happened(game, ev.Rolled) if roll.kind == "attack"]) == 1, (
        "one roll for all"
    )
    assert check(game, act.Attack, model="1.ironclad", weapon="fist", target="2.juggernaut"), (
        "bought"
    )
    assert not check(
        game,
        act.Attack,
        model="1.ironclad",
        weapon="strike_all",
        target="2.juggernaut",
        special=True,
    )
