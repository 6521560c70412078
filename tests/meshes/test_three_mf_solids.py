"""3MF shapes without triangles: beam lattices and boolean operations, as solids of the right size and place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.meshes.making import CUBE, CUBE_POINTS, read, same
from tests.meshes.test_three_mf import CORE, mesh, packed
from wc3d.meshes import booleans
from wc3d.meshes.mesh_source import MeshError

LATTICE = "http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"
BALLS = "http://schemas.microsoft.com/3dmanufacturing/beamlattice/balls/2020/07"
BOOLEAN = "http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07"
NODES = '<vertex x="0" y="0" z="0"/><vertex x="0" y="0" z="10"/><vertex x="10" y="0" z="0"/>'


def volume(triangles: np.ndarray) -> float:
    a, b, c = triangles.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def archive(resources: str, item: str = '<item objectid="9"/>') -> bytes:
    """A file whose object 9 is built."""
    head = f'<model unit="inch" xmlns="{CORE}" xmlns:b="{LATTICE}" xmlns:b2="{BALLS}" xmlns:bo="{BOOLEAN}" '
    head += 'requiredextensions="b b2 bo">'
    return packed(main=f"{head}<resources>{resources}</resources><build>{item}</build></model>")


def lattice(said: str, beams: str, balls: str = "", before: str = "", nodes: str = NODES) -> bytes:
    """A file with a beam lattice."""
    inside = f'<b:beamlattice minlength="0.01" radius="1" {said}><b:beams>{beams}</b:beams>{balls}</b:beamlattice>'
    return archive(
        f'{before}<object id="9"><mesh><vertices>{nodes}</vertices>{inside}</mesh></object>'
    )


SPHERE = 4 / 3 * np.pi
TUBE = 10 * np.pi

BEAMS: dict[str, tuple[bytes, float]] = {
    "round": (lattice("", '<b:beam v1="0" v2="1"/>'), TUBE + SPHERE),
    "hemispheres": (lattice('cap="hemisphere"', '<b:beam v1="0" v2="1"/>'), TUBE + SPHERE),
    "flat": (lattice('cap="butt"', '<b:beam v1="0" v2="1"/>'), TUBE),
    "one end flat": (lattice("", '<b:beam v1="0" v2="1" cap1="butt"/>'), TUBE + SPHERE / 2),
    "thicker": (lattice("", '<b:beam v1="0" v2="1" r1="2"/>'), 4 * TUBE + 8 * SPHERE),
    "cone": (
        lattice('cap="butt"', '<b:beam v1="0" v2="1" r1="2" r2="1"/>'),
        TUBE * (4 + 2 + 1) / 3,
    ),
    "cone of half balls": (
        lattice('cap="hemisphere"', '<b:beam v1="0" v2="1" r1="2" r2="1"/>'),
        TUBE * 7 / 3 + SPHERE * (8 + 1) / 2,
    ),
    "cone of balls": (
        lattice("", '<b:beam v1="0" v2="1" r1="2" r2="1"/>'),
        TUBE * 7 / 3 + SPHERE * (8 + 1),
    ),
    "ball": (
        lattice(
            'cap="butt" b2:ballmode="mixed" b2:ballradius="3"',
            '<b:beam v1="0" v2="1"/>',
            '<b2:balls><b2:ball vindex="2" r="2"/><b2:ball vindex="2"/></b2:balls>',
        ),
        TUBE + SPHERE * (8 + 27),
    ),
    "balls at all ends": (
        lattice('cap="butt" b2:ballmode="all" b2:ballradius="3"', '<b:beam v1="0" v2="1"/>'),
        TUBE + 2 * 27 * SPHERE,
    ),
    "no balls": (
        lattice(
            'cap="butt"',
            '<b:beam v1="0" v2="1"/>',
            '<b2:balls><b2:ball vindex="2" r="2"/></b2:balls>',
        ),
        TUBE,
    ),
}


@pytest.mark.parametrize("name", BEAMS)
def test_beams_and_balls_are_closed_shells(tmp_path: Path, name: str) -> None:
    data, expected = BEAMS[name]
    surface = read(tmp_path / "a.3mf", data)
    assert volume(surface.triangles) == pytest.approx(expected, rel=0.02)
    assert surface.degenerate == 0
    sides = np.concatenate([surface.triangles[:, [k, (k + 1) % 3]] for k in range(3)])
    there, back = (
        np.round(way.reshape(len(sides), 6), 9).tolist() for way in (sides, sides[:, ::-1])
    )
    assert sorted(map(tuple, there)) == sorted(map(tuple, back))
    assert surface.notes == ()


@pytest.mark.parametrize(
    "end", [(3.0, 4.0, 12.0), (-5.0, 0.0, 0.0), (0.0, -2.0, 0.0), (1e-3, 0.0, -8.0)]
)
def test_a_beam_is_round_about_its_line(tmp_path: Path, end: tuple[float, float, float]) -> None:
    x, y, z = end
    nodes = f'<vertex x="0" y="0" z="0"/><vertex x="{x}" y="{y}" z="{z}"/>'
    points = read(
        tmp_path / "a.3mf", lattice('cap="butt"', '<b:beam v1="0" v2="1"/>', nodes=nodes)
    ).triangles.reshape(-1, 3)
    axis = np.array(end) / np.linalg.norm(end)
    along = points @ axis
    away = np.linalg.norm(points - along[:, None] * axis, axis=1)
    assert np.allclose(away[away > 1e-6], 1.0, atol=0.003)
    assert (along.min(), along.max()) == pytest.approx((0.0, float(np.linalg.norm(end))), abs=1e-9)


def test_short_beams_are_left_out_and_told(tmp_path: Path) -> None:
    beams = '<b:beam v1="0" v2="1"/><b:beam v1="0" v2="3"/>'
    nodes = NODES + '<vertex x="0" y="0" z="0.001"/>'
    surface = read(tmp_path / "a.3mf", lattice('cap="butt"', beams, nodes=nodes))
    assert volume(surface.triangles) == pytest.approx(TUBE, rel=0.01)
    assert surface.notes == ("not read: beams shorter than their lattice allows (1)",)


@pytest.mark.parametrize(("mode", "expected"), [("inside", 3 * np.pi), ("outside", 7 * np.pi)])
def test_a_lattice_is_clipped(tmp_path: Path, mode: str, expected: float) -> None:
    block = f'<object id="1">{mesh(corners=CUBE_POINTS * [10, 10, 1] - [5, 10, 0])}</object>'
    data = lattice(
        f'cap="butt" clippingmode="{mode}" clippingmesh="1"',
        '<b:beam v1="0" v2="1"/>',
        before=block,
    )
    assert volume(read(tmp_path / "a.3mf", data).triangles) == pytest.approx(expected, rel=0.01)


def boolean(
    operation: str, *others: str, base: str = 'objectid="1"', name: str = "booleanshape"
) -> bytes:
    """A file with a boolean shape of the block and a block of a half of its size."""
    small = f'<object id="2">{mesh(corners=CUBE_POINTS / 2)}</object>'
    listed = "".join(f'<bo:boolean objectid="2" {other}/>' for other in others)
    shape = f'<bo:{name} {base} operation="{operation}">{listed}</bo:{name}>'
    return archive(f'<object id="1">{mesh()}</object>{small}<object id="9">{shape}</object>')


INSIDE = 'transform="1 0 0 0 1 0 0 0 1 0.25 0.5 0.75"'
ACROSS = 'transform="1 0 0 0 1 0 0 0 1 0.75 0 0"'
MIRRORED = 'transform="-1 0 0 0 1 0 0 0 1 1.25 0 0"'

SHAPES = {
    "union inside": (boolean("union", INSIDE), 6.0),
    "union across": (boolean("union", ACROSS), 6 + 0.75 / 2),
    "difference inside": (boolean("difference", INSIDE), 6 - 0.75),
    "difference across": (boolean("difference", ACROSS), 6 - 0.75 / 2),
    "difference of two": (boolean("difference", ACROSS, INSIDE), 6 - 0.75 - 0.75 * 0.5 + 0.0),
    "intersection": (boolean("intersection", ACROSS), 0.75 / 2),
    "mirrored": (boolean("intersection", MIRRORED), 0.75 / 2),
    "draft": (boolean("difference", INSIDE, name="booleans"), 6 - 0.75),
    "base moved": (
        boolean("difference", "", base='objectid="1" transform="2 0 0 0 2 0 0 0 2 0 0 0"'),
        48 - 0.75,
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_boolean_shapes_are_solids(tmp_path: Path, name: str) -> None:
    data, expected = SHAPES[name]
    surface = read(tmp_path / "a.3mf", data)
    assert volume(surface.triangles) == pytest.approx(expected)
    assert surface.notes == ()


def test_a_boolean_shape_is_placed_like_any_other_and_may_be_a_base(tmp_path: Path) -> None:
    shapes = (
        f'<object id="1">{mesh()}</object><object id="2">{mesh(corners=CUBE_POINTS / 2)}</object>'
    )
    shapes += '<object id="3"><bo:booleanshape objectid="1"><bo:boolean objectid="2"/></bo:booleanshape></object>'
    shapes += '<object id="4"><bo:booleanshape objectid="3" operation="intersection"><bo:boolean objectid="1"/>'
    shapes += '</bo:booleanshape></object><object id="9"><components><component objectid="4"/></components></object>'
    data = archive(shapes, '<item objectid="9" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>')
    surface = read(tmp_path / "a.3mf", data)
    assert volume(surface.triangles) == pytest.approx(6)
    assert surface.low.tolist() == [5, 0, 0]
    assert surface.unit == "in"


def test_items_that_are_not_to_be_printed_are_left_out_unless_all_are(tmp_path: Path) -> None:
    one = f'<object id="1">{mesh()}</object>'
    far = '<item objectid="1" printable="0" transform="1 0 0 0 1 0 0 0 1 50 0 0"/>'
    surface = read(tmp_path / "a.3mf", archive(one, '<item objectid="1" printable="1"/>' + far))
    assert same(surface.triangles, CUBE)
    assert surface.notes == ("left out: items that are not to be printed (1)",)
    surface = read(tmp_path / "a.3mf", archive(one, far))
    assert same(surface.triangles, CUBE + [50, 0, 0])
    assert surface.notes == ("no item is to be printed, so all items are read",)


CHAIN = "".join(
    f'<object id="{k}"><bo:booleanshape objectid="{k + 1}"><bo:boolean objectid="{k + 1}"/></bo:booleanshape></object>'
    for k in range(9, 99)
)

REFUSED: dict[str, tuple[bytes, str]] = {
    "no vertex": (
        lattice("", '<b:beam v1="0" v2="7"/>'),
        "uses a vertex that does not exist; the mesh has only 3 vertices",
    ),
    "no ball": (
        lattice('b2:ballmode="all"', "", '<b2:ball vindex="-1"/>'),
        "uses a vertex that does not exist",
    ),
    "radius": (
        lattice("", '<b:beam v1="0" v2="1" r1="-1"/>'),
        "expected the radii of beams and balls",
    ),
    "endless": (
        lattice("", '<b:beam v1="0" v2="1" r1="nan"/>'),
        "expected the radii of beams and balls",
    ),
    "cap": (
        lattice('cap="square"', ""),
        'expected one of hemisphere, sphere, butt, found "square"',
    ),
    "cap of one": (
        lattice("", '<b:beam v1="0" v2="1" cap1="x"/>'),
        "expected the caps hemisphere, sphere or butt",
    ),
    "stray": (archive('<object id="9"><b:beam v1="0" v2="1"/></object>'), "outside a beam lattice"),
    "many": (
        lattice("", '<b:beam v1="0" v2="1"/>' * 40_000),
        r"2,560,000 triangles, more than the limit of 2,000,000",
    ),
    "clips itself": (
        lattice('clippingmode="inside" clippingmesh="9"', '<b:beam v1="0" v2="1"/>'),
        "clipped by its own object",
    ),
    "no clip": (
        lattice('clippingmode="inside" clippingmesh="5"', '<b:beam v1="0" v2="1"/>'),
        "does not exist",
    ),
    "operation": (boolean("minus"), "union, difference, intersection"),
    "no base": (boolean("union", base='objectid="5"'), 'object "5": does not exist'),
    "round": (boolean("union", base='objectid="9"'), "or contains itself"),
    "deep": (archive(CHAIN), "or contains itself"),
    "stray operand": (
        archive('<object id="9"><bo:boolean objectid="1"/></object>'),
        "outside a boolean shape",
    ),
    "empty": (
        boolean("intersection", 'transform="1 0 0 0 1 0 0 0 1 9 0 0"'),
        "contains no triangles",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_lattices_and_booleans_that_cannot_be_made_are_refused(tmp_path: Path, name: str) -> None:
    data, words = REFUSED[name]
    with pytest.raises(MeshError, match=words) as caught:
        read(tmp_path / "a.3mf", data)
    assert str(caught.value).startswith("a.3mf")


def test_an_open_surface_has_no_inside_to_take_away(tmp_path: Path) -> None:
    block = mesh().replace('<triangle v1="0" v2="1" v3="3" />', "", 1)
    shape = '<bo:booleanshape objectid="1" operation="difference"><bo:boolean objectid="1"/></bo:booleanshape>'
    with pytest.raises(
        MeshError, match='object "1": expected a closed surface for a boolean operation or clipping'
    ):
        read(
            tmp_path / "a.3mf",
            archive(f'<object id="1">{block}</object><object id="9">{shape}</object>'),
        )


def test_shapes_that_cross_too_often_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(booleans, "CROSSINGS_LIMIT", 20)
    with pytest.raises(MeshError, match='object "9": the shapes cross in too many places'):
        read(tmp_path / "a.3mf", boolean("difference", ACROSS))


def test_too_many_operations_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booleans, "MAX_EFFORT_TRIANGLES", 10_000)
    with pytest.raises(MeshError, match='object "9": too many boolean operations'):
        read(tmp_path / "a.3mf", boolean("union", INSIDE, INSIDE, ACROSS))
