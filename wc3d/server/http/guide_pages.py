"""The public guide pages of a host."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from wc3d._internal.memo import Size, memo_per_process
from wc3d.guide.html import INDEX_TOPIC, STYLE_SHEET, read_style_sheet, render_index, render_page
from wc3d.guide.pages import all_pages
from wc3d.server.http.page_responses import page_response

HELP_TOPICS = {"board": "boards", "dispute": "judging", "replay": "playing"}
"""The guide topic that explains each kind of shared page."""

CACHE_HEADERS = {"cache-control": "public, max-age=3600"}


def guide_routes() -> list[Route]:
    """Return the routes of the guide."""
    return [
        Route("/guide", redirect_to_index),
        Route("/guide/", redirect_to_index),
        Route("/guide/{name:path}", serve_guide_page),
    ]


async def redirect_to_index(request: Request) -> Response:
    """Redirect to the index page. Its links are relative to the folder of the guide."""
    is_folder = request.scope["path"].endswith("/")
    return RedirectResponse(INDEX_TOPIC if is_folder else f"guide/{INDEX_TOPIC}")


async def serve_guide_page(request: Request) -> Response:
    """Serve a guide page or its style sheet."""
    kind, text = guide_files().get(request.path_params["name"], ("", ""))
    if not kind:
        return Response("no such page of the guide", 404, media_type="text/plain")
    return page_response(request, kind, text, CACHE_HEADERS)


@memo_per_process(Size.FEW)
def guide_files() -> Mapping[str, tuple[str, str]]:
    """Return the media type and the text of every guide file, by path."""
    pages = {topic: ("text/html", render_page(page)) for topic, page in all_pages().items()}
    return {
        **pages,
        INDEX_TOPIC: ("text/html", render_index()),
        STYLE_SHEET: ("text/css", read_style_sheet()),
    }
