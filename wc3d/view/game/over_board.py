"""The labels over the models and objectives of a game, laid out in its window."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wc3d.engine.ruleset import RuleSet
from wc3d.evidence.exhibit import XYZ
from wc3d.view.game.model_labels import draw_labels, hidden_from
from wc3d.view.window.label_layout import Rect
from wc3d.view.window.screen import Host


def draw_labels_over(
    ui: Any, window: Host, rules: RuleSet, state: Any, player: int | None, *,
    elsewhere: Mapping[str, XYZ], picked: str | None, tips: bool = True, room: Rect | None = None, brief: bool = False,
) -> list[Rect]:  # fmt: skip
    """Draw them; what they cover. `elsewhere` is where models are shown that are on their way."""
    if window.picker is None:
        return []
    labels = [label.standing(elsewhere[label.id]) if label.id in elsewhere else label for label in rules.labels(state, player)]
    return draw_labels(
        ui, window.project, labels, rules.markers(state), picked=(picked,) if picked is not None else (),
        hidden=hidden_from(window.picker, window.eye, labels), tips=tips, room=room, brief=brief,
    )  # fmt: skip
