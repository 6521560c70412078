"""What is kept of states."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from wc3d.engine.memo import PartMemo


def test_what_is_kept_for_parts_is_kept_for_those_very_ones_and_not_for_ever() -> None:
    kept, parts = PartMemo(2), [{"a": 1} for _ in range(3)]
    kept.notes_for(parts[0])["seen"] = True
    assert kept.notes_for(parts[0]) == {"seen": True} and kept.notes_for(dict(parts[0])) == {}
    kept.notes_for(parts[0])
    kept.notes_for(parts[1])
    assert kept.notes_for(parts[0]) == {
        "seen": True
    }  # asked for lately: the copy was forgotten in its place
    kept.notes_for(parts[2])
    assert kept.notes_for(parts[0]) == {"seen": True} and kept.notes_for(parts[1]) == {}


def test_what_is_kept_for_parts_is_asked_for_by_many_threads_at_once() -> None:
    kept, parts = PartMemo(3), [{"a": 1} for _ in range(6)]

    def ask(start: int) -> int:
        return sum(len(kept.notes_for(parts[(start + i) % 6])) for i in range(3000))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, range(4))) == [0, 0, 0, 0]


def test_nothing_is_forgotten_before_there_is_too_much() -> None:
    kept, parts = PartMemo(8), [{"a": 1} for _ in range(8)]
    for part in parts:
        kept.notes_for(part)["seen"] = True
    assert all(kept.notes_for(part) for part in parts)
