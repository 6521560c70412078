"""The board being edited: changes, undo and redo, selection and file, without graphics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wc3d.meshes.orientation import QUARTER_TURNS, TableAxis
from wc3d.meshes.surface import Floats
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.maps import edit_terrain
from wc3d.table.maps.map_file import map_data
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.orient_mesh import orient_feature, orient_shape, single_mesh
from wc3d.table.maps.save_board import SavedBoard, save_board, with_absolute_mesh_paths
from wc3d.table.maps.snapping import SnapSettings, round_to_grid
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.mesh_solids import MeshImportSettings, is_solid_cached

MAX_UNDO_STEPS = 500
"""Maximum number of undo steps."""


class MeshNotLoadedError(Exception):
    """A change needs a mesh that is not in memory; load the mesh and try again."""

    def __init__(self, path: Path, fit: MeshImportSettings) -> None:
        super().__init__(str(path))
        self.path = path
        self.fit = fit


@dataclass
class BoardStep:
    """An undo or redo step: a description and the table to switch to."""

    words: str
    table: Table
    models: tuple[tuple[Body | None, Body | None], ...] = ()
    """Models moved by this step, as pairs of target and current body (None: off the table)."""

    def models_if_undone(self, bodies: Sequence[Body]) -> dict[str, Body | None]:
        """Return the step's model positions after undo, by id, for models not moved since."""
        bodies_by_id = {body.id: body for body in bodies}
        moves = ((beyond, new_body, (beyond or new_body)) for beyond, new_body in self.models)
        return {
            model.id: beyond
            for beyond, new_body, model in moves
            if model is not None and bodies_by_id.get(model.id) == new_body
        }


@dataclass
class BoardDraft:
    """A board being edited, without models.

    Changes raise EditError for invalid terrain and MeshNotLoadedError if a mesh must be loaded
    first, without changing anything.
    """

    table: Table
    path: Path | None = None
    folder: Path = field(default_factory=Path)
    kind: Kind = Kind.STRUCTURE
    snap: SnapSettings = field(default_factory=SnapSettings)
    selected_id: str | None = None
    undo_stack: list[BoardStep] = field(default_factory=list, repr=False)
    redo_stack: list[BoardStep] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.table = replace(self.table, bodies=())
        self.saved_table = self.table
        self.last_step: BoardStep | None = None
        """The last step (change, undo or redo) while its moved models are unknown."""

    # --- contents

    @property
    def selected_feature(self) -> Feature | None:
        """The selected feature."""
        terrain = self.table.terrain
        return next((f for f in terrain if f.id == self.selected_id), None)

    @property
    def selected_ladder(self) -> Ladder | None:
        """The selected ladder."""
        return next((r for r in self.table.ladders if r.id == self.selected_id), None)

    @property
    def is_unsaved(self) -> bool:
        """Return whether there are unsaved changes."""
        return self.table is not self.saved_table

    def id_at_path(self, location: str) -> str | None:
        """Return the id of the item at a path of the map file ("terrain[3].shape"), or None."""
        group, _, rest = location.partition("[")
        number = rest.partition("]")[0]
        listed: Sequence[Any] = (
            self.table.terrain
            if group == "terrain"
            else self.table.ladders
            if group == "ladders"
            else ()
        )
        return listed[int(number)].id if number.isdigit() and int(number) < len(listed) else None

    def to_map_data(self) -> dict[str, Any]:
        """Return the map data to save."""
        return map_data(self.table)

    # --- changes

    def apply_table(self, words: str, table: Table) -> None:
        """Replace the table by a changed one."""
        self.last_step = BoardStep(words, self.table)
        self.undo_stack = [*self.undo_stack[-MAX_UNDO_STEPS + 1 :], self.last_step]
        self.redo_stack = []
        self.table = table

    def undo(self) -> BoardStep | None:
        """Undo the last change and return its step."""
        return self._apply_step(self.undo_stack, self.redo_stack)

    def redo(self) -> BoardStep | None:
        """Redo the last undone change and return its step."""
        return self._apply_step(self.redo_stack, self.undo_stack)

    def _apply_step(self, source: list[BoardStep], goal: list[BoardStep]) -> BoardStep | None:
        if not source:
            return None
        last_step = source.pop()
        self.last_step = BoardStep(last_step.words, self.table)
        goal.append(self.last_step)
        self.table = last_step.table
        if self.selected_feature is None and self.selected_ladder is None:
            self.selected_id = None
        return last_step

    def note_moved_models(self, old_models: Sequence[Body], new_models: Sequence[Body]) -> None:
        """Record the models moved by the last step, so that undo moves them back."""
        old_by_id, new_by_id = (
            {body.id: body for body in bodies} for bodies in (old_models, new_models)
        )
        if self.last_step is not None:
            pairs = ((old_by_id.get(id), new_by_id.get(id)) for id in {**old_by_id, **new_by_id})
            self.last_step.models = tuple((old, new) for old, new in pairs if old != new)
            self.last_step = None

    def _require_loaded(self, shapes: Sequence[edit_terrain.AnyShape]) -> None:
        for shape in shapes:
            if isinstance(shape, MeshShape):
                path = shape.find(self.folder)
                if not is_solid_cached(path, shape.import_settings):
                    raise MeshNotLoadedError(path, shape.import_settings)

    def change_selected(
        self, words: str, shapes: Sequence[edit_terrain.AnyShape] | None = None, **values: Any
    ) -> None:
        """Change the selected feature's shapes, name, kind or flags."""
        picked = self.selected_feature
        if picked is None:
            return
        shapes = edit_terrain.feature_shapes(picked) if shapes is None else tuple(shapes)
        if not values and shapes == edit_terrain.feature_shapes(picked):
            return
        self._require_loaded(shapes)
        new = edit_terrain.rebuild_feature(picked, self.folder, shapes=tuple(shapes), **values)
        table = edit_terrain.put_feature(self.table, new, instead=picked.id)
        self.apply_table(f"{words} {new.name}", table)
        self.selected_id = new.id

    def _change_shapes(
        self, words: str, new: Callable[[edit_terrain.AnyShape], edit_terrain.AnyShape]
    ) -> None:
        if self.selected_feature is not None:
            self.change_selected(
                words, [new(s) for s in edit_terrain.feature_shapes(self.selected_feature)]
            )

    def move_selected(self, by: tuple[float, float, float]) -> None:
        """Move the selection."""
        ladder = self.selected_ladder
        if ladder is not None:
            x, y = ladder.at
            bottom = edit_terrain.round_number(ladder.bottom + by[2])
            top = edit_terrain.round_number(ladder.top + by[2])
            self.change_selected_ladder(
                at=(edit_terrain.round_number(x + by[0]), edit_terrain.round_number(y + by[1])),
                bottom=bottom,
                top=top,
            )
        elif any(by):
            self._change_shapes("move", lambda s: edit_terrain.move_shape(s, by))

    def set_coordinate(self, axis: int, value: float) -> None:
        """Set a coordinate of the selection (0: x, 1: y, 2: bottom)."""
        if self.selected_feature is not None:
            by = [0.0, 0.0, 0.0]
            by[axis] = value - edit_terrain.pivot_point(self.selected_feature)[axis]
            self.move_selected((by[0], by[1], by[2]))

    def rotate_selected(self, degrees: float) -> None:
        """Rotate the selection counter-clockwise."""
        if self.selected_feature is not None and degrees % 360:
            x, y, _ = edit_terrain.pivot_point(self.selected_feature)
            self._change_shapes("turn", lambda s: edit_terrain.turn_shape(s, degrees, (x, y)))

    def rotate_one_step(self, way: int) -> None:
        """Rotate by a snap step, onto the grid if the file stores the feature's rotation."""
        if self.selected_feature is None:
            return
        step = self.snap.degrees or 1.0
        angle = edit_terrain.feature_rotation(self.selected_feature)
        self.rotate_selected(
            way * step if angle is None else round_to_grid(angle + way * step, step) - angle
        )

    def raise_selected(self, inches: float) -> None:
        """Raise the selection; negative values lower it."""
        self.move_selected((0.0, 0.0, inches))

    def scale_selected(self, factor: float) -> None:
        """Scale the selection."""
        if self.selected_feature is None:
            return
        if not 0 < factor < 1e6:
            raise edit_terrain.TerrainEditError(
                f"scale: expected a number above 0, found {factor:g}"
            )
        about = edit_terrain.pivot_point(self.selected_feature)
        self._change_shapes("scale", lambda s: edit_terrain.scale_shape(s, factor, about))

    def set_shape_numbers(self, **values: Any) -> None:
        """Set numbers of the selected feature's only shape by their names in the file."""
        self._change_shapes("change", lambda s: edit_terrain.change_shape(s, **values))

    def change_mesh_levels(self, words: str, new: Callable[[MeshShape], MeshShape]) -> None:
        """Change the levels of the selected mesh."""
        self._change_shapes(words, lambda s: new(s) if isinstance(s, MeshShape) else s)

    def orient_selected(self, words: str, turn: Floats) -> None:
        """Turn the selected mesh by a matrix (3, 3) of the table's axes, where it stands."""
        if self.selected_feature is None:
            return
        feature = self.selected_feature
        self._require_loaded([orient_shape(single_mesh(feature), turn)])
        new = orient_feature(feature, turn, self.folder)
        table = edit_terrain.put_feature(self.table, new, instead=feature.id)
        self.apply_table(f"{words} {new.name}", table)

    def quarter_turn_selected(self, axis: TableAxis) -> None:
        """Turn the selected mesh by 90 degrees about an axis of the table."""
        self.orient_selected("turn", QUARTER_TURNS[axis])

    def fit_to_table(self) -> None:
        """Scale the selection so that it just fits on the table, without moving its middle."""
        if self.selected_feature is not None:
            wide, deep, _ = edit_terrain.bounding_box(self.selected_feature).size
            self.scale_selected(min(self.table.size[0] / wide, self.table.size[1] / deep))

    def rename_selected(self, id: str | None = None, name: str | None = None) -> None:
        """Change the id or name of the selection."""
        if self.selected_ladder is not None and id is not None:
            self.change_selected_ladder(id=id)
        elif self.selected_feature is not None:
            values: dict[str, Any] = {} if id is None else {"id": id}
            if name is not None:
                values["name"] = "" if name == self.selected_feature.id else name
            self.change_selected("rename", None, **values)

    def change_selected_ladder(self, **values: Any) -> None:
        """Change the selected ladder's place, id or heights."""
        if self.selected_ladder is not None:
            new = replace(self.selected_ladder, **values)
            self.apply_table(
                f"change {new.id}",
                edit_terrain.put_ladder(self.table, new, instead=self.selected_ladder.id),
            )
            self.selected_id = new.id

    def remove_selected(self) -> str | None:
        """Remove the selection and return its description."""
        picked_id = self.selected_id
        if picked_id is not None:
            self.apply_table(
                f"delete {picked_id}", edit_terrain.remove_element(self.table, picked_id)
            )
            self.selected_id = None
        return picked_id

    def copy_selected(self) -> None:
        """Add a copy next to the selection, and select the copy."""
        if self.selected_ladder is not None:
            x, y = self.selected_ladder.at
            new = replace(
                self.selected_ladder,
                id=edit_terrain.make_unused_id(self.table, self.selected_ladder.id),
                at=(edit_terrain.round_number(x + 1.0), y),
            )
            self.apply_table(f"copy {self.selected_id}", edit_terrain.put_ladder(self.table, new))
            self.selected_id = new.id
        elif self.selected_feature is not None:
            feature = self.selected_feature
            wide = edit_terrain.bounding_box(feature).size[0]
            offset = round_to_grid(wide + 0.5, self.snap.grid)
            by = (
                offset
                if edit_terrain.bounding_box(feature).high[0] + offset <= self.table.size[0]
                else -offset
            )
            id = edit_terrain.make_unused_id(self.table, feature.id)
            name = {"name": id} if feature.name == feature.id else {}
            shapes = tuple(
                edit_terrain.move_shape(s, (by, 0.0, 0.0))
                for s in edit_terrain.feature_shapes(feature)
            )
            self._require_loaded(shapes)
            new_one = edit_terrain.rebuild_feature(
                feature, self.folder, id=id, shapes=shapes, **name
            )
            self.apply_table(f"copy {feature.name}", edit_terrain.put_feature(self.table, new_one))
            self.selected_id = id

    def add_feature(
        self,
        shape: edit_terrain.AnyShape,
        id: str,
        kind: Kind | None = None,
        name: str = "",
        floor: float | None = None,
    ) -> None:
        """Add and select a feature, on a `floor` if given."""
        self._require_loaded([shape])
        values = {
            "id": edit_terrain.make_unused_id(self.table, id),
            "name": name,
            "kind": (kind or self.kind).value,
        }
        new = edit_terrain.build_feature(values, [shape], self.folder)
        if floor is not None and new.low != floor:
            new = edit_terrain.move_feature(new, (0.0, 0.0, floor - new.low), self.folder)
        self.apply_table(f"add {new.name}", edit_terrain.put_feature(self.table, new))
        self.selected_id = new.id

    def add_ladder(self, ladder: Ladder) -> None:
        """Add and select a ladder."""
        self.apply_table(f"add {ladder.id}", edit_terrain.put_ladder(self.table, ladder))
        self.selected_id = ladder.id

    def resize_board(
        self, width: float | None = None, depth: float | None = None, name: str | None = None
    ) -> None:
        """Change the board's size or name."""
        w, d = self.table.size
        size = (w if width is None else width, d if depth is None else depth)
        self.apply_table(
            "change the board",
            edit_terrain.resize_table(self.table, size, self.table.name if name is None else name),
        )

    @property
    def default_height(self) -> float:
        """The height of new terrain."""
        return edit_terrain.DEFAULT_HEIGHTS_IN[self.kind]

    # --- the file

    def save(self, path: Path, copy: bool = True) -> SavedBoard:
        """Write the map atomically. Raises MapError."""
        saved = save_board(self.table, path, copy)
        if path.parent != self.folder:  # undo steps must find their meshes from any folder
            for step in (*self.undo_stack, *self.redo_stack):
                step.table = with_absolute_mesh_paths(step.table)
        self.table = self.saved_table = saved.table
        self.path = path
        self.folder = path.parent
        return saved
