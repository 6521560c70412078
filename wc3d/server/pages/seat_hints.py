"""Hints on a seat's page: the best plans of the strongest bot, drawn on the table and done by a press."""

from __future__ import annotations

import time
from typing import Any

from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet
from wc3d.server.match.match import Match
from wc3d.server.pages.seat_buttons import Button, make_button, remove_icons
from wc3d.ui.controller import GameController
from wc3d.ui.hint_display import (
    DO_WORDS,
    HINT_TIP,
    NEXT_WORDS,
    HintDisplay,
)
from wc3d.ui.session_protocol import PlayerSession

HINT_INTERVAL_S = 1.0
"""The least time between two requests of a seat. Each may start a process."""


class SeatHintSource:
    """The game of a seat, of which hints use nothing but the seat's own view."""

    def __init__(self, match: Match, session: PlayerSession, rules: RuleSet) -> None:
        self.match = match
        self.session = session
        self.rules = rules

    @property
    def game(self) -> Game:
        """The hosted game."""
        return self.match.active_game

    @property
    def person_to_act(self) -> int:
        """The seat if it is to act, else 0."""
        return self.session.person_to_act

    @property
    def change_count(self) -> int:
        """The number of changes of the seat's view."""
        return self.session.change_count


class SeatHints:
    """The hints for a seat, one at a time. They are offered only where the game allows them."""

    def __init__(self, match: Match, seat: int, controller: GameController, rules: RuleSet) -> None:
        self.match = match
        self.seat = seat
        self.display = HintDisplay(controller, SeatHintSource(match, controller.session, rules))
        self._toggled_at = -HINT_INTERVAL_S

    @property
    def is_offered(self) -> bool:
        """Return whether the seat may ask now: against a bot, or where the game says so."""
        is_allowed = self.match.spec.hints or 3 - self.seat in self.match.spec.bots
        return bool(self.seat and is_allowed and self.display.request.is_available)

    @property
    def is_busy(self) -> bool:
        """Return whether the hints are being computed."""
        return self.display.request.worker.is_busy

    def poll(self) -> bool:
        """Collect finished hints. Return whether there is news."""
        return self.display.poll()

    def toggle(self) -> None:
        """Ask for hints, or hide them. Asking again too soon does nothing."""
        now = time.monotonic()
        if not self.display.request.is_open:
            if now - self._toggled_at < HINT_INTERVAL_S:
                return
            self._toggled_at = now
        self.display.toggle()

    def tool_buttons(self) -> list[Button]:
        """Return the button that asks for a hint."""
        if not self.is_offered:
            return []
        is_open = self.display.request.is_open
        return [make_button("hint", "Hint", self.toggle, why=HINT_TIP, on=is_open)]

    def buttons(self) -> list[Button]:
        """Return the buttons of the displayed hint."""
        display = self.display
        if display.hint is None or not self.is_offered:
            return []
        buttons = [make_button("hint do", DO_WORDS, display.choose)]
        if display.has_other_hints:
            buttons.append(make_button("hint next", NEXT_WORDS, display.show_next))
        return buttons

    def describe(self) -> dict[str, Any] | None:
        """Return the displayed hint in words, or the progress; None without a request."""
        text = self.display.describe() if self.is_offered else None
        if text is None:
            return None
        message: dict[str, Any] = {"title": text.title, "words": remove_icons(text.words)}
        if text.progress is not None:
            message["details"] = f"{text.progress:.0%} done. Press Hint again to cancel."
        if text.number:
            message["details"] = remove_icons(text.details)
            message |= {"number": text.number, "of": text.total}
        return message

    def close(self) -> None:
        """Stop the computation."""
        self.display.close()
