"""The damage grid: which boxes damage marks, which systems that disables, and when the warjack is removed."""

from __future__ import annotations

from random import Random

import pytest

from wc3d.errors import InputError
from wc3d.games.warmachine.rules.damage_grid import DamageGrid, mark_damage, parse_grid

SLAYER = ["xx..xx", "......", "......", ".L..R.", "LLMCRR", "xMMCCx"]
BONEJACK = ["xxxxxx", "xxxxxx", "xx..xx", "......", "HHCAAM", "HCCMMM"]


@pytest.mark.rule("WM-DJA-01")
@pytest.mark.rule("WM-DJA-02")
@pytest.mark.rule("WM-DJA-03")
def test_damage_goes_down_its_column_and_on_to_the_right() -> None:
    done = mark_damage(parse_grid(SLAYER), 1, 7)
    assert done.boxes == ((1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (2, 4))
    assert [done.grid.system_at(box) for box in done.boxes] == ["hull"] * 3 + ["L"] + [
        "hull"
    ] * 2 + ["L"]
    assert done.disabled == () and not done.removed


@pytest.mark.rule("WM-DJA-04")
def test_after_the_sixth_column_comes_the_first() -> None:
    done = mark_damage(parse_grid(SLAYER), 6, 9)
    assert done.boxes == ((6, 2), (6, 3), (6, 4), (6, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 2))


@pytest.mark.rule("WM-DJA-14")
@pytest.mark.rule("WM-DJA-15")
@pytest.mark.rule("WM-RUL-94")
def test_the_third_disabled_system_removes_it_and_the_rest_is_dropped() -> None:
    done = mark_damage(parse_grid(SLAYER), 4, 23)
    assert set(done.disabled) == {"L", "R", "C"} and done.removed
    assert len(done.boxes) + done.dropped == 23
    more = mark_damage(parse_grid(SLAYER), 4, 30)
    assert more.boxes == done.boxes and more.dropped == 30 - len(done.boxes)


@pytest.mark.rule("WM-DJA-06")
@pytest.mark.rule("WM-RUL-93")
def test_a_column_without_boxes_at_its_top_and_a_system_all_of_whose_boxes_are_marked() -> None:
    done = mark_damage(parse_grid(BONEJACK), 1, 8)
    assert done.disabled == ("H",) and not done.removed
    empty = parse_grid(["x....."] * 6)
    assert mark_damage(empty, 1, 1).boxes == ((2, 1),)
    full = parse_grid(SLAYER, [(1, 2), (1, 3), (1, 4), (1, 5)])
    assert mark_damage(full, 1, 1).boxes == ((2, 2),)


@pytest.mark.rule("WM-DJA-05")
@pytest.mark.rule("WM-DJA-09")
def test_blank_boxes_are_the_hull_a_system_like_any_other() -> None:
    grid = parse_grid(["......"] + ["xxxxxx"] * 4 + ["LMCxxx"])
    done = mark_damage(grid, 4, 20)
    assert done.boxes == ((4, 1), (5, 1), (6, 1), (1, 1), (1, 6), (2, 1), (2, 6), (3, 1))
    assert done.disabled == ("L", "M", "hull") and done.removed


@pytest.mark.rule("WM-DJA-16")
def test_the_last_box_removes_it_whatever_its_systems() -> None:
    done = mark_damage(parse_grid(["LLLxxx"] + ["xxxxxx"] * 5), 5, 3)
    assert done.disabled == ("L",) and done.removed and done.dropped == 0


@pytest.mark.rule("WM-RUL-125")
def test_systems_lost_before_count_among_the_three() -> None:
    grid = parse_grid(["LRC..."] + ["xxxxxx"] * 5, [(2, 1), (1, 1)])
    assert grid.disabled == ("R", "L")
    done = mark_damage(grid, 3, 4)
    assert (
        done.boxes == ((3, 1),)
        and done.disabled == ("R", "L", "C")
        and done.removed
        and done.dropped == 3
    )
    assert mark_damage(done.grid, 1, 5).boxes == ()


@pytest.mark.rule("WM-RUL-98")
def test_where_a_disabled_jack_stays_it_is_removed_with_its_last_box() -> None:
    grid = parse_grid(["LRC..."] + ["xxxxxx"] * 5)
    some = mark_damage(grid, 1, 4, stays=True)
    all_of_it = mark_damage(grid, 1, 9, stays=True)
    assert some.disabled == ("L", "R", "C") and not some.removed and len(some.boxes) == 4
    assert all_of_it.removed and all_of_it.dropped == 3


@pytest.mark.rule("WM-DJA-06")
def test_a_cleared_box_gives_its_system_back() -> None:
    grid = parse_grid(BONEJACK, [(1, 5), (2, 5), (1, 6)])
    assert grid.disabled == ("H",) and grid.is_disabled("H")
    assert (
        grid.with_cleared((2, 5)).disabled == ()
        and grid.with_cleared((2, 5)).remaining_boxes == grid.remaining_boxes + 1
    )


@pytest.mark.rule("WM-DJA-03")
@pytest.mark.parametrize("seed", range(40))
def test_against_damage_counted_point_by_point_on_paper(seed: int) -> None:
    """The same, done by crossing letters out on a list of columns."""
    dice = Random(seed)
    rows = ["".join(dice.choice("xx....LRMC") for _ in range(6)) for _ in range(6)]
    column = dice.randint(1, 6)
    points = dice.randint(0, 40)
    done = mark_damage(parse_grid(rows), column, points)
    paper = {k: [(k, r) for r in range(1, 7) if rows[r - 1][k - 1] != "x"] for k in range(1, 7)}
    left = {letter: sum(row.count(letter) for row in rows) for letter in set("".join(rows)) - {"x"}}
    crossed: list[tuple[int, int]] = []
    lost: list[str] = []
    for _ in range(points):
        if len(lost) == 3 or not any(paper.values()):
            break
        while not paper[column]:
            column = column % 6 + 1
        box = paper[column].pop(0)
        crossed.append(box)
        letter = rows[box[1] - 1][box[0] - 1]
        left[letter] -= 1
        if not left[letter]:
            lost.append("hull" if letter == "." else letter)
    assert done.boxes == tuple(crossed) and done.disabled == tuple(lost)
    assert done.removed == (len(lost) == 3 or not any(paper.values()))


@pytest.mark.program("how input is read or refused")
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (SLAYER[:5], "6 rows of 6"),
        ([*SLAYER[:5], "....."], "6 rows of 6"),
        ([*SLAYER[:5], "..a..."], "row 6 .* found 'a'"),
    ],
)
def test_what_is_no_grid_is_refused(rows: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_grid(rows)


@pytest.mark.program("how input is read or refused")
def test_a_box_that_is_not_there_cannot_be_marked() -> None:
    with pytest.raises(InputError, match="no box in column 1, row 1"):
        parse_grid(SLAYER, [(1, 1)])
    assert DamageGrid(tuple(SLAYER)).systems == ("hull", "L", "M", "C", "R")
