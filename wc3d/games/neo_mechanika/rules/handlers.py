"""Refusals that cite the book."""
from __future__ import annotations

from functools import cache
from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.games.neo_mechanika.rules.book.rulebook import rule_page, describe_source


def refuse(code: str, text: str, rule: str, evidence: Any = None) -> Verdict:
    """A refusal that cites a rule by its id."""
    page, source = _find_source(rule)
    return Verdict(False, code, text, page, rule, evidence, source)


@cache
def _find_source(rule: str) -> tuple[str, str]:
    """A rule's page, and where that is in words."""
    page = rule_page(rule)
    return page, describe_source(page, rule)
