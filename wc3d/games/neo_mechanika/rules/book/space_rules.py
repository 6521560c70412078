"""Which of the book's rules is which rule of space: for each that a verdict may name its id, its page and its short wording."""
from __future__ import annotations

from functools import cache

from wc3d.games.neo_mechanika.rules.book.rulebook import rules_by_id
from wc3d.table.space_rules import Citation, SpaceRule


@cache
def rule_ids() -> dict[SpaceRule, str]:
    """The rules of space that the book has, by their ids in it: each entry names those that it is."""
    return {SpaceRule[name]: entry.id for entry in rules_by_id().values() for name in entry.space}


@cache
def citation(rule: SpaceRule) -> Citation | None:
    """A rule of space in the book, or None if the book does not have it."""
    if rule not in rule_ids():
        return None
    entry = rules_by_id()[rule_ids()[rule]]
    return Citation(entry.id, entry.page, entry.short)


REFUSAL_PAGES: dict[SpaceRule, str] = {
    SpaceRule.SPEED: "27",
    SpaceRule.SQUAD: "28",
    SpaceRule.JUMP_STOPPED: "45",
}
"""The pages that refusals name themselves."""
