"""Kernels that were kept badly, or cannot be kept, cost a compilation and nothing else."""
from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

from wc3d.geometry.jit import _keep


class Cache:
    """A store of compiled kernels that neither reads nor writes."""

    def __init__(self) -> None:
        self.flushed = 0

    def load_overload(self, signature: Any, target: Any) -> Any:
        raise pickle.UnpicklingError("pickle data was truncated")

    def save_overload(self, signature: Any, made: Any) -> None:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        self.flushed += 1


def test_a_damaged_kernel_is_thrown_away_and_one_that_cannot_be_kept_is_used() -> None:
    cache = Cache()
    kernel = _keep(SimpleNamespace(_cache=cache))
    assert kernel._cache.load_overload("signature", "target") is None
    assert cache.flushed == 1
    kernel._cache.save_overload("signature", "made")


def test_a_function_that_is_not_compiled_is_left_alone() -> None:
    def plain() -> int:
        return 3

    assert _keep(plain) is plain
