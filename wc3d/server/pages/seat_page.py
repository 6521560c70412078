"""The controller of a seat's page. It runs the window's game controller on the host."""

from __future__ import annotations

import re
from math import dist
from typing import Any

from wc3d.engine.ruleset_types import Chances
from wc3d.engine.trooper_names import shorten_name
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.evidence_marks import draw_evidence
from wc3d.scene.game_marks import draw_cloud_volumes
from wc3d.scene.picking import RayHit
from wc3d.scene.terrain_in_question import find_clouds_in_question, find_terrain_in_question
from wc3d.server.match.match import Match
from wc3d.server.match.seat_session import SeatSession
from wc3d.server.match.table_talk import open_player_request
from wc3d.server.pages.seat_animation import SeatAnimation
from wc3d.server.pages.seat_buttons import (
    ActionButtons,
    Button,
    can_confirm,
    format_odds,
    make_tool_buttons,
    remove_icons,
    unit_kinds,
)
from wc3d.server.pages.seat_hints import SeatHints
from wc3d.server.pages.seat_panels import (
    card_panel,
    draw_labels,
    draw_sight_answer,
    measuring_panel,
    refusal_lines,
    roster_panels,
)
from wc3d.server.pages.stacked_taps import StackedTaps
from wc3d.server.pages.table_page import SIDE_CUT_SIZE, TablePage
from wc3d.table.table import Table
from wc3d.ui.controller import GameController
from wc3d.ui.measuring.draw import draw_measuring_marks
from wc3d.ui.measuring.game_rules import GameMeasuringTools
from wc3d.ui.measuring.readout import measuring_tags
from wc3d.ui.overlays import (
    Attention,
    displayed_facings,
    draw_attention_marks,
    draw_ground_marks,
    views_in_question,
)
from wc3d.ui.question_words import drop_places, impossible_lines, question_words
from wc3d.web.live_scene import LiveScene
from wc3d.web.page_mark_painter import PageMarkPainter
from wc3d.workers.table_worker import TableWorker, WorkerFactory

SAME_TAP_DISTANCE_IN = 1.2
"""Two taps this close, or within the radius of the base, count as the same place."""


def _tap(click: re.Match[str]) -> str:
    return "Tap" if click[1] == "C" else "tap"


class SeatController(TablePage):
    """The controller of a seat's page in the seat's view. Without a `worker`, paths block."""

    def __init__(
        self, match: Match, seat: int, stage: LiveScene, worker: WorkerFactory | None = None
    ) -> None:
        super().__init__(stage)
        self.match = match
        self.seat = seat
        self.rules = match.rules
        self.session = self._make_session()
        self.controller = GameController(self.session, self, worker, snaps=True)
        self.measuring = GameMeasuringTools(
            lambda: self.controller.table, self.controller, worker or TableWorker
        )
        self.measuring.side_cut_size = SIDE_CUT_SIZE
        self.animation = SeatAnimation(match, seat, self.figures_in)
        self.action_buttons = ActionButtons(self.controller)
        self.hints = SeatHints(match, seat, self.controller, self.rules)
        self.attention = Attention()
        self._tapped: tuple[object, XYZ] | None = None
        self._stacked_taps = StackedTaps()
        self.has_hint_news = False
        self._number = match.visible_row_count(seat)

    def _make_session(self) -> SeatSession:
        return SeatSession(self.match, self.seat)

    # Messages and updates

    def show_message(self, words: str) -> None:
        """Show the user a message."""
        self.notice = words

    def show_error(self, words: object) -> None:
        """Show the user the reason of a refusal."""
        self.notice = str(words)

    def sync(self) -> None:
        """Catch up with the game."""
        if self._number != self.match.visible_row_count(self.seat):
            self._number = self.match.visible_row_count(self.seat)
            self.session.sync()
            self.controller.sync()
            self.attention = Attention()

    @property
    def is_busy(self) -> bool:
        """Return whether a background task is running."""
        return self.controller.hooks.is_busy or self.measuring.is_answer_due or self.hints.is_busy

    @property
    def is_turning_model(self) -> bool:
        """Return whether the user is turning a model that is already placed."""
        pending = self.controller.pending
        return pending is not None and pending.is_placed and pending.turns_after_placing

    def poll(self) -> bool:
        """Collect finished background work. Return whether the screen has changed."""
        self.sync()
        has_news = [self.controller.poll(), self.measuring.poll()]
        self.has_hint_news = self.hints.poll() or self.has_hint_news
        return any(has_news) or self.has_hint_news

    # Input

    @property
    def table(self) -> Table:
        return self.controller.table

    @property
    def dragged_model(self) -> str | None:
        return self.controller.dragged_id

    def hover_table(self, hit: RayHit | None) -> None:
        self.attention = Attention(model=hit.id if hit is not None and hit.kind == "body" else None)
        self.controller.on_hover(hit)

    def click_table(self, hit: RayHit | None, corner: bool, touch: bool) -> None:
        """Handle a click or a tap. A tap points, a second tap at the same place confirms."""
        interaction = self.controller
        pending = interaction.pending
        if touch and pending is None:
            wanted = interaction.highlighted_targets() if interaction.aimed_items else {}
            hit = self._stacked_taps.choose(hit, self.models_under_finger(hit), wanted)
        if (
            touch
            and pending is not None
            and pending.follows_mouse
            and not self._is_second_tap(pending, hit)
        ):
            if hit is not None:
                interaction.on_drag(hit) if not pending.is_placed else pending.on_hover(hit)
        elif (
            pending is None
            and hit is not None
            and hit.id in interaction.movable_models
            and interaction.selected_id == hit.id
        ):
            interaction.begin_pending(hit.id)  # a second click picks the model up
        else:
            interaction.on_click(hit, corner)
            if touch and pending is None and self._stacked_taps.next_model:
                self._tell_about_next_model()

    def _tell_about_next_model(self) -> None:
        """Say that another tap at the same place reaches another model."""
        name = self.rules.text.display_name(self.session.state, self._stacked_taps.next_model)
        self.notice = self.notice or f"Another tap here picks {name}"

    def _is_second_tap(self, pending: Any, hit: RayHit | None) -> bool:
        """Return whether a tap repeats the last one at the same place."""
        last_tap = self._tapped
        self._tapped = (pending, hit.at) if hit is not None else None
        tolerance = max(
            SAME_TAP_DISTANCE_IN, max((ghost.radius for ghost in pending.ghosts), default=0.0)
        )
        return (
            last_tap is not None
            and last_tap[0] is pending
            and hit is not None
            and dist(last_tap[1][:2], hit.at[:2]) <= tolerance
        )

    def begin_table_drag(self, id: str) -> None:
        self.notice = ""
        if self.session.person_to_act:
            self.controller.begin_drag(id)

    def drag_on_table(self, hit: RayHit | None) -> None:
        if self.controller.dragged_id is not None:
            self.controller.on_drag(hit)

    def drop_on_table(self, hit: RayHit | None, corner: bool) -> None:
        self.controller.on_drop(hit, corner)

    def cancel_on_table(self) -> None:
        """Cancel the pending action or the selection."""
        self.controller.cancel()

    def on_button(self, mark: str) -> None:
        """Handle a button press. Ignore buttons that no longer exist."""
        self.sync()
        self.notice = ""
        for face, act in (
            *self.buttons(),
            *self._tool_buttons(),
            *self._card_buttons(),
            *self.action_buttons.make_counters()[1],
        ):
            if face["mark"] == mark:
                act()
                return

    def on_row_click(self, id: str) -> None:
        """Handle a click on a list row."""
        self.sync()
        self.controller.select(id)

    def on_button_hover(self, mark: str) -> None:
        """Preview the action of the button under the mouse, "" for no button."""
        self.sync()
        self.attention = Attention(item=self.action_buttons.items_by_button.get(mark))

    def show_log_line(self, number: int) -> None:
        """Show the place of a log line. A second click on the same line hides it."""
        self.sync()
        telling = self.match.feeds[self.seat]
        version = self.match.record_lengths[self._number - 1] if self._number else 0
        lines = telling.log_lines[: len(telling.log_until(version))]
        line = lines[number] if 0 <= number < len(lines) else None
        self.attention = Attention(line=None if line is self.attention.line else line)

    def run_command(self, name: str) -> None:
        """Run the command of a key: cancel, next, end, or a change to the pending action."""
        self.sync()
        self.notice = ""
        if name == "cancel":
            if not self.tools.on_cancel():
                self.cancel_on_table()
        elif name == "next":
            self.controller.select_next_unit()
        elif name == "end" and self.session.person_to_act:
            self.controller.end_step()
        elif name in ("jump", "turn_left", "turn_right"):
            self.controller.run_command(name)
        elif name in self.measuring.commands():
            self.measuring.commands()[name]()

    # Buttons

    def buttons(self) -> list[Button]:
        """Return the buttons of the possible actions."""
        if not self.session.person_to_act:
            return []
        turns = self.match.active_game.turns
        undone = self.match.active_game.undone
        can_undo = bool(self.match.active_game.undoable()) and turns[-1].action.player == self.seat
        can_redo = bool(undone) and undone[-1].action.player == self.seat and not self.match.is_over
        return [*self.hints.buttons(), *self.action_buttons.make_buttons(can_undo, can_redo)]

    def _tool_buttons(self) -> list[Button]:
        return [*make_tool_buttons(self.measuring), *self.hints.tool_buttons()]

    def _card_buttons(self) -> list[Button]:
        return self.action_buttons.make_card_buttons(self.seat) if self.seat else []

    # Output

    def screen_message(self) -> dict[str, Any]:
        """Return the whole screen except the log."""
        self.sync()
        self.has_hint_news = False
        interaction = self.controller
        rules = self.rules
        state = self.session.state
        is_asked = self.session.person_to_act
        pending = interaction.pending
        counters = self.action_buttons.make_counters()[0]
        buttons = [face for face, _ in self.buttons()]
        return {
            "t": "screen",
            "n": self._number,
            "head": remove_icons(rules.text.describe_moment(state)),
            "asked": self._describe_turn(),
            "mine": bool(is_asked),
            "question": self._describe_question() if is_asked else [],
            "how": self._for_hand(remove_icons(self._get_instructions()))
            if is_asked and pending is None
            else "",
            "buttons": buttons,
            "cards": [face for face, _ in self._card_buttons()],
            "counters": counters,
            "tools": [face for face, _ in self._tool_buttons()],
            "hint": self.hints.describe(),
            "picked": card_panel(rules, state, interaction.selected_id, refusal_lines(interaction)),
            "rosters": roster_panels(rules, state, self.match.player_names),
            "points": [remove_icons(line) for line in rules.text.point_lines(state)],
            "wish": self._describe_wish(),
            "movable": list(interaction.movable_models) if is_asked else [],
            "figures": self.figures(),
            "ground": self.ground_marks(),
            "over": self.match.is_over,
            **self.hover_message(),
        }

    def hover_message(self) -> dict[str, Any]:
        """Return the part of the screen that changes with the mouse: pending action and marks."""
        pending = self.controller.pending
        words: list[str] = []
        if pending is not None:
            task = pending.touch_words if self.is_touched else pending.words
            words = [self._for_hand(remove_icons(task)), remove_icons(pending.status)]
        is_settled = pending is not None and pending.is_placed
        return {
            "hand": words,
            "notice": remove_icons(self.notice),
            "measured": self._measuring_panel(),
            "marks": self.overlay_marks(),
            "pointing": pending is not None
            and pending.follows_mouse
            and (not is_settled or pending.turns_after_placing),
            "able": can_confirm(pending) if pending is not None else None,
            "about": self.controller.selected_model or "",
            "ghosts": self._list_ghosts(),
            "follows": self.tools.takes_mouse or bool(self.controller.highlighted_targets()),
        }

    def _measuring_panel(self) -> dict[str, Any] | None:
        panel = measuring_panel(self.measuring)
        return panel and {**panel, "status": self._for_hand(panel["status"])}

    def _for_hand(self, words: str) -> str:
        """Return words for the pointer in use: a finger taps."""
        return re.sub(r"\b([Cc])lick", _tap, words) if self.is_touched else words

    def _list_ghosts(self) -> list[dict[str, Any]]:
        """Return the draggable models away from their true place: placed, or used by a tool."""
        pending = self.controller.pending
        tools = self.measuring
        bodies = [b for b in (tools.viewer, tools.target) if b is not None]
        if pending is not None and pending.is_placed and not tools.is_active:
            bodies = list(pending.ghosts)
        return [
            {
                "id": b.id,
                "at": [round(v, 3) for v in b.at],
                "size": [round(b.radius, 3), round(b.height, 3)],
            }
            for b in bodies
        ]

    def _describe_question(self) -> list[str]:
        """Return the open question, and once a unit has acted, which units still can."""
        state = self.session.state
        sentences = self.rules.text.describe_question(state)
        lines = [remove_icons(drop_places(line.strip())) for line in sentences]
        if self.controller.pending is None and not self.controller.aimed_items:
            lines += [remove_icons(line) for line in impossible_lines(self.controller)]
            if not lines and not self._get_instructions():
                lines = [remove_icons(question_words(self.controller))]
        if not any(k.is_main_button for k in unit_kinds(self.controller.menu.kinds_to_list)):
            return lines
        has_acted = any(
            label.is_done and self.rules.queries.owner(state, label.id) == self.seat
            for label in self.rules.display.labels(state)
        )
        names = [self.rules.text.display_name(state, id) for id in self.controller.units_to_act()]
        if has_acted and not names:
            lines.append("No other unit can act.")
        elif has_acted and any(name not in " ".join(lines) for name in names):
            lines.append(f"Can still act: {', '.join(names)}.")
        return lines

    def _get_instructions(self) -> str:
        """Return the instructions."""
        return self.controller.hooks.instructions(self.controller.context)

    def figures_in(self, state: Any) -> list[dict[str, Any]]:
        """Return the figures of a state."""
        return self.page_scene.figures_to_json(
            self.rules.queries.table(state),
            self.rules.display.liveries(state),
            self.rules.display.facings(state),
        )

    def figures(self) -> list[dict[str, Any]]:
        """Return the displayed figures, with models of a pending action at their new places."""
        rules = self.rules
        state = self.session.state
        return self.page_scene.figures_to_json(
            self.controller.table, rules.display.liveries(state), displayed_facings(self.controller)
        )

    def ground_marks(self) -> dict[str, Any]:
        """Return the marks until the next action: edges, objectives, clouds, zones and labels."""
        pens = PageMarkPainter()
        draw_ground_marks(pens, self.controller)
        selected_id = self.controller.selected_model
        asked = (
            self.rules.queries.question_anchor(self.session.state)
            if self.session.person_to_act
            else None
        )
        named = (asked,) if asked is not None else ()
        draw_labels(
            pens,
            self.rules,
            self.session.state,
            self.seat or None,
            selected_id,
            named,
            are_targets_chosen=bool(self.controller.menu.attack_targets()),
        )
        return pens.to_json()

    def overlay_marks(self) -> dict[str, Any]:
        """Return the marks of the selection, the pending action, the targets and the tools."""
        pens = PageMarkPainter()
        views = views_in_question(self.controller, self.attention, self.measuring)
        pens.terrain = find_terrain_in_question(self.table, views)
        clouds = self.rules.display.clouds(self.session.state)
        draw_cloud_volumes(pens, find_clouds_in_question(clouds, views))
        if self.tools.takes_mouse:
            draw_measuring_marks(pens, self.measuring)
            draw_sight_answer(pens, self.measuring)
            tags: list[FloatingTag] = measuring_tags(self.measuring)
        else:
            draw_attention_marks(pens, self.controller, self.attention, (), None)
            reach = self.controller.selection_reach()
            if reach is not None:
                draw_evidence(pens, self.table, reach.marks, None)
            hints = self.hints.display
            hints.draw(pens, self.attention)
            tags = hints.table_tags(self.attention, self.camera_turn_deg, self._format_named_odds)
        for tag in tags:
            pens.draw_label(tag.at, remove_icons(tag.words), tag.rgb, 1, target=tag.target)
        return pens.to_json()

    def _format_named_odds(self, id: str, chances: Chances) -> str:
        name = self.rules.text.display_name(self.session.state, id)
        return f"{shorten_name(name)}: {format_odds(chances)}"

    def _describe_turn(self) -> str:
        mover = self.rules.play.to_act(self.session.state)
        if mover is None:
            return self.rules.text.describe_ending(self.session.state)
        if self.match.was_paused_at(self._number):
            return "The game is paused"
        return (
            "Your move"
            if mover == self.seat
            else f"Waiting for {self.match.player_names[mover - 1]}"
        )

    def _describe_wish(self) -> dict[str, Any] | None:
        pending_wish = open_player_request(self.match, self._number)
        return (
            None
            if pending_wish is None
            else {
                "by": pending_wish[0],
                "what": pending_wish[1],
                "yours": self.seat == 3 - pending_wish[0],
            }
        )

    def close(self) -> None:
        """Release the resources after the page is closed."""
        self.controller.close()
        self.measuring.close()
        self.hints.close()
