"""A screen's table in the window: its board, the models as they stand, and what the screen draws over it."""

from __future__ import annotations

from panda3d.core import NodePath

from wc3d.panda.mesh_files import (
    MAX_TRIANGLES,
    MAX_TRIANGLES_FINE,
    MAX_TRIANGLES_LOW,
    MAX_TRIANGLES_QUICK,
)
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import ROLE_COLORS, Role
from wc3d.scene.evidence_marks import draw_volume
from wc3d.scene.ground_textures import ground_for_board
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.table.table import Table
from wc3d.window.shell.mesh_loader import MeshLookLoader
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.show_collision import CollisionDisplay

LOW_SHADOW_SAMPLES, QUICK_SHADOW_SAMPLES, FINE_SHADOW_SAMPLES = 0, 4, 12
"""How softly shadows are drawn; with none at all where the settings say "low"."""


STEPS_UNTIL_SHOWN = 3
"""Steps after which what was drawn is surely on the screen."""
HOVER_OUTLINE_RGB, SELECTION_OUTLINE_RGB = (235, 240, 250), (255, 214, 90)
"""The colors of outlines."""


class SceneUpdater:
    """Follows what the window's screen shows, and draws anew only what has changed."""

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self.board: TableScene | None = None
        self.mesh_loader, self.collision_display = (
            MeshLookLoader(window.notices),
            CollisionDisplay(window.notices),
        )
        self.picker: RayPicker | None = None
        self.replacing = False
        """Is the board built once more, in place of one that is still seen?"""
        self.marks: list[NodePath] = []
        self._still = 0
        self._bodies: object = None
        self._poses: dict[str, tuple[float, float]] = {}
        self._marked: object = None

    def update_table(self) -> None:
        """Show the screen's table: a new board, or the same with what was edited, and the models where they are now."""
        table, old_table = (
            self.window.screen.table,
            self.board.table if self.board is not None else None,
        )
        if table is None and old_table is None:
            return
        if (
            table is not None
            and old_table is not None
            and self.board is not None
            and _is_edited(table, old_table)
        ):
            self.board.show_terrain(table)
            self.picker = RayPicker(table)
            self.window.request_board_redraw(3)
        elif table is None or old_table is None or not _has_same_terrain(table, old_table):
            self.replace_board(table)
        if table is not None and self.board is not None:
            self._follow_bodies(self.board, table)

    def _follow_bodies(self, board: TableScene, table: Table) -> None:
        screen = self.window.screen
        colors, angles, liveries = (
            dict(screen.colors()),
            dict(screen.facings()),
            dict(screen.liveries()),
        )
        state = (table.bodies, colors, angles, liveries)
        if state != self._bodies:
            self._bodies = state
            board.show_bodies(table.bodies, colors, angles, liveries)
            for fault in dict.fromkeys(board.figure_nodes.faults):
                self.window.notices.show_error(fault)
            board.figure_nodes.faults.clear()
            self.window.aim_camera()
        self._pose_models(board, dict(screen.poses()))

    def update_outlines(self, hit: RayHit | None) -> None:
        """Draw an outline round the model that is chosen, and a paler one round that under the mouse."""
        if self.board is not None and self.board.is_built:
            outlines = {hit.id: HOVER_OUTLINE_RGB} if hit is not None and hit.kind == "body" else {}
            if self.window.screen.selected is not None:
                outlines[self.window.screen.selected] = SELECTION_OUTLINE_RGB
            if self.board.figure_nodes.set_outlines(outlines):
                self.window.request_board_redraw()

    def rebuild_figures(self) -> None:
        """A model has another miniature: all are made anew."""
        if self.board is not None:
            self.board.figure_nodes.remove_all()
            self._bodies, self._poses = None, {}

    def _pose_models(self, board: TableScene, poses: dict[str, tuple[float, float]]) -> None:
        """Let models lean and shrink; those that did before stand upright again."""
        if poses == self._poses:
            return
        for id in {*poses, *self._poses} & {*board.node_by_body}:
            lean, size = poses.get(id, (0.0, 1.0))
            board.node_by_body[id].set_p(-lean)
            board.node_by_body[id].set_scale(size)
        self._poses = poses
        board.redraw_shadow()
        self.window.request_board_redraw()

    def replace_board(self, table: Table | None) -> None:
        """Take the board away, and begin a new one for a table if there is one."""
        for node in self.marks:
            node.remove_node()
        self.marks, self._marked, self._bodies = [], None, None
        self.replacing = False
        if self.board is not None:
            self.board.close()
        self.board = self.picker = None
        self.mesh_loader.reset()
        if table is not None:
            window = self.window
            if window.viewpoint.table_size != table.size:
                window.viewpoint.reset_for_table(table.size)
            low = window.draws_quickly and window.settings.display.quality == "low"
            taps = (
                LOW_SHADOW_SAMPLES
                if low
                else QUICK_SHADOW_SAMPLES
                if window.draws_quickly
                else FINE_SHADOW_SAMPLES
            )
            moving = MAX_TRIANGLES_LOW if low else MAX_TRIANGLES_QUICK
            triangles = (
                moving
                if window.draws_quickly
                else MAX_TRIANGLES_FINE
                if window.render_target.is_software
                else MAX_TRIANGLES
            )
            self.board = TableScene(
                window.render_target, table, taps=taps, at_once=False, triangles=triangles
            )
            self.picker = RayPicker(table)
        self.window.request_board_redraw(3)

    def rebuild_board(self) -> None:
        """Build the board once more, as it is drawn otherwise now: the picture there is stays until the new one is there."""
        self.replace_board(None)
        self.update_table()
        self.replacing = self.is_building

    @property
    def is_finished(self) -> bool:
        """Is there no board that a first look shows less of?"""
        return self.board is None or self.board.is_finished

    @property
    def is_building(self) -> bool:
        """Is there a board that is not built yet?"""
        return self.board is not None and not self.board.is_built

    def status_lines(self, table: Table | None) -> list[str]:
        """What is being done beside what one sees, and how terrain is shown, for a person."""
        return ["Loading the board"] * self.is_building + [
            self.mesh_loader.status_text,
            *self.collision_display.status_lines(table),
        ]

    def build_for(self, seconds: float) -> None:
        """Go on with a board that is not built yet, for about so long. It is seen when all of it is there: no picture before."""
        if self.board is not None and self.is_building:
            self.board.build(seconds)
            if self.board.is_built:
                self.replacing = False
                self.window.aim_camera()

    def load_details(self) -> None:
        """Go on with what is not drawn yet: what a first look could do without, and mesh files."""
        self._still = self._still + 1 if self.window.is_drawn else 0
        if (
            self.board is not None
            and self._still > STEPS_UNTIL_SHOWN
            and not self.board.is_finished
        ):
            self.board.add_details()
            self.window.request_board_redraw()
        if (
            self.board is not None
            and self.board.is_built
            and self.board.features_waiting_for
            and self.mesh_loader.load_next(self.board)
        ):
            self.window.request_board_redraw()
        if (
            self.board is not None
            and self.board.is_built
            and self.collision_display.load_next(self.board)
        ):
            self.window.request_board_redraw()

    def refine_picture(self) -> None:
        """The picture comes to rest: what was drawn coarsely for the sake of speed is drawn finely."""
        if self.board is not None:
            self.board.set_mesh_detail(
                MAX_TRIANGLES_FINE if self.window.render_target.is_software else MAX_TRIANGLES
            )

    def update_camera(self, eye: str | None) -> None:
        """The camera has moved; the model whose eyes one looks through is hidden."""
        if self.board is not None:
            self.board.cut_above(self.window.cutaway.height)
            for id, node in self.board.node_by_body.items():
                is_hidden = id == eye or self.window.cutaway.is_hidden(node.get_z())
                node.hide() if is_hidden else node.show()
            self.board.on_camera_changed()

    def update_marks(self) -> None:
        """Draw what the screen shows over the board, if it is not what is drawn already."""
        if self.board is None:
            return
        window, screen = self.window, self.window.screen
        table, eye = screen.table, window.viewpoint.eye_model
        state = (screen.marks_key(), window.volumes, window.grid, table, eye)
        if state == self._marked:
            return
        self._marked = state
        self.board.show_grid(window.grid)
        old_nodes = set(self.board.translucent_node.get_children()) - set(self.marks)
        for node in self.marks:
            node.remove_node()
        if window.volumes and table is not None:
            for body in table.bodies:
                if body.id != eye:
                    draw_volume(self.board, body.volume, ROLE_COLORS[Role.FROM])
        screen.draw_marks(self.board)
        self.marks = [
            node for node in self.board.translucent_node.get_children() if node not in old_nodes
        ]
        window.request_board_redraw()


def _has_same_terrain(first: Table, second: Table) -> bool:
    """Are two tables drawn alike but for their models?"""
    return (
        _has_same_ground(first, second)
        and first.features == second.features
        and first.ladders == second.ladders
    )


def _has_same_ground(first: Table, second: Table) -> bool:
    """Are two tables of one size and ground, which a board's name says?"""
    return first.size == second.size and ground_for_board(first.name) is ground_for_board(
        second.name
    )


def _is_edited(first: Table, second: Table) -> bool:
    """Is the terrain of one table that of the other, partly changed?"""
    shared = len(first.features) <= 1 or not {*first.features}.isdisjoint(second.features)
    return _has_same_ground(first, second) and not _has_same_terrain(first, second) and shared
