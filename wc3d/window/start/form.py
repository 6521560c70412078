"""The forms of the start screen: a new game, and who plays on in a saved one."""
from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.bots import bot_names
from wc3d.engine.game import Game
from wc3d.presentation.icons import ICONS
from wc3d.registry import mission_file, playable
from wc3d.window.shell.side_flag import SIDE_SIGNS
from wc3d.window.shell.widgets import DIM, EDGE, button, combo, dim, heading, panel, tooltip
from wc3d.window.start.new_game import HUMAN, NewGame, NewPlayer

MOST_SEATS = 3
"""Of more who may sit at a side of the table there is a list."""
WIDE, NARROW = 600.0, 440.0
"""The widths of the form and of the page about a saved game."""
LABEL = 96.0
RULE_ID = re.compile(r" \(([A-Z]+(?:-[A-Z]+)*-\d+)\)$")
"""The id of a rule at the end of an option's help."""
SIZES = {"full": "Full game"}
"""What sizes of games are called, where not by their own word."""


@dataclass(frozen=True)
class FormCommands:
    """What the form's buttons do besides changing the new game: each changes the board behind it, or leaves the form."""

    choose_game: Callable[[str], object]
    resize: Callable[[str], object]
    ask_mission: Callable[[], object]
    choose_board: Callable[[Path], object]
    ask_board: Callable[[], object]
    ask_force: Callable[[int], object]
    begin: Callable[[], object]
    back: Callable[[], object]


def draw_form(ui: Any, new: NewGame, can_start: bool, commands: FormCommands) -> None:
    """The form of a new game; the board behind it is the one that is chosen, and `can_start` says whether it is there."""
    max_size = WIDE * ui.scale, ui.io.display_size.y - 2 * EDGE
    with panel("form", (24 * ui.scale, ui.io.display_size.y / 2), (max_size[0], 0), corner=(0, 0.5), most=max_size):
        heading(ui, f"{ICONS['play']} New game", 22)
        _draw_game(ui, new, commands)
        _draw_size(ui, new, commands)
        _label(ui, "Mission")
        file = commands.ask_mission if mission_file(new.rules) is not None else None
        missions = [(m.id, m.name) for m in new.missions()]
        _combo(ui, "mission", new.mission, missions, lambda id: setattr(new, "mission", id), file=file)
        if new.entry.told:
            dim(new.entry.told)
            ui.mark("mission told")
        _label(ui, "Board")
        boards = [(str(b.path), b.name) for b in new.boards()]
        choose = commands.choose_board
        _combo(ui, "board", str(new.board), boards, lambda path: choose(Path(path)), file=commands.ask_board)
        imgui.separator()
        if imgui.begin_table("seats", 2):
            for number, player in enumerate(new.players, 1):
                imgui.table_next_column()
                _draw_player(ui, new, player, number, lambda number=number: commands.ask_force(number))  # type: ignore[misc]
            imgui.end_table()
        imgui.separator()
        _draw_dice(ui, new)
        _draw_options(ui, new)
        imgui.dummy((0, 4))
        tip = "" if can_start else "The board is still loading"
        if button(ui, f"{ICONS['play']} Start game", "begin", on=True, enabled=can_start, tip=tip):
            commands.begin()
        imgui.same_line()
        if button(ui, f"Back  ({ui.key('cancel')})", "back"):
            commands.back()


def _draw_game(ui: Any, new: NewGame, commands: FormCommands) -> None:
    """Which game, where there are several."""
    if len(playable()) == 1:
        return
    _label(ui, "Game")
    for entry in playable():
        if button(ui, entry.title, f"game {entry.id}", on=entry.name == new.rules.name):
            commands.choose_game(entry.id)
        imgui.same_line()
    imgui.new_line()


def _draw_size(ui: Any, new: NewGame, commands: FormCommands) -> None:
    """How large a game, where there are several sizes."""
    if len(new.sizes) == 1:
        return
    _label(ui, "Size")
    for size, usual in new.sizes.items():
        words = f'{SIZES.get(size, size.capitalize())}, {usual.table[0]:g}"'
        if button(ui, words, f"size {size}", on=new.entry.size == size):
            commands.resize(size)
        imgui.same_line()
    imgui.new_line()


def _draw_player(ui: Any, new: NewGame, player: NewPlayer, number: int, ask_force: Callable[[], object]) -> None:
    imgui.push_id(number)
    imgui.text(SIDE_SIGNS[number])
    imgui.same_line()
    imgui.set_next_item_width(-4)
    _, typed = imgui.input_text("##name", player.name)
    player.name = typed[:40]
    ui.mark(f"name {number}")
    _draw_who(ui, player, number, bot_names(new.rules))
    if new.forces():
        choose = lambda force: setattr(player, "force", force)  # noqa: E731
        _combo(ui, f"force {number}", player.force, new.forces(), choose, file=ask_force)
        summary = new.force_words(number)
        if summary:
            dim(summary)
            ui.mark(f"force {number} told")
    for option in (option for option in new.rules.options if option.each):
        choices = new.choices(option)
        if choices:
            imgui.text_colored(DIM, option.words)
            for i, name in enumerate(new.places(option)):
                value = player.options.get(name, "")
                taken_values = {player.options.get(other_name) for other_name in new.places(option)} - {"", value}
                free = [choice for choice in choices if choice[0] not in taken_values]
                mark = f"{option.name} {number}" + (f" {'bcdef'[i - 1]}" if i else "")
                _combo(ui, mark, value, free, lambda id, n=name: player.options.update({n: id}))  # type: ignore[misc]
    imgui.pop_id()


def _draw_who(ui: Any, player: NewPlayer, number: int, bots: Iterable[str]) -> None:
    """A button for each who may sit there; of many a list."""
    seats = (HUMAN, f"{ICONS['person']} Human"), *((name, f"{ICONS['robot']} {name}") for name in bots)
    if len(seats) > MOST_SEATS:
        _combo(ui, f"seat {number}", player.bot, seats, lambda bot: setattr(player, "bot", bot))
        return
    for bot, called in seats:
        if button(ui, called, f"seat {number} {bot or 'person'}", on=player.bot == bot):
            player.bot = bot
        imgui.same_line()
    imgui.new_line()


def _draw_dice(ui: Any, new: NewGame) -> None:
    _label(ui, "Dice")
    for typed, words, tip in (
        (False, "Rolled by wc3d", "wc3d rolls all dice"), (True, "Your own dice", "Roll your own dice and click the results"),
    ):  # fmt: skip
        if button(ui, words, f"dice {'typed' if typed else 'seeded'}", on=new.typed == typed, tip=tip):
            new.typed = typed
        imgui.same_line()
    imgui.text_colored(DIM, "   Seed")
    imgui.same_line()
    imgui.set_next_item_width(110 * ui.scale)
    _, new.seed = imgui.input_text_with_hint("##seed", "random", new.seed)
    ui.mark("seed")
    if imgui.is_item_hovered():
        tooltip("The same seed gives the same dice. If it is empty, wc3d chooses one at random.")


def _draw_options(ui: Any, new: NewGame) -> None:
    for option in (option for option in new.rules.options if not option.each):
        value = new.options.get(option.name) or option.default
        if option.flag:
            words, rule = _words_and_rule(option.help)
            _, new.options[option.name] = imgui.checkbox(words, bool(value))
            ui.mark(option.name)
            if rule and imgui.is_item_hovered():
                tooltip(f"Rule: {rule}")
        elif choices := new.choices(option):
            _label(ui, option.words)
            _combo(ui, option.name, value, choices, lambda id, o=option: new.options.update({o.name: id}))  # type: ignore[misc]
            summary = new.rules.option_words(option, str(value), new.mission)
            if summary:
                dim(summary)
                ui.mark(f"{option.name} told")


def _words_and_rule(help: str) -> tuple[str, str]:
    """Split the help of an option into the words to show and the id of its rule, empty if it names none."""
    match = RULE_ID.search(help)
    words = help[: match.start()] if match is not None else help
    return words[:1].upper() + words[1:], match[1] if match is not None else ""


def draw_resume(
    ui: Any, path: Path, game: Game, players: Sequence[NewPlayer], *,
    resume: Callable[[], object], watch: Callable[[], object], back: Callable[[], object],
) -> None:  # fmt: skip
    """Who plays on in a saved game; behind it the table as it stands."""
    rules, state = game.rules, game.state
    with panel("resume", (24 * ui.scale, ui.io.display_size.y / 2), (NARROW * ui.scale, 0), corner=(0, 0.5)):
        heading(ui, f"{ICONS['open']} {path.name}", 20)
        imgui.text_wrapped(f"{rules.headline(state)}: {_progress_words(game)}")
        for number, points in enumerate(rules.points(state) or rules.player_names(state), 1):
            imgui.separator()
            imgui.text(SIDE_SIGNS[number])
            imgui.same_line()
            imgui.text(points)
            _draw_who(ui, players[number - 1], number, bot_names(rules))
        imgui.dummy((0, 4))
        tip = "The game is over" if game.over else ""
        if button(ui, f"{ICONS['play']} Continue", "resume", on=True, enabled=not game.over, tip=tip):
            resume()
        imgui.same_line()
        if button(ui, f"{ICONS['film']} Watch replay", "watch"):
            watch()
        imgui.same_line()
        if button(ui, f"Back  ({ui.key('cancel')})", "back"):
            back()


def _progress_words(game: Game) -> str:
    """Return how far a game is, such as "Pulse round 2, turn 3 (41 actions)"."""
    bar, count = game.rules.turn_bar(game.state), len(game.turns)
    stage = "game over" if game.over else f"{bar.heading}, {bar.turn}" if bar.turn else bar.heading
    return f"{stage} ({count} action{'' if count == 1 else 's'})"


def _label(ui: Any, words: str) -> None:
    imgui.align_text_to_frame_padding()
    imgui.text_colored(DIM, words)
    imgui.same_line(max(LABEL * ui.scale, imgui.calc_text_size(words).x + 24))


def _combo(
    ui: Any, mark: str, value: str, rows: Sequence[tuple[str, str]], choose: Callable[[str], object], *,
    file: Callable[[], object] | None = None,
) -> None:  # fmt: skip
    """A list to choose from; with `file`, a button to choose a file instead."""
    button_width = imgui.calc_text_size("File…").x + 30 if file is not None else 4
    imgui.set_next_item_width(-button_width)
    combo(ui, mark, dict(rows).get(value) or os.path.basename(value), rows, [value], choose, field=mark)
    if file is not None:
        imgui.same_line()
        if button(ui, "File…", f"{mark} file"):
            file()
