"""The styles of the searching bots: what a side counts more or less than a win is worth.

A style multiplies features of the value at a turn's end, for the own side and for the enemy's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from wc3d.games.neo_mechanika.bots.turn_features import TURN_FEATURES, Floats


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play: what it does in words, and the factors of the features of both sides.

    `min_gain` is the least gain in win chance for which it leaves the usual plan; below 0, it takes
    another plan that is about as good.
    """

    words: str
    own: Mapping[str, float] = field(default_factory=dict)
    enemy: Mapping[str, float] = field(default_factory=dict)
    min_gain: float | None = None

    def factors(self) -> Floats:
        """Return the factors of the own features and of the enemy's, shape (2, features)."""
        return np.array(
            [[side.get(f, 1.0) for f in TURN_FEATURES] for side in (self.own, self.enemy)]
        )


STYLES: Mapping[str, Style] = {
    "steady": Style(
        "keeps what it has: units out of reach, and second holders",
        own={"secured": 1.5, "safe": 2.5, "second": 6.0, "strength": 2.5, "force": 1.5},
    ),
    "aggressive": Style(
        "attacks, even where it costs units",
        own={"strength": 0.4, "safe": 0.4, "ready": 0.7},
        enemy={"strength": 4.0, "ready": 2.5, "force": 2.0},
    ),
    "scoring": Style(
        "goes for points and objectives before enemies",
        own={"points": 1.3, "secured": 2.0, "due": 1.6, "later": 2.0, "near": 2.0, "carried": 1.5},
        enemy={"strength": 0.5, "ready": 0.5},
    ),
    "tricky": Style("does what is about as good but less expected", min_gain=-0.015),
}
"""The styles by name. Without one, a bot plays for the best chance to win."""

USUAL_STYLE = Style("plays for the best chance to win")


def find_style(name: str) -> Style:
    """Return a style by its name, "" for the usual one. Raises KeyError for an unknown name."""
    return STYLES[name] if name else USUAL_STYLE
