"""A player's hints on the table and in words, done by a press: for the window and the browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Any

from wc3d.bots.advice import Hint
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import Chances
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB
from wc3d.presentation.preview import FloatingTag, Preview, format_percent
from wc3d.scene.evidence_marks import draw_evidence
from wc3d.scene.mark_painter import MarkPainter
from wc3d.table.body import Body
from wc3d.ui.controller import GameController
from wc3d.ui.hint_request import HintRequest, HintSource
from wc3d.ui.overlays import (
    SELECTED_RGB,
    Attention,
    OddsText,
    cloud_tags,
    overlay_tags,
    target_odds,
)

HINT_TIP = "Show what the strongest bot would do"
DO_WORDS, NEXT_WORDS, NEXT_SHORT_WORDS, CANCEL_WORDS = "Do it", "Next best", "Next", "Cancel"
DO_TIP, NEXT_TIP = "Do what the hint suggests", "Show the next best plan"
ONLY_PLAN_TIP = "The bot considers no other plan"
"""The words of the buttons."""
THINKING_WORDS = "Comparing moves ... You can keep playing."
NO_HINT_WORDS = "There is only one option."
OUTDATED_WORDS = "The position has changed. Ask for another hint."
MARKED_PLACE = "the marked place"
MIN_MOVE_IN = 0.05
"""Inches: a shorter move is not described as one."""
PLAIN_MOVES = ("advance", "move", "place")
"""The types of moves that need no name."""
COMPASS_NAMES = (
    "east",
    "north-east",
    "north",
    "north-west",
    "west",
    "south-west",
    "south",
    "south-east",
)
POINT = r"\(-?\d+(?:\.\d+)?(?:, -?\d+(?:\.\d+)?){1,2}\)"
PLACES = re.compile(rf"(?:\b(to|at) )?(?:(?:jump |\S+ to )?{POINT}(?:, (?=(?:\S+ )*?\())?)+")
"""The places in the description of an action, with the word before them."""


@dataclass(frozen=True)
class HintText:
    """A hint in words. `title` says what it is: "Hint 2 of 3". `number` is 0 without a hint.

    `progress` is the finished part of a slow computation, otherwise None.
    """

    title: str
    words: str
    details: str = ""
    number: int = 0
    total: int = 0
    progress: float | None = None


class HintDisplay:
    """The hints for a controller's player, one at a time, the best first."""

    def __init__(self, controller: GameController, source: HintSource) -> None:
        self.controller = controller
        self.rules = controller.rules
        self.request = HintRequest(source)
        self.number = 0
        self._text: tuple[Hint | None, HintText] = None, HintText("", "")

    @property
    def hint(self) -> Hint | None:
        """The displayed hint, None while there is none."""
        hints = self.request.hints if self.request.is_open else None
        return hints[self.number % len(hints)] if hints else None

    @property
    def has_other_hints(self) -> bool:
        """Return whether there is another plan than the displayed one."""
        return self.hint is not None and len(self.request.hints or ()) > 1

    @property
    def preview(self) -> Preview | None:
        """The preview of the displayed hint's action, if it needs a picture."""
        hint = self.hint
        return (
            self.rules.display.preview(self.controller.state, hint.action)
            if hint is not None
            else None
        )

    @property
    def key(self) -> object:
        """A value that changes when the picture of the hint changes."""
        return self.number, self.request.hints if self.request.is_open else None

    # Input

    def toggle(self) -> None:
        """Request hints, or hide them. Raises InputError without a person to act."""
        self.number = 0
        self.request.toggle()

    def show_next(self) -> None:
        """Show the next best plan, and after the last one the best again."""
        if self.has_other_hints:
            self.number = (self.number + 1) % len(self.request.hints or ())

    def choose(self) -> bool:
        """Do what the hint suggests, as a click does. Return whether it was done."""
        hint = self.hint
        if hint is None:
            self.controller.messages.show_message(OUTDATED_WORDS)
            return False
        is_done = self.controller.choose_suggestion(hint.action)
        if is_done:
            self.request.clear()
        return is_done

    # Words

    def describe(self) -> HintText | None:
        """Return the displayed hint or the state of the request; None without a request."""
        if not self.request.is_open:
            return None
        hint = self.hint
        if hint is None and self.request.hints is None:
            progress = self.request.progress if self.request.is_slow else None
            return HintText("Hint", THINKING_WORDS, progress=progress)
        if hint is None:
            return HintText("Hint", self.request.failure or NO_HINT_WORDS)
        if self._text[0] is not hint:
            words = describe_hint(self.rules, self.controller.state, hint, self.preview)
            total = len(self.request.hints or ())
            number = self.number % total + 1
            title = f"Hint {number} of {total}" if total > 1 else "Hint"
            details = self._describe_details(hint)
            self._text = hint, HintText(title, words, details, number, total)
        return self._text[1]

    def _describe_details(self, hint: Hint) -> str:
        """Return the chances of a hint and its reasons."""
        parts = list(hint.reasons)
        if hint.chance is not None:
            parts.insert(0, f"{format_percent(hint.chance)} chance to win")
        odds = self.rules.search.chances(self.controller.state, hint.action)
        if odds is not None:
            hit, destroy = format_percent(odds.hit), format_percent(odds.destroy)
            parts.insert(0, f"hits {hit}, destroys {destroy}")
        details = "; ".join(parts)
        return f"{details[:1].upper()}{details[1:]}"

    # The table

    def _models(self) -> tuple[list[Body], list[Body]]:
        """Return the acting models of the displayed hint, and its targets."""
        hint = self.hint
        if hint is None:
            return [], []
        state = self.controller.state
        queries = self.rules.queries
        target = queries.action_target(hint.action)
        targets = queries.group(state, target) if target else frozenset[str]()
        named = {
            id for name in queries.ids_in_action(hint.action) for id in queries.group(state, name)
        }
        bodies = queries.table(state).bodies
        return (
            [body for body in bodies if body.id in named and body.id not in targets],
            [body for body in bodies if body.id == target or (body.id in targets and target)],
        )

    def places(self) -> Sequence[XYZ]:
        """Return the places on the table that the displayed hint is about."""
        preview = self.preview
        ghosts = preview.marks.ghosts if preview is not None else ()
        acting, targets = self._models()
        return [*(body.at for body in (*acting, *targets)), *(_foot(ghost) for ghost in ghosts)]

    def is_drawn(self, attention: Attention) -> bool:
        """Return whether the hint is on the table: not while another picture is looked at."""
        return self.hint is not None and attention.item is None and attention.line is None

    def draw(self, board: MarkPainter, attention: Attention, eye: str | None = None) -> None:
        """Draw ghost, path and target of the displayed hint."""
        if not self.is_drawn(attention):
            return
        acting, targets = self._models()
        for body in acting:
            _draw_ring(board, body, 0.3, SELECTED_RGB, dash=0.3)
        for body in targets:
            for margin in (0.34, 0.5):
                _draw_ring(board, body, margin, SELECTED_RGB)
        preview = self.preview
        if preview is not None:
            table = self.rules.queries.table(self.controller.state)
            draw_evidence(board, table, preview.marks, eye)

    def tags(self, attention: Attention) -> list[FloatingTag]:
        """Return the tags of the displayed hint, if it is on the table."""
        if not self.is_drawn(attention):
            return []
        preview = self.preview
        tags = list(preview.tags) if preview is not None else []
        ghosts = preview.marks.ghosts if preview is not None else ()
        acting, targets = self._models()
        head: XYZ | None = None
        if ghosts:
            x, y, z = _foot(ghosts[0])
            head = x, y, z + ghosts[0].volume.high - ghosts[0].volume.low
        elif acting or targets:
            body = (*acting, *targets)[0]
            head = body.at[0], body.at[1], body.at[2] + body.height
        if head is not None:
            tags.append(FloatingTag((head[0], head[1], head[2] + 1.3), "Hint", SELECTED_RGB))
        return tags

    def table_tags(
        self,
        attention: Attention,
        turn: float,
        odds: OddsText | None = None,
    ) -> list[FloatingTag]:
        """Return all tags of the table: a hint takes the place of the odds of other attacks.

        Without `odds`, targets have no tags.
        """
        own = self.tags(attention)
        if own and self.controller.pending is None:
            state = self.controller.state
            return own + cloud_tags(self.rules.display.clouds(state))
        return own + overlay_tags(self.controller, attention, turn, odds)

    def target_odds(self, attention: Attention) -> dict[str, Chances]:
        """Return the best chances against each target unit by model; none with a hint."""
        if self.tags(attention) and self.controller.pending is None:
            return {}
        return target_odds(self.controller, attention)

    def poll(self) -> bool:
        """Collect finished hints. Return whether there is news."""
        return self.request.poll()

    def close(self) -> None:
        """Stop the computation."""
        self.request.close()


def describe_hint(rules: RuleSet, state: Any, hint: Hint, preview: Preview | None) -> str:
    """Return a hint in words, without the coordinates of places that the table shows."""
    words = f"{hint.words[:1].upper()}{hint.words[1:]}"
    if rules.search.chances(state, hint.action) is not None:
        words = words.partition(", ")[0]  # the details have the chances
    ghosts = preview.marks.ghosts if preview is not None else ()
    if not ghosts:
        return words
    mover = rules.queries.acting_model(hint.action)
    body = next((b for b in rules.queries.table(state).bodies if b.id == mover), None)
    moves = [*PLACES.finditer(words)]
    if body is not None and moves:
        x, y, _ = _foot(ghosts[0])
        east, north = x - body.at[0], y - body.at[1]
        length = hypot(east, north)
        if length >= MIN_MOVE_IN:
            way = compass_name(east, north)
            name = rules.text.display_name(state, mover)
            how = "" if hint.action.type in PLAIN_MOVES else f" ({hint.action.type})"
            by = " by" if name[-1:].isdigit() else ""
            return f"Move {name}{by} {length:.1f} inches {way}{how}{words[moves[-1].end() :]}"
    words = PLACES.sub(lambda found: f"{found[1] or 'at'} {MARKED_PLACE}", words)
    return words.replace(f": at {MARKED_PLACE}", f" at {MARKED_PLACE}")


def compass_name(east: float, north: float) -> str:
    """Return the nearest of eight compass directions."""
    return COMPASS_NAMES[round(degrees(atan2(north, east)) / 45.0) % 8]


def _foot(ghost: Any) -> XYZ:
    x, y = ghost.volume.center
    return x, y, ghost.volume.low


def _draw_ring(board: MarkPainter, body: Body, margin: float, rgb: RGB, dash: float = 0.0) -> None:
    x, y, z = body.at
    board.draw_ring((x, y), body.radius + margin, z + 0.06, rgb, 3.0, dash=dash)
