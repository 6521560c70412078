"""The body of a request, within a limit, and the JSON object in it."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request


async def read_body(request: Request, max_bytes: int) -> bytes | None:
    """Return the body of a request, None for a larger one. Raises ClientDisconnect."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > max_bytes:
            return None
    return bytes(body)


async def read_json_object(request: Request, max_bytes: int) -> dict[str, Any] | None:
    """Return the JSON object in the body of a request, None for anything else or a larger body."""
    body = await read_body(request, max_bytes)
    if body is None:
        return None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
