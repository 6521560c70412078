"""Words that the answers share: points, lines, names, and where a rule stands in the game's book."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from wc3d.geometry.tolerances import EQUAL
from wc3d.presentation.format_inches import brief_inches
from wc3d.table.space_rules import Citation, SpaceRule
from wc3d.table.table import Table


def citations(table: Table, rules: Iterable[str]) -> list[Citation]:
    """The rules in the book of the table's game; without those that it does not have."""
    cited = (table.policy.citation(rule) for rule in rules)
    return [citation for citation in cited if citation is not None]


def cite(table: Table, *rules: str) -> str:
    """Pages and ids for the end of a sentence: "p. 32, NM-ATK-05"; ids alone where the book has no pages."""
    places = citations(table, rules)
    pages = list(dict.fromkeys(citation.page for citation in places if citation.page))
    return ", ".join([*([f"p. {pages[0]}"] if pages else []), *pages[1:], *(citation.id for citation in places)])


def point(at: Sequence[float]) -> str:
    """A point: (4, 4.25, 0)."""
    return f"({', '.join(_short(x) for x in at)})"


def _short(x: float) -> str:
    return f"{round(x, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def line_words(line: Sequence[Sequence[float]]) -> str:
    """A line: (4, 4, 1) - (9, 4, 1)."""
    return f"{point(line[0])} - {point(line[1])}"


def names_of(table: Table, ids: Iterable[str]) -> str:
    """Return the names of models and features in a row; semicolons separate names that contain commas."""
    names = [table.called(id) for id in ids]
    return ("; " if any("," in name for name in names) else ", ").join(names)


def with_page(table: Table, reason: str, rule: SpaceRule) -> str:
    """A reason with its page: its own, or that of the rule."""
    return reason if "(p. " in reason else f"{reason} ({cite(table, rule)})"


def fall_words(fall: float) -> str:
    """A fall after a move, with its POW: ", falling 2.5" (POW 2)"; empty if there is none."""
    if fall <= 0:
        return ""
    power = floor(fall + EQUAL)
    return f", falling {brief_inches(fall)}" + (f" (POW {power})" if power else "")
