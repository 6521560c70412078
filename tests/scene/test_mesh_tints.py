"""Copies of a mesh file have different tints, always the same ones."""

from tests.shipped_boards import shipped_board
from wc3d.scene.mesh_tints import PAINTED_TINTS, TINTS, mesh_tint


def test_the_containers_of_a_yard_have_three_tints():
    table = shipped_board("container-yard")
    containers = [f for f in table.features if "ontainer" in f.name or "stack" in f.name]
    tints = {mesh_tint(f, k) for f in containers for k in range(len(f.meshes))}
    assert tints == set(PAINTED_TINTS)
    stack = next(f for f in containers if len(f.meshes) > 1)
    assert mesh_tint(stack, 0) != mesh_tint(stack, 1)
    assert mesh_tint(stack, 0) == mesh_tint(stack, 0)


def test_other_mesh_files_differ_a_little():
    table = shipped_board("old-quarter")
    tints = {mesh_tint(f, 0) for f in table.features if f.meshes}
    assert tints == set(TINTS)
    shared = [f for f in table.features if len(f.meshes) > 1]
    assert all(mesh_tint(f, 0) == mesh_tint(f, 1) for f in shared)
    assert max(abs(value - 1) for tint in tints for value in tint) < 0.12
