"""A new game: what is checked, what is saved, and all that happens before the first turn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import (
    OPEN,
    RACK,
    asked,
    board,
    force,
    game_from_setup,
    refused,
)
from tests.table.building import box
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.create_game import SetupError, new_game
from wc3d.games.neo_mechanika.display.board_markers import deployment_zones
from wc3d.games.neo_mechanika.rules.actions import Choose, Deploy, Pass, Point
from wc3d.games.neo_mechanika.rules.book.rulings import RULINGS_VERSION, GameOptions
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.events import (
    PhaseBegan,
    Rolled,
    Shuffled,
    SidesTaken,
    TurnBegan,
)
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, sample_force
from wc3d.games.neo_mechanika.rules.forces.scoring_units import count_scoring_units, scoring_caution
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.cautions import list_cautions
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, Where
from wc3d.table.table import Table

SMALL_TABLE = Table((30.0, 30.0), policy=SPACE)
MARCHERS = sample_force("marcher_worlds_full")
ALLIANCE = sample_force("iron_star_alliance_full")


def game(
    *rolls: tuple[int, ...],
    south: Force = MARCHERS,
    north: Force = ALLIANCE,
    table: Table = OPEN,
    played: str = "uncertainty_principle",
    **more: Any,
) -> Game:
    """A new game; the dice are these, then a seed's."""
    return new_game(
        table, (south, north), played, dice=ScriptedDice(rolls, otherwise=SeededDice(5)), **more
    )


def deploying(**more: Any) -> Game:
    """A new game at its first deployment: player 1 has the first turn and sits south."""
    g = game((5,), (2,), **more)
    g.apply(Choose(player=1, option="first"))
    g.apply(Choose(player=2, option="north"))
    return g


def three(id: str, x: float, y: float) -> dict[str, Point]:
    """The places of a squad of three, side by side."""
    return {f"{id}.a": (x, y), f"{id}.b": (x + 1.5, y), f"{id}.c": (x - 1.5, y)}


# What a game begins with


@pytest.mark.rule("NM-SIL-144")
@pytest.mark.rule("NM-SET-04")
@pytest.mark.rule("NM-SET-05")
@pytest.mark.rule("NM-CMP-05")
@pytest.mark.rule("NM-SIL-08")
def test_everyone_starts_in_reserve_with_seven_arc_in_the_well() -> None:
    state = game().state
    assert [state.players[p].well for p in (1, 2)] == [7, 7]
    assert {u.where for u in state.units.values()} == {Where.RESERVE}
    assert len([u for u in state.units.values() if u.player == 1]) == len(MARCHERS.units) + len(
        MARCHERS.heroes
    )
    assert not state.bodies and not state.gates
    assert not any(u.is_charged for u in state.units.values())


@pytest.mark.rule("NM-FRC-16")
@pytest.mark.rule("NM-SIL-02")
def test_both_racks_are_shuffled_and_five_cards_drawn() -> None:
    g = new_game(OPEN, (MARCHERS, ALLIANCE), "strange_matter", seed=3)
    for player, brought in ((1, MARCHERS), (2, ALLIANCE)):
        who = g.state.players[player]
        assert len(who.hand) == 5 and sorted(who.hand + who.rack) == sorted(brought.rack)
        assert who.hand + who.rack != brought.rack
    assert [e.player for e in g.log if isinstance(e, Shuffled)] == [1, 2]


def test_units_are_named_and_numbered_only_where_a_side_has_several() -> None:
    state = game().state
    assert state.units["1.artemis_fang.1"].name == CARDS().unit("artemis_fang").name
    several = [u for u in MARCHERS.units if u.unit == "dusk_wolf"]
    assert len(several) > 1 and state.units["1.dusk_wolf.2"].name == "Dusk Wolf 2"
    squad = next(u for u in state.units.values() if u.card == "ranger_fire_team")
    assert [state.models[m].name.removeprefix(squad.name) for m in squad.models] == [
        " a",
        " b",
        " c",
    ]


def test_a_warjack_carries_what_its_force_chose_for_it() -> None:
    setup = game().state.setup
    chosen = MARCHERS.units[[u.unit for u in MARCHERS.units].index("dusk_wolf")]
    carried = {w.card.id for w in setup.weapons["1.dusk_wolf.1"]}
    for ids in chosen.weapons.values():
        for id in ids:
            parts = CARDS().weapon(id).components or (
                (id,) if CARDS().weapon(id).kind != "equipment" else ()
            )
            assert set(parts) <= carried
    cortex = CARDS().unit("dusk_wolf").cortex(chosen.cortex)
    assert cortex and set(cortex.abilities) <= set(setup.abilities["1.dusk_wolf.1"])


@pytest.mark.rule("NM-SET-03")
def test_objectives_lie_on_the_missions_points_on_the_level_there() -> None:
    plinth = box("plinth", "structure", (12, 12), (6, 6), 2.0)
    state = game(table=board(plinth)).state
    wanted = {o.id: o.at[:2] for o in mission("uncertainty_principle").objectives}
    assert {o.id: o.at[:2] for o in state.objectives.values()} == wanted
    heights = {o.at[:2]: o.at[2] for o in state.objectives.values()}
    assert heights[(12.0, 12.0)] == 2.0 and heights[(36.0, 12.0)] == 0.0


@pytest.mark.rule("NM-SET-02")
def test_forces_are_held_against_the_missions_limits() -> None:
    with pytest.raises(SetupError) as error:
        game(played="boiling_point", table=SMALL_TABLE)
    assert "force of Player 1" in str(error.value) and "too_many_units" in str(error.value)


@pytest.mark.rule("NM-SET-01")
def test_what_the_players_agreed_on_a_feature_holds_in_the_game() -> None:
    def stands(agreed: bool) -> bool:
        crate = box("crate", "obstacle", (10, 3), (4, 4), 1.0, standable=agreed)
        action = Deploy(player=1, unit="1.dusk_wolf.1", places={"1.dusk_wolf.1": (10.0, 3.0, 1.0)})
        return bool(deploying(table=board(crate)).check(action))

    assert stands(True) and not stands(False)


@pytest.mark.rule("NM-CMP-01")
def test_every_fault_is_told_at_once() -> None:
    bad = force(["dusk_wolf"], rack=RACK[:3])
    with pytest.raises(SetupError) as error:
        new_game(
            SMALL_TABLE,
            (bad, MARCHERS),
            "strange_matter",
            seed=1,
            secondary=(("recon", "recon"), ("no_such",)),
        )
    told = [str(f) for f in error.value.faults]
    assert any("too_few_cyphers" in t for t in told) and any("unknown_faction" in t for t in told)
    assert any("secondary missions of Player 1" in t for t in told) and any(
        "no_such" in t for t in told
    )
    assert not any("force of Player 2" in t for t in told)


@pytest.mark.rule("NM-SIL-149")
def test_a_table_of_another_size_is_laid_out_in_proportion() -> None:
    wide = Table((96.0, 24.0), policy=SPACE)
    g = game((5,), (2,), table=wide)
    g.apply(Choose(player=1, option="first"))
    g.apply(Choose(player=2, option="north"))
    own = {o.id: o.at for o in mission("uncertainty_principle").objectives}
    assert {o.id: o.at for o in g.state.objectives.values()} == {
        id: (2 * at[0], at[1] / 2, 0.0) for id, at in own.items()
    }

    def may(y: float) -> bool:
        return bool(
            g.check(Deploy(player=1, unit="1.dusk_wolf.1", places={"1.dusk_wolf.1": (10.0, y)}))
        )

    radius = SPACE.bases["large"].radius
    assert may(2.5 + radius) and not may(2.51 + radius)
    assert [z.high[1] for z in deployment_zones(g.state, (1,))] == [2.5]
    assert (
        'the limit is 2.5"'
        in g.check(
            Deploy(player=1, unit="1.dusk_wolf.1", places={"1.dusk_wolf.1": (10.0, 4.0)})
        ).text
    )
    (said,) = list_cautions(g.state)
    assert '48" x 48"' in said and '96" x 24"' in said and "NM-SIL-149" in said
    assert not list_cautions(game().state)
    again = game_from_setup(
        json.loads(json.dumps(new_game(wide, (MARCHERS, ALLIANCE), "strange_matter", seed=1).setup))
    )
    assert again.state.objectives["ruin-1"].at == (24.0, 6.0, 0.0)


@pytest.mark.rule("NM-SIL-149")
def test_an_objective_that_does_not_fit_where_it_would_come_to_lie_lies_beside_it() -> None:
    rocks = box("rocks", "impassable", (24, 6), (6, 6), 5.0)
    wide = Table((96.0, 24.0), features=(rocks,), policy=SPACE)
    state = new_game(wide, (MARCHERS, ALLIANCE), "strange_matter", seed=1).state
    x, y, z = state.objectives["ruin-1"].at
    assert z == 0 and max(abs(x - 24), abs(y - 6)) == pytest.approx(
        3 + SPACE.bases["medium"].radius
    )
    with pytest.raises(InputError, match="no level at"):
        new_game(
            board(box("rocks", "impassable", (12, 12), (6, 6), 5.0)),
            (MARCHERS, ALLIANCE),
            "strange_matter",
            seed=1,
        )


@pytest.mark.rule("NM-SIL-149")
def test_points_of_a_layout_of_ones_own_are_not_scaled() -> None:
    own = mission("strange_matter").with_objectives_at({"ruin-1": (5.0, 5.0)})
    state = new_game(Table((96.0, 24.0), policy=SPACE), (MARCHERS, ALLIANCE), own, seed=1).state
    assert state.objectives["ruin-1"].at == (5.0, 5.0, 0.0) and state.objectives["ruin-2"].at == (
        72.0,
        6.0,
        0.0,
    )


def test_a_force_that_can_hardly_score_is_told_of_before_the_game() -> None:
    engines = sample_force("aeternus_continuum_engines_full")
    said = list_cautions(game(south=engines).state)
    assert [text.split(",")[0] for text in said] == [
        "Player 1: Uncertainty Principle: only squads secure its objectives"
    ]
    assert (
        "has none" in said[0] and scoring_caution(engines, mission("boiling_point"), CARDS()) == ""
    )
    assert "only one" in scoring_caution(
        sample_force("empyreans_constellation_full"), mission("surface_tension"), CARDS()
    )
    assert count_scoring_units(engines, mission("strange_matter"), CARDS()) == sum(
        CARDS().unit(choice.unit).kind == "solo" for choice in (*engines.units, *engines.heroes)
    )


def test_an_unknown_mission_and_an_empty_name_are_told() -> None:
    with pytest.raises(InputError, match="strange_matter"):
        new_game(OPEN, (MARCHERS, ALLIANCE), "strange_mater")
    with pytest.raises(SetupError, match=r"names\[1\]"):
        new_game(OPEN, (MARCHERS, ALLIANCE), "strange_matter", names=("Ann", ""))


# Saving it


def test_a_game_goes_on_by_the_readings_it_was_begun_with() -> None:
    saved = json.loads(
        json.dumps(new_game(OPEN, (MARCHERS, ALLIANCE), "strange_matter", seed=8).setup)
    )
    assert saved["rulings"] == RULINGS_VERSION == game_from_setup(saved).state.setup.rulings
    before = {name: value for name, value in saved.items() if name != "rulings"}
    assert (
        game_from_setup(before).state.setup.rulings == 1 and game_from_setup(before).setup == before
    )
    with pytest.raises(SetupError, match="rulings"):
        game_from_setup({**saved, "rulings": RULINGS_VERSION + 1})


def test_a_game_begins_again_from_its_saved_setup() -> None:
    ramp = box("hall", "structure", (24, 24), (6, 4), 3.0, rotation=30.0)
    g = new_game(
        board(ramp),
        (MARCHERS, ALLIANCE),
        "strange_matter",
        seed=8,
        options=GameOptions(mercy=True, secondary_missions=2),
        secondary=(("recon",), ()),
        names=("Ann", "Bo"),
    )
    saved = json.loads(json.dumps(g.setup))
    again = game_from_setup(saved)
    assert again.digest() == g.digest() and again.state == g.state and again.setup == g.setup
    assert again.state.setup.options == g.state.setup.options and again.state.setup.names == (
        "Ann",
        "Bo",
    )
    assert again.state.setup.secondary == (("recon",), ())
    other = new_game(board(ramp), (MARCHERS, ALLIANCE), "strange_matter", seed=9)
    assert other.digest() != g.digest()


def test_a_missions_own_layout_is_saved() -> None:
    layout = {mission("uncertainty_principle").objectives[0].id: (20.0, 20.0)}
    g = new_game(
        OPEN,
        (MARCHERS, ALLIANCE),
        mission("uncertainty_principle").with_objectives_at(layout),
        seed=1,
    )
    again = game_from_setup(json.loads(json.dumps(g.setup)))
    assert again.state.objectives == g.state.objectives
    assert next(iter(again.state.objectives.values())).at == (20.0, 20.0, 0.0)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("cards", "0" * 64, "cards"),
        ("terrain", "0" * 16, "terrain"),
        ("mission", "chess", "chess"),
        ("names", ["Ann"], "names"),
        ("options", {"mercy": 3}, "options.mercy"),
        ("forces", [], "forces"),
        ("map", {"size": [48, -1]}, r"size\[1\]"),
        ("spam", 1, "spam"),
    ],
)
def test_a_saved_setup_that_cannot_be_used_is_told(key: str, value: Any, told: str) -> None:
    g = new_game(OPEN, (MARCHERS, ALLIANCE), "strange_matter", seed=8)
    with pytest.raises(InputError, match=told) as error:
        game_from_setup({**g.setup, key: value})
    assert "\n" not in str(error.value)


def test_without_seed_the_dice_must_be_given_again() -> None:
    g = game()
    with pytest.raises(SetupError, match="seed"):
        game_from_setup(g.setup)
    assert game_from_setup(g.setup, dice=SeededDice(5)).to_act in (1, 2)


def test_nothing_hidden_is_in_what_the_other_player_sees() -> None:
    g = new_game(OPEN, (MARCHERS, ALLIANCE), "strange_matter", seed=3)
    view = g.view(2)
    assert view.state.players[1].hand == (HIDDEN_CARD,) * 5 and view.state.players[1].rack == (
        HIDDEN_CARD,
    ) * len(g.state.players[1].rack)
    assert len(view.state.players[2].hand) == 5 and HIDDEN_CARD not in view.state.players[2].hand
    assert (
        view.state.setup.forces[0].rack == () and view.state.setup.forces[1].rack == ALLIANCE.rack
    )
    assert not any(card in repr(view.log) for card in set(MARCHERS.rack) - set(ALLIANCE.rack))


# The roll and the sides


@pytest.mark.rule("NM-SET-06")
@pytest.mark.rule("NM-SIL-03")
def test_the_winner_takes_the_first_turn_and_the_other_a_side() -> None:
    g = game((2,), (6,))
    assert g.to_act == 2 and asked(g) == "ChoiceQuestion"
    assert refused(g, Choose(player=2, option="last")).code == "no_such_option"
    g.apply(Choose(player=2, option="first"))
    assert g.to_act == 1
    assert refused(g, Choose(player=1, option="first")).rule == "NM-SIL-03"
    g.apply(Choose(player=1, option="north"))
    assert g.state.first == 2 and (g.state.players[1].side, g.state.players[2].side) == (
        "north",
        "south",
    )


@pytest.mark.rule("NM-SET-06")
@pytest.mark.rule("NM-SIL-03")
def test_the_winner_takes_a_side_and_the_other_the_first_turn() -> None:
    g = game((4,), (3,))
    g.apply(Choose(player=1, option="north"))
    taken = next(e for e in g.log if isinstance(e, SidesTaken))
    assert taken == SidesTaken(first=2, sides=("north", "south"))
    assert asked(g) == "InitialQuestion" and g.to_act == 2


@pytest.mark.rule("NM-SIL-03")
def test_ties_are_rolled_again() -> None:
    g = game((3,), (3,), (1,), (1,), (1,), (4,))
    assert [e.plain for e in g.log if isinstance(e, Rolled)] == [(3,), (3,), (1,), (1,), (1,), (4,)]
    assert g.to_act == 2


# The first deployment


@pytest.mark.rule("NM-SET-07")
@pytest.mark.rule("NM-SIL-04")
@pytest.mark.rule("NM-SIL-06")
@pytest.mark.rule("NM-SIL-07")
def test_the_first_player_deploys_five_dc_and_then_the_other_does() -> None:
    g = deploying()
    assert g.to_act == 1
    g.apply(Deploy(player=1, unit="1.dusk_wolf.1", places={"1.dusk_wolf.1": (10.0, 3.0)}))
    g.apply(
        Deploy(player=1, unit="1.ranger_fire_team.1", places=three("1.ranger_fire_team.1", 20, 3))
    )
    assert g.to_act == 1
    dear = Deploy(player=1, unit="1.dusk_wolf.2", places={"1.dusk_wolf.2": (30.0, 3.0)})
    assert refused(g, dear).code == "too_dear" and refused(g, dear).rule == "NM-SET-07"
    g.apply(Deploy(player=1, unit="1.artemis_fang.1", places={"1.artemis_fang.1": (30.0, 3.0)}))
    assert g.to_act == 2, "the 5 DC are spent"
    g.apply(Deploy(player=2, unit="2.firebrand.1", places={"2.firebrand.1": (10.0, 45.0)}))
    assert g.to_act == 2
    g.apply(Pass(player=2))
    assert [g.state.players[p].well for p in (1, 2)] == [7, 7], (
        "it costs no Arc, and what is left of it is lost"
    )
    assert {u.id for u in g.state.units_in_play()} == {
        "1.dusk_wolf.1",
        "1.ranger_fire_team.1",
        "1.artemis_fang.1",
        "2.firebrand.1",
    }


@pytest.mark.rule("NM-SIL-07")
def test_nothing_need_be_deployed() -> None:
    g = deploying()
    g.apply(Pass(player=1))
    g.apply(Pass(player=2))
    assert not list(g.state.units_in_play()) and g.state.turn == 1


@pytest.mark.rule("NM-SIL-07")
@pytest.mark.rule("NM-SQD-06")
def test_attachments_count_against_the_five() -> None:
    g = game((1,), (2,))
    g.apply(Choose(player=2, option="first"))
    g.apply(Choose(player=1, option="south"))
    squad = "2.paladin_enforcers.1"
    places: dict[str, Point] = {**three(squad, 20, 45), "2.paladin_aegis.1": (20.0, 43.5)}
    g.apply(Deploy(player=2, unit=squad, places=places, attachments=("2.paladin_aegis.1",)))
    assert find_open_question(g.state).left == 2  # type: ignore[union-attr]
    assert g.state.units[squad].attached == ("2.paladin_aegis.1",)


@pytest.mark.rule("NM-SIL-05")
@pytest.mark.rule("NM-SET-07")
def test_every_model_is_within_five_inches_of_the_own_edge_and_the_squad_within_two_of_its_first() -> (
    None
):
    g = deploying()
    wolf = "1.dusk_wolf.1"
    radius = 25 / 25.4
    assert g.check(Deploy(player=1, unit=wolf, places={wolf: (10.0, 5 + radius)}))
    far = refused(g, Deploy(player=1, unit=wolf, places={wolf: (10.0, 5.01 + radius)}))
    assert (far.code, far.rule) == ("too_far", "NM-SIL-05")
    wrong_side = refused(g, Deploy(player=1, unit=wolf, places={wolf: (10.0, 45.0)}))
    assert wrong_side.code == "too_far"
    off = refused(g, Deploy(player=1, unit=wolf, places={wolf: (10.0, 0.5)}))
    assert off.code == "off_table"
    squad = "1.ranger_fire_team.1"
    apart = refused(
        g, Deploy(player=1, unit=squad, places={**three(squad, 20, 3), f"{squad}.c": (25.0, 3.0)})
    )
    assert (apart.code, apart.rule) == ("too_far", "NM-GAT-17")
    out = refused(
        g, Deploy(player=1, unit=squad, places={**three(squad, 20, 5), f"{squad}.c": (20.0, 6.5)})
    )
    assert out.rule == "NM-SIL-05" and "Ranger Fire Team" in out.text


@pytest.mark.rule("NM-SIL-05")
def test_the_southern_edge_is_not_the_northern_players() -> None:
    g = deploying()
    g.apply(Pass(player=1))
    brand = "2.firebrand.1"
    assert not g.check(Deploy(player=2, unit=brand, places={brand: (10.0, 3.0)}))
    assert g.check(Deploy(player=2, unit=brand, places={brand: (10.0, 45.0)}))


@pytest.mark.rule("NM-SET-08")
def test_the_first_deployment_too_keeps_off_objectives() -> None:
    near_edge = mission("uncertainty_principle").with_objectives_at(
        {mission("uncertainty_principle").objectives[0].id: (12.0, 3.0)}
    )
    g = new_game(
        OPEN,
        (MARCHERS, ALLIANCE),
        near_edge,
        dice=ScriptedDice([(5,), (2,)], otherwise=SeededDice(1)),
    )
    g.apply(Choose(player=1, option="first"))
    g.apply(Choose(player=2, option="north"))
    reach = 20 / 25.4 + 25 / 25.4  # the disc's radius and the base's
    wolf = "1.dusk_wolf.1"
    assert (
        refused(g, Deploy(player=1, unit=wolf, places={wolf: (13.0 + reach, 3.0)})).code
        == "near_objective"
    )
    assert g.check(Deploy(player=1, unit=wolf, places={wolf: (13.01 + reach, 3.0)}))


@pytest.mark.rule("NM-SIL-09")
def test_a_skirmish_too_begins_with_five_dc() -> None:
    south = sample_force("marcher_worlds_skirmish")
    north = sample_force("iron_star_alliance_skirmish")
    g = deploying(south=south, north=north, table=SMALL_TABLE, played="boiling_point")
    assert find_open_question(g.state).left == 5  # type: ignore[union-attr]


@pytest.mark.rule("NM-SIL-08")
def test_no_gate_can_be_deployed_through_before_the_first_turn() -> None:
    g = deploying()
    through = Deploy(
        player=1, unit="1.dusk_wolf.1", gate="1.gate.1", places={"1.dusk_wolf.1": (10.0, 3.0)}
    )
    assert refused(g, through).rule == "NM-SIL-08"


@pytest.mark.rule("NM-SET-09")
def test_then_the_first_players_first_turn_begins() -> None:
    g = game((2,), (5,))
    g.apply(Choose(player=2, option="first"))
    g.apply(Choose(player=1, option="north"))
    g.apply(Pass(player=2))
    g.apply(Pass(player=1))
    assert (g.state.round, g.state.turn, g.state.active) == (1, 1, 2)
    assert next(type(e) for e in g.log if isinstance(e, TurnBegan | PhaseBegan)) is TurnBegan


def test_offers_of_the_first_deployment_hold() -> None:
    g = deploying()
    offer = next(o for o in g.offers() if o.type == "deploy")
    listed = list(offer.candidates())
    assert {a.unit for a in listed} >= {"1.dusk_wolf.1", "1.ranger_fire_team.1", "1.artemis_fang.1"}  # type: ignore[attr-defined]
    assert all(g.check(a) for a in listed)
