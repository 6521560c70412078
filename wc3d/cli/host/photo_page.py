"""`wc3d photo` without a file: serve the page for marking a photograph, and open it."""

from __future__ import annotations

import socket
import tempfile
from pathlib import Path

from wc3d.cli.host.command import LOCAL_ADDRESS, open_listening_socket, run_server
from wc3d.cli.optional_dependencies import require_host_extra
from wc3d.window.shell.clipboard_and_browser import open_in_browser

EVERY_ADDRESS = "0.0.0.0"
OUTSIDE_ADDRESS = ("192.0.2.1", 9)
"""An address that no computer has. Nothing is sent to it."""


def serve_photo_page(for_phones: bool) -> int:
    """Serve the page until stopped, on this computer alone or also to phones in its network."""
    require_host_extra("wc3d photo")
    from wc3d.server.http.photo_routes import PHOTO_PAGE, derive_photo_key
    from wc3d.server.match.notifications import Notifier
    from wc3d.server.match.registry import MatchRegistry
    from wc3d.server.match.store import MatchStore
    from wc3d.server.pages.shared_files import SharedFiles

    bound = open_listening_socket(EVERY_ADDRESS if for_phones else LOCAL_ADDRESS, 0)
    port = bound.getsockname()[1]
    name = find_network_address() if for_phones else LOCAL_ADDRESS
    base = f"http://{name}:{port}"
    with tempfile.TemporaryDirectory(prefix="wc3d-photo-", ignore_cleanup_errors=True) as folder:
        registry = MatchRegistry(MatchStore(Path(folder) / "games.db"))
        ending = f"{PHOTO_PAGE}#{derive_photo_key(registry.host_key)}"
        print(f"Judge from a photo: {base}/{ending}")
        if for_phones:
            print("Open this link with a phone in the same network, or show the code on the page.")
        print("Press Ctrl+C to stop.", flush=True)
        open_in_browser(f"http://{LOCAL_ADDRESS}:{port}/{ending}")
        run_server(registry, bound, [LOCAL_ADDRESS], base, Notifier([], False), SharedFiles())
    return 0


def find_network_address() -> str:
    """Return this computer's address in its network; the local one without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE_ADDRESS)  # chooses the interface; a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return LOCAL_ADDRESS
