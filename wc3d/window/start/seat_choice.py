"""The choice of who plays a seat: a person, a bot, or a bot of a chosen strength and style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from imgui_bundle import imgui

from wc3d.bots import BotChoice, bot_names, find_neighbors, rating_range, read_bot_choice, styles_of
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.presentation.icons import ICONS
from wc3d.window.shell.widgets import draw_button, draw_dim_text, draw_form_combo
from wc3d.window.start.new_game import NO_BOT, NewPlayer

MAX_SEAT_BUTTONS = 3
"""Number of choices for a seat above which a list replaces the buttons."""

BY_STRENGTH = "strength"
"""The row of the list for a bot of a chosen strength."""

RATING_STEP = 20
"""The step of the slider in Elo."""

USUAL_STYLE_WORDS = "Usual style: the best chance to win"


def draw_seat(ui: Any, player: NewPlayer, number: int, rules: RuleSet) -> None:
    """Draw the choice of a seat's player: buttons, or a list if there are many."""
    seats = [
        (NO_BOT, f"{ICONS['person']} Human"),
        *((name, f"{ICONS['robot']} {name}") for name in bot_names(rules)),
    ]
    limits = rating_range(rules)
    if limits is not None:
        seats.append((BY_STRENGTH, f"{ICONS['robot']} a bot of a chosen strength"))
    choice = read_bot_choice(player.bot)
    seat = BY_STRENGTH if choice.rating is not None else choice.name

    def choose(name: str) -> None:
        if name == BY_STRENGTH and limits is not None:
            player.bot = str(BotChoice(rating=_round_rating(sum(limits) / 2, limits)))
        else:
            player.bot = name

    if len(seats) > MAX_SEAT_BUTTONS:
        draw_form_combo(ui, f"seat {number}", seat, seats, choose)
    else:
        for name, words in seats:
            if draw_button(ui, words, f"seat {number} {name or 'person'}", on=seat == name):
                choose(name)
            imgui.same_line()
        imgui.new_line()
    if choice.rating is not None and limits is not None:
        _draw_strength(ui, player, number, rules, choice, limits)
    _draw_style(ui, player, number, rules, choice)


def _draw_strength(
    ui: Any,
    player: NewPlayer,
    number: int,
    rules: RuleSet,
    choice: BotChoice,
    limits: tuple[int, int],
) -> None:
    """Draw the slider of the strength, and between which bots it lies."""
    assert choice.rating is not None
    imgui.set_next_item_width(-4)
    flags = imgui.SliderFlags_.always_clamp
    changed, rating = imgui.slider_int(
        f"##strength {number}", choice.rating, *limits, "%d Elo", flags
    )
    ui.record_widget(f"strength {number}")
    if changed:
        player.bot = str(replace(choice, rating=_round_rating(rating, limits)))
    weaker, stronger, share = find_neighbors(rules, choice.rating)
    words = f"As strong as {weaker}" if share in (0.0, 1.0) else f"Between {weaker} and {stronger}"
    draw_dim_text(f"{words}. 100 Elo more win 64 of 100 games.")


def _draw_style(ui: Any, player: NewPlayer, number: int, rules: RuleSet, choice: BotChoice) -> None:
    """Draw the list of styles, if the bot has any."""
    styles = _styles_of_choice(rules, choice)
    if not styles:
        return
    rows = [("", USUAL_STYLE_WORDS)]
    rows += [(name, f"{name.capitalize()}: {words}") for name, words in styles.items()]
    draw_form_combo(
        ui,
        f"style {number}",
        choice.style,
        rows,
        lambda style: setattr(player, "bot", str(replace(choice, style=style))),
    )


def _styles_of_choice(rules: RuleSet, choice: BotChoice) -> Mapping[str, str]:
    """Return the styles of a choice; none for a person and for a bot that cannot be loaded."""
    if not choice.name and choice.rating is None:
        return {}
    name = choice.name
    if choice.rating is not None:
        name = find_neighbors(rules, choice.rating)[1]
    try:
        return styles_of(rules, name)
    except InputError:  # beginning the game reports the error
        return {}


def _round_rating(rating: float, limits: tuple[int, int]) -> int:
    """Return a strength in whole steps, within the limits."""
    low, high = limits
    return max(low, min(high, round(rating / RATING_STEP) * RATING_STEP))
