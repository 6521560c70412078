"""The end of a test run is quiet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CYCLE = """
import gc
import manifold3d


class Ring:
    def __init__(self):
        self.solid, self.own = manifold3d.Manifold.cube(), self


def test_a_ring_with_a_solid_in_it_is_frozen():
    Ring()
    gc.freeze()
"""


def test_no_library_reports_leaks(tmp_path: Path) -> None:
    (tmp_path / "test_ring.py").write_text(CYCLE, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    words = ("-p", "tests.conftest", "-c", "pytest.ini", "test_ring.py")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", *words]
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert "1 passed" in ran.stdout and "leaked" not in ran.stdout + ran.stderr
