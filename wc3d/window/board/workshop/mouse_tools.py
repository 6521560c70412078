"""The editor's tools that take the mouse: draw a shape, place a model, place a mesh.

Each is a layer of input above the measuring tools and the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wc3d.errors import InputError
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit
from wc3d.table.maps.edit_terrain import AnyShape
from wc3d.table.table_state import Ladder
from wc3d.ui.input_stack import Command, InputLayer
from wc3d.window.board.workshop.board_editor import BoardDraft
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.board.workshop.mesh_placement import MeshDraft
from wc3d.window.board.workshop.pose_tool import PoseToolKind
from wc3d.window.board.workshop.terrain_tools import DrawnShape, ShapeTool, intersect_level_plane


class EditorTool(InputLayer):
    """A tool of an editor screen."""

    def __init__(self, screen: EditorScreenBase) -> None:
        self._screen = screen

    def on_cancel(self) -> bool:
        self._screen.drop_tools()
        return True


class ShapeDrawingTool(EditorTool):
    """Draws the screen's unfinished shape, corner by corner or in one drag."""

    takes_mouse = True

    @property
    def drawing(self) -> DrawnShape | None:
        """The unfinished shape."""
        return self._screen.drawing

    @property
    def is_active(self) -> bool:
        return self.drawing is not None

    def on_hover(self, hit: RayHit | None) -> None:
        if self.drawing is not None:
            spot = self._next_corner(self.drawing, hit)
            self.drawing.at = (
                self.drawing.snap_point(self._screen.draft, spot) if spot is not None else None
            )

    def on_click(self, hit: RayHit | None) -> None:
        spot = self._next_corner(self.drawing, hit) if self.drawing is not None else None
        if spot is not None:
            self.add_corner(spot)

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        drawing = self.drawing
        if drawing is not None and not drawing.points and drawing.tool is not ShapeTool.LADDER:
            self.add_corner(hit.at[:2])
        return True

    def on_drag(self, hit: RayHit | None) -> None:
        self.on_hover(hit)

    def on_drop(self, hit: RayHit | None) -> None:
        self.on_click(hit)

    def _next_corner(self, drawing: DrawnShape, hit: RayHit | None) -> tuple[float, float] | None:
        """Return the next corner: at the first corner's height, or on the hit object."""
        ray = self._screen.mouse_ray()
        if drawing.points and ray is not None:
            spot = intersect_level_plane(ray, drawing.bottom)
            return spot[:2] if spot is not None else None
        return hit.at[:2] if hit is not None else None

    def add_corner(self, spot: tuple[float, float]) -> None:
        """Add a corner, which may finish the shape."""
        self._continue(lambda drawing, draft: drawing.add_point(draft, spot))

    def finish_prism(self) -> None:
        """Finish a prism at its last corner."""
        self._continue(DrawnShape.make_prism)

    def _continue(self, step: Callable[[DrawnShape, BoardDraft], AnyShape | Ladder | None]) -> None:
        """Continue the shape, and add it to the board once it is finished."""
        screen = self._screen
        drawing = self.drawing
        if drawing is None:
            return
        try:
            shape = step(drawing, screen.draft)
        except InputError as error:
            screen.window.notices.show_error(error)
            return
        if shape is None:
            return
        screen.drawing = None
        if isinstance(shape, Ladder):
            screen.try_change(lambda: screen.draft.add_ladder(shape))
        else:
            name = f"{screen.draft.kind.value}-1"
            screen.try_change(lambda: screen.draft.add_feature(shape, name))


class ModelPlacementTool(EditorTool):
    """Places a model of the chosen base with a click."""

    @property
    def is_active(self) -> bool:
        return self._screen.base_to_place is not None

    def on_click(self, hit: RayHit | None) -> bool:
        if self._screen.base_to_place is not None:
            self._screen.place_model(self._screen.base_to_place)
        return True


class PiecePlacementTool(EditorTool):
    """Carries a kit's piece under the mouse and places a copy with each click."""

    takes_mouse = True

    @property
    def is_active(self) -> bool:
        return self._screen.carried_piece is not None

    def on_hover(self, hit: RayHit | None) -> None:
        carried = self._screen.carried_piece
        if carried is not None and hit is not None:
            carried.mesh.at = hit.at[:2]

    def on_click(self, hit: RayHit | None) -> None:
        carried = self._screen.carried_piece
        if carried is not None and hit is not None:
            carried.mesh.at = hit.at[:2]
            self._screen.files.place_piece(carried)

    def turn(self, way: int) -> None:
        """Turn the piece by a step of the snap settings, counter-clockwise for 1."""
        carried = self._screen.carried_piece
        if carried is not None:
            step = self._screen.draft.snap.degrees or 1.0
            carried.mesh.rotation = (carried.mesh.rotation + way * step) % 360.0

    def commands(self) -> Mapping[str, Command]:
        return {"turn_left": lambda: self.turn(1), "turn_right": lambda: self.turn(-1)}


class MeshPoseTool(EditorTool):
    """Takes the clicks that choose a face or a known length of the selected mesh."""

    takes_mouse = True

    @property
    def is_active(self) -> bool:
        return self._screen.pose_tool is not None

    def on_click(self, hit: RayHit | None) -> None:
        screen = self._screen
        tool = screen.pose_tool
        ray = screen.mouse_ray()
        meshes = screen.selected_meshes()
        if tool is None or ray is None:
            return
        if not meshes:
            screen.drop_tools()
        elif tool.kind is PoseToolKind.FACE:
            screen.drop_tools()
            screen.files.lay_on_face(meshes[0], ray)
        elif hit is not None:
            tool.add_point(hit.at)


class MeshPlacementTool(EditorTool):
    """Moves the mesh of the open import dialog, unless a measuring tool is active."""

    _grip = 0.0, 0.0
    """The mesh's place relative to the mouse during a drag."""

    @property
    def mesh(self) -> MeshDraft | None:
        """The mesh to place."""
        question = self._screen.files.current_dialog
        measuring = self._screen.measuring
        return question if isinstance(question, MeshDraft) and not measuring.is_active else None

    @property
    def is_active(self) -> bool:
        return self.mesh is not None

    def on_click(self, hit: RayHit | None) -> bool:
        if self.mesh is not None and hit is not None:
            self.mesh.at = hit.at[:2]
        return True

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        if self.mesh is not None:
            self._grip = self.mesh.at[0] - hit.at[0], self.mesh.at[1] - hit.at[1]
        return True

    def on_drag(self, hit: RayHit | None) -> None:
        if self.mesh is not None and hit is not None:
            self.mesh.at = hit.at[0] + self._grip[0], hit.at[1] + self._grip[1]

    def keys(self) -> Mapping[str, Command]:
        return {"enter": self._screen.files.place_mesh}

    def on_cancel(self) -> bool:
        self._screen.files.close_dialog()
        return True
