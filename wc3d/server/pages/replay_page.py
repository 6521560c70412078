"""A finished game on a browser's page, step by step: what happened is shown as while it was played, and one may look around."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.presentation.palette import Livery
from wc3d.presentation.preview import Tag
from wc3d.server.pages.board_page import LookScreen
from wc3d.server.pages.seat_animation import TurnStaging
from wc3d.server.pages.seat_buttons import Button, button, plain
from wc3d.server.pages.seat_panels import card, rosters
from wc3d.ui.game_log import GameLog
from wc3d.web.live_stage import LiveStage, PagePens, label_words
from wc3d.workers.table_worker import MakeWorker, Worker


class ReplayPage(LookScreen):
    """Where a game stood after `at` of its actions, as both players knew it, or one of them (`reader`: 1 or 2).

    `play_on` begins a new game after so many actions and returns what the links of its seats end in; it raises InputError.
    """

    def __init__(
        self,
        game: Game,
        title: str,
        worker: MakeWorker = Worker,
        play_on: Callable[[int], Mapping[int, str]] | None = None,
    ) -> None:
        self.game, self.rules, self._play_on = game, game.rules, play_on
        self._links: list[dict[str, str]] = []
        self.at, self.reader = 0, 0
        super().__init__(game.rules.table(self._seen()), title, worker)
        self._stages = {self._terrain(): self.stage}
        self.staging = TurnStaging(self.rules, 0, self._standing)
        self._log = self._written()
        self._happened: list[dict[str, Any]] = []

    def _seen(self) -> Any:
        """The state, as it is known."""
        turns = self.game.turns
        return self.rules.seen_by(turns[self.at - 1].after if self.at else turns[0].before, self.reader or None)

    def _terrain(self) -> tuple[str, ...]:
        return tuple(feature.id for feature in self._table.features)

    def _standing(self, state: Any) -> list[dict[str, Any]]:
        return self.stage.standing(self.rules.table(state), self.rules.liveries(state), self.rules.facings(state))

    def _written(self) -> GameLog:
        log = GameLog(self.rules, self.game.start, self.reader or None)
        log.tell(self.game.opening[1], 0)
        for turn_count, turn in enumerate(self.game.turns, 1):
            log.tell(turn.events, turn_count)
            log.pause(turn_count)
        return log

    def named(self, id: str) -> str:
        return self.rules.name_of(self._seen(), id)

    # Steps

    def go(self, at: int) -> None:
        """Go to where it stood after so many actions; one step on is shown as it was then."""
        old_position, self.at = self.at, max(0, min(at, len(self.game.turns)))
        if self.at == old_position + 1:
            message = self.staging.told(self.at, self.game.turns[old_position])
            self._happened += [message] if message is not None else []
        else:
            self.staging.forget()
            self._happened = []
        self._changed()

    def _changed(self) -> None:
        self._table = self.rules.table(self._seen())
        if self._terrain() not in self._stages:
            self._stages[self._terrain()] = LiveStage(self._table)
        self.stage = self._stages[self._terrain()]

    def _turn_of(self, way: int) -> None:
        """Go to where the next turn begins, or this one or the one before it began."""
        turns = [self.rules.turn_bar(turn.after) for turn in self.game.turns]
        starts = [0, *(i for i in range(1, len(turns)) if turns[i] != turns[i - 1]), len(turns)]
        later_starts, earlier = [s for s in starts if s > self.at], [s for s in starts if s < self.at]
        self.go(min(later_starts, default=self.at) if way > 0 else max(earlier, default=0))

    def _read_as(self, reader: int) -> None:
        self.reader, self._happened = reader, []
        self.staging = TurnStaging(self.rules, reader, self._standing)
        self._log = self._written()
        self._changed()

    def show_line(self, number: int) -> None:
        if 0 <= number < len(self._log.lines):
            self.go(self._log.lines[number].done)

    def command(self, name: str) -> None:
        if name in ("next", "end"):
            self.go(self.at + 1 if name == "next" else len(self.game.turns))
        else:
            super().command(name)

    def news(self) -> list[dict[str, Any]]:
        happened, self._happened = self._happened, []
        return happened

    def play_on(self) -> None:
        """Begin a new game from here, and show the links of its seats."""
        assert self._play_on is not None
        try:
            ends = self._play_on(self.at)
        except InputError as error:
            self.notice = str(error)
            return
        names = ("spectators", *self.rules.player_names(self._seen()))
        words = f"New game after action {self.at}: link for"
        self._links = [{"words": f"{words} {plain(names[seat])}", "end": ends[seat]} for seat in ends]

    # What is shown

    def buttons(self) -> list[Button]:
        last, name_1, name_2 = len(self.game.turns), *self.rules.player_names(self._seen())
        buttons = [
            button("on", "▶ Next", partial(self.go, self.at + 1), main=True, able=self.at < last),
            button("off", "◀ Back", partial(self.go, self.at - 1), able=self.at > 0),
            button("turn on", "▶▶ Next turn", partial(self._turn_of, 1), able=self.at < last),
            button("turn off", "◀◀ Start of turn", partial(self._turn_of, -1), able=self.at > 0),
            button("begin", "Go to start", partial(self.go, 0), able=self.at > 0),
            button("last", "Go to end", partial(self.go, last), able=self.at < last),
        ]
        if self._play_on is not None:
            is_over = self.rules.to_act(self._seen()) is None
            tip = (
                "Starts a new game from here, with a link for each seat. "
                "Anyone who saw this replay knows the hands and the next cards."
            )
            buttons.append(button("play on", "▶ Play from here", self.play_on, why=tip, able=not is_over))
        knows = (0, "Public view"), (1, f"{name_1}'s view"), (2, f"{name_2}'s view")
        return buttons + [button(f"knows {n}", words, partial(self._read_as, n), on=self.reader == n) for n, words in knows]

    def about(self) -> dict[str, Any]:
        state, rules = self._seen(), self.rules
        lines = [line.words for line in self._log.lines if line.done <= self.at]
        return {
            "head": f"After {self.at} of {len(self.game.turns)} actions: {plain(rules.moment(state))}",
            "picked": card(rules, state, self.picked), "rosters": rosters(rules, state, rules.player_names(state), True),
            "points": [plain(line) for line in rules.points(state)], "log": {"from": 0, "lines": lines},
            "links": self._links, "question": [plain(rules.ending(state))] if rules.to_act(state) is None else [],
        }  # fmt: skip

    def liveries(self) -> dict[str, Livery]:
        return dict(self.rules.liveries(self._seen()))

    def tags(self) -> Sequence[Tag]:
        return ()

    def ground(self) -> dict[str, Any]:
        pens = PagePens()
        for marker in self.rules.markers(self._seen()):
            pens.sign(marker.foot, plain(marker.short or marker.name), marker.rgb, 5)
        for label in self.rules.labels(self._seen(), self.reader or None):
            first = 1 if label.id == self.picked else 6
            pens.sign(label.at, plain(label_words(label)), label.livery.rgb, first, label.id, plain(label.name))
        return pens.for_page()

    def pick(self, id: str) -> None:
        self.picked = id
