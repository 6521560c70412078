"""The return of troopers to their formation (WM-REF-13)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.games.warmachine.rules.agenda_frames import unit_activation
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.games.warmachine.rules.units.formation import (
    is_nearer_to_formation,
    troopers_in_formation,
)


def must_regain_formation(state: State, id: str) -> bool:
    """Return whether an activated trooper began out of formation and still is (WM-REF-13)."""
    unit_frame = unit_activation(state, state.models[id].unit)
    return (
        unit_frame is not None
        and id in unit_frame.strays
        and id not in troopers_in_formation(state, unit_frame.unit)
    )


def check_regains_formation(state: State, id: str, path: Sequence[XY]) -> Verdict:
    """Check that a path brings a trooper back to its formation, or nearer (WM-REF-13, WM-RUL-135).

    Models in formation pass this check.
    """
    if not must_regain_formation(state, id) or is_nearer_to_formation(
        state, id, path[-1] if path else state.place(id)[:2]
    ):
        return LEGAL
    return refuse(
        "out_of_formation",
        "the trooper is out of formation and must move toward its unit",
        "WM-REF-13",
    )


def straight_paths_to_unit(state: State, id: str, distance: float) -> Iterator[tuple[XY, ...]]:
    """Yield straight paths, and some slightly aside, toward the nearest trooper in formation.

    A model in formation has none.
    """
    if not must_regain_formation(state, id):
        return
    x, y, _ = state.place(id)
    places = [state.place(mate)[:2] for mate in troopers_in_formation(state, state.models[id].unit)]
    to = min(places, key=lambda at: math.dist((x, y), at), default=(x, y))
    toward = math.atan2(to[1] - y, to[0] - x)
    for turn in (0.0, 0.4, -0.4, 0.9, -0.9, 1.4, -1.4):
        for share in (1.0, 0.6, 0.25):
            long = min(distance, math.dist((x, y), to)) * share - 0.02
            if long > 0:
                yield (
                    (
                        round(x + long * math.cos(toward + turn), 2),
                        round(y + long * math.sin(toward + turn), 2),
                    ),
                )
