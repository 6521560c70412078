"""Dice: those that were rolled, tumbling for a moment and then lying there; and those that people roll and type in."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from imgui_bundle import imgui

from wc3d.engine.dice import DiceError, Die, Roll, describe
from wc3d.evidence.palette import RGB
from wc3d.view.game.play.top_bar import HEIGHT, SIGNS
from wc3d.view.window.panels import DIM, FLAGS, GOLD, ICONS, button, colour, heading, packed, panel
from wc3d.warcaster import events as ev
from wc3d.warcaster.dice import ACTION, D6, POWER

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

TUMBLE, LIE, GONE = 0.55, 0.45, 5.0
"""Seconds: a roll tumbles, then lies before the next one tumbles; the last one stays so long."""
DIE = 26.0
PAINT: dict[str, tuple[RGB, RGB]] = {
    ACTION.name: ((236, 236, 228), (24, 28, 34)),
    POWER.name: ((176, 44, 40), (255, 255, 255)),
    D6.name: ((60, 76, 96), (255, 255, 255)),
}
"""The dice's body and ink: white Action Dice, red Power Dice; what each is stands above it, too."""
LETTER = {ACTION.name: "A", POWER.name: "P", D6.name: "d6"}


@dataclass(frozen=True)
class Shown:
    """A roll being shown, since when."""

    rolled: ev.Rolled
    since: float


class Tray:
    """The rolls to be shown one after another. `now` tells the time: tests give their own."""

    def __init__(self, now: Any = time.monotonic) -> None:
        self.now = now
        self.waiting: list[ev.Rolled] = []
        self.shown: list[Shown] = []

    def add(self, rolls: list[ev.Rolled]) -> None:
        """Rolls have been made; those of an action before go."""
        if rolls:
            if not self.waiting:
                self.shown = []
            self.waiting += rolls

    def skip(self) -> bool:
        """Let all of them lie at once; True if any was still tumbling or waiting."""
        moving = bool(self.waiting) or self.tumbling
        self.shown += [Shown(r, self.now() - TUMBLE) for r in self.waiting]
        self.shown = [Shown(s.rolled, min(s.since, self.now() - TUMBLE)) for s in self.shown][-4:]
        self.waiting = []
        return moving

    @property
    def tumbling(self) -> bool:
        """Is the last one still on its way?"""
        return bool(self.shown) and self.now() - self.shown[-1].since < TUMBLE

    def poll(self) -> bool:
        """Go on; True if the picture changes."""
        before = len(self.shown)
        age = self.now() - self.shown[-1].since if self.shown else GONE
        if self.waiting and age > TUMBLE + LIE:
            self.shown = [*self.shown, Shown(self.waiting.pop(0), self.now())][-4:]
            return True
        if self.shown and not self.waiting and age > GONE:
            self.shown = []
        return self.tumbling or before != len(self.shown) or (bool(self.shown) and age < TUMBLE + 0.1)


def draw_tray(ui: Any, play: Play) -> None:
    """The rolls under the bar, in the middle."""
    if not play.tray.shown:
        return
    width = ui.io.display_size.x
    with panel("dice", (width / 2, (HEIGHT + 8) * ui.scale), corner=(0.5, 0), flags=FLAGS.no_focus_on_appearing):
        for shown in play.tray.shown:
            _roll(ui, play, shown)
        if play.tray.waiting or play.tray.tumbling:
            imgui.text_colored(imgui.ImVec4(*DIM), "click: show all")
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    ui.marks["dice"] = (low.x, low.y, high.x, high.y)


def _roll(ui: Any, play: Play, shown: Shown) -> None:
    rolled = shown.rolled
    age = play.tray.now() - shown.since
    imgui.text_colored(colour(play.side(rolled.player)), SIGNS[rolled.player])
    imgui.same_line()
    imgui.align_text_to_frame_padding()
    imgui.text(f"{play.session.name(rolled.player)}: {rolled.why}")
    imgui.same_line()
    for die, faces in ((ACTION, rolled.action), (POWER, rolled.power), (D6, rolled.plain)):
        for i, face in enumerate(faces):
            tumbled = die.faces[int(age * 22 + i * 2.7) % len(die.faces)] if age < TUMBLE else face
            _die(ui, die, tumbled, age < TUMBLE)
            imgui.same_line(0, 3)
    if not rolled.plain:
        heading(ui, f"= {rolled.strikes}" if age >= TUMBLE else "", 17)
        if imgui.is_item_clicked():
            play.tray.skip()
    else:
        imgui.new_line()


def _die(ui: Any, die: Die, face: int, tumbling: bool) -> None:
    size = DIE * ui.scale
    spot = imgui.get_cursor_screen_pos()
    body, ink = PAINT[die.name]
    draw = imgui.get_window_draw_list()
    lift = 3.0 if tumbling else 0.0
    low, end = imgui.ImVec2(spot.x, spot.y - lift), imgui.ImVec2(spot.x + size, spot.y + size - lift)
    draw.add_rect_filled(low, end, packed(body), 5)
    draw.add_rect(low, end, packed((10, 12, 16), 0.6), 5)
    text = str(face)
    wide = imgui.calc_text_size(text)
    middle = imgui.ImVec2(low.x + (size - wide.x) / 2, low.y + (size - wide.y) / 2)
    draw.add_text(middle, packed(ink, 1.0 if face else 0.45), text)
    draw.add_text(ui.fonts["Regular"], 9 * ui.scale, imgui.ImVec2(low.x + 2, low.y + 1), packed(ink, 0.7), LETTER[die.name])
    imgui.dummy(imgui.ImVec2(size, size))


# Typed dice


class Wanting(Protocol):
    """A screen that waits for a roll to be typed."""

    window: Any
    typing: Typing

    @property
    def wanted(self) -> Roll | None: ...
    def type_roll(self, faces: tuple[int, ...]) -> None: ...
    def player_name(self, player: int) -> str: ...


class Typing:
    """The faces being typed in for the roll that is wanted."""

    def __init__(self) -> None:
        self.faces: list[int] = []

    def type(self, screen: Wanting, face: int) -> None:
        """One die more; the last one finishes the roll."""
        roll = screen.wanted
        if roll is None:
            return
        self.faces.append(face)
        if len(self.faces) == len(roll.dice):
            given, self.faces = tuple(self.faces), []
            try:
                screen.type_roll(given)
            except DiceError as error:
                screen.window.notices.complain(error)


def draw_typing(ui: Any, screen: Wanting) -> None:
    """Which dice are to be rolled, and a button for each face of the next one."""
    roll, typing = screen.wanted, screen.typing
    if roll is None:
        return
    width, height = ui.io.display_size.x, ui.io.display_size.y
    with panel("typing", (width / 2, height / 2), corner=(0.5, 0.5)):
        heading(ui, f"{ICONS['dice']} {screen.player_name(roll.player)}, roll {describe(roll.dice)}")
        imgui.text(roll.why)
        for i, die in enumerate(roll.dice):
            if i < len(typing.faces):
                _die(ui, die, typing.faces[i], False)
            else:
                imgui.text_colored(imgui.ImVec4(*(GOLD if i == len(typing.faces) else DIM)), f"[{LETTER[die.name]}]")
            imgui.same_line()
        imgui.new_line()
        die = roll.dice[len(typing.faces)]
        imgui.align_text_to_frame_padding()
        imgui.text_colored(imgui.ImVec4(*DIM), f"The next {die.name} die shows")
        for face in sorted(set(die.faces)):
            imgui.same_line()
            if button(ui, f"  {face}  ", f"face {face}"):
                typing.type(screen, face)
        imgui.same_line()
        imgui.text_colored(imgui.ImVec4(*DIM), "or its key")
        for face in [int(c) for c in map(chr, ui.io.input_queue_characters) if c in "0123456"]:
            if screen.wanted is roll and face in die.faces:
                typing.type(screen, face)
        if typing.faces and button(ui, "Again from the first", "retype"):
            typing.faces = []
