"""No ability is a no-op: each has a test that is named after it, and that test fails when the ability is taken away.

The convention: for every advantage, weapon quality and special rule on the cards, and for every Cypher, there is at least one
function `test_<id>` or `test_<id>_...` in a file test_*.py of this folder, without fixtures or parameters, so that it can be
called from here. (A test belongs to the longest id its name begins with: test_fire_and_displace_... is no test of Fire.)

What is taken away: the whole ability, each of its clauses by itself, each effect and each modifier, each mode of a weapon that
must choose, a Fury's POW, a quality of all weapons. What no named test misses is not there or not tested. And each number in its
words (inches, Arc, dice, models) is made one more and one less: a named test must say which it is.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.weapons import Weapon

IDS = (*sorted(CARDS().abilities), *sorted(CARDS().cyphers))
QUALITIES = {a.id for a in CARDS().abilities.values() if a.kind == "quality"}
MODULES = [
    f"{__package__}.{path.stem}"
    for path in sorted(Path(__file__).parent.glob("test_*.py"))
    if path != Path(__file__)
]
PARTS = ("effects", "modifiers", "rules")
"""Where words keep what they do: effects of When and Do, modifiers of While and Boosting, rules of OneOf and Brings."""

MORE_IS_THE_SAME = {
    "arc_exchange",
    "arcane_synthesis",
    "realignment_codex",
    "resurrection_protocol",
}
"""Those with a number that is already the most there can be: a unit has 3 Arc at most, a squad of 3 has lost 2 at most."""

Test = Callable[[], None]
Perturbation = tuple[str, str, Any]
"""What is missing, in words; the ability, Cypher or quality; what is left of its clauses, or of its attack."""


@cache
def named_tests() -> dict[str, list[Test]]:
    """The tests named after each ability and Cypher."""
    found: dict[str, list[Test]] = {id: [] for id in IDS}
    for module in map(import_module, MODULES):
        for name, test in inspect.getmembers(module, inspect.isfunction):
            named = [id for id in IDS if f"{name}_".startswith(f"test_{id}_")]
            if named and not inspect.signature(test).parameters:
                found[max(named, key=len)].append(test)
    return found


def reduced(clauses: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The clauses without all, without one of them, and with one of them without a part."""
    yield "all of it", ()
    if len(clauses) > 1:
        yield from one_less(clauses)
    yield from deeper(clauses)


def one_less(parts: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Some parts without one of them, for each."""
    for i, part in enumerate(parts):
        yield f"{part}", (*parts[:i], *parts[i + 1 :])


def deeper(word: Any) -> Iterator[tuple[str, Any]]:
    """A word without one part of what it does, where there are several, however deep."""
    if isinstance(word, tuple):
        for i, part in enumerate(word):
            for what, less in deeper(part):
                yield what, (*word[:i], less, *word[i + 1 :])
    for name in (name for name in PARTS if hasattr(word, name)):
        parts = getattr(word, name)
        for what, left in (*(one_less(parts) if len(parts) > 1 else ()), *deeper(parts)):
            yield what, replace(word, **{name: left})


def renumbered(word: Any, by: int) -> Iterator[tuple[str, Any]]:
    """A word with one of its numbers changed, for each number that is said (not left at its default)."""
    if isinstance(word, tuple):
        for i, part in enumerate(word):
            for what, other in renumbered(part, by):
                yield what, (*word[:i], other, *word[i + 1 :])
    elif is_dataclass(word) and not isinstance(word, type):
        for f in fields(word):
            said = getattr(word, f.name)
            if type(said) in (int, float) and said != f.default:
                yield f"{f.name} of {word} changed by {by}", replace(word, **{f.name: said + by})
            else:
                for what, other in renumbered(said, by):
                    yield what, replace(word, **{f.name: other})


def perturbations(id: str) -> Iterator[Perturbation]:
    """Everything that can be taken away of an ability, a quality or a Cypher."""
    key = f"cypher:{id}" if id in CARDS().cyphers else id
    for what, left in reduced(ABILITIES[key]) if key in ABILITIES else ():
        yield what, key, left
    if id in QUALITIES:
        yield "the quality", id, None
    if id in CARDS().cyphers:
        card = CARDS().cypher(id)
        for q in card.qualities:
            yield (
                f"its quality {q}",
                id,
                {"qualities": tuple(other for other in card.qualities if other != q)},
            )
        if card.kind == "fury" and card.pow is not None:
            yield "its POW", id, {"pow": None}


def other_numbers(id: str) -> Iterator[Perturbation]:
    """Every number of an ability or a Cypher, one less and one more."""
    key = f"cypher:{id}" if id in CARDS().cyphers else id
    for by in (-1,) if id in MORE_IS_THE_SAME else (-1, 1):
        for what, left in renumbered(ABILITIES.get(key, ()), by):
            yield what, key, left


def without(monkeypatch: pytest.MonkeyPatch, key: str, left: Any) -> None:
    """Take something away: clauses, a quality of every weapon, or what the attack made with a card has."""
    if isinstance(left, tuple):
        monkeypatch.setitem(ABILITIES, key, left)
        return
    made = Weapon.__init__

    def init(self: Weapon, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        if left is None:
            object.__setattr__(self, "qualities", tuple(q for q in self.qualities if q != key))
        elif self.card == key:
            for name, value in left.items():
                object.__setattr__(self, name, value)

    monkeypatch.setattr(Weapon, "__init__", init)


def forget() -> None:
    """Empty what was kept because it was worked out from the abilities and the weapons."""
    rules = "wc3d.games.neo_mechanika.rules"
    rooms = (
        f"{rules}.abilities.",
        f"{rules}.fighting.",
        f"{rules}.weapons",
        "wc3d.games.neo_mechanika.bots.",
        "wc3d.bots.",
    )
    for module in [m for name, m in sys.modules.items() if name.startswith(rooms)]:
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def fails(test: Test) -> bool:
    """Does a test fail now, in whichever way?"""
    try:
        test()
    except (Exception, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("id", IDS)
def test_a_test_is_named_after_it(id: str) -> None:
    assert named_tests()[id], (
        f"no test_{id}_... without fixtures or parameters in {Path(__file__).parent}"
    )


@pytest.mark.parametrize("id", IDS)
def test_taken_away_it_is_missed(id: str) -> None:
    taken = list(perturbations(id))
    assert taken, f"{id} is neither encoded nor a quality that attacks know"
    missed_by_none = unnoticed(id, taken)
    assert not missed_by_none, f"no test named after {id} fails without:\n" + "\n".join(
        missed_by_none
    )


@pytest.mark.slow
@pytest.mark.parametrize("id", IDS)
def test_with_another_number_it_is_another_ability(id: str) -> None:
    noticed_by_none = unnoticed(id, other_numbers(id))
    assert not noticed_by_none, f"no test named after {id} fails with:\n" + "\n".join(
        noticed_by_none
    )


def unnoticed(id: str, perturbations: Iterable[Perturbation]) -> list[str]:
    """What no test named after it fails for."""
    found = []
    for what, key, left in perturbations:
        with pytest.MonkeyPatch.context() as patch:
            without(patch, key, left)
            forget()
            if not any(fails(test) for test in named_tests()[id]):
                found.append(what)
        forget()
    return found


def test_what_is_not_taken_away_stays() -> None:
    assert not any(fails(test) for test in named_tests()["slip_field"])
    with pytest.MonkeyPatch.context() as patch:
        without(patch, "slip_field", ())
        forget()
        assert ABILITIES["slip_field"] == () and not any(
            fails(test) for test in named_tests()["heightened_reflexes"]
        )
    forget()
    assert ABILITIES["slip_field"] and not any(fails(test) for test in named_tests()["slip_field"])
