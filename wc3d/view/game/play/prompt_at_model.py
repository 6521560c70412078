"""A question about one model, asked where it stands: what is going on, and a button for each answer, beside the model."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.engine.agenda import question
from wc3d.view.game.play.prompt_panel import answers, asked_words
from wc3d.view.window.label_layout import Rect, Spot
from wc3d.view.window.panels import GOLD, dim, heading, packed, panel
from wc3d.warcaster.abilities.effects import AmountQuestion
from wc3d.warcaster.abilities.windows import Reaction
from wc3d.warcaster.moving.carrying import TakeQuestion
from wc3d.warcaster.words.question_words import describe_question

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

IN_PLACE = (Reaction, AmountQuestion, TakeQuestion)
"""The questions that are asked beside a model."""
WIDE, BESIDE = 290.0, 46.0
"""The panel's width, and how far from the model it is, in pixels."""


def model_asked(play: Play) -> str | None:
    """The model beside which is asked now, or None."""
    asked: Any = question(play.hand.state)
    if not play.session.asked or not isinstance(asked, IN_PLACE):
        return None
    options = [option[1] for option in getattr(asked, "options", ())]
    about = getattr(asked, "model", "") or getattr(asked, "holder", "") or (options[0] if options else "")
    state = play.hand.state
    models = [m.id for m in state.models_of(about)] if about in state.units and about not in state.models else [about]
    return models[0] if models and state.on_table(models[0]) else None


def spot_asked(play: Play) -> Spot | None:
    """The pixel of the model beside which is asked now; None where that is not possible."""
    model = model_asked(play)
    if model is None or play.measuring.active or play.window.viewpoint.eye == model:
        return None
    body = play.table.body(model)
    x, y, z = body.at
    return play.window.project((x, y, z + body.height / 2))


def draw_place(ui: Any, play: Play) -> Rect | None:
    """Draw the question beside its model; what it covers, None if there is none."""
    spot = spot_asked(play)
    if spot is None:
        return None
    left, top, right, bottom = play.free_room()
    wide, high = WIDE * ui.scale, play.place_high
    x, beside = spot[0] + BESIDE * ui.scale, BESIDE * ui.scale
    if x + wide > right and spot[0] - beside - wide >= left:
        x = spot[0] - beside - wide
    x = min(max(x, left), right - wide)
    y = min(max(spot[1] - high / 2, top), max(top, bottom - high))
    end = imgui.ImVec2(min(max(spot[0], x), x + wide), min(max(spot[1], y), y + high))
    draw = imgui.get_background_draw_list()
    draw.add_line(imgui.ImVec2(*spot), end, packed((10, 13, 17), 0.8), 5)
    draw.add_line(imgui.ImVec2(*spot), end, imgui.get_color_u32(imgui.ImVec4(*GOLD)), 2)
    draw.add_circle_filled(imgui.ImVec2(*spot), 4, imgui.get_color_u32(imgui.ImVec4(*GOLD)))
    imgui.set_next_window_size_constraints(imgui.ImVec2(wide, 0), imgui.ImVec2(wide, bottom - top))
    with panel("place", (x, y)):
        imgui.dummy(imgui.ImVec2(wide - 26, 0))
        imgui.push_text_wrap_pos(0)
        heading(ui, asked_words(play), 15)
        imgui.pop_text_wrap_pos()
        for line in describe_question(play.hand.state):
            dim(line.strip())
        answers(ui, play, alone=True)
        play.place_high = imgui.get_window_height()
    rect = (x, y, x + wide, y + play.place_high)
    ui.marks["place"] = rect
    return rect
