"""The scan of a table that measurements are made with: scanned ground as the rules have it, with what makes scans hard."""

from tests.models3d.scan import ARCHES, HOLES, make_scan
from wc3d.geometry.mesh_solids.close_scans import close_scanned_ground
from wc3d.geometry.mesh_solids.surface_topology import find_shells_and_holes, orient_triangles
from wc3d.meshes.file_readings import propose_file_readings
from wc3d.meshes.read_mesh import read_surface
from wc3d.table.terrain.mesh_solids import MeshImportSettings, read_triangles


def test_a_scan_is_a_sheet_with_holes_below_arches_and_is_closed_down_to_the_table(tmp_path):
    path = make_scan(tmp_path / "scan.glb", 40_000, 64)
    surface = read_surface(path)
    assert 30_000 < len(surface.triangles) < 42_000
    best = propose_file_readings(surface, path)[0]
    assert (best.unit, best.up, best.scale) == ("m", "y", 1.0)
    assert (
        surface.parts[0].uv is not None
        and getattr(surface.parts[0].material, "texture", None) is not None
    )
    triangles = orient_triangles(read_triangles(path, MeshImportSettings("m", "y")))
    shells, (_, hole) = find_shells_and_holes(triangles)
    assert shells >= 1 + ARCHES and len(set(hole.tolist())) > HOLES // 3
    closed = close_scanned_ground(triangles)
    assert len(closed.triangles) and closed.shut > HOLES // 3


def test_the_same_scan_is_made_each_time(tmp_path):
    one, other = (
        make_scan(tmp_path / name, 5_000, 16).read_bytes() for name in ("one.glb", "other.glb")
    )
    assert one == other
