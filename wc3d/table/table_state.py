"""The frozen state of a table: size, terrain and bodies; and its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from wc3d._internal.fast_replace import replace_fields
from wc3d._internal.memo import Size, memo_per_terrain
from wc3d._internal.suggestions import pluralize, suggest_similar
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.table.body import Body
from wc3d.table.features import Feature, PartState
from wc3d.table.space_policy import SpacePolicy

DIGEST_DIGITS = 6
"""The decimal places of an inch to which equal tables must agree."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder, stairs or an elevator: a point (x, y) and the heights, in inches, that it joins.

    >>> wc3d.Ladder("rungs", at=(20, 20), bottom=0, top=5).top
    5
    """

    id: str
    at: XY
    bottom: float
    top: float


@dataclass(frozen=True, eq=False, repr=False)
class TableState:
    """A table of `size` (width, depth) inches with terrain, ladders and bodies. The south-west
    corner is (0, 0).

    `policy` holds its game's rules about space.
    """

    size: XY
    features: tuple[Feature, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    bodies: tuple[Body, ...] = ()
    name: str = ""
    open_parts: tuple[Feature, ...] = field(default=(), kw_only=True)
    """Doors, roofs and the like that are open or removed. No rule meets their solids."""
    policy: SpacePolicy = field(kw_only=True)

    def __repr__(self) -> str:
        lists = {"feature": self.features, "ladder": self.ladders, "model": self.bodies}
        counts = ", ".join(pluralize(len(items), noun) for noun, items in lists.items())
        return f'<{type(self).__name__} {self.name or "(unnamed)"}, {self.size[0]:g}" x {self.size[1]:g}": {counts}>'

    @cached_property
    def _bodies_by_id(self) -> dict[str, Body]:
        return {b.id: b for b in self.bodies}

    @cached_property
    def occupied_volumes(self) -> tuple[tuple[Body, Cylinder], ...]:
        """Every body with the space that other bodies may not enter."""
        return tuple((body, self.policy.occupied_volume(body)) for body in self.bodies)

    @cached_property
    def _features_by_id(self) -> dict[str, Feature]:
        return {f.id: f for f in self.features}

    def body(self, id: str) -> Body:
        """Return the model with this id. Raises KeyError.

        >>> table.body("hunter").base
        'small'
        """
        return self._bodies_by_id[id]

    def has_body(self, id: str) -> bool:
        """Return whether a model with this id is on the table.

        >>> table.has_body("jack"), table.has_body("nobody")
        (True, False)
        """
        return id in self._bodies_by_id

    def feature(self, id: str) -> Feature:
        """Return the feature of terrain with this id. Raises KeyError.

        >>> table.feature("stream").kind.value
        'rough'
        """
        return self._features_by_id[id]

    @property
    def terrain(self) -> tuple[Feature, ...]:
        """All features, those that are open or removed last."""
        return (*self.features, *self.open_parts)

    @cached_property
    def parts(self) -> tuple[Feature, ...]:
        """The terrain that has a state, as doors and roofs have, in any state."""
        return tuple(f for f in self.terrain if f.state is not None)

    def with_states(self, states: Mapping[str, str]) -> Self:
        """Return the table with these parts closed, open or removed, by id.

        Raises InputError for an id that is not a part with a state, and for an unknown state.

        >>> table.with_states({"gate": "open"})
        Traceback (most recent call last):
        ...
        wc3d.errors.InputError: no door or roof 'gate' on this board
        """
        known = {part.id: part for part in self.parts}
        changed: dict[str, Feature] = {}
        for id, state in states.items():
            if id not in known:
                hint = suggest_similar(id, known)
                raise InputError(f"no door or roof {id!r} on this board{hint}")
            if state not in list(PartState):
                raise InputError(f"{id}: expected closed, open or removed, found {state!r}")
            if known[id].state != state:
                changed[id] = replace(known[id], state=PartState(state))
        if not changed:
            return self
        return self.with_terrain(changed.get(part.id, part) for part in self.terrain)

    def with_terrain(self, terrain: Iterable[Feature]) -> Self:
        """Return the table with these features, those that are open or removed set apart."""
        present, absent = split_by_state(terrain)
        return replace_fields(self, features=present, open_parts=absent)

    def display_name(self, id: str) -> str:
        """Return a feature's name, with its id if the name is not unique; else the id."""
        named = self._features_by_id[id].name if id in self._features_by_id else id
        twins = sum(feature.name == named for feature in self.features) > 1
        return f"{named} ({id})" if twins and named != id else named or id

    def with_bodies(self, *bodies: Body) -> Self:
        """Return a new table with these `bodies`, on bases of the table's policy. A body replaces
        one with the same id.

        Raises InputError for a base that the game does not have.
        """
        new = {b.id for b in bodies}
        sizes = self.policy.bases
        for body in bodies:
            if body.base not in sizes:
                hint = f"expected one of {', '.join(sizes)}{suggest_similar(body.base, sizes)}"
                raise InputError(f"model {body.id!r}: unknown base {body.base!r}; {hint}")
        sized = (b if b.sizes is sizes else replace_fields(b, sizes=sizes) for b in bodies)
        return replace_fields(self, bodies=(*(b for b in self.bodies if b.id not in new), *sized))

    def without(self, *ids: str) -> Self:
        """Return a new table without these models. Unknown ids are ignored.

        >>> [body.id for body in table.without("jack").bodies]
        ['hunter']
        """
        return replace_fields(self, bodies=tuple(b for b in self.bodies if b.id not in ids))


def split_by_state(
    terrain: Iterable[Feature],
) -> tuple[tuple[Feature, ...], tuple[Feature, ...]]:
    """Return the features that are there, and the parts that are open or removed."""
    listed = tuple(terrain)
    absent = {PartState.OPEN, PartState.REMOVED}
    return (
        tuple(f for f in listed if f.state not in absent),
        tuple(f for f in listed if f.state in absent),
    )


def hash_terrain(table: TableState) -> str:
    """Return a hash of the terrain's solids, the same for equal tables on any machine."""
    return _digest(table.size, table.ladders, table.features)


@memo_per_terrain(Size.SMALL)
def _digest(
    size: tuple[float, float], ladders: tuple[Ladder, ...], features: tuple[Feature, ...]
) -> str:
    parts: list[Any] = [size, [(r.id, r.at, r.bottom, r.top) for r in ladders]]
    for f in features:
        flags: tuple[bool | str, ...] = (f.blocks_sight, f.cover, f.standable)
        flags += (f.protection,) if f.protection else ()
        flags += ("water",) if f.water else ()
        parts.append((f.id, f.kind.value, flags, [_piece_numbers(p) for p in f.pieces]))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _piece_numbers(piece: Piece) -> list[Any]:
    if isinstance(piece, Cylinder):
        numbers = [*piece.center, piece.radius, piece.low, piece.high]
    else:
        planes = [n for p in (piece.bottom, piece.top) for n in (p.at, p.slope_x, p.slope_y)]
        numbers = [*piece.points.ravel().tolist(), *planes]
    return [round(float(n), DIGEST_DIGITS) + 0.0 for n in numbers]
