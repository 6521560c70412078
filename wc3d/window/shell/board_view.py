"""A screen's table in the window: its board, the models as they stand, and what the screen draws over it."""
from __future__ import annotations

from panda3d.core import NodePath

from wc3d.panda.board import Board
from wc3d.panda.mesh_files import MOST, MOST_FINELY, MOST_LOW, MOST_QUICKLY
from wc3d.presentation.palette import ROLE_COLORS, Role
from wc3d.scene.evidence_marks import draw_volume
from wc3d.scene.ground_textures import ground_of
from wc3d.scene.picking import Picker, RayHit
from wc3d.table.table import Table
from wc3d.window.shell.mesh_loader import Dressing
from wc3d.window.shell.screen import Host
from wc3d.window.shell.show_collision import SolidsShown

LOW_TAPS, QUICK_TAPS, FINE_TAPS = 0, 4, 12
"""How softly shadows are drawn; with none at all where the settings say "low"."""


SHOWN_AFTER = 3
"""Steps after which what was drawn is surely on the screen."""
HOVERED, CHOSEN = (235, 240, 250), (255, 214, 90)
"""The colors of outlines."""


class BoardView:
    """Follows what the window's screen shows, and draws anew only what has changed."""

    def __init__(self, window: Host) -> None:
        self.window = window
        self.board: Board | None = None
        self.dressing, self.solids = Dressing(window.notices), SolidsShown(window.notices)
        self.picker: Picker | None = None
        self.replacing = False
        """Is the board built once more, in place of one that is still seen?"""
        self.marks: list[NodePath] = []
        self._still = 0
        self._bodies: object = None
        self._poses: dict[str, tuple[float, float]] = {}
        self._marked: object = None

    def follow_table(self) -> None:
        """Show the screen's table: a new board, or the same with what was edited, and the models where they are now."""
        table, old_table = self.window.screen.table, self.board.table if self.board is not None else None
        if table is None and old_table is None:
            return
        if table is not None and old_table is not None and self.board is not None and _edited(table, old_table):
            self.board.show_terrain(table)
            self.picker = Picker(table)
            self.window.board_changed(3)
        elif table is None or old_table is None or not _same_terrain(table, old_table):
            self.renew(table)
        if table is not None and self.board is not None:
            self._follow_bodies(self.board, table)

    def _follow_bodies(self, board: Board, table: Table) -> None:
        screen = self.window.screen
        colors, angles, liveries = dict(screen.colors()), dict(screen.turned()), dict(screen.liveries())
        state = (table.bodies, colors, angles, liveries)
        if state != self._bodies:
            self._bodies = state
            board.show_bodies(table.bodies, colors, angles, liveries)
            for fault in dict.fromkeys(board.shown.faults):
                self.window.notices.complain(fault)
            board.shown.faults.clear()
            self.window.look()
        self._pose(board, dict(screen.poses()))

    def follow_outlines(self, hit: RayHit | None) -> None:
        """Draw an outline round the model that is chosen, and a paler one round that under the mouse."""
        if self.board is not None and self.board.built:
            outlines = {hit.id: HOVERED} if hit is not None and hit.what == "body" else {}
            if self.window.screen.selected is not None:
                outlines[self.window.screen.selected] = CHOSEN
            if self.board.shown.outline(outlines):
                self.window.board_changed()

    def figures_changed(self) -> None:
        """A model has another miniature: all are made anew."""
        if self.board is not None:
            self.board.shown.forget()
            self._bodies, self._poses = None, {}

    def _pose(self, board: Board, poses: dict[str, tuple[float, float]]) -> None:
        """Let models lean and shrink; those that did before stand upright again."""
        if poses == self._poses:
            return
        for id in {*poses, *self._poses} & {*board.of_body}:
            lean, size = poses.get(id, (0.0, 1.0))
            board.of_body[id].set_p(-lean)
            board.of_body[id].set_scale(size)
        self._poses = poses
        board.refresh_shadow()
        self.window.board_changed()

    def renew(self, table: Table | None) -> None:
        """Take the board away, and begin a new one for a table if there is one."""
        for node in self.marks:
            node.remove_node()
        self.marks, self._marked, self._bodies = [], None, None
        self.replacing = False
        if self.board is not None:
            self.board.close()
        self.board = self.picker = None
        self.dressing.begin()
        if table is not None:
            window = self.window
            if window.viewpoint.size != table.size:
                window.viewpoint.new_table(table.size)
            low = window.quick and window.settings.display.quality == "low"
            taps = LOW_TAPS if low else QUICK_TAPS if window.quick else FINE_TAPS
            moving = MOST_LOW if low else MOST_QUICKLY
            triangles = moving if window.quick else MOST_FINELY if window.stage.software else MOST
            self.board = Board(window.stage, table, taps=taps, at_once=False, triangles=triangles)
            self.picker = Picker(table)
        self.window.board_changed(3)

    def draw_anew(self) -> None:
        """Build the board once more, as it is drawn otherwise now: the picture there is stays until the new one is there."""
        self.renew(None)
        self.follow_table()
        self.replacing = self.building

    @property
    def finished(self) -> bool:
        """Is there no board that a first look shows less of?"""
        return self.board is None or self.board.finished

    @property
    def building(self) -> bool:
        """Is there a board that is not built yet?"""
        return self.board is not None and not self.board.built

    def doing(self, table: Table | None) -> list[str]:
        """What is being done beside what one sees, and how terrain is shown, for a person."""
        return ["Loading the board"] * self.building + [self.dressing.words, *self.solids.words(table)]

    def build(self, seconds: float) -> None:
        """Go on with a board that is not built yet, for about so long. It is seen when all of it is there: no picture before."""
        if self.board is not None and self.building:
            self.board.build(seconds)
            if self.board.built:
                self.replacing = False
                self.window.look()

    def dress(self) -> None:
        """Go on with what is not drawn yet: what a first look could do without, and mesh files."""
        self._still = self._still + 1 if self.window.drawn else 0
        if self.board is not None and self._still > SHOWN_AFTER and not self.board.finished:
            self.board.finish()
            self.window.board_changed()
        if self.board is not None and self.board.built and self.board.waiting and self.dressing.go_on(self.board):
            self.window.board_changed()
        if self.board is not None and self.board.built and self.solids.go_on(self.board):
            self.window.board_changed()

    def rest(self) -> None:
        """The picture comes to rest: what was drawn coarsely for the sake of speed is drawn finely."""
        if self.board is not None:
            self.board.refine(MOST_FINELY if self.window.stage.software else MOST)

    def look_from(self, eye: str | None) -> None:
        """The camera has moved; the model whose eyes one looks through is hidden."""
        if self.board is not None:
            self.board.cut_open(self.window.ceiling.height)
            for id, node in self.board.of_body.items():
                is_hidden = id == eye or self.window.ceiling.hides(node.get_z())
                node.hide() if is_hidden else node.show()
            self.board.look_changed()

    def follow_marks(self) -> None:
        """Draw what the screen shows over the board, if it is not what is drawn already."""
        if self.board is None:
            return
        window, screen = self.window, self.window.screen
        table, eye = screen.table, window.viewpoint.eye
        state = (screen.shown(), window.volumes, window.grid, table, eye)
        if state == self._marked:
            return
        self._marked = state
        self.board.show_grid(window.grid)
        old_nodes = set(self.board.glass.get_children()) - set(self.marks)
        for node in self.marks:
            node.remove_node()
        if window.volumes and table is not None:
            for body in table.bodies:
                if body.id != eye:
                    draw_volume(self.board, body.volume, ROLE_COLORS[Role.FROM])
        screen.draw_marks(self.board)
        self.marks = [node for node in self.board.glass.get_children() if node not in old_nodes]
        window.board_changed()


def _same_terrain(first: Table, second: Table) -> bool:
    """Are two tables drawn alike but for their models?"""
    return _same_ground(first, second) and first.features == second.features and first.ladders == second.ladders


def _same_ground(first: Table, second: Table) -> bool:
    """Are two tables of one size and ground, which a board's name says?"""
    return first.size == second.size and ground_of(first.name) is ground_of(second.name)


def _edited(first: Table, second: Table) -> bool:
    """Is the terrain of one table that of the other, partly changed?"""
    shared = len(first.features) <= 1 or not {*first.features}.isdisjoint(second.features)
    return _same_ground(first, second) and not _same_terrain(first, second) and shared
