"""Taps of a finger where models overlap: another tap at the same place reaches the next model."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit, intersect_cylinder
from wc3d.table.body import Body

FINGER_MARGIN_IN = 0.25
"""Inches around a model that a finger also reaches, if it hits another model."""


class StackedTaps:
    """Chooses among the models at a tapped place: first the front one, then one after another."""

    def __init__(self) -> None:
        self._last: tuple[tuple[str, ...], str] = (), ""

    def choose(
        self, hit: RayHit | None, models: Sequence[str], wanted: Collection[str] = ()
    ) -> RayHit | None:
        """Return the hit with the model that the tap is for.

        `models` are those at the place, the front one first. A tap for a target goes to the only one
        of the `wanted` models.
        """
        last_models, last_choice = self._last
        self._last = (), ""
        if hit is None or hit.kind != "body" or len(models) < 2:
            return hit
        targets = [id for id in models if id in wanted]
        if wanted:
            return replace(hit, id=targets[0]) if len(targets) == 1 else hit
        choice = models[0]
        if set(models) == set(last_models):
            models = last_models
            choice = models[(models.index(last_choice) + 1) % len(models)]
        self._last = tuple(models), choice
        return replace(hit, id=choice)

    @property
    def next_model(self) -> str:
        """The model that another tap at the same place reaches, or "" without one."""
        models, choice = self._last
        return models[(models.index(choice) + 1) % len(models)] if models else ""


def models_at(hit: RayHit | None, start: XYZ, way: XYZ, bodies: Sequence[Body]) -> tuple[str, ...]:
    """Return the models under a finger, the hit one first, then from front to back.

    Behind a model there is no terrain that matters: what is hidden is not under a finger's ray.
    """
    if hit is None or hit.kind != "body":
        return ()
    o, d = np.asarray(start, float), np.asarray(way, float)
    distances = {}
    for body in bodies:
        volume = body.volume
        wide = replace(volume, radius=volume.radius + FINGER_MARGIN_IN)
        entry = intersect_cylinder(wide, o, d)
        if entry is not None:
            distances[body.id] = entry[0]
    others = sorted((id for id in distances if id != hit.id), key=lambda id: distances[id])
    return hit.id, *others
