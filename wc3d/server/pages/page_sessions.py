"""The page of a seat in a browser: it is sent the table, then what its screen shows, the newest only; it says what is done."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Lock
from typing import Any

from wc3d.presentation.evidence_view import XYZ
from wc3d.server.limits import is_number_below
from wc3d.server.match.match import BEGIN_ROW, JsonObject, Match, Message
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.server.pages.board_page import BoardPageController
from wc3d.server.pages.page_controller import PageController
from wc3d.server.pages.seat_page import SeatController
from wc3d.server.pages.send_queue import SendQueue
from wc3d.table.table import Table
from wc3d.web.live_scene import LiveScene
from wc3d.workers.worker_pool import WorkerPool

SCREEN_PART = "screen"
"""What a page asks for when joining, beside what is told to all."""

LOG = logging.getLogger(__name__)

MAX_CACHED_SCENES = 40
"""Tables that are kept ready."""

POLL_INTERVAL_S = 0.06
"""Seconds between two looks at whether what takes long has been worked out."""


class PageResources:
    """What all pages of a host share: the tables of games, each packed once, and the processes that work out what takes long."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], LiveScene] = {}
        self._lock = Lock()
        self.worker_pool = WorkerPool()

    def scene_for(self, room: Match, table: Table) -> LiveScene:
        """The stage of a game, as it was proposed last, whose table has this terrain."""
        proposed = room.proposal.number if room.proposal is not None else 0
        key = (room.id, proposed, *(feature.id for feature in table.features))
        stage = self._made.get(key) or LiveScene(table)
        with self._lock:
            self._made[key] = stage
            while len(self._made) > MAX_CACHED_SCENES:
                self._made.pop(next(iter(self._made)))
        return stage


class PageSession(ABC):
    """One page. All that is done on its screen happens in the turn of the game that it is `of`, or of its own."""

    def __init__(self, desk: MatchExecutor, of: str, outbox: SendQueue) -> None:
        self.executor, self.queue_name, self.send_queue = desk, of, outbox
        self.controller: PageController | None = None
        self.sent_figure_count = 0
        self._dirty = asyncio.Event()
        self._whole = True

    def mark_dirty(self) -> None:
        """Something may look different; from any thread."""
        self._whole = True
        self.send_queue.loop.call_soon_threadsafe(self._dirty.set)

    async def run_updates(self) -> None:
        """Send what the page shows, when that has changed and the last has been sent: who reads slowly gets fewer pictures."""
        while True:
            await self._wait_for_change()
            self._dirty.clear()
            for message in await self.executor.run_for(
                self.queue_name, self._run_safely, self._render
            ):
                self.send_queue.put(message)
            await asyncio.sleep(0)
            await self.send_queue.is_empty.wait()

    async def _wait_for_change(self) -> None:
        """Wait until something may look different: it was done, or has been worked out."""
        while not self._dirty.is_set():
            try:
                async with asyncio.timeout(
                    POLL_INTERVAL_S
                    if self.controller is not None and self.controller.is_busy
                    else None
                ):
                    await self._dirty.wait()
            except TimeoutError:
                if await self.executor.run_for(
                    self.queue_name, self._run_safely, self._poll_screen
                ):
                    return

    def _poll_screen(self) -> bool:
        return self.controller is not None and self.controller.poll()

    def _run_safely(self, work: Callable[..., Any], *what: Any) -> Any:
        """What a piece of work comes to; a fault of the program is told to the page, which goes on."""
        try:
            return work(*what)
        except Exception as error:
            LOG.exception("%s: updating its page failed", self.queue_name)
            self.send_queue.put(
                {
                    "t": "failed",
                    "text": f"the host had an error ({type(error).__name__}): reload the page",
                }
            )
            return []

    @abstractmethod
    def _render(self) -> list[JsonObject]:
        """What is to be sent now."""

    def _send_stage(self, stage: LiveScene, side: str, seat: int) -> None:
        """Send the table at once: a browser makes it ready while all that stands on it is looked up."""
        self.send_queue.put(
            {
                "t": "stage",
                "scene": stage.scene_data,
                "block": stage.packed_block,
                "side": side,
                "seat": seat,
            }
        )

    def _collect_new_figures(self, stage: LiveScene) -> list[JsonObject]:
        """The figures that the page was not sent yet: what shows them comes after them."""
        messages = [
            {"t": "figure", "mesh": f.mesh, "block": f.block}
            for f in stage.figures[self.sent_figure_count :]
        ]
        self.sent_figure_count = len(stage.figures)
        return messages

    async def handle_message(self, message: Message) -> bool:
        """What is done on the page; False if it is something that any client asks."""
        kind = message.get("t")
        if kind not in PAGE_MESSAGES:
            return False
        if self.controller is not None and await self.executor.run_for(
            self.queue_name, self._run_safely, self._handle_input, kind, message
        ):
            self._dirty.set()
        return True

    def _handle_input(self, kind: str, message: Message) -> bool:
        """Do what is done on the page; True if something may look different now."""
        assert self.controller is not None
        if kind in RAY_MESSAGES:
            start, way = parse_vector(message.get("from")), parse_vector(message.get("way"))
            if start is None or way is None:
                return False
            self._handle_ray(kind, start, way, message)
        elif kind == "line":
            number = message.get("n")
            self.controller.show_log_line(number if type(number) is int else -1)
        else:
            getattr(self.controller, CONTROL_HANDLERS[kind])(str(message.get("what")))
        light = kind in ("drag", "look", "line") or (
            kind == "ray" and message.get("click") is not True
        )
        self._whole = self._whole or not light or self.controller.is_turning_model
        return True

    def _handle_ray(self, kind: str, start: XYZ, way: XYZ, message: Message) -> None:
        screen = self.controller
        assert screen is not None
        hit, corner, touch = (
            screen.hit_test(start, way),
            message.get("corner") is True,
            message.get("touch") is True,
        )
        turn: Any = message.get("turn")
        screen.camera_turn_deg = (
            float(turn) if is_number_below(turn, MAX_CLIENT_NUMBER) else screen.camera_turn_deg
        )
        if kind == "grab":
            screen.on_drag_start(hit, str(message.get("id")), start)
        elif kind == "drag":
            screen.on_drag(hit)
        elif kind == "drop":
            screen.on_drop(hit, corner)
        elif message.get("click") is True:
            screen.on_click(hit, corner, touch)
        else:
            screen.on_hover(hit)

    def close(self) -> None:
        """The page is gone."""
        if self.controller is not None:
            self.controller.close()


class SeatPageSession(PageSession):
    """The page of a seat, or of a judge who looks with that seat's eyes; `kind` of screen says which."""

    controller: SeatController | None

    def __init__(
        self,
        desk: MatchExecutor,
        pages: PageResources,
        room: Match,
        seat: int,
        outbox: SendQueue,
        kind: type[SeatController] = SeatController,
    ) -> None:
        super().__init__(desk, room.id, outbox)
        self.resources, self.match, self.seat, self.controller_class = pages, room, seat, kind
        self._board: object = self

    def _render(self) -> list[JsonObject]:
        room, visible = self.match, self.match.visible_row_count(self.seat)
        if not any(row.kind == BEGIN_ROW for row in room.rows[:visible]):
            return self._render_proposal()
        whole, self._whole = self._whole, False
        messages: list[JsonObject] = []
        table = room.rules.table(
            room.feeds[self.seat].state_seen_at(room.record_lengths[visible - 1])
        )
        stage = self.resources.scene_for(room, table)
        if self.controller is None:
            self.controller = self.controller_class(
                room, self.seat, stage, self.resources.worker_pool.make_worker
            )
        if self.controller.page_scene is not stage or not self.sent_figure_count:
            self.controller.page_scene, self.sent_figure_count, whole = stage, 0, True
            side = (
                room.rules.seated_side(self.controller.session.state, self.seat)
                if self.seat
                else ""
            )
            self._send_stage(stage, side, self.seat)
        screen = self.controller
        screen.poll()
        happened = screen.animation.take_new_events()
        screen_message = (
            screen.screen_message() if whole else {"t": "marks", **screen.hover_message()}
        )
        return [*messages, *self._collect_new_figures(stage), *happened, screen_message]

    def _render_proposal(self) -> list[JsonObject]:
        """The board that the game is to be played on, while that is still to be agreed on."""
        if self.match.is_delayed(self.seat):
            return []
        plan = (
            self.match.current_terms().plan
            if not self.match.is_agreed and self._board != self.match.proposal
            else None
        )
        self._board = self.match.proposal
        if plan is None:
            return []
        self._send_stage(self.resources.scene_for(self.match, plan.table), "", self.seat)
        return [{"t": "board"}]


class SharedPageSession(PageSession):
    """The page of something to be looked at. `make` makes its screen; what hinders that is told."""

    controller: BoardPageController | None

    def __init__(
        self,
        desk: MatchExecutor,
        of: str,
        outbox: SendQueue,
        make: Callable[[], BoardPageController],
    ) -> None:
        super().__init__(desk, of, outbox)
        self.make_controller = make
        self._stage: LiveScene | None = None

    def _render(self) -> list[JsonObject]:
        whole, self._whole = self._whole, False
        if self.controller is None:
            self.controller = self.make_controller()
        screen = self.controller
        screen.poll()
        happened = screen.take_new_events()
        screen_message = (
            screen.screen_message()
            if whole or screen.page_scene is not self._stage
            else {"t": "marks", **screen.hover_message()}
        )
        messages: list[JsonObject] = []
        if screen.page_scene is not self._stage:
            self._stage, self.sent_figure_count = screen.page_scene, 0
            self._send_stage(screen.page_scene, "", 0)
        return [*messages, *self._collect_new_figures(screen.page_scene), *happened, screen_message]

    def _poll_screen(self) -> bool:
        has_news = super()._poll_screen()
        self._whole = self._whole or has_news
        return has_news


MAX_CLIENT_NUMBER = 1e6
"""No coordinate or angle of a client is as large."""

RAY_MESSAGES = ("ray", "grab", "drag", "drop")
"""What is done on the table."""

CONTROL_HANDLERS = {
    "press": "on_button",
    "pick": "on_row_click",
    "look": "on_button_hover",
    "key": "run_command",
}
"""What is done beside it, and what hears of it."""

PAGE_MESSAGES = (*RAY_MESSAGES, *CONTROL_HANDLERS, "line")
"""All that is done on a page."""


def parse_vector(value: Any) -> XYZ | None:
    """Three numbers of a client, or None for what is none."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    if not all(is_number_below(x, MAX_CLIENT_NUMBER) for x in value):
        return None
    x, y, z = value
    return float(x), float(y), float(z)
