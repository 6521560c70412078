"""What the view's tests share: windows without a screen are drawn without smooth edges, in a third of the time.

Smooth edges are seen where they are drawn for people: in the real window's pictures, by a program of its own.
"""
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def quickly_drawn() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wc3d.view.window.panda_window.SAMPLES", 0)
        yield
