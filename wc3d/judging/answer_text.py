"""Shared text of answers: points, lines, names and rule citations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.format_inches import format_brief_inches
from wc3d.table.space_rules import Citation, SpaceRule
from wc3d.table.table import Table


def find_citations(table: Table, rules: Iterable[str]) -> list[Citation]:
    """Return the citations of rules, without rules that the game's book does not have."""
    cited = (table.policy.citation(rule) for rule in rules)
    return [citation for citation in cited if citation is not None]


def format_citations(table: Table, *rules: str) -> str:
    """Format pages and ids for a sentence's end: "p. 32, NM-ATK-05"; only ids without pages."""
    places = find_citations(table, rules)
    pages = list(dict.fromkeys(citation.page for citation in places if citation.page))
    return ", ".join(
        [*([f"p. {pages[0]}"] if pages else []), *pages[1:], *(citation.id for citation in places)]
    )


def cite(table: Table, *rules: str) -> str:
    """Return the citations of rules as the end of a sentence: " (p. 32, NM-ATK-05)".

    It is "" if the game's book has none of them.
    """
    text = format_citations(table, *rules)
    return f" ({text})" if text else ""


def format_point(at: Sequence[float]) -> str:
    """Format a point: (4, 4.25, 0)."""
    return f"({', '.join(_format_number(x) for x in at)})"


def _format_number(x: float) -> str:
    return f"{round(x, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def format_line(line: Sequence[Sequence[float]]) -> str:
    """Format a line: (4, 4, 1) - (9, 4, 1)."""
    return f"{format_point(line[0])} - {format_point(line[1])}"


def join_model_names(table: Table, ids: Iterable[str]) -> str:
    """Join the names of models and features; semicolons separate names that contain commas."""
    names = [table.display_name(id) for id in ids]
    return ("; " if any("," in name for name in names) else ", ").join(names)


def add_page(table: Table, reason: str, rule: SpaceRule) -> str:
    """Return a reason with its own page or the rule's."""
    return reason if "(p. " in reason else f"{reason}{cite(table, rule)}"


def describe_fall(fall: float) -> str:
    """Describe a fall after a move with its POW: ", falling 2.5" (POW 2)"; empty without a fall."""
    if fall <= 0:
        return ""
    power = floor(fall + EPSILON_IN)
    return f", falling {format_brief_inches(fall)}" + (f" (POW {power})" if power else "")
