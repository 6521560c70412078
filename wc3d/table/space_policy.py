"""The space policy: what a game says about space. A table carries one, and every question asked of the table obeys it.

The geometry is the same for every game. What differs is asked here, and only here: how large things are and what they cost,
where a line of sight starts and what blocks it besides terrain, what stops and what carries a move, what the edge of the table
does, and how the game's own book names the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Self

from wc3d.errors import InputError
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.table.body import Body
from wc3d.table.space_numbers import SpaceNumbers
from wc3d.table.space_rules import Citation, SpaceRule


class Motion(Enum):
    """How a body moves."""

    WALK = "walk"
    JUMP = "jump"
    SLAM = "slam"


@dataclass(frozen=True)
class SightBlocker:
    """Something that blocks sight besides terrain, by its solid: convex pieces, and the id that verdicts name it by."""

    id: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class SpacePolicy(SpaceNumbers):
    """What a game says about space. A game overrides the methods where it differs from what they say here."""

    game: ClassVar[str] = ""
    """The game's id; "" for the one that is meant where none is named."""
    edition: str = ""
    """The edition, by its name in files; "" for the usual one."""
    rough_pace: ClassVar[float] = 1.0
    """What an inch over rough ground counts, as a part of the move."""
    lost_at_edge: ClassVar[bool] = False
    """Is a body that is slammed past the table's edge lost? If not, it stops there."""

    rough_landing: ClassVar[bool] = True
    """Is rough ground entered by falling into it, so that it shortens the whole move? If not, only what is left of it."""
    flight_needs_room: ClassVar[bool] = True
    """Does a flier need room for its volume all the way, up, over and down? If not, roofs and walls do not stop it."""
    walks_over_edges: ClassVar[bool] = True
    """May a walk lead along with part of the base over an edge? If not, it goes over an edge only to leave its level."""

    kinds: ClassVar[Mapping[str, str]] = {}
    """The kinds of bodies that only this game has, each in words. They see nobody."""

    def of_edition(self, name: str) -> Self:
        """What an edition of the game says about space. Raises InputError for one that it does not have."""
        raise InputError("this game has no editions")

    # How the game's book names the rules

    def citation(self, rule: str) -> Citation | None:
        """A rule (a `SpaceRule`, or an id of the game's own) in the game's book, or None if the game does not have it."""
        return None

    def page(self, rule: SpaceRule) -> str:
        """The page of a rule, for the end of a sentence: "", or "" where the game names none."""
        return ""

    # Sight and cover

    def sight_source(self, viewer: Body) -> Cylinder:
        """Where lines of sight start: any point of this volume (a tiny one for an eye)."""
        return viewer.volume

    def sight_target(self, target: Body) -> Cylinder:
        """Where lines of sight end: any point of this volume."""
        return target.volume

    def sight_blockers(
        self, viewer: Body, target: Body, bodies: Sequence[Body]
    ) -> tuple[SightBlocker, ...]:
        """What blocks sight between two of the bodies besides terrain. (A front arc is a solid behind the viewer.)"""
        return ()

    def cover_from(self, attacker: Body) -> Cylinder:
        """One end of what lies between attacker and target: all of the convex hull of both ends."""
        return attacker.volume

    def cover_to(self, target: Body) -> Cylinder:
        """The other end."""
        return target.volume

    # Moving

    def immobility_reason(self, body: Body, by: Motion) -> str:
        """Why a body never moves in this way, in words; "" if it may."""
        return ""

    def can_pass_through(self, other: Body, mover: Body, by: Motion) -> bool:
        """May the mover go through another body's space (without ending in it)?"""
        return False

    def occupied_volume(self, other: Body) -> Cylinder:
        """The space of another body that nobody else may enter."""
        return other.volume
