"""Tables, sights and games from above as SVG, for notebooks and web pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, sin, tau
from typing import TYPE_CHECKING

from wc3d.presentation.palette import BAD_COLOR, GOOD_COLOR, PLAIN_COLOR, RGB, Livery
from wc3d.printing.printed_plan import (
    Mark,
    PrintedPage,
    ShapeMark,
    TextMark,
    board_marks,
    line_mark,
    render_svg,
)
from wc3d.table.body import Body
from wc3d.table.sight.sight import Sight
from wc3d.table.table_state import TableState

if TYPE_CHECKING:
    from wc3d.engine.position import Position

SVG_WIDTH_PX = 480
"""The width of a picture in a notebook."""
CIRCLE_CORNERS = 48
NAME_HEIGHT_SHARE = 0.016
"""The height of a model's name, as a share of the table's longer side."""
MODEL_RGB: RGB = (74, 106, 138)
EDGE_RGB: RGB = (20, 24, 30)
SIGHT_COLORS = {"clear": GOOD_COLOR, "blocked": BAD_COLOR}


def table_svg(
    table: TableState,
    liveries: Mapping[str, Livery] | None = None,
    names: Mapping[str, str] | None = None,
    strokes: Iterable[Mark] = (),
) -> str:
    """Return a table from above with its terrain and models as SVG.

    `liveries` color the models of a game, and `names` are their names. `strokes` are marks on top.
    """
    marks = board_marks(table)
    text_size = NAME_HEIGHT_SHARE * max(table.size)
    for body in table.bodies:  # names lie below bases, so that a crowd of models stays visible
        x, y = body.at[:2]
        below = y - table.policy.occupied_volume(body).radius - 0.7 * text_size
        name = (names or {}).get(body.id, body.id)
        marks.append(TextMark((x, below), name, text_size, is_bold=True))
    for body in table.bodies:
        livery = (liveries or {}).get(body.id)
        marks.append(_base_mark(table, body, livery.rgb if livery is not None else MODEL_RGB))
    page = PrintedPage(*table.size, marks=(), board=(*marks, *strokes))
    return render_svg(page, SVG_WIDTH_PX)


def _base_mark(table: TableState, body: Body, rgb: RGB) -> Mark:
    """Return the base of a model."""
    x, y = body.at[:2]
    radius = table.policy.occupied_volume(body).radius
    turns = [tau * k / CIRCLE_CORNERS for k in range(CIRCLE_CORNERS)]
    ring = tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)
    return ShapeMark((ring,), rgb, EDGE_RGB, 0.06)


def sight_svg(sight: Sight) -> str:
    """Return the table of a sight with its open line, or a dashed line between the models."""
    line = sight.line or (sight.a.at, sight.b.at)
    color = SIGHT_COLORS.get(sight.verdict, PLAIN_COLOR)
    ends = [(float(point[0]), float(point[1])) for point in line]
    stroke = line_mark(ends, color, 0.14, 0.0 if sight else 0.5)
    return table_svg(sight.table.with_bodies(sight.a, sight.b), strokes=[stroke])


def position_svg(position: Position) -> str:
    """Return the table of a game with the models in the colors of their sides."""
    rules, state = position.rules, position.state
    table = rules.queries.table(state)
    names = {body.id: rules.text.display_name(state, body.id) for body in table.bodies}
    return table_svg(table, rules.display.liveries(state), names)
