"""A game drawn from above as an array, or described in text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.plugins import load_object
from wc3d.engine.game import Game

PICTURE_SIZE_PX = 640
"""The longer side of a picture in pixels."""


def draw_table(game: Game) -> NDArray[np.uint8]:
    """Return the table from above, with the models in the colors of their sides: (h, w, 3)."""
    rules, state = game.rules, game.state
    table = rules.queries.table(state)
    scale = PICTURE_SIZE_PX / max(table.size)
    width, height = (round(side * scale) for side in table.size)
    drawing = load_object("wc3d.printing.plan:PlanDrawing")(
        table,
        None,
        width,
        height,
        rules.display.liveries(state),
        rules.display.markers(state),
        rules.display.clouds(state),
    )
    picture = drawing.draw().to_image().convert("RGB").resize((width, height))
    return np.array(picture, dtype=np.uint8)


def describe_table(game: Game) -> str:
    """Return the moment, the board from above and the standings in text."""
    text, state = game.rules.text, game.state
    moment = text.describe_moment(state) or text.clock(state)
    return "\n".join((moment, *text.describe_position(state), *text.standings(state)))
