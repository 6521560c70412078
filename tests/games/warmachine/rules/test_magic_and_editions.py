"""Spells by their range and area, channeling, control areas, feats, and what the reference sheet adds."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.games.warmachine.rules.building import box
from tests.games.warmachine.rules.games.scene import scene
from tests.games.warmachine.rules.own_cards import cards, caster
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
from tests.games.warmachine.rules.test_focus import turn_of
from wc3d.engine.agenda import find_open_question
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion, BoostQuestion
from wc3d.games.warmachine.rules.space.protection import find_protection, find_screening
from wc3d.games.warmachine.rules.state import Effect
from wc3d.games.warmachine.rules.stats import control_radius
from wc3d.games.warmachine.ruleset import WARMACHINE

FOCUSED = {"focus": 3}
SPELLS = """
[[warcaster.spells]]
id = "haste"
name = "Haste"
cost = 2
targets = "caster"
hits = [{ word = "modify", on = "caster", stats = { spd = 2 }, lasts = "turn" }]

[[warcaster.spells]]
id = "chill"
name = "Chill"
cost = 3
targets = "control_area"
hits = [{ word = "modify", on = "enemies", stats = { spd = -1 }, lasts = "round" }]

[[warcaster.spells]]
id = "charm"
name = "Charm"
cost = 1
targets = "enemy"
rng = 8
hits = [{ word = "not_used", why = "for living troops" }]
"""


@pytest.mark.rule("WM-SPL-05")
@pytest.mark.rule("WM-SPL-06")
@pytest.mark.rule("WM-SPL-10")
@pytest.mark.rule("WM-MK3-20")
def test_spells_of_the_caster_of_its_control_area_and_of_no_use(tmp_path: Path) -> None:
    """FOC 6: 12" from edge to edge, small base and medium base."""
    places = {
        "1.adept": (20, 20, 90),
        "2.spitter": (20, 20 + 0.590551 + 0.787402 + 11.99, 270),
        "2.hound": (20, 20 - 0.590551 - 0.787402 - 12.01, 90),
    }
    with cards(tmp_path, caster(SPELLS)):
        s = scene(places, having={"1.adept": {"focus": 6}})
        s.do("activate", model="1.adept")
        assert (
            s.check("cast", model="1.adept", spell="haste", target="2.spitter").rule == "WM-SPL-05"
        )
        assert (
            s.check("cast", model="1.adept", spell="charm", target="2.spitter").rule == "WM-SPL-10"
        )
        s.do("cast", model="1.adept", spell="haste")
        assert s.game.explain("1.adept", "SPD").value == 8
        s.do("cast", model="1.adept", spell="chill")
        assert s.game.explain("2.spitter", "SPD").value == 5, "behind nothing, seen or not"
        assert s.game.explain("2.hound", "SPD").value == 6, "beyond the control area"
        s.do("pass")
        assert s.state.active == 2
        assert [s.game.explain(id, "SPD").value for id in ("1.adept", "2.spitter")] == [6, 5], (
            "one for the turn, one for a round"
        )


CHANNELED = {
    "1.marshal": (20, 20, 90, {"focus": 2}),
    "1.hound": (24, 20, 90, {"focus": 3}),
    "2.spitter": (24, 29, 270),
}


@pytest.mark.rule("WM-CHN-06")
@pytest.mark.rule("WM-MK3-01")
@pytest.mark.rule("WM-MK3-27")
@pytest.mark.parametrize("edition", ["", "mk3_warcaster"])
def test_a_channelers_focus_is_of_no_use_to_the_spell(edition: str) -> None:
    game = activate(battle(CHANNELED, dice=[(6, 5), (1, 1)], edition=edition), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.spitter", channel="1.hound")
    assert len(happened(game, ev.Hit)) == 1 and isinstance(
        find_open_question(game.state), ActQuestion
    ), "no boost was asked for"
    assert [state_of(game).models[id].focus for id in ("1.marshal", "1.hound")] == [0, 3]
    assert (
        check(
            game,
            act.CastSpell,
            model="1.marshal",
            spell="bolt",
            target="2.spitter",
            channel="1.hound",
        ).rule
        == "WM-SPL-01"
    )


@pytest.mark.rule("WM-MK3-19")
@pytest.mark.parametrize(("gap", "near"), [(11.99, True), (12.01, False)])
def test_power_assignment_and_channeling_end_with_the_control_range(gap: float, near: bool) -> None:
    placed = {
        "1.marshal": (20, 20, 90),
        "1.hound": (20, 20 + 0.590551 + 0.787402 + gap, 90),
        "2.mortar": (20, 44, 270),
    }
    game = turn_of(placed, edition="mk3_warcaster")
    assert state_of(game).models["1.hound"].focus == near
    assert bool(check(game, act.Assign, model="1.hound")) is near
    do(game, act.Pass)
    activate(game, "1.marshal")
    found = check(
        game, act.CastSpell, model="1.marshal", spell="bolt", target="2.mortar", channel="1.hound"
    )
    assert bool(found) is near and (near or found.rule == "WM-CHN-03")


@pytest.mark.rule("WM-MK3-17")
def test_the_control_range_changes_with_foc() -> None:
    weaker = Effect("curse", 2, "2.marshal", "round", (("FOC", -2),))
    placed = {"1.marshal": (20, 20, 90, {"effects": (weaker,)}), "1.hound": (20, 30, 90)}
    game = turn_of(placed)
    assert control_radius(state_of(game), "1.marshal") == 8.0
    assert check(game, act.Assign, model="1.hound").rule == "WM-FOC-04"
    assert check(turn_of({**placed, "1.marshal": (20, 20, 90)}), act.Assign, model="1.hound")


@pytest.mark.rule("WM-MK3-02")
def test_a_warjack_out_of_its_casters_control_acts_all_the_same() -> None:
    placed = {"1.marshal": (2, 2, 90), "1.anvil": (40, 40, 90), "2.mortar": (40, 42, 270)}
    game = activate(battle(placed, dice=[(1, 1)]), "1.anvil")
    assert check(game, act.Advance, model="1.anvil", path=((40.0, 37.0),))
    assert check(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")


@pytest.mark.rule("WM-MK3-06")
@pytest.mark.rule("WM-MK3-11")
def test_focus_goes_to_the_own_warjacks_whose_cortex_works() -> None:
    lost = state_of(battle({"1.anvil": (23, 20, 90)})).setup.grids["1.anvil"].system_boxes("C")
    placed = {
        "1.marshal": (20, 20, 90),
        "1.anvil": (23, 20, 90, {"marked": lost}),
        "2.mortar": (20, 26, 270),
    }
    game = turn_of(placed, edition="mk3_warcaster")
    assert check(game, act.Assign, model="2.mortar").rule == "WM-MK3-06"
    assert check(game, act.Assign, model="1.anvil").rule == "WM-DJA-08"
    assert state_of(game).models["1.anvil"].focus == 0, "nor does it power up"


@pytest.mark.rule("WM-MK3-22")
@pytest.mark.rule("WM-POW-03")
def test_a_boost_is_declared_before_its_die_also_of_power_attacks() -> None:
    placed = {"1.anvil": (20, 20, 90, FOCUSED), "2.mortar": (20, 22, 270)}
    game = activate(battle(placed, dice=[(4, 4, 2), (1, 1, 1)]), "1.anvil")
    do(game, act.HeadButt, model="1.anvil", target="2.mortar")
    for roll in ("attack", "damage"):
        asked = find_open_question(game.state)
        assert isinstance(asked, BoostQuestion) and asked.roll == roll
        assert roll not in {event.kind for event in happened(game, ev.Rolled)}, "not rolled yet"
        do(game, act.Choose, option="boost")
    told = {event.kind: event.total for event in happened(game, ev.Rolled)}
    assert (told["attack"], told["damage"]) == (4 + 4 + 2 + 6 - 2, 3 + 11)
    assert state_of(game).models["1.anvil"].focus == 0


@pytest.mark.rule("WM-MK3-31")
def test_damage_reduced_to_nothing_is_suffered_all_the_same() -> None:
    placed = {"1.anvil": (20, 20, 90), "2.marshal": (20, 21.9, 270, {"focus": 1})}
    game = activate(battle(placed, dice=[(6, 5), (1, 2)], edition="mk3_warcaster"), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.marshal")
    do(game, act.Choose, option="reinforce")
    damaged = only(game, ev.Damaged)
    assert (damaged.points, damaged.total - damaged.arm) == (0, 5) and state_of(game).models[
        "2.marshal"
    ].damage == 0


@pytest.mark.rule("WM-RUL-84")
@pytest.mark.rule("WM-MK3-33")
@pytest.mark.rule("WM-MK3-34")
def test_a_feat_before_or_after_moving_and_attacking_never_in_between_and_no_run() -> None:
    placed = {
        "1.marshal": (20, 20, 90, FOCUSED),
        "2.mortar": (20, 24, 270),
        "2.spitter": (20, 18.2, 90),
    }
    fresh = activate(battle(placed), "1.marshal")
    assert check(fresh, act.UseFeat, model="1.marshal")
    do(fresh, act.UseFeat, model="1.marshal")
    assert check(fresh, act.Run, model="1.marshal", path=((26.0, 20.0),)).rule == "WM-MOV-08"
    assert check(fresh, act.Advance, model="1.marshal", path=((22.0, 20.0),))
    game = activate(battle(placed), "1.marshal")
    do(game, act.Advance, model="1.marshal", path=((22.4, 20.0),), facing=90.0)
    assert not check(game, act.UseFeat, model="1.marshal"), "a free strike is to be decided"
    decline(game)
    assert check(game, act.UseFeat, model="1.marshal")
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.mortar")
    assert isinstance(find_open_question(game.state), BoostQuestion) and not check(
        game, act.UseFeat, model="1.marshal"
    )
    decline(game)
    assert check(game, act.UseFeat, model="1.marshal")
    game = activate(battle(placed), "1.marshal")
    do(game, act.Run, model="1.marshal", path=((26.0, 20.0),))
    decline(game)
    assert (
        not check(game, act.UseFeat, model="1.marshal")
        and only(game, ev.ActivationEnded).model == "1.marshal"
    )


@pytest.mark.rule("WM-REF-02")
def test_maintenance_goes_in_its_order() -> None:
    ward = Effect("Hold the Line", 1, "1.marshal", "round", (("ARM", 3),))
    fire = Effect("fire", 2, "2.spitter", "continuous")
    placed = {"1.marshal": (20, 20, 90, {"focus": 4, "effects": (ward, fire)})}
    game = turn_of(placed, dice=[(1,)])
    told = [
        event for event in game.log if isinstance(event, ev.FocusLost | ev.EffectEnded | ev.Rolled)
    ]
    assert [type(event) for event in told] == [
        ev.FocusLost,
        ev.EffectEnded,
        ev.Rolled,
        ev.EffectEnded,
    ]


# The reference sheet


@pytest.mark.rule("WM-REF-30")
@pytest.mark.rule("WM-REF-31")
def test_linear_obstacles_are_crossed_whole_and_forests_at_half_speed() -> None:
    wall = box("wall", "obstacle", (20, 23), (6, 0.4), 1.0)
    game = activate(
        battle({"1.hound": (20, 20, 90, FOCUSED), "2.mortar": (20, 27.5, 270)}, terrain=(wall,)),
        "1.hound",
    )
    assert not check(game, act.Advance, model="1.hound", path=((20.0, 23.0),)), "not on top of it"
    assert check(game, act.Advance, model="1.hound", path=((20.0, 24.1),)), "over it for nothing"
    for kind in (act.Charge, act.SlamInto):
        over = activate(
            battle(
                {"1.hound": (20, 20, 90, FOCUSED), "2.mortar": (20, 27.5, 270)}, terrain=(wall,)
            ),
            "1.hound",
        )
        do(over, kind, model="1.hound", target="2.mortar")
        assert state_of(over).place("1.hound")[1] == pytest.approx(22.8 - 0.787402) and happened(
            over, ev.ActivationEnded
        )
    wood = box("wood", "forest", (20, 26), (10, 9), 3.0)
    game = activate(
        battle({"1.hound": (20, 20, 90, FOCUSED), "2.mortar": (20, 23.4, 270)}, terrain=(wood,)),
        "1.hound",
    )
    assert check(game, act.Advance, model="1.hound", path=((17.0, 20.0),))
    inside = activate(
        battle({"1.hound": (20, 25, 90, FOCUSED), "2.mortar": (20, 28, 270)}, terrain=(wood,)),
        "1.hound",
    )
    assert check(inside, act.Advance, model="1.hound", path=((17.0, 25.0),))
    assert not check(inside, act.Advance, model="1.hound", path=((16.9, 25.0),))
    for kind in (act.Charge, act.SlamInto):
        stuck = activate(
            battle({"1.hound": (20, 25, 90, FOCUSED), "2.mortar": (20, 28, 270)}, terrain=(wood,)),
            "1.hound",
        )
        do(stuck, kind, model="1.hound", target="2.mortar")
        assert state_of(stuck).place("1.hound")[:2] == (20.0, 25.0), (
            "it starts in the forest, and goes nowhere"
        )


@pytest.mark.rule("WM-REF-61")
def test_a_spray_ignores_what_protects() -> None:
    brush = box("brush", "obscuring", (20, 24.6), (4, 0.4), 1.0)
    placed = {"1.spitter": (20, 20, 90), "2.anvil": (20, 26, 270), "1.mortar": (21.6, 24.5, 90)}
    game = activate(
        battle(placed, boxes=(BOXES[1], BOXES[0]), terrain=(brush,), dice=[(2, 1)] * 2), "1.spitter"
    )
    do(game, act.Attack, model="1.spitter", weapon="sprayer", target="2.anvil")
    table = state_of(game).table
    assert find_screening(table, "1.spitter", "2.anvil").screened and find_protection(
        table, "1.spitter", "2.anvil"
    ).features == ("brush",)
    assert only(game, ev.Hit).against == 10


@pytest.mark.rule("WM-REF-68")
@pytest.mark.parametrize("edition", ["", "prime_reference"])
def test_terrain_that_stops_a_slam_adds_a_die(edition: str) -> None:
    wall = box("wall", "obstacle", (20, 28), (6, 0.4), 0.5)
    placed = {"1.anvil": (20, 20, 90, {"focus": 1}), "2.mortar": (20, 26, 270)}
    game = activate(
        battle(placed, terrain=(wall,), edition=edition, dice=[(6, 5), (6,), (1, 1, 1)]), "1.anvil"
    )
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    decline(game)
    assert state_of(game).place("2.mortar")[1] == pytest.approx(27.8 - 0.984252)
    assert next(event for event in happened(game, ev.Rolled) if event.kind == "damage").faces == (
        1,
        1,
        1,
    )


@pytest.mark.rule("WM-REF-70")
def test_throws_and_locks_take_an_open_fist_that_works() -> None:
    lost = ((1, 4), (1, 5), (1, 6))
    for changed, may in ((FOCUSED, True), ({**FOCUSED, "marked": lost}, False)):
        game = activate(
            battle({"1.anvil": (20, 20, 90, changed), "2.mortar": (20, 22, 270)}), "1.anvil"
        )
        ask = {"model": "1.anvil", "target": "2.mortar", "weapon": "fist"}
        found = (
            check(game, act.ThrowModel, direction=90.0, **ask),
            check(game, act.SeizePart, part="R", **ask),
        )
        assert [bool(verdict) for verdict in found] == [may, may]
        assert not check(game, act.ThrowModel, direction=90.0, **{**ask, "weapon": "maul"}), (
            "a closed one"
        )


@pytest.mark.rule("WM-REF-73")
def test_the_damage_of_a_throw_may_be_boosted() -> None:
    placed = {"1.anvil": (20, 20, 90, {"focus": 3}), "2.mortar": (20, 22, 270)}
    game = activate(battle(placed, dice=[(6, 5), (6,), (1,), (1, 1), (1, 1, 1)]), "1.anvil")
    do(game, act.ThrowModel, model="1.anvil", target="2.mortar", weapon="fist", direction=90.0)
    do(game, act.Pass)
    asked = find_open_question(game.state)
    assert isinstance(asked, BoostQuestion) and asked.roll == "damage"
    do(game, act.Choose, option="boost")
    assert only(game, ev.Damaged).total == 3 + 11


@pytest.mark.rule("WM-REF-76")
@pytest.mark.parametrize("edition", ["", "prime_reference"])
def test_disabled_movement_forbids_charges_and_slams_in_every_edition(edition: str) -> None:
    lost = state_of(battle({"1.anvil": (20, 20, 90)})).setup.grids["1.anvil"].system_boxes("M")
    placed = {"1.anvil": (20, 20, 90, {**FOCUSED, "marked": lost}), "2.mortar": (20, 24, 270)}
    game = activate(battle(placed, edition=edition), "1.anvil")
    assert {
        check(game, kind, model="1.anvil", target="2.mortar").rule
        for kind in (act.Charge, act.SlamInto)
    } == {"WM-DJA-11"}


@pytest.mark.rule("WM-REF-51")
@pytest.mark.parametrize(("dice", "struck"), [((3, 5), "1.anvil"), ((1, 2), None)])
def test_a_shot_into_a_melee_that_misses_may_hit_another_in_it(
    dice: tuple[int, int], struck: str | None
) -> None:
    """RAT 6 - 4 and aiming 2: 8 against DEF 13 misses, and is compared with the Anvil's 10."""
    placed = {"1.marshal": (23, 22, 90), "1.anvil": (20, 28, 90), "2.spitter": (20, 29.9, 270)}
    game = activate(battle(placed, edition="prime_reference", dice=[dice]), "1.marshal")
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.spitter")
    assert [event.target for event in happened(game, ev.Hit)] == [struck] * (struck is not None)
    assert [event.target for event in happened(game, ev.Missed)] == ["2.spitter"] + ["1.anvil"] * (
        struck is None
    )


@pytest.mark.rule("WM-REF-52")
@pytest.mark.rule("WM-REF-50")
@pytest.mark.parametrize(("at", "total"), [((20, 27.9), 7 + 6), ((20, 22), 7 + 6 - 4)])
def test_a_caster_in_the_melee_casts_at_it_without_a_penalty(
    at: tuple[float, float], total: int
) -> None:
    placed = {
        "1.marshal": (*at, 90, {"focus": 2}),
        "1.hound": (22, 29.9, 180),
        "2.spitter": (20, 29.7, 270),
    }
    game = activate(battle(placed, edition="prime_reference", dice=[(3, 4)]), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.spitter")
    told = [event for event in game.log if isinstance(event, ev.Rolled) and event.kind == "attack"]
    assert told[0].total == total


FOG = """
[[warcaster.spells]]
id = "fog"
name = "Mind Fog"
cost = 2
targets = "enemy"
rng = 10
hits = [{ word = "modify", stats = { mat = -2 }, lasts = "round", shakeable = SHAKEABLE }]
"""


@pytest.mark.rule("WM-MK3-26")
@pytest.mark.parametrize(
    ("shakeable", "edition", "may"),
    [
        (True, "mk3_warcaster", True),
        (False, "mk3_warcaster", False),
        (True, "quick_start", False),
    ],
)
def test_an_effect_that_its_card_calls_shakeable_is_shaken_off(
    shakeable: bool, edition: str, may: bool, tmp_path: Path
) -> None:
    with cards(tmp_path, caster(FOG.replace("SHAKEABLE", str(shakeable).lower()))):
        s = scene(
            {"1.adept": (20, 20, 90), "2.marshal": (20, 27, 270)},
            edition=edition,
            having={"1.adept": {"focus": 2}},
        )
        s.do("activate", model="1.adept")
        s.do("cast", model="1.adept", spell="fog", target="2.marshal")
        s.do("pass")
        assert s.game.to_act == 2 and s.game.explain("2.marshal", "MAT").value == 4
        assert bool(s.check("shake", model="2.marshal", what="Mind Fog")) is may
        if may:
            typed = WARMACHINE.text.parse_action(s.game, "shake Mind Fog")
            assert typed is not None
            s.game.apply(typed)
            assert (
                s.game.explain("2.marshal", "MAT").value == 6
                and s.state.models["2.marshal"].focus == 5
            )


@pytest.mark.rule("WM-SPR-01")
@pytest.mark.rule("WM-RUL-51")
@pytest.mark.parametrize("y", [26.0, 40.0])
def test_a_spray_is_laid_at_its_target_near_or_far(y: float) -> None:
    """Large base and half the strip: 0.984252 + 0.5 aside at most, and the answer tells no distance."""
    game = activate(
        battle({"1.spitter": (20, 20, 90), "2.mortar": (20, y, 270)}, boxes=(BOXES[1], BOXES[1])),
        "1.spitter",
    )
    most = math.degrees(math.asin((0.984252 + 0.5) / (y - 20)))
    for direction, rule in (
        (90 + most - 0.01, ""),
        (90 + most + 0.01, "WM-RUL-51"),
        (200.0, "WM-SPR-01"),
    ):
        found = check(
            game,
            act.Attack,
            model="1.spitter",
            weapon="sprayer",
            target="2.mortar",
            direction=direction,
        )
        assert found.rule == rule or (found and not rule)
