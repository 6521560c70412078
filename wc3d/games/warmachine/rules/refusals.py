"""Refusals of illegal actions, each with the document and the id of its rule."""

from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Verdict

DOCUMENT_NAMES = {
    "REF": "first edition reference sheet",
    "MK3": "Mk III warcaster rules",
    "RUL": "our ruling",
    "GEO": "our ruling",
}
"""The document of a rule by the middle of its id. All other rules are in the Quick Start rules."""


def rule_source(rule: str) -> str:
    """Return the source of a rule in words: "Quick Start rules, WM-CHG-05"."""
    return f"{DOCUMENT_NAMES.get(rule.split('-')[1], 'Quick Start rules')}, {rule}"


def refuse(code: str, text: str, rule: str, evidence: Any = None) -> Verdict:
    """Return a refusal that cites a rule by its id."""
    return Verdict(False, code, text, "", rule, evidence, rule_source(rule))
