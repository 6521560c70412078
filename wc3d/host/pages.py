"""The page of a seat in a browser: it is sent the table, then what its screen shows, the newest only; it says what is done."""
from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from typing import Any

from wc3d.host.desk import GameDesk
from wc3d.host.outbox import Outbox
from wc3d.host.room import BEGIN, HostedGame, Message, Told
from wc3d.host.seat_screen import SeatScreen
from wc3d.table.table import Table
from wc3d.view.webpage.live_stage import LiveStage

SCREEN = "screen"
"""What a page asks for when joining, beside what is told to all."""

LOG = logging.getLogger(__name__)

HELD = 40
"""Tables that are kept ready."""


class Stages:
    """The tables of games, as pages show them: each packed once."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], LiveStage] = {}

    def of(self, game: str, table: Table) -> LiveStage:
        """The stage of a game whose table has this terrain."""
        key = (game, *(feature.id for feature in table.features))
        if key not in self._made:
            while len(self._made) >= HELD:
                self._made.pop(next(iter(self._made)))
            self._made[key] = LiveStage(table)
        return self._made[key]


class SeatPage:
    """One page. All that knows the game happens on the games' thread."""

    def __init__(self, desk: GameDesk, stages: Stages, room: HostedGame, seat: int, outbox: Outbox) -> None:
        self.desk, self.stages, self.room, self.seat, self.outbox = desk, stages, room, seat, outbox
        self.screen: SeatScreen | None = None
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
            await self._dirty.wait()
            self._dirty.clear()
            for message in await self.desk.run(self._safely, self._painted):
                self.outbox.put(message)
            await asyncio.sleep(0)
            await self.outbox.drained.wait()

    def _safely(self, work: Callable[..., Any], *what: Any) -> Any:
        """What a piece of work comes to; a fault of the program is told to the page, which goes on."""
        try:
            return work(*what)
        except Exception as error:
            LOG.exception("game %s, seat %s: its page", self.room.id, self.seat)
            self.outbox.put({"t": "failed", "text": f"a fault of the host ({type(error).__name__})"})
            return []

    def _painted(self) -> list[Told]:
        room, visible = self.room, self.room.visible(self.seat)
        if not any(row.kind == BEGIN for row in room.rows[:visible]):
            return []
        whole, self._whole = self._whole, False
        made: list[Told] = []
        table = room.rules.table(room.telling[self.seat].seen(room.versions[visible - 1]))
        stage = self.stages.of(room.id, table)
        if self.screen is None:
            self.screen = SeatScreen(room, self.seat, stage)
        if self.screen.stage is not stage or not self.figures:
            self.screen.stage, self.figures, whole = stage, 0, True
            side = room.rules.side_looked_from(self.screen.session.state, self.seat) if self.seat else ""
            made.append({"t": "stage", "scene": stage.scene, "block": stage.block, "side": side, "seat": self.seat})
        screen = self.screen
        shown = screen.shown() if whole else {"t": "marks", "marks": screen.marks(), "hand": screen.in_hand()}
        made += [{"t": "figure", "mesh": f.mesh, "block": f.block} for f in stage.figures[self.figures :]]
        self.figures = len(stage.figures)
        return [*made, shown]

    async def hear(self, message: Message) -> bool:
        """What is done on the page; False if it is something that any client asks."""
        kind = message.get("t")
        if kind not in ("ray", "press", "pick"):
            return False
        if self.screen is not None and await self.desk.run(self._safely, self._heard, kind, message):
            self._dirty.set()
        return True

    def _heard(self, kind: str, message: Message) -> bool:
        assert self.screen is not None
        if kind == "ray":
            start, way = vector(message.get("from")), vector(message.get("way"))
            if start is None or way is None:
                return False
            click = message.get("click") is True
            self.screen.ray(start, way, click=click, corner=message.get("corner") is True)
            self._whole = self._whole or click
        elif kind == "press":
            self.screen.press(str(message.get("mark")))
            self._whole = True
        else:
            self.screen.pick(str(message.get("id")))
            self._whole = True
        return True

    def close(self) -> None:
        """The page is gone."""
        if self.screen is not None:
            self.screen.interaction.close()


def vector(value: Any) -> tuple[float, float, float] | None:
    """Three numbers of a client, or None for what is none."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    if not all(type(x) in (int, float) and math.isfinite(x) and abs(x) < 1e6 for x in value):
        return None
    x, y, z = value
    return float(x), float(y), float(z)
