"""Case files: is the answer the one expected?"""
from __future__ import annotations

from collections.abc import Collection
from typing import Any

from wc3d.judge.question_types import QUESTIONS

UNORDERED = tuple(name for type in QUESTIONS for name in type.unordered)
"""Fields whose ids are compared in any order."""


def differences(
    expected: Any, answer: dict[str, Any], tolerance: float, unordered: Collection[str] = UNORDERED
) -> list[str]:
    """Where an answer is not as expected; only what is given must match. A bare text is the verdict.

    `unordered` are the fields whose ids are compared in any order.
    """
    if expected is None:
        return []
    found = []
    for key, wanted in (expected if isinstance(expected, dict) else {"verdict": expected}).items():
        if key not in answer:
            found.append(f"{key}: expected {wanted!r}, but such an answer has no {key}")
            continue
        got = answer[key]
        if not (_sorted(wanted) == _sorted(got) if key in unordered else alike(wanted, got, tolerance)):
            found.append(f"{key}: expected {wanted!r}, got {got!r}")
    return found


def _sorted(ids: Any) -> Any:
    return sorted(map(str, ids)) if isinstance(ids, list) else ids


def alike(wanted: Any, got: Any, tolerance: float) -> bool:
    """Are two JSON values the same, their numbers within the tolerance?"""
    if isinstance(wanted, bool) or isinstance(got, bool) or wanted is None or got is None:
        return wanted is got
    if isinstance(wanted, int | float) and isinstance(got, int | float):
        return abs(wanted - got) <= tolerance
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(alike(w, g, tolerance) for w, g in zip(wanted, got, strict=True))
    if isinstance(wanted, dict) and isinstance(got, dict):
        return wanted.keys() == got.keys() and all(alike(w, got[k], tolerance) for k, w in wanted.items())
    return bool(wanted == got)
