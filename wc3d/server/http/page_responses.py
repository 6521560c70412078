"""Cacheable responses that are the same for every browser."""

from __future__ import annotations

import gzip
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from wc3d._internal.memo import Size, memo_per_process


def page_response(
    request: Request, kind: str, text: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a page file, compressed if the browser accepts gzip. It contains no game data."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type=kind, headers=headers)
    compressed = {"content-encoding": "gzip", "vary": "accept-encoding", **(headers or {})}
    return Response(_compress(text), media_type=kind, headers=compressed)


@memo_per_process(Size.SMALL)
def _compress(text: str) -> bytes:
    """Return a text compressed with gzip. The cache never expires, as pages are fixed."""
    return gzip.compress(text.encode(), mtime=0)
