"""The board that is being built: every change, undo and redo, what is picked, and the file it goes to. It knows no graphics."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.maps import editing
from wc3d.table.maps.map_file import map_dict
from wc3d.table.maps.saving import Saved, from_anywhere, save_board
from wc3d.table.maps.shapes import MeshShape
from wc3d.table.maps.snapping import Snap, to_grid
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.meshes import MeshFit, is_cached

MOST = 500
"""Changes that can be taken back."""


class NotLoaded(Exception):  # noqa: N818  (no mistake: a reason to wait)
    """A change needs a mesh that is not in memory like this: it is to be read beside the window, then tried again."""

    def __init__(self, path: Path, fit: MeshFit) -> None:
        super().__init__(str(path))
        self.path, self.fit = path, fit


@dataclass
class BoardStep:
    """A change that can be taken back or made again: what it is, and the board on its other side."""

    words: str
    table: Table
    models: tuple[tuple[Body | None, Body | None], ...] = ()
    """The models that went with it: on its other side, and on this (None: not on the board)."""

    def going_back(self, bodies: Sequence[Body]) -> dict[str, Body | None]:
        """Where the models that went with it go when it is taken back, by id: those that have not been moved since."""
        bodies_by_id = {body.id: body for body in bodies}
        moves = ((beyond, new_body, (beyond or new_body)) for beyond, new_body in self.models)
        return {model.id: beyond for beyond, new_body, model in moves if model is not None and bodies_by_id.get(model.id) == new_body}


@dataclass
class BoardDraft:
    """A board under construction. `table` has no models on it. Every change raises EditError where it makes no terrain, and
    NotLoaded where a mesh must be read first; then nothing has changed."""

    table: Table
    path: Path | None = None
    folder: Path = field(default_factory=Path)
    kind: Kind = Kind.STRUCTURE
    snap: Snap = field(default_factory=Snap)
    picked: str | None = None
    done: list[BoardStep] = field(default_factory=list, repr=False)
    undone: list[BoardStep] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.table = replace(self.table, bodies=())
        self.kept = self.table
        self.step: BoardStep | None = None
        """The one just done, taken back or made again, of which it is not known yet what models went with it."""

    # --- what is there

    @property
    def feature(self) -> Feature | None:
        """The picked feature."""
        return next((f for f in self.table.features if f.id == self.picked), None)

    @property
    def ladder(self) -> Ladder | None:
        """The picked ladder."""
        return next((r for r in self.table.ladders if r.id == self.picked), None)

    @property
    def unsaved(self) -> bool:
        """Is there anything that the file does not hold?"""
        return self.table is not self.kept

    def place_of(self, location: str) -> str | None:
        """The id of what stands at a place of the map file ("terrain[3].shape")."""
        group, _, rest = location.partition("[")
        number = rest.partition("]")[0]
        listed: Sequence[Any] = self.table.features if group == "terrain" else self.table.ladders if group == "ladders" else ()
        return listed[int(number)].id if number.isdigit() and int(number) < len(listed) else None

    def as_map(self) -> dict[str, Any]:
        """What would be saved."""
        return map_dict(self.table)

    # --- changes

    def do(self, words: str, table: Table) -> None:
        """Take a changed table in the place of the present one."""
        self.step = BoardStep(words, self.table)
        self.done = [*self.done[-MOST + 1 :], self.step]
        self.undone = []
        self.table = table

    def undo(self) -> BoardStep | None:
        """Take the last change back; what it was."""
        return self._step(self.done, self.undone)

    def redo(self) -> BoardStep | None:
        """Make the change again that was taken back last; what it was."""
        return self._step(self.undone, self.done)

    def _step(self, source: list[BoardStep], goal: list[BoardStep]) -> BoardStep | None:
        if not source:
            return None
        last_step = source.pop()
        self.step = BoardStep(last_step.words, self.table)
        goal.append(self.step)
        self.table = last_step.table
        if self.feature is None and self.ladder is None:
            self.picked = None
        return last_step

    def went_along(self, old_models: Sequence[Body], new_models: Sequence[Body]) -> None:
        """Note which models the step just made moved, for them to go back with it."""
        old_by_id, new_by_id = ({body.id: body for body in bodies} for bodies in (old_models, new_models))
        if self.step is not None:
            pairs = ((old_by_id.get(id), new_by_id.get(id)) for id in {**old_by_id, **new_by_id})
            self.step.models = tuple((old, new) for old, new in pairs if old != new)
            self.step = None

    def _loaded(self, shapes: Sequence[editing.AnyShape]) -> None:
        for shape in shapes:
            if isinstance(shape, MeshShape):
                path = shape.find(self.folder)
                if not is_cached(path, shape.fit):
                    raise NotLoaded(path, shape.fit)

    def change(self, words: str, shapes: Sequence[editing.AnyShape] | None = None, **values: Any) -> None:
        """The picked feature with other shapes, name, kind or flags."""
        picked = self.feature
        if picked is None:
            return
        shapes = editing.shapes_of(picked) if shapes is None else tuple(shapes)
        if not values and shapes == editing.shapes_of(picked):
            return
        self._loaded(shapes)
        new = editing.remake(picked, self.folder, shapes=tuple(shapes), **values)
        table = editing.with_feature(self.table, new, instead=picked.id)
        self.do(f"{words} {new.name}", table)
        self.picked = new.id

    def _shapes(self, words: str, new: Callable[[editing.AnyShape], editing.AnyShape]) -> None:
        if self.feature is not None:
            self.change(words, [new(s) for s in editing.shapes_of(self.feature)])

    def move(self, by: tuple[float, float, float]) -> None:
        """Put what is picked elsewhere."""
        ladder = self.ladder
        if ladder is not None:
            x, y = ladder.at
            bottom, top = editing.tidy(ladder.bottom + by[2]), editing.tidy(ladder.top + by[2])
            self.change_ladder(at=(editing.tidy(x + by[0]), editing.tidy(y + by[1])), bottom=bottom, top=top)
        elif any(by):
            self._shapes("move", lambda s: editing.move_shape(s, by))

    def move_to(self, axis: int, value: float) -> None:
        """Put what is picked where one of its numbers (0: x, 1: y, 2: its bottom) is this."""
        if self.feature is not None:
            by = [0.0, 0.0, 0.0]
            by[axis] = value - editing.anchor(self.feature)[axis]
            self.move((by[0], by[1], by[2]))

    def turn(self, degrees: float) -> None:
        """Turn what is picked counter-clockwise."""
        if self.feature is not None and degrees % 360:
            x, y, _ = editing.anchor(self.feature)
            self._shapes("turn", lambda s: editing.turn_shape(s, degrees, (x, y)))

    def turn_step(self, way: int) -> None:
        """Turn by a step of the angles' grid, onto it where the feature's rotation is a number of its file."""
        if self.feature is None:
            return
        step = self.snap.degrees or 1.0
        angle = editing.rotation(self.feature)
        self.turn(way * step if angle is None else to_grid(angle + way * step, step) - angle)

    def raise_by(self, inches: float) -> None:
        """Lift what is picked, or lower it."""
        self.move((0.0, 0.0, inches))

    def scale(self, factor: float) -> None:
        """Make what is picked larger or smaller."""
        if self.feature is None:
            return
        if not 0 < factor < 1e6:
            raise editing.EditError(f"scale: must be positive, got {factor:g}")
        about = editing.anchor(self.feature)
        self._shapes("scale", lambda s: editing.scale_shape(s, factor, about))

    def set_number(self, **values: Any) -> None:
        """Set numbers of the picked feature's only shape by their names in the file."""
        self._shapes("change", lambda s: editing.with_values(s, **values))

    def settle(self, words: str, new: Callable[[MeshShape], MeshShape]) -> None:
        """The picked mesh with other levels."""
        self._shapes(words, lambda s: new(s) if isinstance(s, MeshShape) else s)

    def rename(self, id: str | None = None, name: str | None = None) -> None:
        """Give what is picked another id or name."""
        if self.ladder is not None and id is not None:
            self.change_ladder(id=id)
        elif self.feature is not None:
            values: dict[str, Any] = {} if id is None else {"id": id}
            if name is not None:
                values["name"] = "" if name == self.feature.id else name
            self.change("rename", None, **values)

    def change_ladder(self, **values: Any) -> None:
        """The picked ladder with another place, id or heights."""
        if self.ladder is not None:
            new = replace(self.ladder, **values)
            self.do(f"change {new.id}", editing.with_ladder(self.table, new, instead=self.ladder.id))
            self.picked = new.id

    def remove(self) -> str | None:
        """Take what is picked off the board; what it was."""
        picked_id = self.picked
        if picked_id is not None:
            self.do(f"delete {picked_id}", editing.without(self.table, picked_id))
            self.picked = None
        return picked_id

    def copy(self) -> None:
        """Put a copy of what is picked beside it, and pick that."""
        if self.ladder is not None:
            x, y = self.ladder.at
            new = replace(self.ladder, id=editing.free_id(self.table, self.ladder.id), at=(editing.tidy(x + 1.0), y))
            self.do(f"copy {self.picked}", editing.with_ladder(self.table, new))
            self.picked = new.id
        elif self.feature is not None:
            feature = self.feature
            wide = editing.extent(feature).size[0]
            offset = to_grid(wide + 0.5, self.snap.grid)
            by = offset if editing.extent(feature).high[0] + offset <= self.table.size[0] else -offset
            id = editing.free_id(self.table, feature.id)
            name = {"name": id} if feature.name == feature.id else {}
            shapes = tuple(editing.move_shape(s, (by, 0.0, 0.0)) for s in editing.shapes_of(feature))
            self._loaded(shapes)
            new_one = editing.remake(feature, self.folder, id=id, shapes=shapes, **name)
            self.do(f"copy {feature.name}", editing.with_feature(self.table, new_one))
            self.picked = id

    def add(self, shape: editing.AnyShape, id: str, kind: Kind | None = None, name: str = "", floor: float | None = None) -> None:
        """A new feature, which is picked; it stands on a `floor` if one is given."""
        self._loaded([shape])
        values = {"id": editing.free_id(self.table, id), "name": name, "kind": (kind or self.kind).value}
        new = editing.build(values, [shape], self.folder)
        if floor is not None and new.low != floor:
            new = editing.move_feature(new, (0.0, 0.0, floor - new.low), self.folder)
        self.do(f"add {new.name}", editing.with_feature(self.table, new))
        self.picked = new.id

    def add_ladder(self, ladder: Ladder) -> None:
        """A new ladder, which is picked."""
        self.do(f"add {ladder.id}", editing.with_ladder(self.table, ladder))
        self.picked = ladder.id

    def resize(self, width: float | None = None, depth: float | None = None, name: str | None = None) -> None:
        """Another size or name of the board."""
        w, d = self.table.size
        size = (w if width is None else width, d if depth is None else depth)
        self.do("change the board", editing.resize_table(self.table, size, self.table.name if name is None else name))

    @property
    def height(self) -> float:
        """How high new terrain is."""
        return editing.HEIGHTS[self.kind]

    # --- the file

    def save(self, path: Path, copy: bool = True) -> Saved:
        """Write the map: whole or not at all. Raises MapError."""
        saved = save_board(self.table, path, copy)
        if path.parent != self.folder:  # what can be taken back finds its meshes from anywhere
            for step in (*self.done, *self.undone):
                step.table = from_anywhere(step.table)
        self.table = self.kept = saved.table
        self.path, self.folder = path, path.parent
        return saved
