"""Hints on a seat's page: the best plans of the strongest bot, drawn on the table and done by a press."""

from __future__ import annotations

import time
from typing import Any

from wc3d.bots.advice import Hint
from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.preview import FloatingTag, format_percent
from wc3d.scene.evidence_marks import draw_evidence
from wc3d.server.match.match import Match
from wc3d.server.pages.seat_buttons import Button, make_button, remove_icons
from wc3d.ui.controller import GameController
from wc3d.ui.hint_request import HintRequest
from wc3d.ui.overlays import SELECTED_RGB
from wc3d.ui.session_protocol import PlayerSession
from wc3d.web.page_mark_painter import PageMarkPainter

HINT_INTERVAL_S = 1.0
"""The least time between two presses of a seat's hint button. Each may start a process."""


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
        self.controller = controller
        self.rules = rules
        self.request = HintRequest(SeatHintSource(match, controller.session, rules))
        self.number = 0
        self._toggled_at = -HINT_INTERVAL_S

    @property
    def is_offered(self) -> bool:
        """Return whether the seat may ask now: against a bot, or where the game says so."""
        is_allowed = self.match.spec.hints or 3 - self.seat in self.match.spec.bots
        return bool(self.seat and is_allowed and self.request.is_available)

    @property
    def hint(self) -> Hint | None:
        """The displayed hint, None while there is none."""
        hints = self.request.hints if self.request.is_open else None
        return hints[self.number % len(hints)] if hints else None

    @property
    def is_busy(self) -> bool:
        """Return whether the hints are being computed."""
        return self.request.worker.is_busy

    def poll(self) -> bool:
        """Collect finished hints. Return whether there is news."""
        return self.request.poll()

    def toggle(self) -> None:
        """Ask for hints, or hide them."""
        now = time.monotonic()
        if now - self._toggled_at < HINT_INTERVAL_S:
            return
        self._toggled_at = now
        self.number = 0
        self.request.toggle()

    def tool_buttons(self) -> list[Button]:
        """Return the button that asks for a hint."""
        if not self.is_offered:
            return []
        tip = "Show what the strongest bot would do"
        return [make_button("hint", "Hint", self.toggle, why=tip, on=self.request.is_open)]

    def buttons(self) -> list[Button]:
        """Return the buttons of the displayed hint."""
        hint = self.hint
        if hint is None or not self.is_offered:
            return []
        buttons = [make_button("hint do", "Do it", lambda: self._apply(hint))]
        if len(self.request.hints or ()) > 1:
            buttons.append(make_button("hint next", "Next best", self._show_next))
        return buttons

    def _apply(self, hint: Hint) -> None:
        self.request.clear()
        self.controller.pending = None
        self.controller.apply_action(hint.action)

    def _show_next(self) -> None:
        self.number += 1

    def describe(self) -> dict[str, Any] | None:
        """Return the displayed hint in words, or the progress; None without a request."""
        if not self.request.is_open or not self.is_offered:
            return None
        hint = self.hint
        if hint is None:
            is_due = self.request.hints is None
            words = "Comparing moves … You can keep playing."
            return {
                "words": words if is_due else self.request.failure or "There is only one option."
            }
        total = len(self.request.hints or ())
        details = "; ".join((f"{format_percent(hint.chance)} chance to win", *hint.reasons))
        return {
            "words": remove_icons(f"{hint.words[:1].upper()}{hint.words[1:]}"),
            "details": remove_icons(details),
            "number": self.number % total + 1,
            "of": total,
        }

    def draw(self, pens: PageMarkPainter) -> None:
        """Draw ghost, path and target of the displayed hint."""
        hint = self.hint
        if hint is None:
            return
        state = self.controller.state
        table = self.rules.queries.table(state)
        named = {
            id
            for name in self.rules.queries.ids_in_action(hint.action)
            for id in self.rules.queries.group(state, name)
        }
        for body in table.bodies:
            if body.id in named:
                x, y, z = body.at
                pens.draw_ring((x, y), body.radius + 0.3, z + 0.06, SELECTED_RGB, 3.0, dash=0.3)
        preview = self.rules.display.preview(state, hint.action)
        if preview is not None:
            draw_evidence(pens, table, preview.marks, None)
        bodies = [body for body in table.bodies if body.id in named]
        tags = list(preview.tags) if preview is not None else []
        if bodies:
            x, y, z = bodies[0].at
            tags.append(FloatingTag((x, y, z + bodies[0].height + 1.3), "Hint", SELECTED_RGB))
        for tag in tags:
            pens.draw_label(tag.at, remove_icons(tag.words), tag.rgb, 1)

    def close(self) -> None:
        """Stop the computation."""
        self.request.close()
