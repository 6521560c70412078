"""A mesh in the side cut: the file's own line lies between what is certainly solid and what models move among."""

import numpy as np
import pytest
import shapely
import trimesh

from wc3d.presentation.evidence_view import EvidenceView
from wc3d.printing.mesh_side_cut import file_section, inner_section
from wc3d.printing.side_cut import SideCutDrawing
from wc3d.registry import table_from_map


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A ball 4" across with its middle 2" up, mirrored, turned and moved; its triangles are many, so that solids hold it."""
    folder = tmp_path_factory.mktemp("ball")
    ball = trimesh.creation.icosphere(4, 2.0)
    ball.apply_translation((1.0, 0.5, 2.0))
    ball.export(folder / "ball.stl")
    shape = {
        "type": "mesh",
        "file": "ball.stl",
        "position": [10, 12, 0.5],
        "rotation": 40,
        "mirrored": True,
    }
    return table_from_map(
        {"size": [24, 24], "terrain": [{"id": "ball", "kind": "structure", "shape": shape}]},
        folder=folder,
    )


def middle(table):
    """Where the ball's middle is."""
    x0, y0, x1, y1 = table.feature("ball").box
    return (x0 + x1) / 2, (y0 + y1) / 2


def test_the_file_is_cut_where_it_stands_with_its_solids_round_and_in_it(table):
    [mesh], (x, y) = table.feature("ball").meshes, middle(table)
    path = [(x - 5, y), (x + 5, y)]
    segments = file_section(mesh, path)
    inner = inner_section(mesh, path)
    away = np.hypot(segments[..., 0] - 5, segments[..., 1] - 2.5)
    assert len(segments) > 60 and away == pytest.approx(np.full(away.shape, 2.0), abs=0.03), (
        "a circle, where it stands"
    )
    outer = SideCutDrawing(
        table, EvidenceView("sight", "", "", True, "", cut=tuple(path)), 900, 300
    ).sections["ball"]
    lines = shapely.multilinestrings(list(segments))
    assert inner.area > 0.8 * np.pi * 4 and not lines.intersects(inner.buffer(-0.01))
    assert (
        shapely.affinity.translate(inner, outer.bounds[0] - 3.0, 0.0)
        .difference(outer.buffer(0.2))
        .area
        < 1e-6
    )


def test_the_side_cut_marks_what_is_certain_and_draws_the_file(table, monkeypatch):
    x, y = middle(table)
    cut = SideCutDrawing(
        table,
        EvidenceView(
            "sight",
            "",
            "",
            True,
            "",
            cut=((x - 5, y), (x + 5, y)),
            marked_models={"ball": "BLOCKS"},
        ),
        900,
        300,
    )
    drawn = []
    line = cut.sheet.line

    def noted(points, *rest):
        drawn.append(points)
        line(points, *rest)

    monkeypatch.setattr(cut.sheet, "line", noted)
    sheet = cut.draw()
    assert cut._certain_section("ball").area < cut.sections["ball"].area
    assert sum(len(points) == 2 for points in drawn) > 60
    assert sheet.to_image().size == (900, 300)
