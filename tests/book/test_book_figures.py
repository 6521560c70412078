"""The rulebook's figures and worked examples about space (p. 28-46), as maps and questions of ours, with answers derived by hand.

The pictures are lost (NM-SIL-17): the coordinates are ours, chosen to meet every number that the captions and the examples name.
Each row says why its answer is the right one.
"""

from __future__ import annotations

import pytest

from tests.book.asking import QUESTIONS, Expected, check, dispute, parameters

SMALL = 15 / 25.4
MEDIUM = 20 / 25.4
LARGE = 25 / 25.4
CLEAR = {"verdict": "clear"}
BLOCKED = {"verdict": "blocked"}


def walls() -> list[Expected]:
    """p. 33: between two models of one size on the table no line rises above their height: only a higher wall hides them."""
    rows = []
    heights = {"small": 1.75, "medium": 2.25, "large": 2.75}
    for i, (wall, size) in enumerate((w, s) for w in (1.6, 2.0, 2.5, 3.0) for s in heights):
        seen = heights[size] > wall
        why = f'{size} behind a wall of {wall}": {heights[size]}" tall'
        rows.append(
            Expected(
                "book-walls",
                i,
                CLEAR if seen else BLOCKED,
                why,
                ("NM-EXM-18", "NM-ATK-05", "NM-STA-10"),
            )
        )
    # Unequal heights. The highest line from large (2.75", front rim at y 20.984) to small (1.75", far rim at y 28.591) is
    # 2.75 - (24.15 - 20.984) / (28.591 - 20.984) = 2.334" up at the wall's far face; on the longer way across it is no higher.
    rows.append(
        Expected(
            "book-walls",
            12,
            CLEAR,
            'a large model looks over 2.0" down at a small one',
            ("NM-SIL-56", "NM-ATK-05"),
        )
    )
    rows.append(Expected("book-walls", 13, BLOCKED, 'not over 2.5"', ("NM-SIL-56", "NM-ATK-05")))
    return rows


ROWS = [
    *walls(),
    Expected(
        "book-sight", 0, CLEAR, "the line y = 8 passes 0.5\" below the wall's end", ("NM-EXM-19",)
    ),
    Expected("book-sight", 1, CLEAR, "sight goes both ways", ("NM-EXM-19", "NM-ATK-05")),
    Expected(
        "book-sight",
        2,
        {"verdict": "blocked", "blockers": ["long-wall"]},
        'every line stays within 0.984" of y = 22, the wall runs from 18 to 26 and is 4" tall',
        ("NM-EXM-19", "NM-ATK-06"),
    ),
    # p. 34: cover
    Expected(
        "book-cover",
        0,
        {"cover": True, "features": ["barricade-1"], "intervening": ["barricade-1"]},
        '0.5" from the base',
        ("NM-ATK-11", "NM-TER-12"),
    ),
    Expected(
        "book-cover",
        1,
        {"cover": True, "features": ["barricade-2"]},
        'exactly 1" is within 1"',
        ("NM-ATK-11", "NM-ATK-08"),
    ),
    Expected(
        "book-cover",
        2,
        {"cover": False, "features": [], "intervening": ["barricade-3"]},
        'between them, but 1.5" from the base',
        ("NM-ATK-11",),
    ),
    Expected(
        "book-cover",
        3,
        {"cover": False, "features": [], "intervening": []},
        'the hull of two small models is 0.591" to either side of y = 24; the barricade starts 1" aside',
        ("NM-ATK-11",),
    ),
    # p. 34: blast
    Expected(
        "book-blast",
        0,
        {"models": ["engineer", "enforcer-a"], "tied": False},
        '0.5", 1.2" and 1.9" from the target: the two nearest',
        ("NM-EXM-20", "NM-BLA-02"),
    ),
    Expected("book-blast", 1, {"distance": 0.5}, "laid out so", ("NM-EXM-20", "NM-ATK-08")),
    Expected("book-blast", 2, {"distance": 1.2}, "laid out so", ("NM-EXM-20", "NM-ATK-08")),
    Expected("book-blast", 3, {"distance": 1.9}, "laid out so", ("NM-EXM-20", "NM-ATK-08")),
    # p. 35: sprays
    Expected(
        "book-spray",
        0,
        {
            "hits": ["enforcer-1", "firebrand", "enforcer-2"],
            "line": [[10 + SMALL, 10, 0], [18 + SMALL, 10, 0]],
        },
        "the line y = 10 passes 0.5\" from both Enforcers' centers (met) and 1.8\" from the Marauder's",
        ("NM-EXM-23", "NM-SPR-03"),
    ),
    Expected(
        "book-spray-up",
        0,
        {"hits": ["wolf", "ranger-near"]},
        'rising 3" in 3.409", the line is 3.888" up where it enters the first Ranger (3 to 4.75") and 5.120" at the second',
        ("NM-EXM-24", "NM-SPR-06"),
    ),
    # p. 37: slams
    Expected(
        "book-slam",
        0,
        {
            "end": [14.25, 10, 0],
            "moved": 2.25,
            "contacts": ["scourge"],
            "power_die": True,
            "collateral": [],
            "destroyed": False,
        },
        'the Scourge is 2.25" behind and larger',
        ("NM-EXM-25", "NM-SLM-02", "NM-SLM-04"),
    ),
    Expected(
        "book-slam",
        1,
        {"moved": 2.25, "contacts": ["victim"], "power_die": True, "collateral": ["victim"]},
        "equal bases: both consequences",
        ("NM-EXM-26", "NM-SLM-05", "NM-SLM-06"),
    ),
    Expected(
        "book-slam",
        2,
        {"moved": 1.5, "contacts": ["victim-3"], "power_die": False, "collateral": ["victim-3"]},
        "a medium model into a small one",
        ("NM-EXM-26", "NM-SLM-07"),
    ),
    Expected(
        "book-slam",
        3,
        {"destroyed": True, "moved": 2 - SMALL, "end": [15, 30 - SMALL, 0], "fall": 0.0},
        'the base crosses the edge after 30 - 28 - 0.591"',
        ("NM-SLM-11", "NM-MOV-17"),
    ),
    # p. 44: rough ground
    Expected(
        "book-rough",
        0,
        {"legal": True, "length": 4.0, "allowance": 4.0},
        "starts in it",
        ("NM-EXM-32", "NM-TER-02"),
    ),
    Expected(
        "book-rough",
        1,
        {"legal": False, "allowance": 4.0},
        '4.1" is too far',
        ("NM-EXM-32", "NM-TER-02"),
    ),
    Expected(
        "book-rough",
        2,
        {"legal": True, "length": 4.0, "allowance": 4.0},
        '3" to it and 1" in',
        ("NM-EXM-33", "NM-TER-05"),
    ),
    Expected(
        "book-rough",
        3,
        {"legal": False, "allowance": 4.0},
        '4.1" is too far',
        ("NM-EXM-33", "NM-TER-02"),
    ),
    Expected(
        "book-rough",
        4,
        {"legal": True, "length": 5.0, "allowance": 6.0},
        "stops short of it",
        ("NM-EXM-34", "NM-TER-05"),
    ),
    Expected(
        "book-rough",
        5,
        {"legal": False, "allowance": 4.0},
        'enters it by 0.1"',
        ("NM-EXM-34", "NM-TER-02"),
    ),
    Expected("book-rough", 6, {"legal": True, "allowance": 6.0}, "Pathfinder", ("NM-STA-16",)),
    Expected(
        "book-rough",
        7,
        {"moved": 1.0, "end": [15, 17.5, 0], "rough": True},
        '3" - 2"',
        ("NM-EXM-35", "NM-SLM-10"),
    ),
    Expected(
        "book-rough",
        8,
        {"moved": 1.0, "end": [15, 17.5, 0]},
        'no less than 1"',
        ("NM-EXM-35", "NM-SLM-10"),
    ),
    Expected(
        "book-rough",
        9,
        {"moved": 3.0, "end": [15, 15.5, 0]},
        "Pathfinder counts in a slam too",
        ("NM-SIL-64", "NM-STA-16"),
    ),
    # p. 44: obscuring ground
    Expected("book-wood", 0, CLEAR, '2.9" of wood to the near rim', ("NM-TER-06",)),
    Expected("book-wood", 1, CLEAR, "and out again", ("NM-TER-06",)),
    Expected(
        "book-wood",
        2,
        {"verdict": "blocked", "blockers": ["wood"]},
        '3.1" at the least',
        ("NM-TER-06",),
    ),
    Expected("book-wood", 3, BLOCKED, "and out again", ("NM-TER-06",)),
    Expected(
        "book-wood",
        4,
        {"verdict": "blocked", "blockers": ["hedge"]},
        "through it, however thin",
        ("NM-TER-07",),
    ),
    Expected(
        "book-wood",
        5,
        {"verdict": "blocked", "blockers": ["wood"]},
        "through it",
        ("NM-TER-07", "NM-TER-08"),
    ),
    # p. 44-45: obstacles, structures, ladders, falling
    Expected(
        "book-terrain",
        0,
        {"legal": True, "length": 5.0, "end": [17, 6, 0]},
        "crossing costs nothing",
        ("NM-TER-09",),
    ),
    Expected(
        "book-terrain",
        1,
        {"legal": False},
        "it may not end on the fence",
        ("NM-TER-09", "NM-MOV-02"),
    ),
    Expected(
        "book-terrain",
        2,
        {"legal": True, "end": [15, 24, 1]},
        '5" and 1" to climb',
        ("NM-TER-11", "NM-TER-10"),
    ),
    Expected(
        "book-terrain", 3, {"legal": False, "end": [10, 24, 0]}, '0.1" too few', ("NM-TER-11",)
    ),
    Expected("book-terrain", 4, {"legal": False}, "a wall is a wall", ("NM-TER-13",)),
    Expected(
        "book-terrain",
        5,
        {"legal": True, "end": [14, 15, 3]},
        '0.909" from the ladder, 2" to climb it',
        ("NM-TER-14", "NM-TER-15"),
    ),
    Expected("book-terrain", 6, {"legal": False}, 'it needs the whole 2"', ("NM-TER-14",)),
    Expected(
        "book-terrain",
        7,
        {"legal": True, "end": [16, 15, 3]},
        '2" to climb, 2" on the roof',
        ("NM-TER-15",),
    ),
    Expected(
        "book-terrain",
        8,
        {"legal": True, "length": 3.0, "end": [14, 13, 3]},
        "Flight onto the roof",
        ("NM-MOV-08", "NM-TER-13"),
    ),
    Expected(
        "book-terrain",
        9,
        {"legal": True, "end": [19.5, 13, 0], "fall": 0.0},
        "Flight over it",
        ("NM-MOV-08",),
    ),
    Expected(
        "book-terrain",
        10,
        {"legal": True, "end": [20, 17, 0], "fall": 3.0},
        "walks off the roof",
        ("NM-TER-18",),
    ),
    Expected(
        "book-terrain",
        11,
        {"legal": True, "end": [20, 17, 0], "fall": 0.0},
        "flies off the roof",
        ("NM-TER-18", "NM-MOV-08"),
    ),
    # p. 45-46: jumps
    Expected(
        "book-jump",
        0,
        {"legal": True, "length": 5.2, "allowance": 7.0, "end": [13.2 - SMALL, 20, 3], "fall": 2.0},
        '2" to the edge, 3.2" across, 2" down; the gravel is 5" below',
        ("NM-EXM-36", "NM-TER-23", "NM-TER-27"),
    ),
    Expected(
        "book-jump",
        1,
        {"legal": True, "end": [14.4, 20, 3]},
        '1.8" are left, 1.791" are walked',
        ("NM-EXM-36", "NM-TER-21"),
    ),
    Expected(
        "book-jump",
        2,
        {
            "end": [13.2 - SMALL, 20, 3],
            "fall": 2.0,
            "power": 2,
            "stopped_by": None,
            "entered_rough": False,
        },
        "the same in one jump",
        ("NM-EXM-36", "NM-TER-26", "NM-TER-19"),
    ),
    Expected(
        "book-jump",
        3,
        {
            "length": 3.2,
            "end": [13.2 - SMALL, 15, 3],
            "power": 2,
            "stopped_by": None,
            "ends_move": False,
        },
        'the model in the gap ends 2.75" up, below 5"',
        ("NM-EXM-37", "NM-TER-25"),
    ),
    Expected(
        "book-jump",
        4,
        {
            "end": [14 - LARGE - SMALL, 10, 3],
            "fall": 2.0,
            "stopped_by": "on-the-roof",
            "ends_move": True,
        },
        'its top is 5.75" up: contact',
        ("NM-EXM-38", "NM-TER-24"),
    ),
    Expected(
        "book-jump-level",
        0,
        {"end": [14, 8, 6], "fall": 0.0, "power": 0, "stopped_by": None, "ends_move": False},
        "a roof exactly as high is passed",
        ("NM-EXM-39", "NM-TER-23"),
    ),
    Expected(
        "book-jump-level",
        1,
        {
            "end": [13 - SMALL, 22, 0],
            "fall": 6.0,
            "power": 6,
            "stopped_by": "higher",
            "ends_move": True,
        },
        'a roof 0.1" higher is not',
        ("NM-EXM-39", "NM-TER-24"),
    ),
    Expected(
        "book-jump-level",
        2,
        {"end": [28.2, 15, 0], "fall": 2.0, "power": 2, "entered_rough": True},
        'the nettles are only 2" below',
        ("NM-TER-27",),
    ),
    Expected(
        "book-jump-level",
        3,
        {"end": [28.2, 15, 0], "fall": 2.0},
        "Pathfinder jumps as far",
        ("NM-TER-27", "NM-STA-16"),
    ),
    Expected(
        "book-jump-level",
        4,
        {"end": [26.5, 5, 0], "fall": 0.75, "power": 0},
        'less than 1" is nothing',
        ("NM-TER-19",),
    ),
    # p. 28, 40: models in the way
    Expected(
        "book-moving",
        0,
        {"legal": True, "length": 6.0, "end": [11, 5, 0]},
        "through a void gate",
        ("NM-MOV-16",),
    ),
    Expected("book-moving", 1, {"legal": False}, "not onto it", ("NM-MOV-16", "NM-MOV-02")),
    Expected("book-moving", 2, {"legal": False}, "not through a friend", ("NM-MOV-01",)),
    Expected(
        "book-moving",
        3,
        {"legal": True, "end": [11, 10, 0]},
        'round it: 1.92" from its center, 1.378" would touch',
        ("NM-MOV-01",),
    ),
]


@pytest.mark.parametrize("row", parameters(ROWS))
def test_the_book(row: Expected) -> None:
    check(row)


def test_every_question_of_the_book_is_expected() -> None:
    files = sorted(path.stem for path in QUESTIONS.glob("book-*.json"))
    asked = {(file, i) for file in files for i in range(len(dispute(file).file.all_questions))}
    assert {(row.file, row.index) for row in ROWS} == asked
