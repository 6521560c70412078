"""The exact geometry is compiled once, and it is said how far that is."""

import os
import subprocess
import sys

import pytest

from wc3d.registry import table_from_map
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell.run_window import open_window
from wc3d.workers import solver_warmup

PROGRAM = """
import time
from wc3d.workers import solver_warmup
if __name__ == "__main__":
    solver_warmup.start_warmup()
    told = []
    while solver_warmup._THREAD[0].is_alive():
        share = solver_warmup.compiled_fraction()
        if share is not None and (not told or told[-1] != share):
            told.append(share)
        time.sleep(0.05)
    print(solver_warmup.compiled_fraction(), *told)
"""


@pytest.mark.slow
def test_it_is_told_how_much_is_compiled_the_first_time_and_nothing_afterwards(tmp_path):
    def told():
        env = {**os.environ, "WC3D_CACHE": str(tmp_path / "cache")}
        env.pop("NUMBA_CACHE_DIR", None)
        (tmp_path / "program.py").write_text(PROGRAM)
        env["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        done = subprocess.run(
            [sys.executable, tmp_path / "program.py"],
            env=env,
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        )
        return done.stdout.split()

    end, *shares = told()
    shares = [float(share) for share in shares]
    assert (
        end == "None"
        and shares == sorted(shares)
        and len(shares) > 5
        and shares[0] < 0.2
        and shares[-1] > 0.8
    )
    assert told() == ["None"], "what is kept is not compiled again"


def test_where_nothing_is_compiled_nothing_is_told():
    assert solver_warmup.compiled_fraction() is None


def test_it_waits_until_the_first_whole_picture_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    drawn: list[bool] = []

    class Watched(BoardScreen):
        def poll(self) -> bool:
            drawn.append(self.window.is_drawn)
            if begun or len(drawn) > 200:
                self.window.close_without_asking()
            return False

    monkeypatch.setattr(solver_warmup, "start_warmup", lambda: begun.append(len(drawn)))
    open_window(
        Watched(table_from_map({"size": [12, 12], "terrain": []})), offscreen=True, size=(320, 240)
    )
    assert len(begun) == 1 < begun[0] and not any(drawn[: begun[0]]) and drawn[begun[0]]
