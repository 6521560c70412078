"""A host serves the images of materials and light to everyone; they hold nothing of a game."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from tests.server.hosting import Listening, listening
from tests.server.http.test_app import asked
from wc3d.scene.materials import MATERIALS


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("host")) as there:
        yield there


@pytest.mark.parametrize("name", ["environment", "ground-salt", MATERIALS[1].name])
def test_images_are_served_without_a_key_and_cached(host: Listening, name: str) -> None:
    status, headers, data = asked(host, f"/looks/{name}.webp")
    assert (status, headers["content-type"]) == (200, "image/webp")
    assert headers["cache-control"] == "public, max-age=86400"
    assert Image.open(BytesIO(data)).format == "WEBP" and len(data) < 60_000


@pytest.mark.parametrize("name", ["nothing.webp", "..%2fmasonry.webp", "masonry.png", ".webp", ""])
def test_nothing_else_is_served(host: Listening, name: str) -> None:
    status, headers, _ = asked(host, f"/looks/{name}")
    assert status == 404 and headers["cache-control"] == "no-store"
