"""What the tests of pictures and windows share: windows and the processes beside them are made in a third of the time.

Windows without a screen are drawn without smooth edges; those are seen where they are drawn for people: in the real window's
pictures, by a program of its own. Processes are forked from one that has imported everything, instead of each importing it anew;
how they begin in truth is tried in `tests/workers`, and by the real window.
"""

from collections.abc import Iterator
from multiprocessing import forkserver, get_context

import pytest


@pytest.fixture(scope="session", autouse=True)
def quickly_drawn() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wc3d.window.shell.panda_window.SAMPLES_PER_PIXEL", 0)
        yield


@pytest.fixture(scope="module", autouse=True)
def quickly_begun() -> Iterator[None]:
    forking = get_context("forkserver")
    forking.set_forkserver_preload(["tests.screens.worker_imports"])
    forkserver.ensure_running()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wc3d.workers.background.get_context", lambda method: forking)
        yield
