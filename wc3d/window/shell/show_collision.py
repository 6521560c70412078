"""Show the collision solids of mesh files: outer, inner or none, switched by a key."""

from __future__ import annotations

from panda3d.core import NodePath

from wc3d._internal.progress import Progress
from wc3d.panda.mesh_files import to_panda_matrix
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import RGB
from wc3d.scene.collision_display import CollisionSolids, make_collision_solids
from wc3d.scene.mesh_looks import mesh_files_of, placement_matrix
from wc3d.table.features import Feature
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import MeshKey
from wc3d.window.shell.notices import Notices
from wc3d.workers.background import BackgroundProcess

MODE_OFF, MODE_OUTER, MODE_INNER = 0, 1, 2
OUTER_RGB: RGB = (214, 178, 122)
INNER_RGB: RGB = (86, 120, 168)
DEVIATION_RGB: RGB = (226, 96, 62)


def make_solids(progress: Progress, key: MeshKey) -> CollisionSolids:
    """Return the collision solids of a mesh file; runs in a separate process."""
    return make_collision_solids(key, progress)


class CollisionDisplay:
    """The display mode of the collision solids and the background task that computes them."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self.maker = BackgroundProcess()
        self.mode = MODE_OFF
        self._made: dict[MeshKey, CollisionSolids | None] = {}
        self._key: MeshKey | None = None
        self._nodes: list[NodePath] = []
        self._drawn: object = None

    def cycle_mode(self) -> None:
        """Switch to the next mode: outer, inner, none."""
        self.mode = (self.mode + 1) % 3
        if self.mode == MODE_OFF:
            self.maker.stop()
            self._key = None

    def load_next(self, board: TableScene) -> bool:
        """Draw finished solids and start the next. Return whether the scene changed."""
        keys = _mesh_keys(board.table) if self.mode != MODE_OFF else []
        report = self.maker.poll() if self.maker.is_busy else None
        if report is not None and report.is_finished and self._key is not None:
            self._made[self._key], self._key = report.answer, None
            if report.failure:
                self.notices.show_error(f"collision shapes: {report.failure}")
        missing = next((key for key in keys if key not in self._made), None)
        if missing is not None and not self.maker.is_busy:
            self.maker.start_task(f"collision shapes of {missing.path.name}", make_solids, missing)
            self._key = missing
        state = (
            self.mode,
            id(board),
            board.table.features,
            tuple(key for key in keys if key in self._made),
        )
        if state != self._drawn:
            self._drawn = state
            self._draw_solids(board)
            return True
        return report is not None

    def _draw_solids(self, board: TableScene) -> None:
        for node in self._nodes:
            node.remove_node()
        self._nodes = []
        board.painted_node.hide() if self.mode == MODE_INNER else board.painted_node.show()
        patterns: dict[MeshKey, NodePath] = {}
        for feature in board.table.features if self.mode != MODE_OFF else ():
            for shape, key in mesh_files_of(feature.shapes):
                solids = self._made.get(key)
                if solids is None:
                    continue
                if key not in patterns:
                    patterns[key] = self._make_pattern(board, solids)
                node = board.translucent_node.attach_new_node("solids")
                node.set_mat(to_panda_matrix(placement_matrix(shape)))
                patterns[key].copy_to(node)
                self._nodes.append(node)
        for pattern in patterns.values():
            pattern.remove_node()

    def _make_pattern(self, board: TableScene, solids: CollisionSolids) -> NodePath:
        """Return the geometry of one mesh's solids, shared by all copies."""
        node = board.translucent_node.attach_new_node("pattern")
        if self.mode == MODE_OUTER:
            board.draw_translucent(
                solids.outer, OUTER_RGB, 0.5, stripes=2.0, parent=node, flat=True
            )
        else:
            board.draw_solid(solids.inner, INNER_RGB, parent=node)
        marked = solids.excess_surface if self.mode == MODE_OUTER else solids.gap_surface
        if len(marked.faces):
            board.draw_area(marked, DEVIATION_RGB, 0.55, hatch=6.0, parent=node)
        return node

    def status_lines(self, table: Table | None) -> list[str]:
        """Return messages about the display mode, one per line."""
        if self.mode == MODE_OFF or table is None:
            return []
        keys = _mesh_keys(table)
        solids = [solid for key in keys if (solid := self._made.get(key)) is not None]
        if not keys:
            return ["This board has no meshes: the rules use all terrain exactly as drawn."]
        tolerance = max((solid.tolerance_in for solid in solids), default=0.0)
        max_gap = max(
            (
                solid.max_excess_in if self.mode == MODE_OUTER else solid.max_gap_in
                for solid in solids
            ),
            default=0.0,
        )
        lines = {
            MODE_OUTER: [
                "Collision shapes over the meshes (striped): models stand on them and move around them.",
                f'Hatched: the collision shape is more than {tolerance:.2g}" larger than the mesh (here up to {max_gap:.2g}").',
            ],
            MODE_INNER: [
                "Collision shapes inside the meshes: if one blocks a line of sight, the mesh blocks it, too.",
                f'Hatched: the collision shape is more than {tolerance:.2g}" smaller than the mesh (here up to {max_gap:.2g}").',
            ],
        }[self.mode]
        if not max_gap:
            lines[1:] = ["The shapes match these meshes exactly."] if solids else []
        ready_count = sum(key in self._made for key in keys)
        return (
            [*lines, f"Loading: {ready_count} of {len(keys)} meshes ready."]
            if ready_count < len(keys)
            else lines
        )

    def close(self) -> None:
        """Close the background process."""
        self.maker.stop()


def _mesh_keys(table: Table) -> list[MeshKey]:
    features: tuple[Feature, ...] = table.features
    return list(
        dict.fromkeys(key for feature in features for _, key in mesh_files_of(feature.shapes))
    )
