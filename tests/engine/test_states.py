"""What is kept of states."""
from __future__ import annotations

from wc3d.engine.states import PartNotes


def test_what_is_kept_for_parts_is_kept_for_those_very_ones_and_not_for_ever() -> None:
    kept, parts = PartNotes(2), [{"a": 1} for _ in range(3)]
    kept.of(parts[0])["seen"] = True
    assert kept.of(parts[0]) == {"seen": True} and kept.of(dict(parts[0])) == {}
    kept.of(parts[0])
    kept.of(parts[1])
    assert kept.of(parts[0]) == {"seen": True}  # asked for lately: the copy was forgotten in its place
    kept.of(parts[2])
    assert kept.of(parts[0]) == {"seen": True} and kept.of(parts[1]) == {}
