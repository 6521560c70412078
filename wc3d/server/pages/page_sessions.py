"""The page of a seat in a browser: it is sent the table, then what its screen shows, the newest only; it says what is done."""
from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Lock
from typing import Any

from wc3d.presentation.evidence_view import XYZ
from wc3d.server.match.client_values import is_number_below
from wc3d.server.match.match import BEGIN, HostedGame, Message, Told
from wc3d.server.match.work_queue import GameDesk
from wc3d.server.pages.board_page import LookScreen
from wc3d.server.pages.page_controller import PageScreen
from wc3d.server.pages.seat_page import SeatScreen
from wc3d.server.pages.send_queue import Outbox
from wc3d.table.table import Table
from wc3d.web.live_stage import LiveStage
from wc3d.workers.worker_pool import WorkerPool

SCREEN = "screen"
"""What a page asks for when joining, beside what is told to all."""

LOG = logging.getLogger(__name__)

HELD = 40
"""Tables that are kept ready."""

LOOK_AGAIN = 0.06
"""Seconds between two looks at whether what takes long has been worked out."""


class Pages:
    """What all pages of a host share: the tables of games, each packed once, and the processes that work out what takes long."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], LiveStage] = {}
        self._lock = Lock()
        self.pool = WorkerPool()

    def stage_of(self, room: HostedGame, table: Table) -> LiveStage:
        """The stage of a game, as it was proposed last, whose table has this terrain."""
        proposed = room.proposal.n if room.proposal is not None else 0
        key = (room.id, proposed, *(feature.id for feature in table.features))
        stage = self._made.get(key) or LiveStage(table)
        with self._lock:
            self._made[key] = stage
            while len(self._made) > HELD:
                self._made.pop(next(iter(self._made)))
        return stage


class ScreenPage(ABC):
    """One page. All that is done on its screen happens in the turn of the game that it is `of`, or of its own."""

    def __init__(self, desk: GameDesk, of: str, outbox: Outbox) -> None:
        self.desk, self.of, self.outbox = desk, of, outbox
        self.screen: PageScreen | None = None
        self.figures = 0
        self._dirty = asyncio.Event()
        self._whole = True

    def changed(self) -> None:
        """Something may look different; from any thread."""
        self._whole = True
        self.outbox.loop.call_soon_threadsafe(self._dirty.set)

    async def paint(self) -> None:
        """Send what the page shows, when that has changed and the last has been sent: who reads slowly gets fewer pictures."""
        while True:
            await self._something_new()
            self._dirty.clear()
            for message in await self.desk.run(self.of, self._safely, self._painted):
                self.outbox.put(message)
            await asyncio.sleep(0)
            await self.outbox.drained.wait()

    async def _something_new(self) -> None:
        """Wait until something may look different: it was done, or has been worked out."""
        while not self._dirty.is_set():
            try:
                async with asyncio.timeout(LOOK_AGAIN if self.screen is not None and self.screen.busy else None):
                    await self._dirty.wait()
            except TimeoutError:
                if await self.desk.run(self.of, self._safely, self._heard_anything):
                    return

    def _heard_anything(self) -> bool:
        return self.screen is not None and self.screen.poll()

    def _safely(self, work: Callable[..., Any], *what: Any) -> Any:
        """What a piece of work comes to; a fault of the program is told to the page, which goes on."""
        try:
            return work(*what)
        except Exception as error:
            LOG.exception("%s: updating its page failed", self.of)
            self.outbox.put({"t": "failed", "text": f"the host had an error ({type(error).__name__}): reload the page"})
            return []

    @abstractmethod
    def _painted(self) -> list[Told]:
        """What is to be sent now."""

    def _send_stage(self, stage: LiveStage, side: str, seat: int) -> None:
        """Send the table at once: a browser makes it ready while all that stands on it is looked up."""
        self.outbox.put({"t": "stage", "scene": stage.scene, "block": stage.block, "side": side, "seat": seat})

    def _new_figures(self, stage: LiveStage) -> list[Told]:
        """The figures that the page was not sent yet: what shows them comes after them."""
        messages = [{"t": "figure", "mesh": f.mesh, "block": f.block} for f in stage.figures[self.figures :]]
        self.figures = len(stage.figures)
        return messages

    async def hear(self, message: Message) -> bool:
        """What is done on the page; False if it is something that any client asks."""
        kind = message.get("t")
        if kind not in DONE:
            return False
        if self.screen is not None and await self.desk.run(self.of, self._safely, self._heard, kind, message):
            self._dirty.set()
        return True

    def _heard(self, kind: str, message: Message) -> bool:
        """Do what is done on the page; True if something may look different now."""
        assert self.screen is not None
        if kind in RAYS:
            start, way = vector(message.get("from")), vector(message.get("way"))
            if start is None or way is None:
                return False
            self._ray(kind, start, way, message)
        elif kind == "line":
            number = message.get("n")
            self.screen.show_line(number if type(number) is int else -1)
        else:
            getattr(self.screen, WORDS[kind])(str(message.get("what")))
        light = kind in ("drag", "look", "line") or (kind == "ray" and message.get("click") is not True)
        self._whole = self._whole or not light or self.screen.turning
        return True

    def _ray(self, kind: str, start: XYZ, way: XYZ, message: Message) -> None:
        screen = self.screen
        assert screen is not None
        hit, corner, touch = screen.hit(start, way), message.get("corner") is True, message.get("touch") is True
        turn: Any = message.get("turn")
        screen.turn = float(turn) if is_number_below(turn, FARTHEST) else screen.turn
        if kind == "grab":
            screen.grab(hit, str(message.get("id")), start)
        elif kind == "drag":
            screen.drag(hit)
        elif kind == "drop":
            screen.drop(hit, corner)
        elif message.get("click") is True:
            screen.click(hit, corner, touch)
        else:
            screen.point(hit)

    def close(self) -> None:
        """The page is gone."""
        if self.screen is not None:
            self.screen.close()


class SeatPage(ScreenPage):
    """The page of a seat, or of a judge who looks with that seat's eyes; `kind` of screen says which."""

    screen: SeatScreen | None

    def __init__(
        self, desk: GameDesk, pages: Pages, room: HostedGame, seat: int, outbox: Outbox, kind: type[SeatScreen] = SeatScreen
    ) -> None:
        super().__init__(desk, room.id, outbox)
        self.pages, self.room, self.seat, self.kind = pages, room, seat, kind
        self._board: object = self

    def _painted(self) -> list[Told]:
        room, visible = self.room, self.room.visible(self.seat)
        if not any(row.kind == BEGIN for row in room.rows[:visible]):
            return self._proposed()
        whole, self._whole = self._whole, False
        messages: list[Told] = []
        table = room.rules.table(room.telling[self.seat].seen(room.versions[visible - 1]))
        stage = self.pages.stage_of(room, table)
        if self.screen is None:
            self.screen = self.kind(room, self.seat, stage, self.pages.pool.worker)
        if self.screen.stage is not stage or not self.figures:
            self.screen.stage, self.figures, whole = stage, 0, True
            side = room.rules.side_looked_from(self.screen.session.state, self.seat) if self.seat else ""
            self._send_stage(stage, side, self.seat)
        screen = self.screen
        screen.poll()
        happened = screen.staging.news()
        screen_message = screen.shown() if whole else {"t": "marks", **screen.hand()}
        return [*messages, *self._new_figures(stage), *happened, screen_message]

    def _proposed(self) -> list[Told]:
        """The board that the game is to be played on, while that is still to be agreed on."""
        if self.room.is_delayed(self.seat):
            return []
        plan = self.room.terms().plan if not self.room.settled and self._board != self.room.proposal else None
        self._board = self.room.proposal
        if plan is None:
            return []
        self._send_stage(self.pages.stage_of(self.room, plan.table), "", self.seat)
        return [{"t": "board"}]


class LookPage(ScreenPage):
    """The page of something to be looked at. `make` makes its screen; what hinders that is told."""

    screen: LookScreen | None

    def __init__(self, desk: GameDesk, of: str, outbox: Outbox, make: Callable[[], LookScreen]) -> None:
        super().__init__(desk, of, outbox)
        self.make = make
        self._stage: LiveStage | None = None

    def _painted(self) -> list[Told]:
        whole, self._whole = self._whole, False
        if self.screen is None:
            self.screen = self.make()
        screen = self.screen
        screen.poll()
        happened = screen.news()
        screen_message = screen.shown() if whole or screen.stage is not self._stage else {"t": "marks", **screen.hand()}
        messages: list[Told] = []
        if screen.stage is not self._stage:
            self._stage, self.figures = screen.stage, 0
            self._send_stage(screen.stage, "", 0)
        return [*messages, *self._new_figures(screen.stage), *happened, screen_message]

    def _heard_anything(self) -> bool:
        has_news = super()._heard_anything()
        self._whole = self._whole or has_news
        return has_news


FARTHEST = 1e6
"""No coordinate or angle of a client is as large."""

RAYS = ("ray", "grab", "drag", "drop")
"""What is done on the table."""

WORDS = {"press": "press", "pick": "pick", "look": "look", "key": "command"}
"""What is done beside it, and what hears of it."""

DONE = (*RAYS, *WORDS, "line")
"""All that is done on a page."""


def vector(value: Any) -> XYZ | None:
    """Three numbers of a client, or None for what is none."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    if not all(is_number_below(x, FARTHEST) for x in value):
        return None
    x, y, z = value
    return float(x), float(y), float(z)
