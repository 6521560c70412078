"""Files dropped on the window under X11, with the protocol XDND, version 5.

Panda's window ignores these messages. The property XdndProxy redirects them to a small window on a
separate connection, which is polled once per step.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

XDND_VERSION = 5
URI_LIST_TYPE = "text/uri-list"
MAX_SOURCE_TYPES = 100
"""Maximum number of data types read from a source; files come early."""


@dataclass(frozen=True)
class FileDrop:
    """Dropped files and the window pixel; `remote_uris` are not files of this computer."""

    paths: tuple[str, ...]
    at: tuple[float, float]
    remote_uris: tuple[str, ...] = ()


def parse_uri_list(text: bytes, at: tuple[float, float] = (0.0, 0.0)) -> FileDrop:
    """Parse a text/uri-list: one address per line, non-ASCII as %XX, comments with #."""
    paths = []
    foreign = []
    for line in text.decode("utf-8", "surrogateescape").splitlines():
        address = line.strip().strip("\0")
        if not address or address.startswith("#"):
            continue
        try:
            parts = urlsplit(address)
        except ValueError:
            foreign.append(address)
            continue
        if parts.scheme == "file" and parts.netloc in ("", "localhost", socket.gethostname()):
            path = address[len("file:") :].removeprefix("//").removeprefix(parts.netloc)
            paths.append(os.fsdecode(unquote_to_bytes(path.encode("utf-8", "surrogateescape"))))
        else:
            foreign.append(address)
    return FileDrop(tuple(paths), at, tuple(foreign))


def make_drop_target(window: int) -> DropTarget | None:
    """Accept drops on an X11 window. Return None without the library, an X server or the window."""
    try:
        return DropTarget(window)
    except Exception:  # dropping files is optional
        return None


class DropTarget:
    """Handles drags and drops on a window."""

    def __init__(self, window: int) -> None:
        from Xlib import X, Xatom
        from Xlib.display import Display

        self._x = X
        self.display = Display()
        self.display.set_error_handler(lambda *_: None)  # the source may have closed
        self._names: dict[str, int] = {}
        self.window = self.display.create_resource_object("window", window)
        self.window.get_geometry()
        self.proxy = self.display.screen().root.create_window(-9, -9, 1, 1, 0, X.CopyFromParent)
        for target in (self.proxy, self.window):
            target.change_property(self._atom("XdndProxy"), Xatom.WINDOW, 32, [self.proxy.id])
            target.change_property(self._atom("XdndAware"), Xatom.ATOM, 32, [XDND_VERSION])
        self.display.flush()
        self._source: Any = None
        self._offered = False
        self._at = (0.0, 0.0)

    def _atom(self, name: str) -> int:
        if name not in self._names:
            self._names[name] = self.display.intern_atom(name)
        return self._names[name]

    def poll(self) -> FileDrop | None:
        """Return the files dropped since the last call; call this once per step."""
        try:
            while self.display.pending_events():
                event = self.display.next_event()
                if event.type == self._x.ClientMessage:
                    self._handle_message(event)
                elif event.type == self._x.SelectionNotify and self._source is not None:
                    return self._receive(event)
        except Exception:  # a lost connection or an invalid message only disables file drops
            self._source = None
        return None

    def close(self) -> None:
        """Stop accepting drops."""
        try:
            self.display.close()
        except Exception:  # already closed
            return

    # --- the protocol

    def _handle_message(self, event: Any) -> None:
        source, *rest = event.data[1]
        if event.client_type == self._atom("XdndEnter"):
            self._source = self.display.create_resource_object("window", source)
            self._offered = self._atom(URI_LIST_TYPE) in self._offered_types(*rest)
        elif self._source is None or source != self._source.id:
            return
        elif event.client_type == self._atom("XdndPosition"):
            spot = self.window.translate_coords(
                self.display.screen().root, rest[1] >> 16, rest[1] & 0xFFFF
            )
            self._at = float(spot.x), float(spot.y)
            where_told_again = 2
            answer = where_told_again | int(self._offered)
            self._send_message(
                "XdndStatus", answer, 0, 0, self._atom("XdndActionCopy") if self._offered else 0
            )
        elif event.client_type == self._atom("XdndDrop"):
            if self._offered:
                selection = self._atom("XdndSelection")
                self.proxy.convert_selection(
                    selection, self._atom(URI_LIST_TYPE), self._atom("WC3D_DROPPED"), rest[1]
                )
                self.display.flush()
            else:
                self._send_finished(False)
        elif event.client_type == self._atom("XdndLeave"):
            self._source = None

    def _offered_types(self, flags: int, *types: int) -> list[int]:
        """Return the source's data types: up to three in its message, more in a window property."""
        if not flags & 1:
            return list(types)
        listed = self._source.get_property(
            self._atom("XdndTypeList"), self._x.AnyPropertyType, 0, MAX_SOURCE_TYPES
        )
        return list(listed.value) if listed is not None else []

    def _receive(self, event: Any) -> FileDrop | None:
        answer = None
        if event.property:
            answer = self.proxy.get_full_property(event.property, self._x.AnyPropertyType)
            self.proxy.delete_property(event.property)
        good = answer is not None and answer.format == 8
        self._send_finished(good)
        return (
            parse_uri_list(bytes(answer.value), self._at) if good and answer is not None else None
        )

    def _send_finished(self, is_accepted: bool) -> None:
        self._send_message(
            "XdndFinished",
            int(is_accepted),
            self._atom("XdndActionCopy") if is_accepted else 0,
            0,
            0,
        )
        self._source = None

    def _send_message(self, name: str, *words: int) -> None:
        from Xlib.protocol.event import ClientMessage

        data = 32, [self.window.id, *words]
        self._source.send_event(
            ClientMessage(window=self._source, client_type=self._atom(name), data=data),
            event_mask=0,
        )
        self.display.flush()
