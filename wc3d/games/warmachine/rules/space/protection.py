"""Protection of a target: screening models, and concealment or cover from terrain and clouds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter, other_fighters
from wc3d.games.warmachine.rules.space.policy import PROTECTION_RANGE_IN, SPACE
from wc3d.games.warmachine.rules.space.sight import Cloud
from wc3d.geometry.boxes import Box, boxes_overlap, moved_disc_box
from wc3d.geometry.distance import disc_to_piece
from wc3d.geometry.plane.strips import distance_to_lane
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.features import Feature, Kind
from wc3d.table.sight.cover import is_feature_between
from wc3d.table.sight.distances import distance, is_within
from wc3d.table.table_state import TableState


@dataclass(frozen=True, slots=True)
class Screening:
    """The models that screen a target from an attacker, in table order (WM-SCR-01)."""

    screened_by: tuple[str, ...]
    hides_but_far: tuple[str, ...]
    """The models that hide part of its base but are not within 1"."""
    rules: ClassVar[tuple[str, ...]] = (
        "WM-SCR-01",
        "WM-SCR-03",
        "WM-GEO-31",
        "WM-RUL-44",
        "WM-KND-03",
    )

    @property
    def screened(self) -> bool:
        """Return whether the target is screened. Several screeners count as one (WM-RUL-44)."""
        return bool(self.screened_by)


def find_screening(table: TableState, attacker: Fighter | str, target: Fighter | str) -> Screening:
    """Return the models within 1" that screen the target: standing, of any side, not smaller.

    A model hides part of the target if the interior of its base meets a hull in the plane: the
    hull of the center of the attacker's base and the target's base (WM-GEO-31).
    """
    attacker_model, target_model = get_fighter(table, attacker), get_fighter(table, target)
    hiding = [
        model
        for model in other_fighters(table, attacker_model, target_model)
        if model.is_standing
        and model.radius >= target_model.radius - EPSILON_IN
        and (
            distance_to_lane(
                model.place, attacker_model.place, target_model.place, target_model.radius
            )
            < model.radius - EPSILON_IN
        )
    ]
    near_ids = {
        model.id
        for model in hiding
        if is_within(distance(table, model, target_model), PROTECTION_RANGE_IN)
    }
    return Screening(
        tuple(model.id for model in hiding if model.id in near_ids),
        tuple(model.id for model in hiding if model.id not in near_ids),
    )


MIN_ELEVATION_IN = 1.0
"""The least difference in base heights of an elevated target, in inches (WM-GEO-34)."""


def is_elevated(attacker: Fighter, target: Fighter) -> bool:
    """Return whether the target is at least 1" above the attacker (WM-GEO-34, WM-REF-47)."""
    return target.at[2] - attacker.at[2] >= MIN_ELEVATION_IN - EPSILON_IN


class Protection(StrEnum):
    """Protection from shots and magic; the better one counts (WM-TER-10, WM-TER-11, WM-TER-12)."""

    NONE = "none"
    CONCEALMENT = "concealment"
    COVER = "cover"


DEFAULT_PROTECTION = {
    Kind.FOREST: Protection.CONCEALMENT,
    Kind.OBSCURING: Protection.CONCEALMENT,
    Kind.OBSTACLE: Protection.COVER,
    Kind.STRUCTURE: Protection.COVER,
    Kind.IMPASSABLE: Protection.COVER,
    Kind.ROUGH: Protection.NONE,
    Kind.OBJECTIVE: Protection.NONE,
}
"""The default protection of each kind of terrain (WM-RUL-121)."""


def protection_from_feature(feature: Feature) -> Protection:
    """Return a feature's protection: as agreed (WM-SET-07), or the default of its kind.

    Flat ground gives none (WM-RUL-121).
    """
    if not feature.pieces or feature.high - feature.low <= EPSILON_IN:
        return Protection.NONE
    return (
        Protection(feature.protection) if feature.protection else DEFAULT_PROTECTION[feature.kind]
    )


@dataclass(frozen=True, slots=True)
class ProtectionResult:
    """A target's best protection, and its `features`: terrain first, then clouds."""

    protection: Protection
    features: tuple[str, ...]
    grants: tuple[Protection, ...]
    rules: ClassVar[tuple[str, ...]] = (
        "WM-TER-09",
        "WM-TER-10",
        "WM-TER-11",
        "WM-TER-12",
        "WM-CLD-02",
        "WM-GEO-32",
        "WM-GEO-33",
        "WM-RUL-121",
    )


def find_potential_protection(
    table: TableState, attacker: Fighter | str, target: Fighter | str
) -> tuple[tuple[str, ...], Protection]:
    """Return the models and the best terrain that would protect a target if within 1" of it.

    Players see this without measuring. They measure the distances later (WM-RUL-07).
    """
    attacker_model, target_model = get_fighter(table, attacker), get_fighter(table, target)
    screens = find_screening(table, attacker_model, target_model)
    ends = SPACE.cover_from(attacker_model), SPACE.cover_to(target_model)
    grants = {
        grant
        for f in table.features
        if (grant := protection_from_feature(f)) is not Protection.NONE
        and is_feature_between(f, *ends)
    }
    best = next(
        (grant for grant in (Protection.COVER, Protection.CONCEALMENT) if grant in grants),
        Protection.NONE,
    )
    return (*screens.screened_by, *screens.hides_but_far), best


def _is_within_protection_range(target: Fighter, feature: Feature, bounds: Box) -> bool:
    """Return whether a feature within `bounds` is within 1" of a base (WM-TER-09)."""
    return any(
        is_within(disc_to_piece(target.at, target.radius, piece), PROTECTION_RANGE_IN)
        for piece in feature.pieces_in_box(bounds)
    )


def find_protection(
    table: TableState, attacker: Fighter | str, target: Fighter | str, clouds: Sequence[Cloud] = ()
) -> ProtectionResult:
    """Return the target's protection from features within 1" and from clouds on its base.

    A feature hides part of the base if a line from the attacker's eye to a point of the base's
    disc meets its interior. All such lines form a cone (WM-GEO-32). Sight is checked separately.
    """
    attacker_model, target_model = get_fighter(table, attacker), get_fighter(table, target)
    ends = SPACE.cover_from(attacker_model), SPACE.cover_to(target_model)
    bounds = moved_disc_box(
        target_model.place,
        target_model.place,
        target_model.radius + PROTECTION_RANGE_IN + 2.0 * EPSILON_IN,
    )
    protectors = [
        (feature.id, grant)
        for feature in table.features
        if boxes_overlap(feature.box, bounds)
        and (grant := protection_from_feature(feature)) is not Protection.NONE
        and _is_within_protection_range(target_model, feature, bounds)
        and is_feature_between(feature, *ends)
    ]
    protectors += [
        (cloud.id, Protection.CONCEALMENT)
        for cloud in clouds
        if cloud.touches(target_model.place, target_model.radius)
    ]
    grants = tuple(grants for _, grants in protectors)
    best = next(
        (grant for grant in (Protection.COVER, Protection.CONCEALMENT) if grant in grants),
        Protection.NONE,
    )
    return ProtectionResult(best, tuple(id for id, _ in protectors), grants)
