"""Page sessions: send a browser the table and its newest screen, and handle the user's input."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Lock
from typing import Any

from wc3d.errors import describe_plugin_fault, without_code_place
from wc3d.presentation.evidence_view import XYZ
from wc3d.server.limits import is_finite_within
from wc3d.server.match.match import BEGIN_ROW, JsonObject, Match, Message
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.server.pages.board_page import BoardPageController
from wc3d.server.pages.seat_page import SeatController
from wc3d.server.pages.send_queue import SendQueue
from wc3d.server.pages.table_page import TablePage
from wc3d.table.table import Table
from wc3d.web.live_scene import LiveScene
from wc3d.workers.worker_pool import WorkerPool

SCREEN_PART = "screen"
"""The part that only pages request."""

LOG = logging.getLogger(__name__)

MAX_CACHED_SCENES = 40
"""The maximum number of cached tables."""

POLL_INTERVAL_S = 0.02
"""Seconds between two checks for finished background work."""


class PageResources:
    """Resources that all pages of a host share: packed tables and worker processes."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], LiveScene] = {}
        self._lock = Lock()
        self.worker_pool = WorkerPool()

    def scene_for(self, match: Match, table: Table) -> LiveScene:
        """Return the cached scene of a game's last proposal with the terrain of `table`."""
        proposed = match.proposal.number if match.proposal is not None else 0
        key = (match.id, proposed, *(feature.id for feature in table.features))
        stage = self._made.get(key) or LiveScene(table)
        with self._lock:
            self._made[key] = stage
            while len(self._made) > MAX_CACHED_SCENES:
                self._made.pop(next(iter(self._made)))
        return stage


class PageSession(ABC):
    """A session of a page. Its work runs in the queue `queue_name`, usually that of its game."""

    def __init__(self, executor: MatchExecutor, of: str, outbox: SendQueue) -> None:
        self.executor = executor
        self.queue_name = of
        self.send_queue = outbox
        self.controller: TablePage | None = None
        self.sent_figure_count = 0
        self.is_touched = False
        self._dirty = asyncio.Event()
        self._whole = True

    def mark_dirty(self) -> None:
        """Request a new screen. Thread-safe."""
        self._whole = True
        self.send_queue.loop.call_soon_threadsafe(self._dirty.set)

    async def run_updates(self) -> None:
        """Send each new screen once the last one is sent, so that slow readers skip screens."""
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
        """Wait for an input or for background work that changes the screen."""
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
        """Run a task and return its result. Report an internal error to the page and go on."""
        try:
            return work(*what)
        except Exception as error:
            fault = describe_plugin_fault(error)
            LOG.exception("%s: updating its page failed%s", self.queue_name, fault and f": {fault}")
            cause = without_code_place(fault) or type(error).__name__
            self.send_queue.put(
                {
                    "t": "failed",
                    "text": f"the host had an error ({cause}): reload the page",
                }
            )
            return []

    @abstractmethod
    def _render(self) -> list[JsonObject]:
        """Return the messages to send now."""

    def _send_stage(self, stage: LiveScene, side: str, seat: int) -> None:
        """Send the table early, so that the browser prepares it while the host renders the rest."""
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
        """Return the figures that are new to the page, to send before the screens that use them."""
        messages = [
            {"t": "figure", "mesh": f.mesh, "block": f.block}
            for f in stage.figures[self.sent_figure_count :]
        ]
        self.sent_figure_count = len(stage.figures)
        return messages

    async def handle_message(self, message: Message) -> bool:
        """Handle an input message of the page. Return False for any other message."""
        kind = message.get("t")
        if kind == HAND_MESSAGE:
            is_touched = message.get("what") == "touch"
            if is_touched != self.is_touched:
                self.is_touched = is_touched
                self.mark_dirty()
            return True
        if kind not in PAGE_MESSAGES:
            return False
        if self.controller is not None and await self.executor.run_for(
            self.queue_name, self._run_safely, self._handle_input, kind, message
        ):
            self._dirty.set()
        return True

    def _handle_input(self, kind: str, message: Message) -> bool:
        """Handle an input. Return whether the screen may have changed."""
        assert self.controller is not None
        if kind in RAY_MESSAGES:
            start = parse_vector(message.get("from"))
            way = parse_vector(message.get("way"))
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
        hit = screen.hit_test(start, way)
        corner = message.get("corner") is True
        touch = message.get("touch") is True
        turn: Any = message.get("turn")
        screen.camera_turn_deg = (
            float(turn) if is_finite_within(turn, MAX_CLIENT_NUMBER) else screen.camera_turn_deg
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
        """Close the controller after the page is closed."""
        if self.controller is not None:
            self.controller.close()


class SeatPageSession(PageSession):
    """The session of a seat or of a judge with its view. `kind` is the controller class."""

    controller: SeatController | None

    def __init__(
        self,
        executor: MatchExecutor,
        pages: PageResources,
        match: Match,
        seat: int,
        outbox: SendQueue,
        kind: type[SeatController] = SeatController,
    ) -> None:
        super().__init__(executor, match.id, outbox)
        self.resources = pages
        self.match = match
        self.seat = seat
        self.controller_class = kind
        self._board: object = self

    def _render(self) -> list[JsonObject]:
        match = self.match
        visible = self.match.visible_row_count(self.seat)
        if not any(row.kind == BEGIN_ROW for row in match.rows[:visible]):
            return self._render_proposal()
        whole = self._whole
        self._whole = False
        messages: list[JsonObject] = []
        table = match.rules.queries.table(
            match.feeds[self.seat].state_seen_at(match.record_lengths[visible - 1])
        )
        stage = self.resources.scene_for(match, table)
        if self.controller is None:
            self.controller = self.controller_class(
                match, self.seat, stage, self.resources.worker_pool.make_worker
            )
        if self.controller.page_scene is not stage or not self.sent_figure_count:
            self.controller.page_scene, self.sent_figure_count, whole = stage, 0, True
            side = (
                match.rules.queries.seated_side(self.controller.session.state, self.seat)
                if self.seat
                else ""
            )
            self._send_stage(stage, side, self.seat)
        screen = self.controller
        screen.is_touched = self.is_touched
        screen.poll()
        whole = whole or screen.has_hint_news
        happened = screen.animation.take_animations()
        screen_message = (
            screen.screen_message() if whole else {"t": "marks", **screen.hover_message()}
        )
        return [*messages, *self._collect_new_figures(stage), *happened, screen_message]

    def _render_proposal(self) -> list[JsonObject]:
        """Return the proposed board while the players still negotiate."""
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
    """The session of a shared page. `make` makes its controller; errors go to the page."""

    controller: BoardPageController | None

    def __init__(
        self,
        executor: MatchExecutor,
        of: str,
        outbox: SendQueue,
        make: Callable[[], BoardPageController],
    ) -> None:
        super().__init__(executor, of, outbox)
        self.make_controller = make
        self._stage: LiveScene | None = None

    def _render(self) -> list[JsonObject]:
        whole = self._whole
        self._whole = False
        if self.controller is None:
            self.controller = self.make_controller()
        screen = self.controller
        screen.is_touched = self.is_touched
        screen.poll()
        happened = screen.take_animations()
        screen_message = (
            screen.screen_message()
            if whole or screen.page_scene is not self._stage
            else {"t": "marks", **screen.hover_message()}
        )
        messages: list[JsonObject] = []
        if screen.page_scene is not self._stage:
            self._stage = screen.page_scene
            self.sent_figure_count = 0
            self._send_stage(screen.page_scene, "", 0)
        return [*messages, *self._collect_new_figures(screen.page_scene), *happened, screen_message]

    def _poll_screen(self) -> bool:
        has_news = super()._poll_screen()
        self._whole = self._whole or has_news
        return has_news


MAX_CLIENT_NUMBER = 1e6
"""The limit for coordinates and angles from a client."""

RAY_MESSAGES = ("ray", "grab", "drag", "drop")
"""Inputs on the table."""

CONTROL_HANDLERS = {
    "press": "on_button",
    "pick": "on_row_click",
    "look": "on_button_hover",
    "key": "run_command",
    "place": "on_place_words",
}
"""Inputs outside the table, with the names of their handlers."""

HAND_MESSAGE = "hand"
"""The message that says whether the user points with a finger ("touch") or a mouse."""

PAGE_MESSAGES = (*RAY_MESSAGES, *CONTROL_HANDLERS, "line")
"""All inputs of a page."""


def parse_vector(value: Any) -> XYZ | None:
    """Return three numbers from a client as a vector, None if invalid."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    if not all(is_finite_within(x, MAX_CLIENT_NUMBER) for x in value):
        return None
    x, y, z = value
    return float(x), float(y), float(z)
