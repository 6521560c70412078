"""Check the rules of a plug-in when it is registered, so that no fault shows in a game."""

from __future__ import annotations

import re
from dataclasses import fields

from wc3d._internal.plugins import load_object
from wc3d.engine.rule_parts import PlayRules, SetupRules
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import MissionEntry
from wc3d.errors import PluginFaultError

MISSING_PATTERN = re.compile(r"(\w+)\.__init__\(\) missing \d+ required .*?arguments?: (.*)")
"""The message of Python for a value that is made without a part that it needs."""

HELP_PAGE = "see wc3d guide contributing"


def describe_missing_functions(error: Exception) -> str:
    """Return which functions a game lacks, from Python's error; "" for another error."""
    match = MISSING_PATTERN.fullmatch(str(error)) if isinstance(error, TypeError) else None
    if match is None or not match[1].endswith(("Rules", "RuleSet")):
        return ""
    part = match[1].removesuffix("Rules").lower()
    prefix = "" if match[1] == "RuleSet" else f"{part}."
    names = [f"{prefix}{name}" for name in re.findall(r"'(\w+)'", match[2])]
    return f"it lacks {', '.join(names)} ({HELP_PAGE})"


def find_rules_fault(rules: object, place: str, name: str) -> str:
    """Return the first fault of a loaded rules set in a clause; "" if it can be played."""
    if not isinstance(rules, RuleSet):
        return f"{place} is not a RuleSet but a value of type {type(rules).__name__}"
    if rules.name != name:
        return f"{place} has the name {rules.name!r}, but its entry has the name {name!r}"
    for part in (rules.setup, rules.play, rules.text, rules.display, rules.queries, rules.search):
        if fault := _find_part_fault(part):
            return fault
    try:
        missions = rules.setup.missions()
    except PluginFaultError as error:
        return str(error)
    if not missions or not all(isinstance(mission, MissionEntry) for mission in missions):
        return "setup.missions must return at least one MissionEntry"
    return _find_place_fault(rules, place)


def _find_place_fault(rules: RuleSet, place: str) -> str:
    """Return why other processes do not find these rules at their `place`; "" if they do."""
    try:
        is_same = load_object(rules.place) is rules
    except (ImportError, AttributeError, ValueError):
        is_same = False
    return "" if is_same else f"its place is {rules.place!r}; expected {place!r}"


def _find_part_fault(part: object) -> str:
    """Return the first value of a part that must be a function and is not."""
    for field in fields(part):  # type: ignore[arg-type]
        is_function = str(field.type).startswith("Callable[")
        if is_function and not callable(getattr(part, field.name)):
            word = type(part).__name__.removesuffix("Rules").lower()
            is_optional = "None" in str(field.type).rpartition("]")[2]
            if not (is_optional and getattr(part, field.name) is None):
                return f"{word}.{field.name} must be a function"
    if isinstance(part, PlayRules) and not isinstance(part.steps, dict):
        return "play.steps must be a StepRegistry"
    if isinstance(part, SetupRules) and not isinstance(part.options, tuple):
        return "setup.options must be a tuple"
    return ""
