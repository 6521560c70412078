"""The play screen: all actions by mouse and keys, without hidden information."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wc3d.animation.queue import AnimationQueue
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ, EvidenceView, Stroke
from wc3d.presentation.palette import Livery
from wc3d.registry import load_window_hooks
from wc3d.scene.game_marks import draw_cloud_volumes
from wc3d.scene.picking import RayHit
from wc3d.table.table import Table
from wc3d.ui.controller import GameController
from wc3d.ui.game_log import LogLine
from wc3d.ui.input_stack import Command, DialogLayer, InputLayer
from wc3d.ui.measuring.draw import draw_measuring_marks, measuring_marks_key
from wc3d.ui.measuring.game_rules import GameMeasuringTools
from wc3d.ui.measuring.readout import deciding_line, measuring_evidence
from wc3d.ui.overlays import (
    Attention,
    displayed_facings,
    draw_attention_marks,
    draw_ground_marks,
    line_to_look_along,
    views_in_question,
    visible_previews,
)
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.animated_screen import AnimatedScreen
from wc3d.window.play.animation_panels import StripContent, strip_content_of
from wc3d.window.play.game.play_panels import FrameView, PanelCallbacks, PlayPanels
from wc3d.window.play.game.score_cards import RoundCard
from wc3d.window.play.game.table_labels import draw_table_labels
from wc3d.window.play.game_hooks import WindowHooks
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.screen import PositionHolder
from wc3d.window.shell.settings import ACTION_COMMANDS
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.window_memory import new_game_path, remember_file, remember_replay
from wc3d.workers.table_worker import TableWorker

ROUND_CARD_S = 8.0
"""Time in seconds after which the card at the end of a round continues, where only bots play."""


class PlayScreen(AnimatedScreen, PositionHolder):
    """The screen of a game. The leave button calls `on_leave` and is hidden without it."""

    name = "play"
    first_panel = "asked"
    is_strip_empty_at_rest = True

    def __init__(self, session: PlaySession, on_leave: Callable[[], object] | None = None) -> None:
        self.session = session
        self.on_leave = on_leave
        self.controller = GameController(session, self, TableWorker, snaps=True)
        self.rules = self.controller.rules
        self.measuring = GameMeasuringTools(lambda: self.table, self.controller)
        commands = PanelCallbacks(
            self.on_button,
            self.select,
            self.show_log_line,
            lambda places: self.bring_into_view(places, near=True),
            self.type_roll,
            self.save_copy,
            self.can_act,
            self.show_error,
            self.set_animation_speed,
        )
        own: type[WindowHooks] = load_window_hooks(self.rules) or WindowHooks
        self.play_panels = PlayPanels(session, self.controller, self.measuring, own(), commands)
        self.terrain_effects = self.play_panels.window_hooks.terrain_effects
        self.bottom_height = self.play_panels.window_hooks.bottom_height
        self._layers = (
            DialogLayer(
                lambda: self.play_panels.is_covering_table,
                self.play_panels.close_cover,
                self._cover_commands,
            ),
            self.measuring,
        )
        self.hovered_id: str | None = None
        self._changes = -1
        self._fault = ""
        self._last_state: Any = None
        self._dots = 0
        self._sat = ""
        self._over = False
        self._visit: tuple[dict[str, Any], Any] | None = None
        """The camera and the cutaway of the game while the judge has its position."""

    # --- window interface

    @property
    def input_layers(self) -> Sequence[InputLayer]:
        return self._layers

    @property
    def rules_name(self) -> str:
        return self.rules.name

    @property
    def table(self) -> Table:
        return (
            self.session.animation.table
            if self.session.animation.is_busy
            else self.controller.table
        )

    @property
    def animation(self) -> AnimationQueue:
        return self.session.animation

    @property
    def selected(self) -> str | None:
        return self.controller.selected_model

    @property
    def attention(self) -> Attention:
        """The user's current selection and focus."""
        return Attention(self.play_panels.hovered, self.hovered_id, self.play_panels.shown_line)

    def on_show(self) -> None:
        if self._visit is not None:
            view, self.window.cutaway = self._visit
            vars(self.window.viewpoint).update(view)
            self._visit = None
            self._update()
            return
        if self.session.bots:
            self.session.bot_process.start()
        self.session.save()
        self.animation.set_speed(self.window.settings.display.pace)
        self._update()
        self.frame_table()

    def seated_side(self) -> str:
        """Return the table side of the local player, the last to take the screen, or the next."""
        sits = self.session.reader or self.session.seated_player or self.session.person_to_act
        return self.rules.queries.seated_side(self.controller.state, sits) if sits else ""

    def on_hide(self) -> None:
        if self._visit is None:
            self.end_visit()

    def end_visit(self) -> None:
        self._visit = None
        self.session.close()
        self.controller.close()
        self.play_panels.hints.close()
        self.measuring.close()

    def show_message(self, words: str) -> None:
        """Show a message."""
        self.window.notices.show_message(words)

    def show_error(self, words: object) -> None:
        """Show an error."""
        self.window.notices.show_error(words)

    def liveries(self) -> Mapping[str, Livery]:
        return self.rules.display.liveries(self.controller.state)

    def facings(self) -> Mapping[str, float]:
        return self.shown_headings(displayed_facings(self.controller))

    def marks_key(self) -> object:
        interaction = self.controller
        pending = self.controller.pending
        doing = (
            (pending.make_action(), pending.verdict, pending.is_placed)
            if pending is not None
            else None
        )
        view_key = (
            self.attention,
            measuring_marks_key(self.measuring),
            interaction.hooks.reach_preview(),
        )
        return (
            interaction.selected_id,
            doing,
            interaction.aimed_items,
            self.session.change_count,
            view_key,
            self.animation_key(),
            (self.play_panels.hints.key, self.play_panels.hints.is_drawn(self.attention)),
            self.clouds_in_question(self.controller.state),
        )

    def views_in_question(self) -> list[EvidenceView]:
        return views_in_question(self.controller, self.attention, self.measuring)

    def draw_marks(self, board: TableScene) -> None:
        eye = self.window.viewpoint.eye_model
        draw_ground_marks(board, self.controller)
        draw_cloud_volumes(board, self.clouds_in_question(self.controller.state))
        if self.measuring.is_active:
            draw_measuring_marks(board, self.measuring, eye)
        elif not self.draw_animation(board):
            draw_attention_marks(
                board, self.controller, self.attention, self._recent_strokes(), eye
            )
            self.play_panels.hints.draw(board, self.attention, eye)

    def _recent_strokes(self) -> tuple[Stroke, ...]:
        """Return the last attack or path while a bot plays or a reaction is pending."""
        lines = self.session.log.lines
        shows = self.session.is_bot_thinking or self.rules.queries.is_reaction(
            self.controller.state
        )
        return lines[-1].strokes if lines and shows else ()

    def poll(self) -> bool:
        self.refit_view()
        changed = self.session.poll()
        changed = self.update_animation() or changed
        changed = self.controller.poll() or changed
        self._update()
        dots = self._dots
        self._dots = int(time.monotonic() * 2) if self.session.is_bot_thinking else 0
        polled = (
            self.measuring.poll(),
            self._poll_hints(),
            self.play_panels.poll_round_card(),
        )
        return any((*polled, changed, dots != self._dots))

    def _poll_hints(self) -> bool:
        """Collect finished hints, and bring the first one into view."""
        self.play_panels.hints.request.prepare()
        has_news = self.play_panels.hints.poll()
        if has_news:
            self._look_at_hint()
        return has_news

    def _look_at_hint(self) -> None:
        places = self.play_panels.hints.places()
        if places:
            self.bring_into_view(places)

    def _update(self) -> None:
        """Update all parts after a change of the game."""
        self.controller.sync()
        if self._changes == self.session.change_count:
            return
        self._changes = self.session.change_count
        if self.seated_side() != self._sat and not self.animation.is_busy:
            self._sat = self.seated_side()
            self.frame_table()
        if self.session.next_person:
            self.measuring.clear()
            if self.session.seated_player:
                self.window.notices.visible_notices.clear()  # a message may reveal a card
        self.play_panels.on_game_changed()
        model = self.play_panels.question_model()
        if model is not None:
            self.bring_into_view((self.rules.queries.table(self.controller.state).body(model).at,))
        self._show_news()
        self.window.log(f"changed {self.session.change_count} turns {len(self.session.game.turns)}")
        self.window.request_redraw(3)

    def _show_news(self) -> None:
        """Show file errors and finished rounds, and open the score at the end."""
        if self.session.fault and self.session.fault != self._fault:
            self.show_error(self.session.fault)
        self._fault = self.session.fault
        state = self.controller.state
        news = (
            self.rules.display.announcement(self._last_state, state)
            if self._last_state is not None
            else ""
        )
        if news:
            self._show_round_end(news)
        self._last_state = state
        if self.session.is_over and not self._over:
            self.play_panels.is_score_open = True
        self._over = self.session.is_over

    def _show_round_end(self, title: str) -> None:
        """Open the card with the points of both sides, and stop the animation until it closes."""
        rules = self.rules
        state = self.controller.state
        log = self.session.shown_log
        table = rules.display.score(state, log)
        lines = rules.text.scoreboard(state, log) if table is None else ()
        closes_at = None if self.session.people else time.monotonic() + ROUND_CARD_S
        self.play_panels.round_card = RoundCard(title, table, lines, closes_at)

    # --- mouse

    def on_hover(self, hit: RayHit | None) -> None:
        self.hovered_id = hit.id if hit is not None and hit.kind == "body" else None
        self.controller.on_hover(hit)

    def on_hover_end(self) -> None:
        self.hovered_id = None

    def on_click(self, hit: RayHit | None) -> None:
        if self.session.next_person or self.session.wanted_roll:
            return
        if self.play_panels.is_click_outdated:
            return
        self.play_panels.shown_line = None
        if self.session.is_showing_own_action or not self.session.skip_one_step():
            self._skip_to_present()
            self.controller.on_click(hit, self.window.is_shift_held)
            self._update()

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        if hit.kind != "body" or self.session.next_person:
            return False
        if self.session.is_next_person(self.rules.queries.owner(self.controller.state, hit.id)):
            self._skip_to_present()
        return self.controller.begin_drag(hit.id)

    def _skip_to_present(self) -> None:
        """Skip pending animations when the player acts."""
        if self.session.skip_to_present():
            self._update()

    def on_drag(self, hit: RayHit | None) -> None:
        self.controller.on_drag(hit)

    def on_drop(self, hit: RayHit | None) -> None:
        self.controller.on_drop(hit, self.window.is_shift_held)
        self._update()

    def on_cancel(self) -> bool:
        if self.play_panels.shown_line is not None:
            self.play_panels.shown_line = None
        elif not self.controller.cancel():
            self.play_panels.is_menu_open = True
        return True

    def pass_through_ids(self) -> tuple[str, ...]:
        return (self.controller.dragged_id,) if self.controller.dragged_id is not None else ()

    # --- keys and buttons

    def commands(self) -> Mapping[str, Command]:
        tools = {} if self.session.next_person else self.measuring.commands()
        return {
            **tools,
            **self._action_commands(),
            "end": self._end_step,
            "next": self._pick_next,
            "next_row": partial(self._pick_row, 1),
            "previous_row": partial(self._pick_row, -1),
            "save": lambda: self.on_button("menu"),
            "undo": lambda: self.on_button("undo"),
            "redo": lambda: self.on_button("redo"),
            "home": self.frame_table_or_models,
            "top": self.look_from_above,
            "log": self.play_panels.toggle_log,
            "jump": self._jump,
            "along": self._look_along_line,
            "present": self._skip_to_present,
            **{t: partial(self.controller.run_command, t) for t in ("turn_left", "turn_right")},
            "weighed": partial(self.on_button, "weighed"),
            **self._hint_commands(),
        }

    def _cover_commands(self) -> dict[str, Command]:
        """Return the commands of the card at the end of a round, which the same keys close."""
        if self.play_panels.round_card is None:
            return {}
        return dict.fromkeys(("end", "present"), self.play_panels.close_cover)

    def _action_commands(self) -> dict[str, Command]:
        """Return the commands that press the action buttons that have a key now."""
        if self.session.next_person or self.play_panels.is_covering_table:
            return {}
        press = self.play_panels.buttons.press
        count = len(self.play_panels.buttons.marks)
        return {name: partial(press, i) for i, name in enumerate(ACTION_COMMANDS[:count])}

    def _hint_commands(self) -> dict[str, Command]:
        """Return the commands of the displayed hint's buttons."""
        marks = () if self.session.next_person else self.play_panels.hint_buttons
        return {mark.replace(" ", "_"): partial(self.on_button, mark) for mark in marks}

    def _pick_row(self, step: int) -> None:
        if not self.session.next_person and self.controller.select_row(step) is not None:
            self.look_at_selected()

    def can_act(self) -> bool:
        """Return whether the player can act; show a message if a measuring tool is active."""
        if not self.measuring.is_active:
            return True
        key = self.window.ui.key_for_command("cancel")
        self.show_message(f"First press {key} to close the measuring tool")
        return False

    def _end_step(self) -> None:
        if self.session.next_person:
            self.on_button("sit down")
        elif self.session.skip_one_step():
            self._update()
        elif self.can_act() and not self.session.wanted_roll and not self.play_panels.is_menu_open:
            self.controller.asks_before_end = self.window.settings.display.confirm_end
            self.controller.end_step()
            self._update()

    def _pick_next(self) -> None:
        self._skip_to_present()
        if not self.session.next_person and self.controller.select_next_unit() is not None:
            self.look_at_selected()

    def _jump(self) -> None:
        if self.can_act():
            self._skip_to_present()
            self.controller.run_command("jump")

    def _look_along_line(self) -> None:
        of_sight = deciding_line(measuring_evidence(self.measuring))
        logged = (
            self.play_panels.shown_line.strokes if self.play_panels.shown_line is not None else ()
        )
        line = of_sight or (
            logged[0].points if logged else line_to_look_along(self.controller, self.attention)
        )
        self.look_along(
            line, "Click an attack in the log or point at a target first, then look along the line"
        )

    def on_button(self, mark: str) -> None:
        """Handle a button of the bar, the menu or the cover."""
        layout = self.play_panels
        match mark:
            case "undo" if self.can_act():
                self._skip_to_present()
                self.controller.undo()
            case "redo" if self.can_act():
                self._skip_to_present()
                self.controller.redo()
            case "go on":
                self.session.skip_one_step()
            case "present":
                self._skip_to_present()
            case "weighed":
                layout.toggle_bot_options()
            case "hint do" if self.can_act():
                self.controller.asks_before_end = self.window.settings.display.confirm_end
                layout.hints.choose()
            case "hint next":
                layout.hints.show_next()
                self._look_at_hint()
            case "menu":
                layout.is_menu_open = not layout.is_menu_open
            case "close menu":
                layout.is_menu_open = False
            case "score":
                layout.is_menu_open, layout.is_score_open = False, not layout.is_score_open
            case "help":
                layout.is_menu_open, self.window.help = False, True
            case "photo":
                layout.is_menu_open = False
                self.window.photo_mode.enter()
            case "concede":
                self._concede()
            case "judge":
                self._judge_position()
            case "sit down":
                self.session.confirm_handover()
            case "leave" if self.on_leave is not None:
                self.on_leave()
            case "watch":
                self._watch_replay()
        self._update()

    def _concede(self) -> None:
        if self.play_panels.menu.concede_confirmation != "concede":
            self.play_panels.menu.concede_confirmation = "concede"
            return
        self.play_panels.menu.concede_confirmation, self.play_panels.is_menu_open = "", False
        action = self.rules.search.concede_action(
            self.session.person_to_act or self.session.people[0]
        )
        if action is not None:
            self.controller.apply_action(action)

    def _judge_position(self) -> None:
        """Show the table as it stands to the judge, and keep the game as it is meanwhile."""
        make_screen = self.window.make_judge_screen
        if make_screen is None:
            return
        self.play_panels.is_menu_open = False
        self.animation.is_paused = True
        self._visit = dict(vars(self.window.viewpoint)), self.window.cutaway
        table = self.rules.queries.table(self.controller.state)
        self.window.show_screen(make_screen(table, self))

    def _watch_replay(self) -> None:
        """Show the game's replay from its beginning."""
        if self.session.path is not None:
            self.session.save()
            begin = partial(save_branch_and_make_screen, on_leave=self.on_leave)
            self.window.show_screen(
                ReplayScreen(self.session.path, self.on_leave, read=remember_replay, begin=begin)
            )

    def save_copy(self) -> None:
        """Save the game under the typed file name."""
        name = self.play_panels.menu.copy_name
        try:
            self.session.save_copy(name)
        except InputError as error:
            self.show_error(error)
        else:
            self.show_message(f"Saved in {name}")
            self.play_panels.is_menu_open = False

    def type_roll(self, faces: tuple[int, ...]) -> None:
        """Enter the faces of physical dice. Raises DiceError."""
        self.session.type_roll(faces)
        self._update()

    # --- selection

    def select(self, id: str) -> None:
        """Select a list entry and bring it into view."""
        self.controller.select(id)
        self.look_at_selected()

    def look_at_selected(self) -> None:
        """Bring the selection into view."""
        model = self.controller.selected_model
        if model is not None:
            self.bring_into_view((self.rules.queries.table(self.controller.state).body(model).at,))

    def show_log_line(self, line: LogLine) -> None:
        """Show the place of a log line."""
        shown_line = self.play_panels.shown_line = (
            None if self.play_panels.shown_line is line else line
        )
        places: Sequence[XYZ] = line.places
        if shown_line is not None and places:
            self.bring_into_view(places, near=True)
        elif shown_line is not None:
            self.show_message("This line has no place on the table")

    # --- panels

    def draw_legend_rows(self, ui: Any) -> None:
        self.play_panels.window_hooks.draw_legend(ui)

    def message_rect(self) -> Rect:
        left, top, right, bottom = self.grid.table
        cards = self.window.ui.widget_rects.get("cards")
        return left, top, right, min(bottom, cards[1]) if cards is not None else bottom

    def draw_panels(self, ui: Any) -> None:
        self.play_panels.can_leave = self.on_leave is not None
        self.play_panels.can_judge = self.window.make_judge_screen is not None
        self.controller.asks_before_end = self.window.settings.display.confirm_end
        view = FrameView(
            self.grid,
            self.window.project_to_pixel,
            self.table,
            self.window.viewpoint.eye_model,
            lambda: visible_previews(self.controller, self.attention),
        )
        covered = self.play_panels.draw(ui, view)
        if not self.session.next_person:
            is_hint = self.play_panels.is_hint_in_strip
            content = StripContent() if is_hint else strip_content_of(self.animation)
            covered += self.draw_strip(ui, self.controller.state, content)
            if self.window.names and self.window.picker is not None:
                self._draw_labels(ui, covered)
        self.play_panels.draw_menu_and_score(ui)
        is_stopped = self.play_panels.round_card is not None
        if is_stopped != self.animation.is_paused:
            self.animation.is_paused = is_stopped

    def _draw_labels(self, ui: Any, covered: Sequence[Rect]) -> None:
        """Draw labels and other texts over the table, not over what is covered."""
        draw_table_labels(ui, self, self.play_panels.hints, covered)


def save_branch_and_make_screen(
    game: Game, bots: Mapping[int, str], on_leave: Callable[[], object] | None = None
) -> PlayScreen:
    """Return the screen of a game branched from a replay, in a new file. Raises InputError."""
    try:
        path = new_game_path()
    except OSError as error:
        raise InputError(f"cannot create a file for the game ({error.strerror})") from None
    screen = PlayScreen(PlaySession(game, bots, path=path), on_leave)
    screen.session.save()
    remember_file(path, "game")
    return screen
