"""Where the documents contradict each other: each row of their comparison is played by both sides' rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.building import box
from tests.games.warmachine.rules.games.scene import Scene, scene
from wc3d.engine.actions import RefusedError
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.cards import using_cards
from wc3d.games.warmachine.rules.state import CloudInPlay, Effect

QUICK = "quick_start"
PRIME = "prime_reference"
MK3 = "mk3_warcaster"
NORTH = 90.0
SOUTH = 270.0
EAST = 0.0
FAR = {"1.marshal": (4.0, 4.0, NORTH), "2.marshal": (44.0, 44.0, SOUTH)}
"""Both warcasters, out of the way."""


def happened(found: tuple[Any, ...], kind: type[Any]) -> list[Any]:
    return [event for event in found if isinstance(event, kind)]


def struck(found: tuple[Any, ...]) -> tuple[int, int]:
    """The total of the attack roll, and the DEF it was compared with."""
    (told,) = [event for event in found if isinstance(event, events.Hit | events.Missed)]
    return told.total, told.against


def activated(id: str, places: dict[str, Any], **more: Any) -> Scene:
    """A scene in which this model has been activated."""
    made = scene({**FAR, **places}, **more)
    made.do("activate", model=id)
    return made


# Slams, pushes and throws


@pytest.mark.rule("WM-SLM-07")
@pytest.mark.rule("WM-REF-65")
@pytest.mark.parametrize(("edition", "attacks"), [(QUICK, 0), (PRIME, 1)])
def test_a_slam_of_less_than_three_inches(edition: str, attacks: int) -> None:
    s = activated(
        "1.anvil",
        {"1.anvil": (20, 20, NORTH), "2.hound": (20, 24, SOUTH)},
        edition=edition,
        rolls=[(1, 2)],
        having={"1.anvil": {"focus": 1}},
    )
    found = s.do("slam", model="1.anvil", target="2.hound")
    assert len(happened(found, events.AttackDeclared)) == attacks
    assert s.state.models["2.hound"].at[1] == 24 and s.state.models["1.anvil"].focus == 0
    if attacks:
        assert struck(found) == (3 + 6 - 2, 13)


@pytest.mark.rule("WM-SLM-14")
@pytest.mark.rule("WM-REF-66")
@pytest.mark.parametrize("edition", [QUICK, PRIME])
def test_a_slammed_model_on_a_larger_base_goes_half_as_far(edition: str) -> None:
    s = activated(
        "1.hound",
        {"1.hound": (20, 16, NORTH), "2.anvil": (20, 24, SOUTH)},
        edition=edition,
        rolls=[(6, 6), (3,), (1, 1)],
        having={"1.hound": {"focus": 1}},
    )
    s.do("slam", model="1.hound", target="2.anvil")
    assert s.state.models["2.anvil"].at[1] == pytest.approx(24 + 1.5)


@pytest.mark.rule("WM-REF-62")
@pytest.mark.rule("WM-REF-63")
def test_a_push_is_there_in_the_reference_sheet_only() -> None:
    places = {"1.anvil": (20, 20, NORTH), "2.hound": (20, 21.9, SOUTH)}
    quick = activated("1.anvil", places, edition=QUICK, having={"1.anvil": {"focus": 1}})
    assert quick.check("push", model="1.anvil", target="2.hound").rule == "WM-REF-62"
    prime = activated(
        "1.anvil", places, edition=PRIME, having={"1.anvil": {"focus": 1}}, rolls=[(3,), (1,)]
    )
    prime.do("push", model="1.anvil", target="2.hound")
    assert prime.state.models["2.hound"].at[1] == pytest.approx(22.9)


@pytest.mark.rule("WM-THR-05")
@pytest.mark.rule("WM-THR-07")
@pytest.mark.rule("WM-REF-71")
@pytest.mark.rule("WM-REF-72")
@pytest.mark.parametrize(("edition", "far"), [(QUICK, 5.5), (PRIME, 6.5)])
def test_a_small_model_is_thrown_an_inch_farther(edition: str, far: float) -> None:
    s = scene(
        {"1.marshal": (4, 4, NORTH), "1.anvil": (20, 20, NORTH), "2.marshal": (20, 21.8, SOUTH)},
        edition=edition,
        rolls=[(6, 6), (6,), (1,), (1, 5), (1, 1)],
        having={"1.anvil": {"focus": 1}},
    )
    s.do("activate", model="1.anvil")
    s.do("throw", model="1.anvil", weapon="fist", target="2.marshal", direction=90.0)
    assert s.state.models["2.marshal"].at[1] == pytest.approx(
        21.8 + far + 3
    )  # a 5 is a 3 of the d3, straight on


# Shooting


SHOOTER = {"1.mortar": (20.0, 10.0, NORTH)}


def shooter(places: dict[str, Any], edition: str, **more: Any) -> Scene:
    """A Marshal with a pistol who may shoot at a Hound; the attack roll will show 1 and 2."""
    return activated(
        "1.marshal",
        {"1.marshal": (20, 10, NORTH), **places},
        edition=edition,
        rolls=[(1, 2), (1, 1)],
        **more,
    )


def shot_at(places: dict[str, Any], edition: str, **more: Any) -> tuple[int, int]:
    """The attack roll of the shot, and the DEF it meets."""
    return struck(
        shooter(places, edition, **more).do(
            "attack", model="1.marshal", weapon="pistol", target="2.hound"
        )
    )


@pytest.mark.rule("WM-CLD-02")
@pytest.mark.rule("WM-TER-12")
@pytest.mark.rule("WM-REF-48")
@pytest.mark.parametrize(("edition", "defense"), [(QUICK, 13 + 4), (PRIME, 13 + 4 + 2)])
def test_a_cloud_adds_to_cover_in_the_reference_sheet_only(edition: str, defense: int) -> None:
    wall = box("wall", "obstacle", (20, 16.9), (4, 0.5), 1.0)
    cloud = CloudInPlay("cloud", (20.0, 18.0), 3.0, 2)
    assert (
        shot_at({"2.hound": (20, 18, SOUTH)}, edition, terrain=(wall,), clouds=(cloud,))[1]
        == defense
    )


@pytest.mark.rule("WM-CLD-03")
@pytest.mark.rule("WM-REF-49")
@pytest.mark.parametrize(("edition", "seen"), [(QUICK, False), (PRIME, True)])
def test_who_stands_at_the_edge_of_a_cloud_sees_through_it_in_the_reference_sheet_only(
    edition: str, seen: bool
) -> None:
    cloud = CloudInPlay(
        "cloud", (20.0, 11.8), 3.0, 2
    )  # its edge runs through the shooter's base, not through its center
    s = shooter({"2.hound": (20, 18, SOUTH)}, edition, clouds=(cloud,))
    assert bool(s.check("attack", model="1.marshal", weapon="pistol", target="2.hound")) == seen


@pytest.mark.rule("WM-RUL-45")
@pytest.mark.rule("WM-SCR-01")
@pytest.mark.rule("WM-SCR-02")
@pytest.mark.parametrize(
    ("edition", "bonus"), [(QUICK, 2), (PRIME, 2), (f"{QUICK},screening=off", 0)]
)
def test_screening_is_kept_in_every_edition(edition: str, bonus: int) -> None:
    places = {"2.hound": (20, 18, SOUTH), "2.spitter": (21.4, 16.9, SOUTH)}
    assert shot_at(places, edition)[1] == 13 + bonus


@pytest.mark.rule("WM-REF-50")
@pytest.mark.parametrize(("edition", "penalty"), [(QUICK, 0), (PRIME, -4)])
def test_a_shot_into_a_melee(edition: str, penalty: int) -> None:
    places = {"2.hound": (20, 18, SOUTH), "1.anvil": (20, 20.2, SOUTH)}
    found = shooter(places, edition).do(
        "attack", model="1.marshal", weapon="pistol", target="2.hound"
    )
    first = next(event for event in found if isinstance(event, events.Hit | events.Missed))
    assert first.total == 3 + 6 + 2 + penalty


@pytest.mark.rule("WM-RNG-05")
@pytest.mark.rule("WM-REF-41")
@pytest.mark.parametrize("edition", [QUICK, PRIME])
def test_who_only_turns_does_not_aim(edition: str) -> None:
    places = {"2.hound": (20, 18, SOUTH)}
    assert shot_at(places, edition)[0] == 3 + 6 + 2
    s = shooter(places, edition)
    s.do("advance", model="1.marshal", path=[], facing=80.0)
    assert struck(s.do("attack", model="1.marshal", weapon="pistol", target="2.hound"))[0] == 3 + 6


@pytest.mark.rule("WM-AOE-04")
@pytest.mark.rule("WM-REF-58")
@pytest.mark.parametrize("edition", [QUICK, PRIME])
def test_a_missed_area_goes_no_farther_than_half_the_way_to_its_target(edition: str) -> None:
    s = activated(
        "1.mortar",
        {**SHOOTER, "2.hound": (20, 16, SOUTH)},
        edition=edition,
        rolls=[(1, 1), (1, 6), (1, 1), (1, 1)],
    )
    found = s.do("attack", model="1.mortar", weapon="cannon", target="2.hound")
    (area,) = happened(found, events.AreaPlaced)
    apart = 6 - 0.984252 - 0.787402
    assert area.center[1] == pytest.approx(16 + apart / 2, abs=1e-5)


@pytest.mark.rule("WM-REF-43")
@pytest.mark.parametrize(("edition", "bonus"), [(QUICK, 0), (PRIME, 2)])
def test_a_back_strike(edition: str, bonus: int) -> None:
    s = activated(
        "1.anvil",
        {"1.anvil": (20, 20, NORTH), "2.hound": (20, 21.9, NORTH)},
        edition=edition,
        rolls=[(1, 2)],
    )
    assert (
        struck(s.do("attack", model="1.anvil", weapon="maul", target="2.hound"))[0] == 3 + 6 + bonus
    )


# Damage


@pytest.mark.rule("WM-DJA-15")
@pytest.mark.rule("WM-REF-77")
@pytest.mark.parametrize(("edition", "stays"), [(QUICK, False), (PRIME, True)])
def test_a_warjack_with_three_disabled_systems(edition: str, stays: bool) -> None:
    lost = [(c, r) for c in (1, 6) for r in (4, 5, 6)] + [
        (1, 2),
        (1, 3),
        (2, 6),
        (4, 5),
        (3, 1),
        (3, 2),
        (3, 3),
        (3, 4),
    ]
    s = activated(
        "1.anvil",
        {"1.anvil": (20, 20, NORTH), "2.anvil": (20, 22, SOUTH)},
        edition=edition,
        rolls=[(6, 5), (1, 2), (3,)],
        having={"2.anvil": {"marked": tuple(lost)}},
    )
    s.do("attack", model="1.anvil", weapon="maul", target="2.anvil")
    assert s.state.is_on_table("2.anvil") == stays
    if stays:
        assert s.state.is_wreck("2.anvil")


@pytest.mark.rule("WM-RUL-97")
@pytest.mark.rule("WM-DCA-01")
@pytest.mark.rule("WM-REF-75")
@pytest.mark.parametrize("edition", [QUICK, PRIME])
def test_a_row_loses_a_box_a_point_from_either_end(edition: str) -> None:
    s = scene(
        {"1.marshal": (4, 4, NORTH), "1.anvil": (20, 20, NORTH), "2.marshal": (20, 21.8, SOUTH)},
        edition=edition,
        rolls=[(6, 5), (1, 2)],
    )
    s.do("activate", model="1.anvil")
    s.do("attack", model="1.anvil", weapon="maul", target="2.marshal")
    assert s.state.models["2.marshal"].damage == 3 + 17 - 15


@pytest.mark.rule("WM-CHN-08")
@pytest.mark.rule("WM-REF-55")
@pytest.mark.parametrize("edition", [QUICK, PRIME])
def test_a_stationary_warjack_channels_and_one_that_is_down_does_not(edition: str) -> None:
    places = {
        "1.marshal": (20, 10, NORTH),
        "1.hound": (20, 15, NORTH),
        "2.marshal": (44, 44, SOUTH),
        "2.anvil": (20, 22, SOUTH),
    }
    still = Effect("ice", 2, "2.marshal", "round", (("stationary", 1),))
    for having, may in (({"effects": (still,)}, True), ({"down": 1}, False)):
        s = scene(places, edition=edition, having={"1.hound": having, "1.marshal": {"focus": 6}})
        s.do("activate", model="1.marshal")
        assert (
            bool(
                s.check(
                    "cast", model="1.marshal", spell="bolt", target="2.anvil", channel="1.hound"
                )
            )
            == may
        )


# Focus


@pytest.mark.rule("WM-TRN-06")
@pytest.mark.rule("WM-MK3-12")
@pytest.mark.rule("WM-MK3-14")
@pytest.mark.parametrize(("edition", "kept"), [(QUICK, 0), (MK3, 6)])
def test_what_a_warcaster_keeps(edition: str, kept: int) -> None:
    s = scene(FAR, edition=edition, phase="maintenance", having={"1.marshal": {"focus": 9}})
    (lost,) = happened(tuple(s.game.log), events.FocusLost)
    assert lost.left == kept and s.state.models["1.marshal"].focus == 6


@pytest.mark.rule("WM-MK3-07")
@pytest.mark.rule("WM-MK3-09")
@pytest.mark.rule("WM-FOC-05")
@pytest.mark.parametrize(("edition", "own", "more"), [(QUICK, 0, 3), (MK3, 1, 2)])
def test_what_a_warjack_gains_and_may_be_given(edition: str, own: int, more: int) -> None:
    s = scene({**FAR, "1.anvil": (8, 8, NORTH)}, edition=edition, phase="control")
    assert s.state.models["1.anvil"].focus == own
    assert not s.check("assign", model="1.anvil", points=more + 1)
    s.do("assign", model="1.anvil", points=more)
    assert s.state.models["1.anvil"].focus == 3


@pytest.mark.rule("WM-MK3-08")
@pytest.mark.rule("WM-DJA-08")
@pytest.mark.parametrize("edition", [QUICK, MK3])
def test_a_disabled_cortex_gains_no_focus_in_any_edition(edition: str) -> None:
    cortex = ((3, 6), (4, 6), (5, 6))
    s = scene(
        {**FAR, "1.anvil": (8, 8, NORTH)},
        edition=edition,
        phase="control",
        having={"1.anvil": {"marked": cortex}},
    )
    assert s.state.models["1.anvil"].focus == 0
    with pytest.raises(RefusedError):
        s.do("assign", model="1.anvil", points=1)


@pytest.mark.rule("WM-FOC-01")
@pytest.mark.rule("WM-MK3-13")
@pytest.mark.parametrize(("edition", "focus"), [(QUICK, 0), (MK3, 6)])
def test_what_a_warcaster_begins_the_game_with(edition: str, focus: int) -> None:
    assert scene(FAR, edition=edition).state.models["2.marshal"].focus == focus


@pytest.mark.rule("WM-FOC-07")
@pytest.mark.rule("WM-MK3-21")
@pytest.mark.parametrize(("edition", "may"), [(QUICK, True), (MK3, False)])
def test_a_warcaster_buys_ranged_attacks(edition: str, may: bool, tmp_path: Path) -> None:
    from wc3d.games.warmachine.rules.cards import SHIPPED_CARDS_FOLDER

    text = (SHIPPED_CARDS_FOLDER / "demonstration.toml").read_text(encoding="utf-8")
    own = (
        text.replace('id = "marshal"', 'id = "gunner"')
        .replace("rof = 1", "rof = 2", 1)
        .partition("[[warjack]]")[0]
    )
    (tmp_path / "gunner.toml").write_text(
        "[[warcaster]]" + own.partition("[[warcaster]]")[2], encoding="utf-8"
    )
    with using_cards([tmp_path]):
        s = scene(
            {"1.gunner": (20, 10, NORTH), "2.marshal": (44, 44, SOUTH), "2.hound": (20, 16, SOUTH)},
            edition=edition,
            rolls=[(1, 1)],
            having={"1.gunner": {"focus": 2}},
        )
        s.do("activate", model="1.gunner")
        s.do("attack", model="1.gunner", weapon="pistol", target="2.hound")
        s.do("pass")  # no boost
        assert bool(s.check("attack", model="1.gunner", weapon="pistol", target="2.hound")) == may


@pytest.mark.rule("WM-FOC-16")
@pytest.mark.rule("WM-MK3-29")
@pytest.mark.parametrize(("edition", "damage"), [(QUICK, 8 + 17 - 15 - 2), (MK3, 8 + 17 - 15 - 5)])
def test_what_unspent_focus_does_for_a_warcaster_that_is_hit(edition: str, damage: int) -> None:
    s = scene(
        {"1.marshal": (4, 4, NORTH), "1.anvil": (20, 20, NORTH), "2.marshal": (20, 21.8, SOUTH)},
        edition=edition,
        rolls=[(6, 5), (4, 4)],
        having={"2.marshal": {"focus": 2}},
    )
    s.do("activate", model="1.anvil")
    s.do("attack", model="1.anvil", weapon="maul", target="2.marshal")
    if edition == MK3:
        s.do("choose", option="reinforce")
    assert s.state.models["2.marshal"].damage == damage
    assert s.state.models["2.marshal"].focus == (2 if edition == QUICK else 1)


@pytest.mark.rule("WM-MK3-23")
@pytest.mark.rule("WM-MK3-24")
@pytest.mark.parametrize(("edition", "may"), [(QUICK, False), (MK3, True)])
def test_a_warcaster_shakes_off_being_knocked_down(edition: str, may: bool) -> None:
    s = scene(FAR, edition=edition, phase="control", having={"1.marshal": {"down": 1}})
    assert bool(s.check("shake", model="1.marshal", what="knocked_down")) == may


@pytest.mark.rule("WM-FOC-03")
@pytest.mark.rule("WM-MK3-16")
@pytest.mark.parametrize("edition", [QUICK, MK3])
def test_the_control_area_begins_at_the_edge_of_the_base(edition: str) -> None:
    edge = 0.590551 + 12 + 0.984252
    for far, may in ((edge - 0.01, True), (edge + 0.01, False)):
        s = scene({**FAR, "1.anvil": (4 + far, 4, EAST)}, edition=edition, phase="control")
        assert bool(s.check("assign", model="1.anvil", points=1)) == may
