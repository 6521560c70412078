"""Refusals of illegal actions, each with the page and the id of its rule."""

from __future__ import annotations

from typing import Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.actions import Verdict
from wc3d.games.neo_mechanika.rules.book.rulebook import rule_page, rule_source


def refuse(code: str, text: str, rule: str, evidence: Any = None) -> Verdict:
    """Return a refusal that cites a rule by its id."""
    page, source = _find_source(rule)
    return Verdict(False, code, text, page, rule, evidence, source)


@memo_per_process(Size.LARGE)
def _find_source(rule: str) -> tuple[str, str]:
    """Return a rule's page, and its source in words."""
    page = rule_page(rule)
    return page, rule_source(page, rule)
