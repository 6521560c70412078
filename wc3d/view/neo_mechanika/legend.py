"""What the labels of Neo-Mechanika's models mean, for the legend: health, Arc and the small icons."""
from __future__ import annotations

from typing import Any

from wc3d.view.window.legend import health_row, points_row
from wc3d.view.window.panels import dim


def draw_label_legend(ui: Any) -> None:
    """The rows at the end of the legend."""
    health_row(ui)
    points_row(ui, "Arc, and room for more")
    dim("\uf00c activated   \uf70e Cypher   \uf3a5 carries an objective")
    dim("\uf05b hits   \uf54c destroys   \uf132 in cover")
