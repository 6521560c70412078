"""The judge as a web service: questions in, answers, pictures and reports out.

Every request is a question file as JSON, which names no files of this computer. Answers are
computed in other processes, each within a time limit. The service keeps nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wc3d.errors import InputError
from wc3d.server.http.app import RETRY_LATER_HEADERS, SECURITY_HEADERS, TrustedOriginMiddleware
from wc3d.server.http.json_body import read_body
from wc3d.server.http.judge_service_page import describe_service, render_service_page
from wc3d.server.limits import ServerLimits
from wc3d.workers.call_pool import CallFailedError, CallPool, CallTimeoutError, PoolFullError

MAX_PICTURE_NUMBER = 10_000
"""The highest number of a question whose picture can be asked for."""

LOG = logging.getLogger(__name__)

Answerer = Callable[..., bytes]
"""A function of a module that answers the body of a request. Raises InputError."""


@dataclass(frozen=True)
class JudgeFunctions:
    """The functions that answer requests in other processes.

    `answer(body, verdict_only)` returns JSON, `draw(body, number)` a PNG, `report(body)` a page.
    """

    answer: Answerer
    draw: Answerer
    report: Answerer


class JudgeService:
    """The web application of the judge. Clients may address it by `names`, or by an IP address."""

    def __init__(
        self,
        functions: JudgeFunctions,
        pool: CallPool,
        schema: Mapping[str, Any],
        version: str,
        names: Collection[str] = (),
        max_bytes: int = 1_000_000,
    ) -> None:
        """`schema` is the JSON Schema of a question file; `max_bytes` limits a request's body."""
        self.limits = ServerLimits(
            max_guests_per_address=ServerLimits.max_sockets_per_address
        )  # programs keep their connections open
        self.functions = functions
        self.pool = pool
        self.host_names = frozenset(name.lower() for name in names)
        self.max_bytes = max_bytes
        self._description = describe_service(schema, version, max_bytes, pool.seconds)
        self._page = render_service_page(self._description)

    def make_application(self) -> Starlette:
        """Return the ASGI application for uvicorn."""
        routes = [
            Route("/", self.serve_page),
            Route("/openapi.json", self.serve_description),
            Route("/health", self.serve_health),
            Route("/judge", self.serve_answers, methods=["POST"]),
            Route("/picture", self.serve_picture, methods=["POST"]),
            Route("/report", self.serve_report, methods=["POST"]),
        ]
        middleware = [Middleware(TrustedOriginMiddleware, names=self.host_names)]
        return Starlette(routes=routes, middleware=middleware)

    def disconnect_all(self) -> None:
        """Stop all calculations, because the service ends."""
        self.pool.close()

    async def serve_page(self, request: Request) -> Response:
        """Serve the page that describes the service."""
        return Response(self._page, media_type="text/html", headers=SECURITY_HEADERS)

    async def serve_description(self, request: Request) -> Response:
        """Serve the description in the OpenAPI format."""
        return JSONResponse(self._description)

    async def serve_health(self, request: Request) -> Response:
        """Serve whether the service runs."""
        return JSONResponse({"status": "ok"})

    async def serve_answers(self, request: Request) -> Response:
        """Serve the answers to the questions."""
        text = request.query_params.get("verdict_only", "false").lower()
        if text not in ("true", "false"):
            return _fault(400, "verdict_only: expected true or false")
        return await self._answer(
            request, "application/json", self.functions.answer, text == "true"
        )

    async def serve_picture(self, request: Request) -> Response:
        """Serve the picture of an answer."""
        text = request.query_params.get("number", "1")
        number = int(text) if text.isdecimal() and len(text) <= 5 else 0
        if not 1 <= number <= MAX_PICTURE_NUMBER:
            return _fault(400, "number: expected the number of a question, from 1")
        return await self._answer(request, "image/png", self.functions.draw, number)

    async def serve_report(self, request: Request) -> Response:
        """Serve the report page about all answers."""
        return await self._answer(request, "text/html", self.functions.report)

    async def _answer(
        self, request: Request, media_type: str, function: Answerer, *options: object
    ) -> Response:
        try:
            body = await read_body(request, self.max_bytes)
        except ClientDisconnect:
            return Response(status_code=400)
        if body is None:
            return _fault(413, f"expected a question file of at most {self.max_bytes} bytes")
        future = self.pool.submit(function, body, *options)
        try:
            answer = await asyncio.wrap_future(future)
        except PoolFullError:
            return _fault(503, "too many questions at once; try again later", RETRY_LATER_HEADERS)
        except CallTimeoutError:
            seconds = f"{self.pool.seconds:g}"
            return _fault(503, f"no answer within {seconds} seconds; ask fewer questions at once")
        except CallFailedError as error:
            LOG.error("%s", error)
            return _fault(500, str(error))
        except InputError as error:
            return _fault(400, str(error))
        return Response(answer, media_type=media_type)


def _fault(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": text}, status, headers)
