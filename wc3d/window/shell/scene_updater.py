"""Update the window's scene from the current screen: table, models and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from panda3d.core import NodePath

from wc3d.panda.effects import apply_pose
from wc3d.panda.mesh_files import (
    MAX_TRIANGLES,
    MAX_TRIANGLES_FINE,
    MAX_TRIANGLES_LOW,
    MAX_TRIANGLES_QUICK,
)
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import ROLE_COLORS, Role
from wc3d.scene.evidence_marks import draw_volume
from wc3d.scene.ground_textures import ground_for_board
from wc3d.scene.model_poses import UPRIGHT, ModelPose
from wc3d.scene.picking import RayHit, RayPicker
from wc3d.scene.terrain_in_question import find_terrain_at
from wc3d.table.table import Table
from wc3d.window.shell.mesh_loader import MeshLookLoader
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.show_collision import CollisionDisplay

LOW_SHADOW_SAMPLES, QUICK_SHADOW_SAMPLES, FINE_SHADOW_SAMPLES = 0, 4, 12
"""Shadow samples of the plain look; the setting "low" has no shadows."""


STEPS_UNTIL_SHOWN = 3
"""Steps until a drawn picture is on the screen."""
HOVER_OUTLINE_RGB, SELECTION_OUTLINE_RGB = (235, 240, 250), (255, 214, 90)
"""Outline colors."""


class SceneUpdater:
    """Keeps the scene in step with the current screen and redraws only changed parts."""

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self.board: TableScene | None = None
        self.mesh_loader = MeshLookLoader(window.notices)
        self.collision_display = CollisionDisplay(window.notices)
        self.picker: RayPicker | None = None
        self.replacing = False
        """Whether a new scene is being built behind the visible one."""
        self.marks: list[NodePath] = []
        self._still = 0
        self._bodies: object = None
        self._poses: dict[str, ModelPose] = {}
        self._marked: object = None
        self._in_question: frozenset[str] | None = frozenset()
        self._pointed: tuple[object, frozenset[str]] = None, frozenset()

    def update_table(self) -> None:
        """Show the screen's table: a new scene or edited terrain, and the models' places."""
        table = self.window.screen.table
        old_table = self.board.table if self.board is not None else None
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
        colors = dict(screen.colors())
        angles = dict(screen.facings())
        liveries = dict(screen.liveries())
        state = (table.bodies, colors, angles, liveries)
        has_moved = state != self._bodies
        if has_moved:
            self._bodies = state
            board.show_bodies(table.bodies, colors, angles, liveries)
            for fault in dict.fromkeys(board.figure_nodes.faults):
                self.window.notices.show_error(fault)
            board.figure_nodes.faults.clear()
            self.window.aim_camera()
        poses = dict(screen.poses())
        if poses != self._poses or (poses and has_moved):
            self._pose_models(board, {body.id: body.at for body in table.bodies}, angles, poses)

    def update_outlines(self, hit: RayHit | None) -> None:
        """Outline the selected model, and the model under the mouse more faintly."""
        if self.board is not None and self.board.is_built:
            outlines = {hit.id: HOVER_OUTLINE_RGB} if hit is not None and hit.kind == "body" else {}
            if self.window.screen.selected is not None:
                outlines[self.window.screen.selected] = SELECTION_OUTLINE_RGB
            if self.board.figure_nodes.set_outlines(outlines):
                self.window.request_board_redraw()

    def update_volumes(self, hit: RayHit | None) -> None:
        """Show the volumes and edges of terrain in question, selected, or under the mouse.

        With the volumes of models, all of them are visible.
        """
        if self.board is None or not self.board.is_built:
            return
        place = hit, self.board.table
        if self._pointed[0] != place:
            self._pointed = place, find_terrain_at(self.board.table, hit)
        ids = None if self.window.volumes else self._in_question
        if ids is not None:
            selected = self.window.screen.selected
            ids |= self._pointed[1] | ({selected} if selected is not None else set())
        if self.board.show_volumes(ids):
            self.window.request_board_redraw()

    def rebuild_figures(self) -> None:
        """Rebuild all figures after a miniature has changed."""
        if self.board is not None:
            self.board.figure_nodes.remove_all()
            self._bodies = None
            self._poses = {}

    def _pose_models(
        self,
        board: TableScene,
        places: Mapping[str, XYZ],
        angles: Mapping[str, float],
        poses: dict[str, ModelPose],
    ) -> None:
        """ModelPose models, and reset those without a pose."""
        for id in {*poses, *self._poses} & {*board.node_by_body} & {*places}:
            pose = poses.get(id, UPRIGHT)
            apply_pose(board.node_by_body[id], places[id], angles.get(id, 0.0), pose)
        if _cast_shadows(poses) != _cast_shadows(self._poses):
            board.redraw_shadow()
        self._poses = poses
        self.window.request_board_redraw()

    def replace_board(self, table: Table | None) -> None:
        """Remove the scene and start a new one if there is a table."""
        for node in self.marks:
            node.remove_node()
        self.marks = []
        self._marked = None
        self._bodies = None
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
            physical_samples = window.graphics.shadow_samples
            taps = (
                physical_samples
                if physical_samples is not None
                else LOW_SHADOW_SAMPLES
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
                window.render_target,
                table,
                taps=taps,
                at_once=False,
                triangles=triangles,
                room_name=window.settings.display.room,
            )
            self.picker = RayPicker(table)
        self.window.request_board_redraw(3)

    def rebuild_board(self) -> None:
        """Rebuild the scene with new settings while the old picture stays visible."""
        self.replace_board(None)
        self.update_table()
        self.replacing = self.is_building

    @property
    def is_finished(self) -> bool:
        """Return whether the scene, if there is one, has all details."""
        return self.board is None or self.board.is_finished

    @property
    def is_building(self) -> bool:
        """Return whether a scene is still being built."""
        return self.board is not None and not self.board.is_built

    def status_lines(self, table: Table | None) -> list[str]:
        """Return messages about background work and the terrain display."""
        share = self.board.built_share if self.board is not None else 0.0
        return [f"Loading the board: {share:.0%}"] * self.is_building + [
            self.mesh_loader.status_text,
            *self.collision_display.status_lines(table),
        ]

    def build_for(self, seconds: float) -> None:
        """Build for about `seconds`; the scene appears once complete."""
        if self.board is not None and self.is_building:
            self.board.build(seconds)
            if self.board.is_built:
                self.replacing = False
                self.window.aim_camera()

    def load_details(self) -> None:
        """Add deferred details and mesh files."""
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
        """Redraw quickly drawn parts in full quality once the picture is at rest."""
        if self.board is not None:
            self.board.set_mesh_detail(
                MAX_TRIANGLES_FINE if self.window.render_target.is_software else MAX_TRIANGLES
            )

    def update_camera(self, eye: str | None) -> None:
        """Apply a camera change, and hide the model whose view is shown."""
        if self.board is not None:
            self.board.cut_above(self.window.cutaway.height)
            for id, node in self.board.node_by_body.items():
                is_hidden = id == eye or self.window.cutaway.is_hidden(node.get_z())
                node.hide() if is_hidden else node.show()
            self.board.on_camera_changed()

    def update_marks(self) -> None:
        """Redraw the screen's marks if they have changed."""
        if self.board is None:
            return
        window = self.window
        screen = self.window.screen
        table = screen.table
        eye = window.viewpoint.eye_model
        state = (screen.marks_key(), window.volumes, window.grid, table, eye)
        if state == self._marked:
            return
        self._marked = state
        self._in_question = screen.terrain_in_question()
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


def _cast_shadows(poses: Mapping[str, ModelPose]) -> dict[str, ModelPose]:
    """Return the poses whose shadows differ from those of upright models."""
    return {
        id: pose for id, pose in poses.items() if replace(pose, stretch=1.0, glow=0.0) != UPRIGHT
    }


def _has_same_terrain(first: Table, second: Table) -> bool:
    """Return whether two tables look the same without their models."""
    return (
        _has_same_ground(first, second)
        and first.features == second.features
        and first.ladders == second.ladders
    )


def _has_same_ground(first: Table, second: Table) -> bool:
    """Return whether two tables have the same size and ground, judged by the board's name."""
    return first.size == second.size and ground_for_board(first.name) is ground_for_board(
        second.name
    )


def _is_edited(first: Table, second: Table) -> bool:
    """Return whether one table's terrain is a partial change of the other's."""
    shared = len(first.features) <= 1 or not {*first.features}.isdisjoint(second.features)
    return _has_same_ground(first, second) and not _has_same_terrain(first, second) and shared
