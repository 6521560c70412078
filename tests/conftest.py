"""What all tests share: the properties are tried on the same examples in CI, and on new ones at a desk."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

sys.dont_write_bytecode = (
    False  # else every run, and every program that a test starts, compiles all of the house again
)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("WC3D_KERNELS", "compiled")  # no process beside: one test process compiles

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("desk", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session", autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the settings and recent files of who runs it."""
    os.environ["WC3D_CONFIG"] = str(tmp_path_factory.mktemp("config"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays until the end: Python need not look through it for garbage, now or later."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_sessionfinish() -> None:
    """Let Python free frozen objects at its end: else nanobind reports those of compiled libraries as leaks."""
    gc.unfreeze()
