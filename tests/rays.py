"""Rays by the million, by embreex: they only cross-check our answers. It has no wheels for ARM: such tests are skipped there."""

from __future__ import annotations

import pytest

WITHOUT = "embreex is not installed (it has no wheels for this machine): the cross-check by rays is left out"


def need_rays() -> None:
    """Skip the test that runs where there is no embreex, and say why."""
    pytest.importorskip("embreex", reason=WITHOUT)
