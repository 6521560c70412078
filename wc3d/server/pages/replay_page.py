"""The controller of a replay page: it steps through a finished game with its animations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.presentation.palette import Livery
from wc3d.presentation.preview import FloatingTag
from wc3d.server.pages.board_page import BoardPageController
from wc3d.server.pages.seat_animation import ActionAnimation
from wc3d.server.pages.seat_buttons import Button, make_button, remove_icons
from wc3d.server.pages.seat_panels import card_panel, draw_labels, roster_panels
from wc3d.ui.game_log import GameLog
from wc3d.web.live_scene import LiveScene
from wc3d.web.page_mark_painter import PageMarkPainter
from wc3d.workers.table_worker import TableWorker, WorkerFactory


class ReplayPageController(BoardPageController):
    """The controller of a replay after `actions_done` actions, in the view of `reader` (0:
    public).

    `play_on` begins a new game after a number of actions. It returns the link endings of its
    seats, or raises InputError.
    """

    def __init__(
        self,
        game: Game,
        title: str,
        worker: WorkerFactory = TableWorker,
        play_on: Callable[[int], Mapping[int, str]] | None = None,
    ) -> None:
        self.game = game
        self.rules = game.rules
        self._play_on = play_on
        self._links: list[dict[str, str]] = []
        self.actions_done = 0
        self.reader = 0
        super().__init__(game.rules.queries.table(self._get_state()), title, worker)
        self._stages = {self._terrain_ids(): self.page_scene}
        self.animation = ActionAnimation(self.rules, 0, self._render_figures)
        self._log = self._write_log()
        self._happened: list[dict[str, Any]] = []

    def _get_state(self) -> Any:
        """Return the state in the reader's view."""
        turns = self.game.turns
        return self.rules.play.seen_by(
            turns[self.actions_done - 1].state_after
            if self.actions_done
            else turns[0].state_before,
            self.reader or None,
        )

    def _terrain_ids(self) -> tuple[str, ...]:
        return tuple(feature.id for feature in self._table.features)

    def _render_figures(self, state: Any) -> list[dict[str, Any]]:
        return self.page_scene.figures_to_json(
            self.rules.queries.table(state),
            self.rules.display.liveries(state),
            self.rules.display.facings(state),
        )

    def _write_log(self) -> GameLog:
        log = GameLog(self.rules, self.game.start, self.reader or None)
        log.add_events(self.game.opening[1], 0)
        for turn_count, turn in enumerate(self.game.turns, 1):
            log.add_events(turn.events, turn_count)
            log.flush_open_attack(turn_count)
        return log

    def display_name(self, id: str) -> str:
        return self.rules.text.display_name(self._get_state(), id)

    # Steps

    def go_to(self, at: int) -> None:
        """Go to the state after `at` actions. A single step forward is animated."""
        old_position = self.actions_done
        self.actions_done = max(0, min(at, len(self.game.turns)))
        if self.actions_done == old_position + 1:
            message = self.animation.animation_message(
                self.actions_done, self.game.turns[old_position]
            )
            self._happened += [message] if message is not None else []
        else:
            self.animation.reset()
            self._happened = []
        self._update_table()

    def _update_table(self) -> None:
        self._table = self.rules.queries.table(self._get_state())
        if self._terrain_ids() not in self._stages:
            self._stages[self._terrain_ids()] = LiveScene(self._table)
        self.page_scene = self._stages[self._terrain_ids()]

    def _go_to_turn(self, way: int) -> None:
        """Go to the start of the next turn, or back to the start of this or the previous turn."""
        turns = [self.rules.display.turn_bar(turn.state_after) for turn in self.game.turns]
        starts = [0, *(i for i in range(1, len(turns)) if turns[i] != turns[i - 1]), len(turns)]
        later_starts = [s for s in starts if s > self.actions_done]
        earlier = [s for s in starts if s < self.actions_done]
        self.go_to(
            min(later_starts, default=self.actions_done) if way > 0 else max(earlier, default=0)
        )

    def _set_reader(self, reader: int) -> None:
        self.reader = reader
        self._happened = []
        self.animation = ActionAnimation(self.rules, reader, self._render_figures)
        self._log = self._write_log()
        self._update_table()

    def show_log_line(self, number: int) -> None:
        if 0 <= number < len(self._log.lines):
            self.go_to(self._log.lines[number].actions_done)

    def run_command(self, name: str) -> None:
        if name in ("next", "end"):
            self.go_to(self.actions_done + 1 if name == "next" else len(self.game.turns))
        else:
            super().run_command(name)

    def take_animations(self) -> list[dict[str, Any]]:
        happened = self._happened
        self._happened = []
        return happened

    def begin_branch_match(self) -> None:
        """Begin a new game from here and show the links of its seats."""
        assert self._play_on is not None
        try:
            ends = self._play_on(self.actions_done)
        except InputError as error:
            self.notice = str(error)
            return
        names = ("spectators", *self.rules.text.player_names(self._get_state()))
        words = f"New game after action {self.actions_done}: link for"
        self._links = [
            {"words": f"{words} {remove_icons(names[seat])}", "end": ends[seat]} for seat in ends
        ]

    # Output

    def buttons(self) -> list[Button]:
        last, name_1, name_2 = (
            len(self.game.turns),
            *self.rules.text.player_names(self._get_state()),
        )
        buttons = [
            make_button(
                "on",
                "▶ Next",
                partial(self.go_to, self.actions_done + 1),
                main=True,
                able=self.actions_done < last,
            ),
            make_button(
                "off",
                "◀ Back",
                partial(self.go_to, self.actions_done - 1),
                able=self.actions_done > 0,
            ),
            make_button(
                "turn on",
                "▶▶ Next turn",
                partial(self._go_to_turn, 1),
                able=self.actions_done < last,
            ),
            make_button(
                "turn off",
                "◀◀ Start of turn",
                partial(self._go_to_turn, -1),
                able=self.actions_done > 0,
            ),
            make_button("begin", "Go to start", partial(self.go_to, 0), able=self.actions_done > 0),
            make_button(
                "last", "Go to end", partial(self.go_to, last), able=self.actions_done < last
            ),
        ]
        if self._play_on is not None:
            is_over = self.rules.play.to_act(self._get_state()) is None
            tip = (
                "Starts a new game from here, with a link for each seat. "
                "Anyone who saw this replay knows the hands and the next cards."
            )
            buttons.append(
                make_button(
                    "play on",
                    "▶ Play from here",
                    self.begin_branch_match,
                    why=tip,
                    able=not is_over,
                )
            )
        knows = (0, "Public view"), (1, f"{name_1}'s view"), (2, f"{name_2}'s view")
        return buttons + [
            make_button(f"knows {n}", words, partial(self._set_reader, n), on=self.reader == n)
            for n, words in knows
        ]

    def heading_fields(self) -> dict[str, Any]:
        state = self._get_state()
        rules = self.rules
        lines = [line.words for line in self._log.lines if line.actions_done <= self.actions_done]
        return {
            "head": f"After {self.actions_done} of {len(self.game.turns)} actions: {remove_icons(rules.text.describe_moment(state))}",
            "picked": card_panel(rules, state, self.selected_id),
            "rosters": roster_panels(rules, state, rules.text.player_names(state), True),
            "points": [remove_icons(line) for line in rules.text.point_lines(state)],
            "log": {"from": 0, "lines": lines},
            "links": self._links,
            "question": [remove_icons(rules.text.describe_ending(state))]
            if rules.play.to_act(state) is None
            else [],
        }

    def liveries(self) -> dict[str, Livery]:
        return dict(self.rules.display.liveries(self._get_state()))

    def tags(self) -> Sequence[FloatingTag]:
        return ()

    def ground_marks(self) -> dict[str, Any]:
        pens = PageMarkPainter()
        state = self._get_state()
        draw_labels(pens, self.rules, state, self.reader or None, self.selected_id)
        return pens.to_json()

    def on_row_click(self, id: str) -> None:
        self.selected_id = id
