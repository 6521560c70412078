"""The forms of a new game and of a resumed game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.game import Game
from wc3d.presentation.icons import ICONS
from wc3d.registry import mission_file_model, playable_games
from wc3d.table.features import Feature, PartState
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    draw_form_combo,
    draw_tooltip,
    open_panel,
    shorten_to_width,
)
from wc3d.window.start.new_game import NewGame, NewPlayer
from wc3d.window.start.seat_choice import draw_seat

FORM_WIDTH_PX, RESUME_WIDTH_PX = 600.0, 440.0
"""Widths of the new game form and the resume form."""
USUAL_FORM_HEIGHT_PX = 600.0
"""Height of most new game forms, which places the form in the middle of the window."""
LABEL_WIDTH_PX = 96.0
RULE_ID_PATTERN = re.compile(r" \(([A-Z]+(?:-[A-Z]+)*-\d+)\)$")
"""A rule id at the end of an option's help."""
SIZE_LABELS = {"full": "Full game"}
"""Display names of game sizes that differ from their id."""


@dataclass(frozen=True)
class FormCallbacks:
    """Actions of the form that change the backdrop or leave the form."""

    choose_game: Callable[[str], object]
    set_size: Callable[[str], object]
    choose_mission: Callable[[str], object]
    choose_mission_file: Callable[[], object]
    choose_board: Callable[[Path], object]
    choose_board_file: Callable[[], object]
    choose_force_file: Callable[[int], object]
    set_state: Callable[[str, PartState], object]
    begin_game: Callable[[], object]
    back: Callable[[], object]


def draw_new_game_form(
    ui: Any,
    new: NewGame,
    can_start: bool,
    commands: FormCallbacks,
    parts: Sequence[Feature] = (),
) -> None:
    """Draw the form of a new game.

    `can_start` says whether its board is loaded. `parts` are the board's doors and roofs.
    """
    top = max(
        WINDOW_MARGIN_PX, (ui.io.display_size.y - USUAL_FORM_HEIGHT_PX * ui.scale) / 2
    )  # fixed, so that no choice moves the rows above it
    max_size = FORM_WIDTH_PX * ui.scale, ui.io.display_size.y - top - WINDOW_MARGIN_PX
    with open_panel("form", (24 * ui.scale, top), (max_size[0], 0), most=max_size):
        draw_bold_text(ui, f"{ICONS['play']} New game", 22)
        draw_game_buttons(ui, new, commands.choose_game)
        _draw_size(ui, new, commands)
        _draw_label(ui, "Mission")
        file = commands.choose_mission_file if mission_file_model(new.rules) is not None else None
        missions = [(m.id, m.name) for m in new.available_missions()]
        draw_form_combo(ui, "mission", new.mission, missions, commands.choose_mission, file=file)
        if new.mission_entry.summary:
            draw_dim_text(new.mission_entry.summary)
            ui.record_widget("mission told")
        _draw_board(ui, new, commands, parts)
        imgui.separator()
        if imgui.begin_table("seats", 2):
            for number, player in enumerate(new.players, 1):
                imgui.table_next_column()
                _draw_player(
                    ui,
                    new,
                    player,
                    number,
                    lambda number=number: commands.choose_force_file(number),  # type: ignore[misc]
                )
            imgui.end_table()
        imgui.separator()
        _draw_dice(ui, new)
        _draw_options(ui, new)
        imgui.dummy((0, 4))
        tip = "" if can_start else "The board is still loading"
        if draw_button(
            ui, f"{ICONS['play']} Start game", "begin", main=True, enabled=can_start, tip=tip
        ):
            commands.begin_game()
        imgui.same_line()
        if draw_button(ui, f"Back  ({ui.key_for_command('cancel')})", "back"):
            commands.back()


def _draw_board(ui: Any, new: NewGame, commands: FormCallbacks, parts: Sequence[Feature]) -> None:
    """Draw the choice of the board and the states of its doors and roofs."""
    _draw_label(ui, "Board")
    boards = [(str(b.path), b.name) for b in new.available_boards()]
    choose = commands.choose_board
    draw_form_combo(
        ui,
        "board",
        str(new.board),
        boards,
        lambda path: choose(Path(path)),
        file=commands.choose_board_file,
    )
    _draw_states(ui, parts, commands)


def _draw_states(ui: Any, parts: Sequence[Feature], commands: FormCallbacks) -> None:
    """Draw the states of the board's doors and roofs, on which the players agree."""
    for part in parts:
        _draw_label(ui, shorten_to_width(part.name, LABEL_WIDTH_PX * ui.scale))
        for state in PartState:
            if draw_button(
                ui,
                state.value.capitalize(),
                f"state {part.id} {state}",
                on=part.state is state,
            ):
                commands.set_state(part.id, state)
            imgui.same_line()
        imgui.new_line()


def draw_game_buttons(ui: Any, new: NewGame, choose_game: Callable[[str], object]) -> None:
    """Draw the choice of the game if there are several."""
    if len(playable_games()) == 1:
        return
    _draw_label(ui, "Game")
    for entry in playable_games():
        if draw_button(ui, entry.title, f"game {entry.id}", on=entry.name == new.rules.name):
            choose_game(entry.id)
        imgui.same_line()
    imgui.new_line()


def _draw_size(ui: Any, new: NewGame, commands: FormCallbacks) -> None:
    """Draw the choice of the size if there are several."""
    if len(new.missions_by_size) == 1:
        return
    _draw_label(ui, "Size")
    for size, usual in new.missions_by_size.items():
        words = f'{SIZE_LABELS.get(size, size.capitalize())}, {usual.table[0]:g}"'
        if draw_button(ui, words, f"size {size}", on=new.mission_entry.size == size):
            commands.set_size(size)
        imgui.same_line()
    imgui.new_line()


def _draw_player(
    ui: Any, new: NewGame, player: NewPlayer, number: int, ask_force: Callable[[], object]
) -> None:
    imgui.push_id(number)
    imgui.text(SIDE_ICONS[number])
    imgui.same_line()
    imgui.set_next_item_width(-4)
    _, typed = imgui.input_text("##name", player.name)
    player.name = typed[:40]
    ui.record_widget(f"name {number}")
    draw_seat(ui, player, number, new.rules)
    if new.available_forces():
        choose = lambda force: setattr(player, "force", force)  # noqa: E731
        draw_form_combo(
            ui, f"force {number}", player.force, new.available_forces(), choose, file=ask_force
        )
        summary = new.describe_force(number)
        if summary:
            draw_dim_text(summary)
            ui.record_widget(f"force {number} told")
    for option in (option for option in new.rules.setup.options if option.is_per_player):
        choices = new.option_choices(option)
        if choices:
            imgui.text_colored(DIM_COLOR, option.words)
            for i, name in enumerate(new.option_slots(option)):
                value = player.options.get(name, "")
                taken_values = {
                    player.options.get(other_name) for other_name in new.option_slots(option)
                } - {"", value}
                free = [choice for choice in choices if choice[0] not in taken_values]
                mark = f"{option.name} {number}" + (f" {'bcdef'[i - 1]}" if i else "")
                draw_form_combo(
                    ui,
                    mark,
                    value,
                    free,
                    lambda id, n=name: player.options.update({n: id}),  # type: ignore[misc]
                )
    imgui.pop_id()


def _draw_dice(ui: Any, new: NewGame) -> None:
    _draw_label(ui, "Dice")
    for typed, words, tip in (
        (False, "Rolled by wc3d", "wc3d rolls all dice"),
        (True, "Your own dice", "Roll your own dice and click the results"),
    ):
        if draw_button(
            ui,
            words,
            f"dice {'typed' if typed else 'seeded'}",
            on=new.is_typed_dice == typed,
            tip=tip,
        ):
            new.is_typed_dice = typed
        imgui.same_line()
    imgui.text_colored(DIM_COLOR, "   Seed")
    imgui.same_line()
    imgui.set_next_item_width(110 * ui.scale)
    _, new.seed = imgui.input_text_with_hint("##seed", "random", new.seed)
    ui.record_widget("seed")
    if imgui.is_item_hovered():
        draw_tooltip(
            "The same seed gives the same dice. If it is empty, wc3d chooses one at random."
        )


def _draw_options(ui: Any, new: NewGame) -> None:
    for option in (option for option in new.rules.setup.options if not option.is_per_player):
        value = new.options.get(option.name) or option.default
        if option.is_flag:
            words, rule = _words_and_rule(option.help)
            _, new.options[option.name] = imgui.checkbox(words, bool(value))
            ui.record_widget(option.name)
            if rule and imgui.is_item_hovered():
                draw_tooltip(f"Rule: {rule}")
        elif choices := new.option_choices(option):
            _draw_label(ui, option.words)
            draw_form_combo(
                ui,
                option.name,
                value,
                choices,
                lambda id, o=option: new.options.update({o.name: id}),  # type: ignore[misc]
            )
            summary = new.rules.setup.describe_option(option, str(value), new.mission)
            if summary:
                draw_dim_text(summary)
                ui.record_widget(f"{option.name} told")


def _words_and_rule(help: str) -> tuple[str, str]:
    """Split an option's help into its text and its rule id, or ""."""
    match = RULE_ID_PATTERN.search(help)
    words = help[: match.start()] if match is not None else help
    return words[:1].upper() + words[1:], match[1] if match is not None else ""


def draw_resume_form(
    ui: Any,
    path: Path,
    game: Game,
    players: Sequence[NewPlayer],
    *,
    resume: Callable[[], object],
    watch: Callable[[], object],
    back: Callable[[], object],
) -> None:
    """Draw the choice of players for a saved game."""
    rules = game.rules
    state = game.state
    with open_panel(
        "resume",
        (24 * ui.scale, ui.io.display_size.y / 2),
        (RESUME_WIDTH_PX * ui.scale, 0),
        corner=(0, 0.5),
    ):
        draw_bold_text(ui, f"{ICONS['open']} {path.name}", 20)
        imgui.text_wrapped(f"{rules.text.headline(state)}: {_progress_words(game)}")
        for number, points in enumerate(
            rules.text.point_lines(state) or rules.text.player_names(state), 1
        ):
            imgui.separator()
            imgui.text(SIDE_ICONS[number])
            imgui.same_line()
            imgui.text(points)
            draw_seat(ui, players[number - 1], number, rules)
        imgui.dummy((0, 4))
        tip = "The game is over" if game.over else ""
        if draw_button(
            ui, f"{ICONS['play']} Continue", "resume", main=True, enabled=not game.over, tip=tip
        ):
            resume()
        imgui.same_line()
        if draw_button(ui, f"{ICONS['film']} Watch replay", "watch"):
            watch()
        imgui.same_line()
        if draw_button(ui, f"Back  ({ui.key_for_command('cancel')})", "back"):
            back()


def _progress_words(game: Game) -> str:
    """Return the progress of a game, such as "Pulse round 2, turn 3 (41 actions)"."""
    bar = game.rules.display.turn_bar(game.state)
    count = len(game.turns)
    stage = "game over" if game.over else f"{bar.heading}, {bar.turn}" if bar.turn else bar.heading
    return f"{stage} ({count} action{'' if count == 1 else 's'})"


def _draw_label(ui: Any, words: str) -> None:
    imgui.align_text_to_frame_padding()
    imgui.text_colored(DIM_COLOR, words)
    imgui.same_line(max(LABEL_WIDTH_PX * ui.scale, imgui.calc_text_size(words).x + 24))
