"""A dispute from two models to a shareable page, in a real window by the mouse alone; what is written is judged again."""

from pathlib import Path

import pytest

from tests.screens.real_screen import RealScreen
from wc3d.cli.main import main


@pytest.fixture
def screen(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = tmp_path / "yard.json"
    shape = '{"type": "box", "center": [15, 15], "size": [8, 0.5], "height": 2}'
    wall = f'{{"id": "wall", "name": "Old wall", "kind": "structure", "shape": {shape}}}'
    board.write_text(f'{{"name": "Yard", "size": [30, 30], "terrain": [{wall}]}}')
    with RealScreen(tmp_path, "judge", board, "--window") as found:
        found.wait("the window", lambda: "ready" in found.log)
        yield found


def answered(screen: RealScreen, words: str) -> None:
    """Until the newest answer says so, and all its evidence is shown (before that the panel's buttons still move)."""
    screen.wait(f"the answer {words!r}", lambda: words in screen.log[-1] and screen.has("side cut"))


@pytest.mark.slow
def test_a_dispute_is_settled_by_seven_clicks(
    screen: RealScreen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    screen.press("add small")
    screen.click(*screen.spot((15, 12, 0)))
    screen.press("add small")
    screen.click(*screen.spot((15, 18, 0)))
    answered(screen, "small-1 cannot see small-2: every line is blocked by Old wall")
    screen.press("take blocks_sight")
    answered(screen, "small-1 sees small-2")
    screen.wait("what it is without the reading", lambda: screen.has("standard"))
    screen.press("terrain back")
    answered(screen, "cannot see")
    screen.press("share")
    screen.wait("the page", lambda: screen.heard("written"))
    page = tmp_path / "yard.html"
    assert str(page) in screen.log[-1]
    assert main(["judge", str(page)]) == 0
    assert "small-1 cannot see small-2" in capsys.readouterr().out
