"""A question to the rules, typed beside the list of keys, and what is found: a sentence each, with its page."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset_types import Rulebook
from wc3d.errors import InputError
from wc3d.registry import load_rulebook
from wc3d.window.shell.widgets import DIM_COLOR, GOLD_COLOR, draw_bold_text

MAX_RULES_SHOWN = 4
"""How many rules are shown at most."""

EXAMPLE_QUESTION = "can I shoot my own gate"


class RulesSearch:
    """What is asked of a game's book, and the rules found. `game` is the game's name; "" is the one that is meant."""

    def __init__(self) -> None:
        self.game = self.query = ""
        self.results: tuple[tuple[str, str], ...] = ()

    def find_book(self, game: str) -> Rulebook | None:
        """A game's book; None where it has none."""
        try:
            return load_rulebook(game)
        except InputError:
            return None

    def search(self, game: str, question: str) -> None:
        """Find what a question is about: each rule's sentence, and the whole rule."""
        if (game, question) == (self.game, self.query):
            return
        self.game, self.query, book = game, question, self.find_book(game)
        if book is None or not question.strip():
            self.results = ()
            return
        try:
            rules = (
                [book.rule(question)]
                if book.is_id(question)
                else book.search(question.split())[:MAX_RULES_SHOWN]
            )
        except InputError:
            rules = []
        self.results = tuple((book.in_short(rule), book.describe(rule)) for rule in rules)

    def draw(self, ui: Any, game: str) -> None:
        """The field and the answers; nothing for a game without a book."""
        if self.find_book(game) is None:
            return
        draw_bold_text(ui, "Search the rules")
        imgui.set_next_item_width(-1)
        _, typed = imgui.input_text_with_hint("##ask the rules", EXAMPLE_QUESTION, self.query)
        ui.record_widget("ask the rules")
        self.search(game, typed)
        for number, (sentence, whole) in enumerate(self.results):
            self._draw_answer(ui, number, sentence, whole)
        if self.query.strip() and not self.results:
            imgui.text_colored(DIM_COLOR, f"No rule found for {self.query}")
        imgui.separator()

    def _draw_answer(self, ui: Any, number: int, sentence: str, whole: str) -> None:
        """A rule in one sentence, its page in gold; the whole of it where the mouse is."""
        words, _, page = sentence.rpartition(" (")
        imgui.text_colored(GOLD_COLOR, page.removesuffix(")"))
        imgui.same_line(150 * ui.scale)
        imgui.text_wrapped(words)
        ui.record_widget(f"rule {number}")
        if imgui.is_item_hovered():
            imgui.begin_tooltip()
            imgui.text(whole)
            imgui.end_tooltip()
