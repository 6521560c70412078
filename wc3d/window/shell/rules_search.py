"""A question to the rules, typed beside the list of keys, and what is found: a sentence each, with its page."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset_types import Rulebook
from wc3d.errors import InputError
from wc3d.registry import rulebook_of
from wc3d.window.shell.widgets import DIM, GOLD, heading

SHOWN = 4
"""How many rules are shown at most."""

EXAMPLE = "can I shoot my own gate"


class RulesSearch:
    """What is asked of a game's book, and the rules found. `game` is the game's name; "" is the one that is meant."""

    def __init__(self) -> None:
        self.game = self.asked = ""
        self.found: tuple[tuple[str, str], ...] = ()

    def book(self, game: str) -> Rulebook | None:
        """A game's book; None where it has none."""
        try:
            return rulebook_of(game)
        except InputError:
            return None

    def ask(self, game: str, question: str) -> None:
        """Find what a question is about: each rule's sentence, and the whole rule."""
        if (game, question) == (self.game, self.asked):
            return
        self.game, self.asked, book = game, question, self.book(game)
        if book is None or not question.strip():
            self.found = ()
            return
        try:
            rules = [book.rule(question)] if book.is_id(question) else book.search(question.split())[:SHOWN]
        except InputError:
            rules = []
        self.found = tuple((book.in_short(rule), book.describe(rule)) for rule in rules)

    def draw(self, ui: Any, game: str) -> None:
        """The field and the answers; nothing for a game without a book."""
        if self.book(game) is None:
            return
        heading(ui, "Search the rules")
        imgui.set_next_item_width(-1)
        _, typed = imgui.input_text_with_hint("##ask the rules", EXAMPLE, self.asked)
        ui.mark("ask the rules")
        self.ask(game, typed)
        for number, (sentence, whole) in enumerate(self.found):
            self._answer(ui, number, sentence, whole)
        if self.asked.strip() and not self.found:
            imgui.text_colored(DIM, f"No rule found for {self.asked}")
        imgui.separator()

    def _answer(self, ui: Any, number: int, sentence: str, whole: str) -> None:
        """A rule in one sentence, its page in gold; the whole of it where the mouse is."""
        words, _, page = sentence.rpartition(" (")
        imgui.text_colored(GOLD, page.removesuffix(")"))
        imgui.same_line(150 * ui.scale)
        imgui.text_wrapped(words)
        ui.mark(f"rule {number}")
        if imgui.is_item_hovered():
            imgui.begin_tooltip()
            imgui.text(whole)
            imgui.end_tooltip()
