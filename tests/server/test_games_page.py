"""The page with the games of a host: it shows them to whoever has the host's key, as text and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.screens.browser import Browser
from tests.server.hosting import DISCS, listening
from wc3d.server.client.client import MatchClient

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.mark.slow
def test_whoever_has_the_hosts_key_sees_its_games(tmp_path: Path) -> None:
    game = DISCS.rules.new_game(replace(DISCS.plan(), names=(MARKUP, "Ben")))
    with listening(tmp_path) as host, Browser(tmp_path / "browser") as browser:
        links = host.links(*host.registry.create_match(game))
        client = MatchClient(links[1], lambda message: None)
        client.connect()
        browser.open(f"{host.base}/list#{host.registry.host_key}")
        browser.wait("document.body.dataset.games === '1'")
        shown = browser.run("document.querySelector('tbody').textContent")
        assert (
            MARKUP in shown
            and "player 1" in shown
            and links[1].game in shown
            and links[1].key not in shown
        )
        assert browser.run("document.images.length") == 0 and browser.run("location.hash") == ""
        client.close()
        browser.open(f"{host.base}/health")
        browser.open(f"{host.base}/list#wrong")
        browser.wait("document.querySelector('.notice').textContent.includes('Wrong host key')")
