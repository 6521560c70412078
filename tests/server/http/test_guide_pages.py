"""A host serves the guide to everyone, and each of its pages leads to the right part of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guide.small_guide import small_guide
from tests.server.hosting import Listening, listening
from tests.server.http.test_app import asked
from wc3d.guide.pages import READING_ORDER
from wc3d.server.http.guide_pages import HELP_TOPICS
from wc3d.server.pages.shared_files import SHARED_KINDS


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    """A host with the small guide."""
    folder: Path = tmp_path_factory.mktemp("host")
    with small_guide(folder / "guide"), listening(folder) as there:
        yield there


@pytest.mark.parametrize("name", ["index", "playing", "hosting", "reference/table"])
def test_pages_are_served_without_a_key_and_cached(host: Listening, name: str) -> None:
    status, headers, text = asked(host, f"/guide/{name}")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert headers["cache-control"] == "public, max-age=3600"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert b"<title>" in text and b"wc3d guide" in text


def test_pages_are_compressed_for_browsers_that_accept_it(host: Listening) -> None:
    plain = asked(host, "/guide/playing")[2]
    _, headers, packed = asked(host, "/guide/playing", **{"accept-encoding": "gzip"})
    assert headers["content-encoding"] == "gzip" and len(packed) < len(plain)


@pytest.mark.parametrize("path", ["/guide", "/guide/"])
def test_the_guide_opens_at_its_index(host: Listening, path: str) -> None:
    assert b"<h1>The guide to wc3d</h1>" in asked(host, path)[2]


def test_the_style_sheet_is_served(host: Listening) -> None:
    status, headers, _ = asked(host, "/guide/guide.css")
    assert (status, headers["content-type"]) == (200, "text/css; charset=utf-8")


@pytest.mark.parametrize(
    "name", ["nothing", "..%2fpages.py", "markdown.py", "playing/", "playing.md"]
)
def test_nothing_else_is_served(host: Listening, name: str) -> None:
    status, headers, _ = asked(host, f"/guide/{name}")
    assert status == 404 and headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("page", "href", "topic"),
    [
        ("/", "guide/playing", "playing"),
        ("/list", "guide/hosting", "hosting"),
        ("/board/x", "../guide/boards", "boards"),
        ("/dispute/x", "../guide/judging", "judging"),
        ("/replay/x", "../guide/playing", "playing"),
    ],
)
def test_every_page_has_a_link_to_its_help(
    host: Listening, page: str, href: str, topic: str
) -> None:
    text = asked(host, page)[2].decode()
    links = re.findall(r'<a class="help" href="([^"]+)"', text)
    assert links == [href] and topic in READING_ORDER


def test_everything_that_can_be_looked_at_has_its_topic() -> None:
    assert set(HELP_TOPICS) == set(SHARED_KINDS) and set(HELP_TOPICS.values()) <= set(READING_ORDER)
