"""Places in words: each one is exactly as far away as it says, by the distances of the rules, and the base can stand there."""

from pathlib import Path

import pytest

from wc3d.errors import InputError
from wc3d.judging.dispute import read_dispute
from wc3d.judging.place_search import find_place, find_place_in_words
from wc3d.judging.placement_words import (
    AtEdge,
    AtPoint,
    AwayFrom,
    Between,
    OnTop,
    parse_placement,
)
from wc3d.registry import load_map, map_cache, table_from_map
from wc3d.table.body import Body
from wc3d.table.maps.strict_json import FileError
from wc3d.table.sight.distances import distance, distance_to_feature
from wc3d.table.terrain.standing_places import stand

SMALL = 15 / 25.4
"""The radius of a small base."""


def box(id, center, size, height, **more):
    return {
        "id": id,
        "kind": "structure",
        "shape": {"type": "box", "center": center, "size": size, "height": height, **more},
    }


TABLE = table_from_map(
    {
        "name": "Yard",
        "size": [36, 36],
        "terrain": [
            {**box("wall-2", [15, 15], [6, 0.5], 2, rotation=30), "name": "Old wall"},
            box("hall", [25, 25], [6, 4], 3),
            {
                "id": "silo",
                "kind": "impassable",
                "shape": {"type": "cylinder", "center": [8, 28], "radius": 2, "height": 4},
            },
        ],
    }
).with_bodies(Body("a", "small", (15, 10, 0)), Body("b", "small", (20, 12, 0)))


def place(words, near=(14, 12, 0), table=TABLE, base="small", ignore=()):
    at = find_place(table, base, parse_placement(words), near, ignore)
    body = Body("c", base, at)
    assert stand(table, base, at, ignore), words
    return body


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("12, 8", AtPoint((12, 8))),
        ("at (12.5,8,3)", AtPoint((12.5, 8, 3))),
        ("between a and wall-2", Between(("a", "wall-2"))),
        ("1.3 inches from wall-2", (AwayFrom(1.3, "wall-2"),)),
        ('1 1/2" away from Old wall', (AwayFrom(1.5, "Old wall"),)),
        ("25.4mm from b", (AwayFrom(1, "b"),)),
        ("2 in north of a", (AwayFrom(2, "a", "north"),)),
        ("2 to the south-west of a", (AwayFrom(2, "a", "southwest"),)),
        ("in base contact with b", (AwayFrom(0, "b"),)),
        ("touching a and b", (AwayFrom(0, "a"), AwayFrom(0, "b"))),
        ("on the roof's south edge", (AtEdge(0, "south", "roof"),)),
        ("at the south edge of the hall", (AtEdge(0, "south", "hall"),)),
        ("3 in from the north table edge", (AtEdge(3, "north"),)),
        ("3 in from the table's east edge", (AtEdge(3, "east"),)),
        ("on top of hall and 1 in from a", (OnTop("hall"), AwayFrom(1, "a"))),
    ],
)
def test_words_have_one_meaning(words, meaning):
    assert parse_placement(words) == meaning


@pytest.mark.parametrize("words", ["north", "1,3 inches from wall-2", "2 in", "", "from a"])
def test_other_words_are_refused_with_examples(words):
    with pytest.raises(InputError, match=r'expected for example "12, 8", "1\.3 inches from'):
        parse_placement(words)


@pytest.mark.parametrize("inches", [0.0, 0.3, 1.3, 4.0])
@pytest.mark.parametrize("base", ["small", "large"])
def test_a_distance_from_a_wall_or_a_model_is_the_distance_of_the_rules(inches, base):
    by_wall = place(f"{inches} in from wall-2", base=base)
    wall = TABLE.feature("wall-2")
    assert distance_to_feature(TABLE, by_wall, wall) == pytest.approx(inches, abs=1e-9)
    by_model = place(f"{inches} in from b", base=base)
    assert distance(TABLE, by_model, TABLE.body("b")) == pytest.approx(inches, abs=1e-9)


def test_contact_leaves_no_gap_and_does_not_overlap():
    body = place("in base contact with b")
    gap = ((body.at[0] - 20) ** 2 + (body.at[1] - 12) ** 2) ** 0.5 - 2 * SMALL
    assert gap == pytest.approx(0.0, abs=1e-9)


def test_of_several_places_the_nearest_is_taken():
    for near in ((10, 15, 0), (20, 15, 0), (15, 20, 0), (16, 11, 0)):
        x = place("2 in from a", near).at[0]
        toward = (near[0] - 15) / ((near[0] - 15) ** 2 + (near[1] - 10) ** 2) ** 0.5
        assert (x - 15) / (2 + 2 * SMALL) == pytest.approx(toward, abs=1e-6)
    other_side = place("1.3 in from wall-2", (14, 18, 0)).at
    assert other_side[1] > 15 > place("1.3 in from wall-2", (16, 12, 0)).at[1]


def test_two_distances_fix_a_point():
    body = place("1.3 in from wall-2 and 2 in from b")
    assert distance_to_feature(TABLE, body, TABLE.feature("wall-2")) == pytest.approx(1.3)
    assert distance(TABLE, body, TABLE.body("b")) == pytest.approx(2)
    with pytest.raises(InputError, match="no point fits both"):
        place("1 in from a and 1 in from silo")


def test_directions_start_at_the_middle_of_a_model():
    assert place("2 in north of a").at == pytest.approx((15, 12 + 2 * SMALL, 0))
    west = place("1 in west of silo")
    assert west.at == pytest.approx((8 - 2 - 1 - SMALL, 28, 0))
    assert place("1 in south of hall", (24, 10, 0)).at == pytest.approx((24, 22 - SMALL, 0))


def test_roofs_and_their_edges():
    hall = TABLE.feature("hall")
    body = place("on the roof's south edge")
    assert body.at == pytest.approx((22 + SMALL, 23 + SMALL, 3), abs=2e-6)
    assert place("on the hall's south edge", (25, 0, 0)).at == pytest.approx((25, 23 + SMALL, 3))
    assert place("0.5 in from the hall's north edge", (25, 0, 0)).at == pytest.approx(
        (25, 27 - SMALL - 0.5, 3)
    )
    assert distance_to_feature(TABLE, place("on hall"), hall) == 0
    assert place("on hall", (26, 25.5, 0)).at == pytest.approx((26, 25.5, 3))
    with pytest.raises(InputError, match="cannot stand on this terrain"):
        place("on silo")


def test_edges_of_the_table():
    assert place("3 in from the south edge").at == pytest.approx((14, 3 + SMALL, 0))
    assert place("at the table's east edge").at == pytest.approx((36 - SMALL, 12, 0))


def test_a_model_on_a_roof_measures_in_three_dimensions():
    table = TABLE.with_bodies(Body("up", "small", (23, 24, 3)))
    body = place("5 in from up", (20, 20, 0), table)
    assert body.at[2] == 0 and distance(table, body, table.body("up")) == pytest.approx(5)
    with pytest.raises(InputError, match="a small base cannot stand in contact with up"):
        find_place(
            table.with_bodies(
                *(
                    Body(f"x{n}", "small", (23 + dx, 24 + dy, 3))
                    for n, (dx, dy) in enumerate([(1.2, 0), (-0.2, 1.2), (0.9, -0.9), (0.9, 1.0)])
                )
            ),
            "small",
            parse_placement("in contact with up"),
            (23, 24, 3),
        )


def test_what_is_not_there_is_said_with_what_is():
    with pytest.raises(InputError, match='nothing here is called "gate"; there are a, b, wall-2'):
        place("2 in from gate")
    with pytest.raises(InputError, match='"a" is the model to place'):
        place("2 in from a", ignore=("a",))
    twice = table_from_map(
        {
            "size": [30, 30],
            "terrain": [box("hut-1", [5, 5], [4, 4], 2), box("hut-2", [15, 5], [4, 4], 2)],
        }
    )
    with pytest.raises(InputError, match='"hut" can be hut-1, hut-2; use the whole name'):
        find_place(twice, "small", parse_placement("1 in from hut"), (0, 0, 0))


def test_a_board_of_meshes_gives_places_too():
    table = load_map("ravine")
    feature = max((f for f in table.features if f.solid), key=lambda f: len(f.pieces))
    x0, y0, x1, _ = feature.box
    at = find_place(
        table, "small", parse_placement(f"1 in from {feature.id}"), ((x0 + x1) / 2, y0 - 2, 0)
    )
    body = Body("c", "small", at)
    assert distance_to_feature(table, body, feature) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("words", ["centered on hall", "centred on the hall"])
def test_centered_on_something_is_over_its_middle(words):
    assert find_place_in_words(TABLE, "small", words) == pytest.approx((25, 25, 3.0))


def test_any_edge_of_a_roof_or_of_the_table_fits():
    x, y, z = find_place_in_words(TABLE, "small", "on the hall's edge near 21, 25")
    assert (x, y, z) == pytest.approx((22 + SMALL, 25, 3.0), abs=1e-6)
    x, y, z = find_place_in_words(TABLE, "small", "2 in from the table edge near 3, 20")
    assert (x, y, z) == pytest.approx((2 + SMALL, 20, 0.0), abs=1e-6)


def test_words_say_which_of_several_places_is_meant():
    north = find_place_in_words(TABLE, "small", "2 in from a near 15, 14")
    south = find_place_in_words(TABLE, "small", "2 in from a near 15, 6")
    assert north[1] > 10 > south[1]
    for at in (north, south):
        assert distance(TABLE, Body("x", "small", at), TABLE.body("a")) == pytest.approx(
            2, abs=1e-6
        )


def test_a_question_file_takes_places_in_words_and_names_what_is_wrong():
    def dispute(*positions):
        models = [
            {"id": f"m{k}", "base": "small", "position": at} for k, at in enumerate(positions)
        ]
        board = {"name": "Yard", "size": [36, 36], "terrain": [box("hall", [25, 25], [6, 4], 3)]}
        return read_dispute(
            {"map": board, "models": models, "questions": []}, "test", Path(), map_cache()
        )

    table = dispute([5, 5], "in base contact with m0", "2 in north of m0", "centered on hall").table
    assert table.distance("m0", "m1") == pytest.approx(0, abs=1e-4)
    assert table.distance("m0", "m2") == pytest.approx(2, abs=1e-6)
    assert table.body("m3").at == pytest.approx((25, 25, 3))
    for bad, words in (
        ("in base contact with m9", "nothing here is called"),
        ("in base contact with m2", "nothing here is called"),  # a later model
        ("somewhere", "expected for example"),
        ("", "position"),
        ("x" * 201, "position"),
    ):
        with pytest.raises(FileError, match=r"models\[1\].position") as error:
            dispute([5, 5], bad, [9, 9])
        assert words in str(error.value) and "with a height" not in str(error.value)
