"""The images of materials and light, which pages load after their first picture."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wc3d.web.look_images import MEDIA_TYPE, look_image

CACHE_HEADERS = {"cache-control": "public, max-age=86400"}


def look_routes() -> list[Route]:
    """Return the routes of the images."""
    return [Route("/looks/{name}.webp", serve_look_image)]


async def serve_look_image(request: Request) -> Response:
    """Serve an image, which is made when a page first asks for it."""
    data = await run_in_threadpool(look_image, request.path_params["name"])
    if data is None:
        return Response(status_code=404)
    return Response(data, media_type=MEDIA_TYPE, headers=CACHE_HEADERS)
