"""The page of a seat in Firefox, where it is there: what is pressed is done; the table is drawn, or it is said why not."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.conformance.games import case_of
from tests.screens.firefox import Firefox, firefox_there
from tests.server.hosting import listening
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import join_seat_game


@pytest.mark.slow
@pytest.mark.skipif(firefox_there() is None, reason="no Firefox: apt-get install firefox-esr")
def test_a_seat_is_played_in_firefox(tmp_path: Path) -> None:
    with listening(tmp_path) as host, Firefox(tmp_path / "firefox") as firefox:
        links = host.links(*host.registry.create_match(case_of("neo_mechanika").new()))
        match = host.registry.load_match(links[1].game)
        other = join_seat_game(MatchClient(links[2], lambda message: None))
        firefox.open(str(links[1]))
        while not other.has_begun:
            other.client.give_dice_secret()
            if not other.has_begun:
                other.client.wait_for_message(1)
        firefox.wait(
            "document.body.dataset.screens > 0 && document.querySelectorAll('.log li').length > 2"
        )
        assert firefox.run("location.hash") == "" and links[1].key not in firefox.run(
            "location.href"
        )
        # where nothing draws, it is said, and all else works
        if not firefox.run("document.querySelector('.missing').hidden"):
            assert "the table cannot be shown in 3D" in firefox.run(
                "document.querySelector('.missing').textContent"
            )
        else:
            firefox.wait("document.querySelector('figure.view').dataset.drawn > 0")
            with Image.open(io.BytesIO(firefox.picture())) as picture:
                assert np.asarray(picture.convert("RGB"))[150:350, 60:440].std() > 12, (
                    "nothing is drawn"
                )
        if match.player_to_act == 1:
            firefox.wait("document.querySelectorAll('.buttons button').length > 0")
            firefox.run("document.querySelector('.buttons button').click()")
            firefox.wait("window.seat.version > 0")
            assert match.record_length == 1
        other.client.close()
        assert firefox.complaints == []
