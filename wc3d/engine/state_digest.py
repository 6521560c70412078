"""Hashes of frozen game states."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any


def state_digest(state: Any, text: Callable[[Any], str] = repr) -> str:
    """Return a state's hash, equal for equal states on any machine. It covers the text of all
    fields except the setup.
    """
    hasher = hashlib.sha256()
    for name in (f.name for f in fields(state) if f.name != "setup"):
        value = getattr(state, name)
        parts = (
            [f"{key} {text(part)}" for key, part in value.items()]
            if isinstance(value, Mapping)
            else [text(value)]
        )
        hasher.update("\n".join((name, *parts)).encode())
    return hasher.hexdigest()[:16]
