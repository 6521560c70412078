"""Thick obstacles that are climbed, water, and high ground: the terrain of the full rules, in space and in games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.building import LARGE, MEDIUM, SMALL, box, enemy, field, model
from tests.games.warmachine.rules.games.scene import Scene, scene
from tests.games.warmachine.rules.playing import battle, check, do, happened
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import Attacking, AttackPlan
from wc3d.games.warmachine.rules.fighting.targeting import defense_receipt
from wc3d.games.warmachine.rules.space.moving import PathMove, compute_move
from wc3d.games.warmachine.rules.space.policy import SPACE
from wc3d.games.warmachine.rules.space.slams_and_throws import compute_slam, compute_throw
from wc3d.games.warmachine.rules.stats import stat_value
from wc3d.judging.dispute import read_dispute
from wc3d.judging.solve import answer
from wc3d.presentation.palette import TERRAIN_LOOKS, terrain_look
from wc3d.registry import map_cache
from wc3d.table.features import Feature
from wc3d.table.maps.map_file import MapError, map_data, table_from_map

EXTRA = SPACE.of_edition("prime_reference")
BLOCK = box("b", "obstacle", (15, 10), (4, 8), 1.0)
LAKE = box("l", "impassable", (15, 10), (4, 8), water=True)
POND = box("p", "rough", (15, 10), (4, 8), water=True)
SWITCHED = "quick_start, terrain.extra=on"


def go(
    path: list[tuple[float, float]],
    speed: float,
    *terrain: Feature,
    at: tuple[float, float, float] = (10, 10, 0),
    run: bool = False,
    extra: bool = True,
) -> PathMove:
    table = field(model("m", "medium", *at), terrain=terrain)
    table = type(table)(
        table.size, table.features, bodies=table.bodies, policy=EXTRA if extra else SPACE
    )
    return compute_move(table, "m", path, speed, run=run)


@pytest.mark.rule("WM-REF-29")
@pytest.mark.rule("WM-GEO-21")
@pytest.mark.rule("WM-RUL-31")
def test_climbing_a_thick_obstacle_costs_two_inches_for_the_one_that_it_carries_the_base() -> None:
    up = go([(15, 10)], 6, BLOCK)
    touch = 3 - MEDIUM
    assert (
        up.legal
        and up.length == 5
        and up.cost == pytest.approx(6)
        and up.climbed[0].at == pytest.approx(touch)
    )
    assert not go([(15, 10)], 5.99, BLOCK).legal, "the climb counts 2 inches, not 1"
    flat = go([(15, 10)], 20, BLOCK, extra=False)
    assert flat.stopped_by == "b" and flat.stop_length == pytest.approx(touch), (
        "in the Quick Start game it is impassable"
    )


@pytest.mark.rule("WM-RUL-150")
def test_a_climb_is_not_ended_within_its_inch_and_coming_down_is_free() -> None:
    half = go([(10 + 3 - MEDIUM + 0.9, 10)], 20, BLOCK)
    assert half.stopped_by == "b" and half.stop_length == pytest.approx(3 - MEDIUM)
    assert go([(10 + 3 - MEDIUM + 1.0, 10)], 20, BLOCK).legal
    assert go([(20, 10)], 11, BLOCK).cost == pytest.approx(11), "over it and down: the one climb"
    assert go([(20, 10)], 5.5, BLOCK, run=True).legal, "to run and climb is allowed"
    down = go([(20, 10)], 5, BLOCK, at=(15, 10, 1))
    assert down.legal and down.cost == 5 and not down.climbed


@pytest.mark.rule("WM-RUL-150")
def test_steps_are_climbed_one_by_one_and_nothing_higher_at_once() -> None:
    second = box("c", "structure", (17, 10), (3, 8), 1.0, bottom=1.0)
    up = go([(17.2, 10)], 20, BLOCK, second)
    assert (
        up.legal and [c.id for c in up.climbed] == ["b", "c"] and up.cost == pytest.approx(7.2 + 2)
    )
    alone = go([(17.2, 10)], 20, second)
    assert alone.stopped_by == "c", "2 inches up from the ground"
    beside = box("c", "obstacle", (19, 10), (4, 8), 1.0)
    assert go([(19, 10)], 20, BLOCK, beside).cost == pytest.approx(9 + 1), (
        "across to what is no higher"
    )


@pytest.mark.rule("WM-REF-35")
@pytest.mark.rule("WM-RUL-152")
def test_deep_water_is_not_entered_and_can_be_left() -> None:
    into = go([(15, 10)], 20, LAKE)
    assert into.stopped_by == "l" and into.stop_length == pytest.approx(3 - MEDIUM)
    assert go([(15, 10)], 20, LAKE, extra=False).stopped_by == "l", (
        "deep water is impassable in the Quick Start game too"
    )
    out = go([(20, 10)], 20, LAKE, at=(15, 10, 0))
    assert out.legal and out.cost == pytest.approx(5 + 2 + MEDIUM), (
        "half rate while any part is over it"
    )
    back = go([(20, 10), (15, 10)], 40, LAKE, at=(15, 10, 0))
    assert back.stopped_by == "l" and back.stop_length == pytest.approx(5 + 3 - MEDIUM)
    assert go([(12.5, 10), (15, 10)], 40, LAKE, at=(12.5, 10, 0)).legal, (
        "it may swim about in what it is in"
    )
    assert go([(10, 14)], 4, LAKE, at=(10, 10, 0)).legal


@pytest.mark.rule("WM-REF-33")
@pytest.mark.rule("WM-REF-31")
def test_shallow_water_is_rough_ground() -> None:
    for extra in (False, True):
        through = go([(20, 10)], 40, POND, extra=extra)
        assert through.legal and through.cost == pytest.approx(10 + 4 + 2 * MEDIUM)


@pytest.mark.rule("WM-REF-35")
def test_a_slam_goes_into_deep_water_and_stops_at_it_where_it_is_only_impassable() -> None:
    for policy, contacts in ((SPACE, ("l",)), (EXTRA, ())):
        table = field(model("a", "large", 8, 10), enemy("t", "large", 10, 10), terrain=(LAKE,))
        table = type(table)(table.size, table.features, bodies=table.bodies, policy=policy)
        done = compute_slam(table, "t", "a", 6)
        assert done.contacts == contacts
        free = 3 - LARGE
        assert done.moved == pytest.approx(free if contacts else free + (6 - free) / 2)
        thrown = compute_throw(table, "t", "a", 5.0, 0.0, 1, 0.0) if not contacts else None
        assert thrown is None or (
            thrown.shove is not None and thrown.shove.moved == pytest.approx(5)
        )


@pytest.mark.program("how input is read or refused")
def test_only_ground_can_be_water_and_a_map_keeps_it() -> None:
    described = {
        "size": [48, 48],
        "terrain": [
            {
                "id": "l",
                "kind": "impassable",
                "water": True,
                "shape": {"type": "box", "center": [15, 10], "size": [4, 8], "height": 0},
            }
        ],
    }
    table = table_from_map(described, SPACE)
    assert table.features[0].water and map_data(table)["terrain"][0]["water"] is True
    described["terrain"][0]["kind"] = "forest"  # type: ignore[index]
    with pytest.raises(MapError, match=r"terrain\[0\]\.water: expected water to be of kind rough"):
        table_from_map(described, SPACE)


@pytest.mark.rule("WM-REF-29")
def test_the_judge_climbs_where_a_question_says_so_and_the_edition_has_it() -> None:
    prime = "prime_reference"
    quick = "quick_start"
    for edition, climb, legal in ((prime, True, True), (prime, False, False), (quick, True, False)):
        asked = {"type": "move", "model": "m", "path": [[15, 10]], "speed": 6, "climb": climb}
        table = {
            "size": [48, 48],
            "terrain": [
                {
                    "id": "b",
                    "kind": "obstacle",
                    "shape": {"type": "box", "center": [15, 10], "size": [4, 8], "height": 1},
                }
            ],
        }
        model_ = {"id": "m", "base": "medium", "position": [10, 10]}
        given = {
            "game": "warmachine",
            "edition": edition,
            "map": table,
            "models": [model_],
            "questions": [asked],
        }
        dispute = read_dispute(given, "here", Path(), map_cache())
        assert answer(dispute, dispute.file.all_questions[0]).to_json()["legal"] is legal, (
            edition,
            climb,
        )


# In games


def beside(
    terrain: Feature, *, target: tuple[float, float], at: tuple[float, float] = (9, 10), **more: Any
) -> Game:
    placed: dict[str, Any] = {"1.anvil": (*at, 0, {"focus": 3}), "2.mortar": (*target, 180.0)}
    return battle(placed | more, terrain=(terrain,), edition=SWITCHED)


@pytest.mark.rule("WM-REF-29")
@pytest.mark.rule("WM-REF-47")
@pytest.mark.rule("WM-GEO-34")
@pytest.mark.rule("WM-RUL-154")
def test_who_has_climbed_stands_higher_and_is_harder_to_hit() -> None:
    game = beside(BLOCK, target=(30, 10), at=(11, 10))
    do(game, act.Activate, model="1.anvil")
    assert check(game, act.Charge, model="1.anvil", target="2.mortar"), (
        "it is declared before it is measured"
    )
    do(game, act.Advance, model="1.anvil", path=((13.99, 10),))
    assert game.state.place("1.anvil") == (13.99, 10, 1.0)
    shot = Attacking(
        "",
        "2.mortar",
        "1.anvil",
        AttackPlan("ranged", "cannon", "cannon", origin="2.mortar", range=14),
    )
    strike = Attacking(
        "", "2.mortar", "1.anvil", AttackPlan("melee", "axe", "axe", origin="2.mortar")
    )
    for f in (shot, strike):
        assert ("elevated", 2) in [
            (line.source, line.amount) for line in defense_receipt(game.state, f).lines
        ]
    back = Attacking(
        "", "1.anvil", "2.mortar", AttackPlan("melee", "maul", "maul", origin="1.anvil")
    )
    assert "elevated" not in [line.source for line in defense_receipt(game.state, back).lines]


@pytest.mark.rule("WM-REF-29")
@pytest.mark.rule("WM-REF-33")
def test_no_charge_crosses_a_thick_obstacle_or_water() -> None:
    for terrain in (BLOCK, POND, LAKE):
        game = beside(terrain, target=(19, 10), at=(11, 10))
        do(game, act.Activate, model="1.anvil")
        do(game, act.Charge, model="1.anvil", target="2.mortar")
        assert game.state.place("1.anvil")[0] == pytest.approx(13 - LARGE), terrain.id


@pytest.mark.rule("WM-REF-35")
def test_nobody_walks_or_is_set_up_in_deep_water() -> None:
    game = beside(LAKE, target=(30, 10), at=(11, 10))
    do(game, act.Activate, model="1.anvil")
    refused = check(game, act.Advance, model="1.anvil", path=((13, 10),))
    assert (refused.code, refused.rule) == ("deep_water", "WM-REF-35")
    stand = game.state.table.stand("large", (15, 10, 0))
    assert not stand


def slammed(terrain: Feature, dice: list[list[int]]) -> Game:
    """An Anvil slams a Mortar that stands before terrain."""
    placed: dict[str, Any] = {
        "1.anvil": (5, 10, 0, {"focus": 3}),
        "2.mortar": (10.9, 10, 180.0, {"focus": 2}),
    }
    game = battle(placed, terrain=(terrain,), edition=SWITCHED, dice=dice)
    do(game, act.Activate, model="1.anvil")
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    while game.to_act == 1 and type(game.state.agenda[-1]).__name__ == "BoostQuestion":
        do(game, act.Pass)
    return game


@pytest.mark.rule("WM-REF-36")
@pytest.mark.rule("WM-RUL-151")
@pytest.mark.rule("WM-SLM-16")
def test_a_warjack_slammed_into_deep_water_is_removed_at_once() -> None:
    game = slammed(LAKE, [[6, 6], [5]])
    removed = happened(game, events.ModelRemoved)
    assert [(e.model, e.why) for e in removed] == [("2.mortar", "deep water")]
    assert not happened(game, events.Damaged), "before its damage is rolled"


@pytest.mark.rule("WM-REF-34")
@pytest.mark.rule("WM-RUL-153")
def test_a_furnace_goes_out_only_when_the_warjack_falls_in_shallow_water() -> None:
    wet = slammed(POND, [[6, 6], [5], [1, 1], [1]])
    mortar = wet.state.models["2.mortar"]
    assert (
        mortar.knocked_down
        and mortar.has_effect_word("inert")
        and mortar.focus == 0
        and wet.state.is_inert("2.mortar")
    )
    dry = slammed(box("p", "rough", (15, 10), (4, 8)), [[6, 6], [5], [1, 1], [1]])
    assert dry.state.models["2.mortar"].knocked_down and not dry.state.models[
        "2.mortar"
    ].has_effect_word("inert")
    standing = battle({"2.mortar": (15, 10)}, terrain=(POND,), edition=SWITCHED)
    assert not standing.state.models["2.mortar"].has_effect_word("inert"), (
        "to stand in it does nothing"
    )


@pytest.mark.rule("WM-REF-37")
@pytest.mark.rule("WM-REF-54")
def test_a_model_in_deep_water_has_base_def_seven() -> None:
    played: Scene = scene(
        {"1.marshal": (15.0, 10.0, 90.0), "2.marshal": (40.0, 40.0, 270.0)},
        terrain=(LAKE,),
        edition=SWITCHED,
    )
    assert (
        stat_value(played.state, "1.marshal", "DEF") == 7
        and stat_value(played.state, "2.marshal", "DEF") == 15
    )
    dry = scene(
        {"1.marshal": (13.0 - SMALL, 10.0, 90.0), "2.marshal": (40.0, 40.0, 270.0)},
        terrain=(LAKE,),
        edition=SWITCHED,
    )
    assert stat_value(dry.state, "1.marshal", "DEF") == 15, "to touch it is not to be in it"
    plain = scene(
        {"1.marshal": (15.0, 10.0, 90.0), "2.marshal": (40.0, 40.0, 270.0)}, terrain=(LAKE,)
    )
    assert stat_value(plain.state, "1.marshal", "DEF") == 15


@pytest.mark.rule("WM-REF-33")
@pytest.mark.rule("WM-REF-35")
def test_water_is_drawn_as_water_and_deep_water_otherwise_than_shallow():
    pond, lake, mud = (
        box(id, kind, (10, 10), (2, 2), water=id != "mud")
        for id, kind in (("pond", "rough"), ("lake", "impassable"), ("mud", "rough"))
    )
    assert terrain_look(mud) == TERRAIN_LOOKS[mud.kind]
    assert len({look.body for look in map(terrain_look, (pond, lake, mud))}) == 3
    assert len({look.pattern for look in map(terrain_look, (pond, lake, mud))}) == 3
