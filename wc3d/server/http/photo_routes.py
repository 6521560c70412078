"""The page "Judge from a photo": its files, and answers to its marks, computed in other processes."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wc3d.registry import map_cache
from wc3d.server.http.json_body import read_json_object
from wc3d.server.match.seat_keys import hash_key, is_key_of_hash
from wc3d.server.pages.shared_files import derive_share_key
from wc3d.table.table import Table
from wc3d.web.photo_report import write_photo_report
from wc3d.web.photo_view import photo_choices, solve_photo
from wc3d.workers.table_worker import Solver, WorkerFactory

PHOTO_PAGE = "photo"
"""The name of the page in links."""

MAX_MARKS_BYTES = 200_000
"""The maximum size of the marks of a photograph."""

ANSWER_TIMEOUT_S = 30.0
"""The longest time for an answer, including the wait for a free process."""

POLL_INTERVAL_S = 0.02


def derive_photo_key(host_key: str) -> str:
    """Derive the secret key of the page, which the host's owner can pass on."""
    return derive_share_key(host_key, PHOTO_PAGE, "")


class PhotoPage:
    """Answers the page's requests for holders of its key."""

    def __init__(self, host_key: str, make_worker: WorkerFactory, base: str = "") -> None:
        """`base` is the address that links begin with."""
        key = derive_photo_key(host_key)
        self.key_hash = hash_key(key)
        self.link = f"{base.rstrip('/')}/{PHOTO_PAGE}#{key}"
        """The link of the page, without the host's address if that is unknown."""
        self._make_worker = make_worker
        self._choices: Any = None
        self._no_table = Table((1.0, 1.0), policy=map_cache().policy)  # the marks name their own

    def is_key(self, key: str) -> bool:
        """Return whether a key is the page's key."""
        return is_key_of_hash(key, self.key_hash)

    async def serve_choices(self, request: Request) -> Response:
        """Serve what the page offers."""
        if self._choices is None:
            self._choices = await asyncio.get_running_loop().run_in_executor(None, photo_choices)
        phone = {} if is_local_link(self.link) else {"phone_link": self.link}
        return JSONResponse({**self._choices, **phone})

    async def serve_answers(self, request: Request) -> Response:
        """Serve what the marks show."""
        return await self._answer(request, solve_photo)

    async def serve_report(self, request: Request) -> Response:
        """Serve a report about the marks, with a placeholder for the picture."""
        return await self._answer(request, write_photo_report)

    async def _answer(self, request: Request, solver: Solver) -> Response:
        marks = await read_json_object(request, MAX_MARKS_BYTES)
        if marks is None:
            text = f"expected a JSON object of at most {MAX_MARKS_BYTES} bytes"
            return JSONResponse({"error": text}, 400)
        worker = self._make_worker()
        deadline = time.monotonic() + ANSWER_TIMEOUT_S
        try:
            worker.solve(solver, self._no_table, marks)
            while time.monotonic() < deadline:
                report = worker.poll()
                if report is not None and report.is_finished:
                    if report.failure:
                        return JSONResponse({"error": report.failure}, 400)
                    if isinstance(report.answer, str):
                        return Response(report.answer, media_type="text/html")
                    return JSONResponse(report.answer)
                if await request.is_disconnected():
                    break
                await asyncio.sleep(POLL_INTERVAL_S)
        finally:
            worker.stop()
        text = f"no answer within {ANSWER_TIMEOUT_S:g} seconds; ask fewer questions at once"
        return JSONResponse({"error": text}, 503)


def is_local_link(link: str) -> bool:
    """Return whether a link opens on this computer only."""
    name = urlsplit(link).hostname or ""
    return name in ("", "localhost", "::1") or name.startswith("127.")
