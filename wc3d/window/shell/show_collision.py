"""The rules' solids of a board's mesh files, on a key: the outer ones round them, the inner ones in their place, none."""
from __future__ import annotations

from panda3d.core import NodePath

from wc3d._internal.progress import Progress
from wc3d.panda.board import Board
from wc3d.panda.mesh_files import panda_matrix
from wc3d.presentation.palette import RGB
from wc3d.scene.collision_solids import RuleSolids, made_solids
from wc3d.scene.looks import files_of, placing
from wc3d.table.features import Feature
from wc3d.table.table import Table
from wc3d.table.terrain.meshes import MeshKey
from wc3d.window.shell.notices import Notices
from wc3d.workers.background import BackgroundProcess

OFF, OUTER, INNER = 0, 1, 2
AROUND: RGB = (214, 178, 122)
WITHIN: RGB = (86, 120, 168)
MARK: RGB = (226, 96, 62)


def prepare(progress: Progress, key: MeshKey) -> RuleSolids:
    """The rules' solids of a mesh file, made in a process of its own."""
    return made_solids(key, progress)


class SolidsShown:
    """Which of them are shown on a board, and what is still being made of them."""

    def __init__(self, notices: Notices) -> None:
        self.notices, self.maker = notices, BackgroundProcess()
        self.mode = OFF
        self._made: dict[MeshKey, RuleSolids | None] = {}
        self._key: MeshKey | None = None
        self._nodes: list[NodePath] = []
        self._drawn: object = None

    def turn(self) -> None:
        """The next: outer, inner, none."""
        self.mode = (self.mode + 1) % 3
        if self.mode == OFF:
            self.maker.stop()
            self._key = None

    def go_on(self, board: Board) -> bool:
        """Draw what is ready, and begin the next; did anything change?"""
        keys = _keys(board.table) if self.mode != OFF else []
        report = self.maker.poll() if self.maker.busy else None
        if report is not None and report.ended and self._key is not None:
            self._made[self._key], self._key = report.answer, None
            if report.failure:
                self.notices.complain(f"collision shapes: {report.failure}")
        missing = next((key for key in keys if key not in self._made), None)
        if missing is not None and not self.maker.busy:
            self.maker.ask(f"collision shapes of {missing.path.name}", prepare, missing)
            self._key = missing
        state = (self.mode, id(board), board.table.features, tuple(key for key in keys if key in self._made))
        if state != self._drawn:
            self._drawn = state
            self._draw(board)
            return True
        return report is not None

    def _draw(self, board: Board) -> None:
        for node in self._nodes:
            node.remove_node()
        self._nodes = []
        board.painted.hide() if self.mode == INNER else board.painted.show()
        patterns: dict[MeshKey, NodePath] = {}
        for feature in board.table.features if self.mode != OFF else ():
            for shape, key in files_of(feature.shapes):
                solids = self._made.get(key)
                if solids is None:
                    continue
                if key not in patterns:
                    patterns[key] = self._pattern(board, solids)
                node = board.glass.attach_new_node("solids")
                node.set_mat(panda_matrix(placing(shape)))
                patterns[key].copy_to(node)
                self._nodes.append(node)
        for pattern in patterns.values():
            pattern.remove_node()

    def _pattern(self, board: Board, solids: RuleSolids) -> NodePath:
        """The geometry of one, the same for all copies."""
        node = board.glass.attach_new_node("pattern")
        if self.mode == OUTER:
            board.see_through(solids.outer, AROUND, 0.5, stripes=2.0, parent=node, flat=True)
        else:
            board.block(solids.inner, WITHIN, parent=node)
        marked = solids.beyond if self.mode == OUTER else solids.short
        if len(marked.faces):
            board.area(marked, MARK, 0.55, hatch=6.0, parent=node)
        return node

    def words(self, table: Table | None) -> list[str]:
        """What is shown, for a person, a line each."""
        if self.mode == OFF or table is None:
            return []
        keys = _keys(table)
        solids = [solid for key in keys if (solid := self._made.get(key)) is not None]
        if not keys:
            return ["This board has no meshes: the rules use all terrain exactly as drawn."]
        tolerance = max((solid.tolerance for solid in solids), default=0.0)
        max_gap = max((solid.reach if self.mode == OUTER else solid.lack for solid in solids), default=0.0)
        lines = {
            OUTER: [
                "Collision shapes over the meshes (striped): models stand on them and move around them.",
                f'Hatched: the collision shape is more than {tolerance:.2g}" larger than the mesh (here up to {max_gap:.2g}").',
            ],
            INNER: [
                "Collision shapes inside the meshes: if one blocks a line of sight, the mesh blocks it, too.",
                f'Hatched: the collision shape is more than {tolerance:.2g}" smaller than the mesh (here up to {max_gap:.2g}").',
            ],
        }[self.mode]
        if not max_gap:
            lines[1:] = ["The shapes match these meshes exactly."] if solids else []
        ready_count = sum(key in self._made for key in keys)
        return [*lines, f"Loading: {ready_count} of {len(keys)} meshes ready."] if ready_count < len(keys) else lines

    def close(self) -> None:
        """Let the process go."""
        self.maker.stop()


def _keys(table: Table) -> list[MeshKey]:
    features: tuple[Feature, ...] = table.features
    return list(dict.fromkeys(key for feature in features for _, key in files_of(feature.shapes)))
