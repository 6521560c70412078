"""The disputes of maps/questions on the shipped boards: what they answer, and why."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from tests.book.asking import QUESTIONS, Expected, check, dispute, parameters
from wc3d.geometry.line_check import connects_volumes, is_open_line
from wc3d.geometry.visibility import Occluder
from wc3d.judging.solve import answer
from wc3d.table.body import Body
from wc3d.table.sight.sight import sight
from wc3d.table.terrain.standing_places import stand

SMALL = 15 / 25.4
MEDIUM = 20 / 25.4
LARGE = 25 / 25.4
CLEAR: dict[str, Any] = {"verdict": "clear", "short_by": None, "blockers": []}


def blocked(*by: str) -> dict[str, object]:
    """A blocked answer and who blocks."""
    return {"verdict": "blocked", "line": None, "clearance": None, "blockers": list(by)}


ROWS = [
    # From the upper floor of a mesh ruin, 3.5" up, through its north windows (sills 4.5" up).
    Expected(
        "duel-at-the-window", 0, CLEAR, "a line under the lintel and past the jamb", ("NM-ATK-05",)
    ),
    Expected(
        "duel-at-the-window",
        1,
        blocked("ruin-south"),
        "the wall between the windows hides a small model",
        ("NM-ATK-06",),
    ),
    Expected(
        "duel-at-the-window",
        2,
        {
            "cover": True,
            "features": ["barricade-north"],
            "intervening": ["ruin-south", "barricade-north"],
        },
        'the barricade is within 1" of the base, the ruin it shoots out of is not',
        ("NM-ATK-11", "NM-TER-12"),
    ),
    Expected(
        "duel-at-the-window",
        3,
        {"end": [14.2, 9.6, 0], "length": 6.3, "fall": 3.5, "power": 3, "stopped_by": None},
        'over the broken east wall (2.75" there) and down from 3.5"',
        ("NM-TER-26", "NM-TER-19"),
    ),
    # Highest line from the catwalk (top 5.75", front rim y 14.809) to the far rim (y 8.009, 1.75") over the palisade's far face
    # (y 9.25): 5.75 - 4 * 5.559 / 6.8 = 2.480", below its 2.5". One inch further forward it is 2.66".
    Expected(
        "over-the-palisade",
        0,
        blocked("palisade-south"),
        "too far back on the catwalk",
        ("NM-ATK-05", "NM-ATK-06"),
    ),
    Expected("over-the-palisade", 1, CLEAR, "at the catwalk's edge", ("NM-ATK-05",)),
    Expected(
        "over-the-palisade", 2, CLEAR, 'a large model is 1" taller', ("NM-ATK-05", "NM-STA-10")
    ),
    Expected("over-the-palisade", 3, CLEAR, "further from the wall", ("NM-ATK-05",)),
    Expected(
        "over-the-palisade",
        4,
        {"distance": hypot(hypot(1, 11) - 2 * SMALL, 4)},
        'heights count: 4" up',
        ("NM-ATK-08",),
    ),
    # A wood is seen into for 3".
    Expected("deep-in-the-pines", 0, CLEAR, "near the wood's edge", ("NM-TER-06",)),
    Expected(
        "deep-in-the-pines", 1, blocked("pines-west-south"), 'more than 3" in', ("NM-TER-06",)
    ),
    Expected("deep-in-the-pines", 2, blocked("pines-west-south"), "through it", ("NM-TER-07",)),
    Expected(
        "deep-in-the-pines",
        3,
        {"legal": False, "allowance": 4.0, "fall": 0.0},
        "starts in rough ground",
        ("NM-TER-02", "NM-TER-08"),
    ),
    Expected(
        "deep-in-the-pines",
        4,
        {"legal": True, "allowance": 4.0},
        "not so far",
        ("NM-TER-02", "NM-TER-08"),
    ),
    # Containers are 2.75" tall.
    Expected(
        "off-the-stack",
        0,
        {"end": [20, 12.9, 2.75], "length": 2.6, "fall": 2.75, "power": 2},
        "one container down",
        ("NM-TER-19",),
    ),
    Expected(
        "off-the-stack",
        1,
        {
            "end": [24.8 + LARGE + SMALL, 15.5, 0],
            "length": 5.0,
            "fall": 5.5,
            "power": 5,
            "stopped_by": None,
        },
        "it lands on the guard: the nearest free place is beside him, on the side it came down",
        ("NM-SIL-61", "NM-TER-26"),
    ),
    Expected(
        "off-the-stack",
        2,
        {"end": [20, 18.5, 0], "fall": 5.5, "power": 5},
        "all the way down",
        ("NM-TER-26",),
    ),
    Expected(
        "off-the-stack",
        3,
        {"legal": True, "length": 4.6, "end": [20, 10.9, 0], "fall": 2.75},
        "two jumps",
        ("NM-TER-28",),
    ),
    Expected(
        "slam-off-the-bank",
        0,
        {
            "end": [27, 22, 0],
            "moved": 3.0,
            "contacts": [],
            "fall": 5.0,
            "power": 5,
            "destroyed": False,
        },
        'off the bank, 5" down',
        ("NM-SLM-12", "NM-TER-19"),
    ),
    Expected(
        "slam-off-the-bank",
        1,
        {"contacts": ["bank-stones-south"], "fall": 0.0, "power_die": True, "collateral": []},
        "against the stones",
        ("NM-SLM-02", "NM-SLM-04"),
    ),
    Expected(
        "slam-off-the-bank",
        2,
        {
            "moved": 2 - MEDIUM - SMALL,
            "contacts": ["trooper"],
            "power_die": False,
            "collateral": ["trooper"],
        },
        "into a smaller model",
        ("NM-SLM-05", "NM-SLM-07"),
    ),
    Expected(
        "slam-off-the-bank",
        3,
        {"end": [24, 33, 3], "fall": 2.0, "power": 2},
        "from the bank to its ledge",
        ("NM-TER-26",),
    ),
    Expected(
        "slam-off-the-bank",
        4,
        {"legal": True, "end": [24, 24, 5], "fall": 0.0},
        "onto the bridge, one level",
        ("NM-MOV-03",),
    ),
    # The line rises 5" in 4.61"; the kerb of the arch (top 5.5" at x 22) hides what lies low behind it.
    Expected("spray-up-the-arch", 0, CLEAR, "over the kerb to a large model", ("NM-SPR-01",)),
    Expected(
        "spray-up-the-arch",
        1,
        {"hits": ["enforcer", "wolf"]},
        "it meets the ranger too, whom the arch hides",
        ("NM-SPR-03", "NM-SPR-06"),
    ),
    # From the rear rim (x 16.909, 1.75") over the kerb's edge (22, 5.5"): 8.22" up at the ranger's far rim, who ends at 6.75".
    Expected(
        "spray-up-the-arch",
        2,
        blocked("arch"),
        "the flattest line over the kerb passes over the ranger",
        ("NM-ATK-05",),
    ),
    Expected(
        "spray-up-the-arch",
        3,
        {"cover": True, "features": ["arch"]},
        "what it stands on is in the way",
        ("NM-ATK-11",),
    ),
    Expected(
        "spray-up-the-arch",
        4,
        {"distance": hypot(5.8 - SMALL - LARGE, 5)},
        "from base to base",
        ("NM-ATK-08",),
    ),
    Expected(
        "behind-the-barricade",
        0,
        {"cover": True, "features": ["barricade-south"]},
        "close behind it",
        ("NM-ATK-11",),
    ),
    Expected(
        "behind-the-barricade",
        1,
        {"cover": False, "features": []},
        'more than 1" behind',
        ("NM-ATK-11",),
    ),
    Expected(
        "behind-the-barricade",
        2,
        {"cover": False, "features": [], "intervening": ["garden-south"]},
        "beside it",
        ("NM-ATK-11",),
    ),
    Expected("behind-the-barricade", 3, CLEAR, 'a barricade of 1" hides nobody', ("NM-EXM-18",)),
    # The ground beside the trench is 2" up: over its south edge (y 9) and its north one at the trench.
    Expected("heads-down", 0, CLEAR, "a large model looks down into the trench", ("NM-ATK-05",)),
    Expected(
        "heads-down",
        1,
        blocked("field-centre-south"),
        'two small models: no line rises above 1.75"',
        ("NM-ATK-06",),
    ),
    Expected("heads-down", 2, CLEAR, "from the edge", ("NM-ATK-05",)),
    Expected("heads-down", 3, CLEAR, "past the planks", ("NM-ATK-05",)),
    Expected(
        "heads-down", 4, {"standable": True}, 'under the planks there are 1.75"', ("NM-TER-01",)
    ),
    Expected("heads-down", 5, {"standable": False}, 'a medium model is 2.25" tall', ("NM-TER-01",)),
    Expected(
        "heads-down", 6, {"legal": True, "end": [16.2, 15.4, 0]}, "under the planks", ("NM-MOV-03",)
    ),
    Expected("under-the-bridge", 0, CLEAR, "along the deck", ("NM-ATK-05",)),
    Expected(
        "under-the-bridge",
        1,
        blocked("bank-south", "bridge"),
        "the deck is above his head",
        ("NM-ATK-06",),
    ),
    Expected("under-the-bridge", 2, CLEAR, "under the deck", ("NM-ATK-05",)),
    Expected(
        "under-the-bridge",
        3,
        {"distance": hypot(hypot(1, 4.8) - MEDIUM - SMALL, 5)},
        "from base to base",
        ("NM-ATK-08",),
    ),
]


@pytest.mark.parametrize(
    "row", parameters(ROWS, slow=("spray-up-the-arch-0", "spray-up-the-arch-2"))
)
def test_a_dispute(row: Expected) -> None:
    check(row)


@pytest.mark.rule("NM-ATK-05")
def test_the_duel_is_a_near_thing_both_ways() -> None:
    """What makes it worth a picture: one line with hardly any room, one missing by hardly any; and the line is a true one."""
    asked = dispute("duel-at-the-window")
    table = asked.table
    seen, hidden = (answer(asked, question).verdict for question in asked.file.all_questions[:2])
    assert 0.02 < seen.clearance < 0.15
    assert 0.0 < hidden.short_by < 0.15
    solids = tuple(
        Occluder(f.pieces, not f.blocks_sight)
        for f in table.features
        if f.blocks_sight or f.kind.obscuring
    )
    sniper = table.body("sniper")
    marauder = table.body("marauder")
    assert is_open_line(seen.line, solids) and connects_volumes(
        seen.line, sniper.volume, marauder.volume
    )


@pytest.mark.rule("NM-ATK-05")
def test_who_sees_the_monument() -> None:
    """Every cell said to be seen is, and every other is not: asked one by one at some of them."""
    asked = dispute("who-sees-the-monument")
    table = asked.table
    champion = asked.table.body("champion")
    found = answer(asked, asked.file.all_questions[0]).verdict
    ground = next(level for level in found.levels if level.height == 0)
    assert 0.5 < sum(map(sum, ground.cells)) / 3600 < 0.9
    for row, column in (
        (2, 7),
        (10, 52),
        (13, 17),
        (20, 3),
        (23, 30),
        (40, 31),
        (50, 12),
        (57, 55),
    ):
        at = ((column + 0.5) * 0.5, (row + 0.5) * 0.5, 0.0)
        seen = stand(table, "small", at).standable and bool(
            sight(table, champion, Body("there", "small", at))
        )
        assert bool(ground.cells[row][column]) == seen, at


def test_every_dispute_is_expected() -> None:
    files = [path.stem for path in QUESTIONS.glob("*.json") if not path.stem.startswith("book-")]
    asked = {(file, i) for file in files for i in range(len(dispute(file).file.all_questions))}
    assert {(row.file, row.index) for row in ROWS} == asked - {("who-sees-the-monument", 0)}
