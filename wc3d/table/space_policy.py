"""The space policy: a game's rules about space. A table has one policy, and every query obeys it.

The geometry is the same for every game. Only this policy defines the differences. They include
sizes and costs, the ends and blockers of lines of sight, and obstacles to movement. They also
include the effect of the table's edge, and citations of the game's book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Self

from wc3d.errors import InputError
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.table.body import Body
from wc3d.table.space_constants import SpaceNumbers
from wc3d.table.space_rules import Citation, SpaceRule


class Motion(Enum):
    """A way of moving."""

    WALK = "walk"
    JUMP = "jump"
    SLAM = "slam"


@dataclass(frozen=True)
class SightBlocker:
    """A sight blocker other than terrain: a solid of convex pieces, and its id for verdicts."""

    id: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class SpacePolicy(SpaceNumbers):
    """A game's rules about space. A game overrides the methods that differ from these defaults."""

    game: ClassVar[str] = ""
    """The game's id; "" for the default game."""
    edition: str = ""
    """The edition's name in files; "" for the default edition."""
    rough_pace: ClassVar[float] = 1.0
    """The cost of an inch over rough ground, in inches of the move."""
    lost_at_edge: ClassVar[bool] = False
    """True if a body slammed past the table's edge is lost. If false, it stops there."""

    rough_landing: ClassVar[bool] = True
    """True if falling into rough ground enters it and so shortens the whole move. If false, it
    shortens only the rest.
    """
    flight_needs_room: ClassVar[bool] = True
    """True if a flier needs room for its volume; if false, roofs and walls do not stop it."""
    walks_over_edges: ClassVar[bool] = True
    """True if a walk may follow an edge with part of the base over it. If false, it crosses an
    edge only to leave its level.
    """

    kinds: ClassVar[Mapping[str, str]] = {}
    """The kinds of bodies specific to this game, with descriptions. They see no models."""

    def of_edition(self, name: str) -> Self:
        """Return the policy of an edition. Raises InputError for an unknown edition."""
        raise InputError("this game has no editions")

    # Citations of the game's book

    def citation(self, rule: str) -> Citation | None:
        """Return a rule (a `SpaceRule` or the game's id) in the game's book, or None."""
        return None

    def page(self, rule: SpaceRule) -> str:
        """Return the page of a rule for the end of a sentence, or "" if the game names none."""
        return ""

    # Sight and cover

    def sight_source(self, viewer: Body) -> Cylinder:
        """Return the volume whose points start lines of sight (a tiny one for an eye)."""
        return viewer.volume

    def sight_target(self, target: Body) -> Cylinder:
        """Return the volume whose points end lines of sight."""
        return target.volume

    def sight_blockers(
        self, viewer: Body, target: Body, bodies: Sequence[Body]
    ) -> tuple[SightBlocker, ...]:
        """Return blockers other than terrain. (A front arc is a solid behind the viewer.)"""
        return ()

    def cover_from(self, attacker: Body) -> Cylinder:
        """Return the attacker's volume for cover, the first end of the convex hull."""
        return attacker.volume

    def cover_to(self, target: Body) -> Cylinder:
        """Return the target's volume for cover, the other end of the convex hull."""
        return target.volume

    # Movement

    def immobility_reason(self, body: Body, by: Motion) -> str:
        """Return why a body never moves in this way, in words; "" if it may."""
        return ""

    def can_pass_through(self, other: Body, mover: Body, by: Motion) -> bool:
        """Return whether the mover may pass through another body's space (without ending in it)."""
        return False

    def occupied_volume(self, other: Body) -> Cylinder:
        """Return the space of another body that nobody else may enter."""
        return other.volume
