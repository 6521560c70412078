"""The JSON object in the body of a request."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request


async def read_json_object(request: Request, max_bytes: int) -> dict[str, Any] | None:
    """Return the JSON object in the body of a request, None for anything else or a larger body."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > max_bytes:
            return None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
