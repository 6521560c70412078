"""What all tests share: the properties are tried on the same examples in CI, and on new ones at a desk."""
from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("desk", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session", autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the settings and recent files of who runs it."""
    os.environ["WC3D_CONFIG"] = str(tmp_path_factory.mktemp("config"))
