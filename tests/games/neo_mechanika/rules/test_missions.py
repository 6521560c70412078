"""The missions: what each has, who may hold it, and where it lies (pp. ~50 to ~58)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.neo_mechanika.rules.playing import begun, board
from tests.table.building import box
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import ScriptedDice
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.events import ObjectiveRemoved
from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY_LIMITS, SKIRMISH_LIMITS
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS, mission
from wc3d.games.neo_mechanika.rules.objectives import build_objective_features, place_objectives
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.turn.deployment import InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.setup_phase import SetupFrame
from wc3d.registry import load_map
from wc3d.table.table import Table

BOARDS = Path(__file__).parents[4] / "maps"

LAYOUTS = {
    "decay_constant": {
        "strategic": [(10, 16), (24, 12), (38, 16), (10, 32), (24, 36), (38, 32)],
    },
    "orders_of_magnitude": {"zone": [(40, 14), (24, 14), (8, 14), (8, 34), (24, 34), (40, 34)]},
    "strange_matter": {
        "ruin": [(12, 12), (36, 12), (12, 36), (36, 36)],
        "artifact": [(8, 24), (24, 24), (40, 24)],
    },
    "surface_tension": {"platform": [(24, 24)], "anchor": [(10, 10), (38, 10), (10, 38), (38, 38)]},
    "uncertainty_principle": {"node": [(12, 12), (36, 12), (8, 24), (40, 24), (12, 36), (36, 36)]},
    "boiling_point": {"location": [(6, 15), (15, 15), (24, 15)]},
    "chaos_theory": {"transmitter": [(15, 8), (15, 22)], "tower": [(5, 15), (15, 15), (25, 15)]},
}


@pytest.mark.rule("NM-SIL-16")
@pytest.mark.rule("NM-DCY-01")
@pytest.mark.rule("NM-STM-01")
@pytest.mark.rule("NM-SFT-01")
@pytest.mark.rule("NM-CHT-01")
@pytest.mark.parametrize("id", MISSIONS)
def test_the_objectives_of_a_mission_lie_where_the_layout_says(id: str) -> None:
    found = place_objectives(mission(id)).values()
    kinds = {
        kind: [o.at[:2] for o in found if o.kind == kind]
        for kind in dict.fromkeys(o.kind for o in found)
    }
    assert kinds == LAYOUTS[id]
    assert {o.kind for o in found if o.portable} == (
        {"artifact"} if id == "strange_matter" else set()
    )


@pytest.mark.rule("NM-SIL-16")
@pytest.mark.parametrize("id", MISSIONS)
def test_a_layout_is_the_same_for_both_sides(id: str) -> None:
    chosen = mission(id)
    side = chosen.size[0]
    there = {(o.kind, o.at[:2]) for o in chosen.objectives}
    assert {(kind, (side - x, side - y)) for kind, (x, y) in there} == there
    for o in chosen.objectives:
        if o.side:
            turned = next(
                p for p in chosen.objectives if p.at[:2] == (side - o.at[0], side - o.at[1])
            )
            assert {o.side, turned.side} == {"south", "north"} and (o.side == "south") == (
                o.at[1] < side / 2
            )
            assert o.kind == "anchor" or o.number == turned.number


@pytest.mark.rule("NM-ORD-01")
@pytest.mark.rule("NM-UNP-01")
@pytest.mark.rule("NM-CHT-01")
def test_objectives_that_are_rolled_for_have_numbers() -> None:
    zones = [(o.side, o.number) for o in mission("orders_of_magnitude").objectives]
    assert zones == [
        ("south", 1),
        ("south", 2),
        ("south", 3),
        ("north", 1),
        ("north", 2),
        ("north", 3),
    ]
    assert [o.number for o in mission("uncertainty_principle").objectives] == [1, 2, 3, 4, 5, 6]
    assert [o.number for o in mission("chaos_theory").objectives if o.kind == "tower"] == [1, 2, 3]


@pytest.mark.rule("NM-OBJ-01")
@pytest.mark.rule("NM-DCY-02")
@pytest.mark.rule("NM-ORD-02")
@pytest.mark.rule("NM-STM-03")
@pytest.mark.rule("NM-STM-04")
@pytest.mark.rule("NM-SFT-03")
@pytest.mark.rule("NM-UNP-02")
@pytest.mark.rule("NM-BOP-02")
@pytest.mark.rule("NM-CHT-02")
@pytest.mark.parametrize(
    ("id", "holders"),
    [
        ("decay_constant", {"strategic": {"squad"}}),
        ("orders_of_magnitude", {"zone": {"squad"}}),
        ("strange_matter", {"ruin": {"squad", "solo"}, "artifact": {"squad", "solo", "warjack"}}),
        ("surface_tension", {"platform": {"squad"}, "anchor": {"squad"}}),
        ("uncertainty_principle", {"node": {"squad"}}),
        ("boiling_point", {"location": {"squad", "solo", "warjack"}}),
        (
            "chaos_theory",
            {"transmitter": {"squad", "solo", "warjack"}, "tower": {"squad", "solo", "warjack"}},
        ),
    ],
)
def test_who_may_hold_what(id: str, holders: dict[str, set[str]]) -> None:
    for o in mission(id).objectives:
        assert set(o.holders) == holders[o.kind]


@pytest.mark.rule("NM-OBJ-12")
@pytest.mark.rule("NM-ORD-01")
@pytest.mark.rule("NM-STM-02")
@pytest.mark.rule("NM-SFT-02")
@pytest.mark.rule("NM-UNP-01")
@pytest.mark.rule("NM-BOP-01")
@pytest.mark.rule("NM-CHT-01")
@pytest.mark.rule("NM-SIL-130")
@pytest.mark.parametrize(
    ("id", "covering"),
    [
        ("decay_constant", set()),
        ("orders_of_magnitude", set()),
        ("strange_matter", {"ruin"}),
        ("surface_tension", {"anchor"}),
        ("uncertainty_principle", {"node"}),
        ("boiling_point", {"location"}),
        ("chaos_theory", {"transmitter", "tower"}),
    ],
)
def test_only_objectives_that_are_terrain_give_cover(id: str, covering: set[str]) -> None:
    """A shot over the objective at a model right behind it."""
    for plan in mission(id).objectives:
        x, y = plan.at[:2]
        chosen = mission(id)
        table = Table(chosen.size, policy=SPACE)
        at = {"1.hunter.1": (x - 4, y), "2.grafter.1": (x + 1.5, y)}
        state = begun(["hunter"], ["grafter"], at=at, table=table, mission=chosen)
        cover = state.table.cover("1.hunter.1", "2.grafter.1")
        assert cover.features == ((plan.id,) if plan.kind in covering else ()), plan.id
        assert state.table.sight("1.hunter.1", "2.grafter.1")


@pytest.mark.rule("NM-SIL-130")
def test_an_objective_that_gives_cover_is_an_inch_tall_and_in_nobodys_way() -> None:
    state = begun(
        ["hunter"], ["grafter"], at={"1.hunter.1": (12, 12)}, mission=mission("strange_matter")
    )
    (ruin,) = build_objective_features(state.setup.mission, state.setup.table, ("ruin-1",))
    assert (ruin.low, ruin.high, ruin.cover, ruin.blocks_sight) == (0, 1, True, False)
    assert state.models["1.hunter.1"].at == (12, 12, 0)
    move = state.table.move("1.hunter.1", [(36, 12)], 24)
    assert move and move.spent == 24 and move.end == (36, 12, 0)


@pytest.mark.rule("NM-SIL-137")
def test_a_removed_objective_takes_its_cover_along_and_nothing_else() -> None:
    at = {"1.hunter.1": (8, 12), "2.grafter.1": (13.5, 12)}
    state = begun(["hunter"], ["grafter"], at=at, mission=mission("uncertainty_principle"))
    assert state.table.cover("1.hunter.1", "2.grafter.1")
    gone = ObjectiveRemoved("node-1").evolve(state)
    assert not gone.table.cover("1.hunter.1", "2.grafter.1")
    assert gone.models == state.models and gone.units == state.units


@pytest.mark.rule("NM-SKM-01")
@pytest.mark.parametrize("id", MISSIONS)
def test_the_size_of_a_game(id: str) -> None:
    chosen = mission(id)
    assert (chosen.size, chosen.turns_per_round) == (
        ((30, 30), 3) if chosen.skirmish else ((48, 48), 5)
    )
    assert PULSE_ROUNDS == 3
    assert chosen.skirmish == (id in ("boiling_point", "chaos_theory"))


@pytest.mark.rule("NM-SKM-03")
def test_objectives_lie_on_the_levels_of_the_battlefield_that_is_set() -> None:
    roof = box("roof", "structure", (24, 24), (6, 6), 4)
    laid = place_objectives(mission("surface_tension"), board(roof))
    assert laid["platform"].at == (24, 24, 4) and laid["anchor-1"].at == (10, 10, 0)


@pytest.mark.program("the shipped boards")
@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.json")), ids=lambda p: p.stem)
def test_every_mission_can_be_played_on_every_board_of_its_size(path: Path) -> None:
    table = load_map(path)
    fitting = [m for m in MISSIONS.values() if m.size == table.size]
    assert len(fitting) in (2, 5)
    for chosen in fitting:
        assert all(table.stand("medium", o.at) for o in place_objectives(chosen, table).values())


@pytest.mark.rule("NM-SKM-05")
@pytest.mark.parametrize("id", MISSIONS)
def test_no_mission_changes_the_initial_deployment_nor_demands_units(id: str) -> None:
    r = Resolution(
        replace(begun(mission=mission(id)), agenda=(SetupFrame(step="first_deploys"),)),
        ScriptedDice(),
        FRAME_STEPS,
    )
    r.run()
    assert find_open_question(r.state) == InitialQuestion(player=1, left=5)
    assert SKIRMISH_LIMITS.demands == PRIMARY_LIMITS.demands == ()


@pytest.mark.program("how input is read or refused")
def test_a_place_that_bears_no_whole_disc_is_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"platform: no level at \(24, 24\) .* make room"):
        place_objectives(
            mission("surface_tension"), board(box("wall", "structure", (24.5, 24), (1, 6), 4))
        )
    for at in ((24.0, 24.0, 3.0), (200.0, 24.0, 0.0)):
        with pytest.raises(
            InputError,
            match=f"objective platform: no level at .{at[0]:g}, 24, {at[2]:g}. has room for",
        ):
            place_objectives(
                mission("surface_tension").with_objectives_at({"platform": at}), board()
            )


@pytest.mark.program("how input is read or refused")
def test_an_unknown_mission_is_told_with_those_that_look_like_it() -> None:
    with pytest.raises(InputError, match="did you mean strange_matter"):
        mission("strange_mater")
    with pytest.raises(InputError, match="expected one of decay_constant, orders_of_magnitude"):
        mission("?")


@pytest.mark.rule("NM-SIL-16")
def test_the_points_of_ones_own_map_can_be_put_in() -> None:
    usual = mission("boiling_point")
    moved = usual.with_objectives_at({"location-1": (5, 14), "location-3": (25.5, 16, 2)})
    assert [o.at for o in place_objectives(moved).values()] == [
        (5, 14, 0),
        (15, 15, 0),
        (25.5, 16, 2),
    ]
    assert moved.objective_plan("location-1").cover and usual.objective_plan("location-1").at == (
        6,
        15,
    )
    with pytest.raises(InputError, match="unknown objective 'location-4'; did you mean"):
        usual.with_objectives_at({"location-4": (5, 5)})
    with pytest.raises(InputError, match=r"objective location-1: expected \[x, y\]"):
        usual.with_objectives_at({"location-1": (5, float("nan"))})
