"""What a model is, and what it may do with its action: stats and cards, special attacks, bought attacks, fists and shields."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.warmachine.rules.building import box, field
from tests.games.warmachine.rules.games.scene import scene
from tests.games.warmachine.rules.own_cards import CLAWS, cards, caster, warjack
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
from wc3d.engine.dice import ScriptedDice
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.forces import Battlegroup, load_legal_force
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.saved_setup import edition_for_game, prepare_game
from wc3d.games.warmachine.rules.state import Effect, digest
from wc3d.games.warmachine.rules.stats import stat_value
from wc3d.games.warmachine.ruleset import WARMACHINE

FACE_TO_FACE = {"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)}
NO_ARMS = (*((1, row) for row in (4, 5, 6)), *((6, row) for row in (4, 5, 6)))
"""The boxes of both arms of the Anvil and the Mortar."""


def effect(word: str, amount: int, player: int = 2) -> Effect:
    """Something that an enemy's spell does to a model for a round."""
    return Effect(f"{word} {amount}", player, f"{player}.marshal", "round", ((word, amount),))


@pytest.mark.rule("WM-MOD-01")
@pytest.mark.parametrize("table", ["unit", "solo"])
def test_there_are_warcasters_and_warjacks_and_no_other_cards(table: str, tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match=table),
        cards(tmp_path, warjack().replace("[[warjack]]", f"[[{table}]]", 1)),
    ):
        load_legal_force("anvil_and_hound", 1)


@pytest.mark.rule("WM-MOD-04")
@pytest.mark.parametrize(("more", "far"), [(0, 4.0), (1, 5.0), (-2, 2.0)])
def test_spd_is_how_far_a_model_moves(more: int, far: float) -> None:
    changed = {"effects": (effect("SPD", more),) if more else ()}
    game = activate(battle({"1.anvil": (20, 20, 90, changed)}), "1.anvil")
    assert check(game, act.Advance, model="1.anvil", path=((20.0, 20.0 + far),))
    assert (
        check(game, act.Advance, model="1.anvil", path=((20.0, 20.01 + far),)).rule == "WM-MOV-01"
    )


@pytest.mark.rule("WM-MOD-07")
@pytest.mark.parametrize(("attack", "hits"), [((1, 2), False), ((1, 3), True)])
@pytest.mark.parametrize(("damage", "points"), [((1, 1), 1), ((1, 2), 2)])
def test_def_is_reached_and_arm_exceeded(
    attack: tuple[int, int], hits: bool, damage: tuple[int, int], points: int
) -> None:
    """MAT 6 against DEF 10; P+S 17 against ARM 18."""
    game = activate(battle(FACE_TO_FACE, dice=[attack, damage, (3,)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert bool(happened(game, ev.Hit)) is hits
    assert [event.points for event in happened(game, ev.Damaged)] == [points] * hits


@pytest.mark.rule("WM-MOD-07")
def test_a_damage_roll_equal_to_arm_does_nothing() -> None:
    placed = {**FACE_TO_FACE, "2.mortar": (20, 22, 270, {"effects": (effect("ARM", 3),)})}
    game = activate(battle(placed, dice=[(6, 5), (2, 2)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    damaged = only(game, ev.Damaged)
    assert (damaged.total, damaged.arm, damaged.points) == (21, 21, 0)


@pytest.mark.rule("WM-MOD-08")
def test_cmd_may_stand_on_a_card_and_nothing_asks_for_it(tmp_path: Path) -> None:
    with cards(tmp_path, caster(stats="cmd = 9")):
        forces = Battlegroup(warcaster="adept"), load_legal_force(BOXES[1], 1)
        state, _, _ = prepare_game(field(), forces, edition=edition_for_game(""), seed=1)
        assert state.setup.card_of("1.adept").cmd == 9
        placed = state.with_model("1.adept", at=(20.0, 20.0, 0.0))
        with pytest.raises(KeyError):
            WARMACHINE.play.explain(placed, "1.adept", "CMD")
        assert state.edition["command"] is False


@pytest.mark.rule("WM-MOD-13")
@pytest.mark.parametrize(("x", "reached"), [(22.08, True), (22.1, False)])
def test_an_area_of_three_inches_reaches_one_and_a_half(x: float, reached: bool) -> None:
    """Small base: 1.5 + 0.590551 from the point of impact."""
    placed = {"1.mortar": (20, 10, 90), "2.mortar": (20, 20, 270), "2.marshal": (x, 20, 270)}
    game = activate(battle(placed, boxes=(BOXES[1], BOXES[1]), dice=[(6, 5)]), "1.mortar")
    do(game, act.Attack, model="1.mortar", weapon="cannon", target="2.mortar")
    assert only(game, ev.AreaPlaced).diameter == 3.0
    assert ("2.marshal" in {event.model for event in happened(game, ev.Damaged)}) is reached


@pytest.mark.rule("WM-MOD-17")
def test_facing_is_part_of_the_state() -> None:
    game = activate(battle({"1.anvil": (20, 20, 90)}), "1.anvil")
    before = digest(state_of(game))
    do(game, act.Advance, model="1.anvil", facing=200.0)
    after = state_of(game)
    assert after.models["1.anvil"].facing == 200.0 and digest(after) != before
    assert digest(after.with_model("1.anvil", facing=201.0)) != digest(after)


@pytest.mark.rule("WM-SET-03")
def test_the_battlefield_lies_there_before_the_first_die() -> None:
    forces = (load_legal_force(BOXES[0], 1), load_legal_force(BOXES[1], 1))
    wall = box("wall", "obstacle", (20, 20), (4, 0.5), 1.0)
    game = WARMACHINE.new_game(
        GamePlan("battle", field(terrain=(wall,)), forces, seed=1), ScriptedDice([(3,), (2,)])
    )
    first = next(event for event in game.log if isinstance(event, ev.Rolled))
    assert first.why == "first turn" and [f["id"] for f in game.setup["map"]["terrain"]] == ["wall"]
    assert [feature.id for feature in state_of(game).table.features] == ["wall"]


@pytest.mark.rule("WM-FOC-08")
def test_no_special_and_no_power_attack_is_bought(tmp_path: Path) -> None:
    special = CLAWS + (
        '[[warjack.special_attacks]]\nword = "strike_together"\nname = "Both"\nweapons = ["left", "right"]\n'
    )
    with cards(tmp_path, warjack(special)):
        s = scene(
            {"1.golem": (20, 20, 90), "2.mortar": (20, 22, 270)},
            rolls=[(1, 1)],
            having={"1.golem": {"focus": 3}},
        )
        s.do("activate", model="1.golem")
        ask = {"model": "1.golem", "target": "2.mortar"}
        assert s.check("attack", weapon="strike_together", special=True, **ask), (
            "in place of normal attacks"
        )
        s.do("attack", weapon="left", **ask)
        s.do("pass")  # no boost
        assert s.check("attack", weapon="left", **ask), "a normal one is bought"
        assert s.check("attack", weapon="strike_together", special=True, **ask).rule == "WM-MOD-16"
        assert s.check("headbutt", **ask).rule == "WM-POW-01"
        assert s.check("slam", **ask).rule == "WM-TRN-13"


@pytest.mark.rule("WM-RUL-37")
@pytest.mark.rule("WM-MOD-12")
def test_rof_is_how_often_a_weapon_shoots_in_a_turn(tmp_path: Path) -> None:
    with cards(tmp_path, caster()):
        s = scene(
            {"1.adept": (20, 20, 90), "2.mortar": (20, 30, 270)},
            rolls=[(1, 1)] * 2,
            having={"1.adept": {"focus": 6}},
        )
        s.do("activate", model="1.adept")
        ask = {"model": "1.adept", "weapon": "pistol", "target": "2.mortar"}
        for _ in range(2):
            s.do("attack", **ask)
            s.do("pass")  # no boost
        assert s.state.models["1.adept"].focus == 5, "the second was bought"
        third = s.check("attack", **ask)
        assert (third.rule, third.text) == ("WM-MOD-12", "Pistol can be used only 2 times per turn")


@pytest.mark.rule("WM-ATK-03")
def test_each_attack_may_go_to_another_target() -> None:
    placed = {"1.anvil": (20, 20, 90), "2.mortar": (19, 22, 270), "2.spitter": (21.5, 21.6, 270)}
    game = activate(battle(placed, dice=[(1, 1), (1, 1)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    do(game, act.Attack, model="1.anvil", weapon="fist", target="2.spitter")
    assert [event.target for event in happened(game, ev.AttackDeclared)] == [
        "2.mortar",
        "2.spitter",
    ]


@pytest.mark.rule("WM-CHG-03")
@pytest.mark.rule("WM-SLM-03")
@pytest.mark.rule("WM-RUL-24")
def test_a_model_denied_part_of_its_movement_neither_charges_nor_slams() -> None:
    slowed = {"focus": 2, "effects": (effect("SPD", -1), effect("SPD", 2))}
    for changed, may in (({"focus": 2}, True), (slowed, False)):
        game = activate(
            battle({"1.anvil": (20, 20, 90, changed), "2.mortar": (20, 26, 270)}), "1.anvil"
        )
        for kind in (act.Charge, act.SlamInto):
            found = check(game, kind, model="1.anvil", target="2.mortar")
            assert bool(found) is may and (may or found.rule == "WM-CHG-03")


@pytest.mark.rule("WM-JAK-05")
def test_a_warjack_without_weapons_bashes_as_a_free_strike() -> None:
    placed = {"1.hound": (20, 21.8, 90), "2.mortar": (20, 20, 90, {"marked": NO_ARMS, "focus": 3})}
    game = activate(battle(placed, dice=[(3, 4), (1, 2, 3), (1,)]), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    assert isinstance(find_open_question(game.state), FreeStrikeQuestion)
    do(game, act.Choose, option="bash")
    assert only(game, ev.Hit).total == 3 + 4 + 6 - 2 + 2
    assert only(game, ev.Damaged).total == 1 + 2 + 3 + 11, (
        "three dice, and no question about boosts"
    )


@pytest.mark.rule("WM-REF-38")
def test_a_free_strike_is_one_attack() -> None:
    placed = {"1.hound": (20, 21.9, 90), "2.anvil": (20, 20, 90, {"focus": 3})}
    game = activate(
        battle(placed, boxes=("anvil_and_hound", "anvil_and_hound"), dice=[(1, 1)]), "1.hound"
    )
    do(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    do(game, act.Choose, option="maul")
    assert (
        len(happened(game, ev.AttackDeclared)) == 1 and state_of(game).place("1.hound")[1] == 25.0
    )


@pytest.mark.rule("WM-JAK-06")
@pytest.mark.rule("WM-JAK-08")
@pytest.mark.parametrize(
    ("jack", "weapon", "power"), [("1.anvil", "fist", 14), ("1.hound", "shield", 9)]
)
def test_fists_and_shields_are_melee_weapons(jack: str, weapon: str, power: int) -> None:
    game = activate(
        battle({jack: (20, 20, 90), "2.mortar": (20, 22, 270)}, dice=[(3, 4), (6, 6), (1,)]), jack
    )
    do(game, act.Attack, model=jack, weapon=weapon, target="2.mortar")
    assert only(game, ev.Hit).total == 3 + 4 + 6 and only(game, ev.Damaged).total == 12 + power
    lost = tuple((1, row) for row in (4, 5, 6))
    game = activate(battle({jack: (20, 20, 90, {"marked": lost}), "2.mortar": (20, 22, 270)}), jack)
    assert check(game, act.Attack, model=jack, weapon=weapon, target="2.mortar").rule == "WM-DJA-12"


@pytest.mark.rule("WM-REF-39")
def test_an_action_is_of_one_kind() -> None:
    placed = {**FACE_TO_FACE, "1.anvil": (20, 20, 90, {"focus": 3})}
    ask = {"model": "1.anvil", "target": "2.mortar"}
    game = activate(battle(placed, dice=[(1, 1)]), "1.anvil")
    do(game, act.Attack, weapon="maul", **ask)
    decline(game)
    assert not check(game, act.HeadButt, **ask) and not check(
        game, act.ThrowModel, weapon="fist", direction=90.0, **ask
    )
    game = activate(battle(placed, dice=[(1, 1)]), "1.anvil")
    do(game, act.HeadButt, **ask)
    decline(game)
    assert not check(game, act.HeadButt, **ask) and check(game, act.Attack, weapon="maul", **ask)
    shooter = {"1.marshal": (20, 20, 90, {"focus": 3}), "2.mortar": (20, 24, 270)}
    game = activate(battle(shooter, dice=[(1, 1)]), "1.marshal")
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.mortar")
    decline(game)
    assert (
        check(game, act.Attack, model="1.marshal", weapon="sword", target="2.mortar").rule
        == "WM-REF-39"
    )


@pytest.mark.rule("WM-REF-40")
@pytest.mark.rule("WM-RNG-02")
def test_a_shot_asks_for_sight_and_tells_no_distance() -> None:
    placed = {"1.marshal": (20, 20, 90), "2.mortar": (20, 5, 90), "2.spitter": (20, 47, 270)}
    game = activate(battle(placed), "1.marshal")
    behind = check(game, act.Attack, model="1.marshal", weapon="pistol", target="2.mortar")
    assert (behind.code, behind.rule) == ("no_sight", "WM-LOS-01")
    assert check(game, act.Attack, model="1.marshal", weapon="pistol", target="2.spitter"), (
        "far out of range"
    )


@pytest.mark.rule("WM-REF-54")
def test_of_several_base_defs_the_lowest_counts_alone() -> None:
    movement = ((2, 6), (3, 5), (4, 5))
    placed = {
        "1.marshal": (20, 20, 90),
        "2.spitter": (20, 27, 270, {"marked": movement, "down": 1}),
    }
    game = battle(placed)
    assert game.explain("2.spitter", "DEF").value == 7
    state = state_of(game)
    assert (
        stat_value(state, "2.spitter", "DEF", "ranged"),
        stat_value(state, "2.spitter", "DEF", "melee"),
    ) == (5, 7)
