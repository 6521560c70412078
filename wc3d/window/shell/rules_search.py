"""A rules search field in the help panel; each result is a sentence with its page."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset_types import Rulebook
from wc3d.errors import InputError
from wc3d.registry import load_rulebook
from wc3d.window.shell.widgets import DIM_COLOR, GOLD_COLOR, draw_bold_text, focus_field

MAX_RULES_SHOWN = 4
"""Maximum number of results."""

EXAMPLE_QUESTION = "can I shoot my own gate"


class RulesSearch:
    """A question about a game's rulebook and the results; "" is the default game."""

    def __init__(self) -> None:
        self.game = self.query = ""
        self.results: tuple[tuple[str, str], ...] = ()

    def find_book(self, game: str) -> Rulebook | None:
        """Return a game's rulebook, or None."""
        try:
            return load_rulebook(game)
        except InputError:
            return None

    def search(self, game: str, question: str) -> None:
        """Find the rules for a question: each rule's best sentence and its full text."""
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
        """Draw the field and the results, or nothing for a game without a rulebook."""
        if self.find_book(game) is None:
            return
        draw_bold_text(ui, "Search the rules")
        imgui.set_next_item_width(-1)
        focus_field()
        _, typed = imgui.input_text_with_hint("##ask the rules", EXAMPLE_QUESTION, self.query)
        ui.record_widget("ask the rules")
        self.search(game, typed)
        for number, (sentence, whole) in enumerate(self.results):
            self._draw_answer(ui, number, sentence, whole)
        if self.query.strip() and not self.results:
            imgui.text_colored(DIM_COLOR, f"No rule found for {self.query}")
        imgui.separator()

    def _draw_answer(self, ui: Any, number: int, sentence: str, whole: str) -> None:
        """Draw a rule's sentence with its page in gold, and the full text as a tooltip."""
        words, _, page = sentence.rpartition(" (")
        imgui.text_colored(GOLD_COLOR, page.removesuffix(")"))
        imgui.same_line(150 * ui.scale)
        imgui.text_wrapped(words)
        ui.record_widget(f"rule {number}")
        if imgui.is_item_hovered():
            imgui.begin_tooltip()
            imgui.text(whole)
            imgui.end_tooltip()
