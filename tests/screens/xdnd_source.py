"""A file manager, as far as the window is concerned: it drags files over a window and drops them, by the protocol XDND."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage, SelectionNotify

PATIENCE = 60.0


class Source:
    """Drags files; use it as a function: Source(display_name).drop(paths, x, y)."""

    def __init__(self, name: str) -> None:
        self.display = Display(name)
        self.root = self.display.screen().root
        self.own = self.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)

    def atom(self, name: str) -> int:
        return self.display.intern_atom(name)

    def property_of(self, window: Any, name: str) -> int | None:
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        return found.value[0] if found is not None else None

    def target(self, x: int, y: int) -> Any:
        """The window at a point of the screen that files can be dropped on."""
        for window in reversed(self.root.query_tree().children):
            box = window.get_geometry()
            inside = box.x <= x < box.x + box.width and box.y <= y < box.y + box.height
            if inside and self.property_of(window, "XdndAware") is not None:
                return window
        raise AssertionError("no window takes files there")

    def drop(
        self,
        paths: Sequence[Path | str],
        x: float,
        y: float,
        types: Sequence[str] = ("text/uri-list",),
    ) -> bool:
        """Drag over a point and let go; were they taken? A str goes as it is, a Path as its address."""
        x, y = round(x), round(y)
        target = self.target(x, y)
        proxy = self.property_of(target, "XdndProxy")
        listener = self.display.create_resource_object("window", proxy)
        assert self.property_of(listener, "XdndProxy") == proxy, "a proxy names itself"
        uris = "".join(f"{p if isinstance(p, str) else p.as_uri()}\r\n" for p in paths).encode()
        self.own.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        kinds = [self.atom(name) for name in types]
        self.own.change_property(self.atom("XdndTypeList"), Xatom.ATOM, 32, kinds)

        def tell(what: str, *words: int) -> None:
            data = 32, [self.own.id, *words, *[0] * (4 - len(words))]
            listener.send_event(
                ClientMessage(window=target, client_type=self.atom(what), data=data), event_mask=0
            )
            self.display.flush()

        tell("XdndEnter", 5 << 24 | (len(kinds) > 3), *kinds[:3])
        tell("XdndPosition", 0, x << 16 | y, X.CurrentTime, self.atom("XdndActionCopy"))
        status = self.wait("XdndStatus", uris)
        assert status[0] == target.id
        if not status[1] & 1:
            tell("XdndLeave")
            return False
        tell("XdndDrop", 0, X.CurrentTime)
        return bool(self.wait("XdndFinished", uris)[1] & 1)

    def wait(self, what: str, uris: bytes) -> Any:
        """Until this message comes; who asks for the files meanwhile gets them."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self.display.pending_events():
                event = self.display.next_event()
                if event.type == X.ClientMessage and event.client_type == self.atom(what):
                    return event.data[1]
                if event.type == X.SelectionRequest:
                    event.requestor.change_property(event.property, event.target, 8, uris)
                    told = SelectionNotify(
                        time=event.time,
                        requestor=event.requestor,
                        selection=event.selection,
                        target=event.target,
                        property=event.property,
                    )
                    event.requestor.send_event(told, event_mask=0)
                    self.display.flush()
            time.sleep(0.005)
        raise AssertionError(f"no {what} within {PATIENCE} s")
