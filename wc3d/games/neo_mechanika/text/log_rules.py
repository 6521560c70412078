"""Choose the rule that the log cites for an event."""

from __future__ import annotations

from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.book.rulings import DRAG_RULING
from wc3d.games.neo_mechanika.rules.missions.secondary import (
    BODY_COUNT,
    DISRUPT,
    OVERRUN,
    RECON,
    SALVAGE,
)
from wc3d.games.neo_mechanika.rules.state import State

OBJECTIVE_POINT_RULES = {
    "decay_constant": "NM-DCY-05",
    "orders_of_magnitude": "NM-ORD-06",
    "strange_matter": "NM-STM-05",
    "surface_tension": "NM-SFT-04",
    "uncertainty_principle": "NM-UNP-03",
    "boiling_point": "NM-BOP-04",
    "chaos_theory": "NM-CHT-03",
}
"""The rule for the points of a mission's objectives."""

OBJECTIVE_REMOVAL_RULES = {
    "uncertainty_principle": ("NM-UNP-04", "NM-UNP-05"),
    "chaos_theory": ("NM-CHT-04", "NM-CHT-05"),
}
"""The rules that remove a mission's objectives after the first and the second Pulse round."""

SECONDARY_RULES = {
    BODY_COUNT.name: "NM-SEC-03",
    DISRUPT.name: "NM-SEC-04",
    OVERRUN.name: "NM-SEC-05",
    RECON.name: "NM-SEC-06",
    SALVAGE.name: "NM-SEC-07",
}

ARC_CLEARING_RULES = {"left play": "NM-ARC-05", "deployment": "NM-GAT-14", "damage": "NM-GAT-09"}
"""The rule for clearing Arc, by its reason."""

DESTRUCTION_RULES = {
    "corrosion": "NM-CON-05",
    "fire": "NM-CON-07",
    "slammed off the table": "NM-MOV-17",
    "cannot be repositioned": "NM-MOV-06",
}
"""The rule that destroys a model, by its reason."""


ROLL_RULES = {
    "attack": "NM-ATK-09",
    "defence": "NM-ATK-10",
    "damage": "NM-ATK-14",
    "Strafe": "NM-STF-01",
    "blast damage": "NM-BLA-05",
    "collateral damage": "NM-SLM-05",
}
"""The rule of a dice roll, by its reason."""

REROLL_RULES = {
    "orders_of_magnitude": "NM-ORD-04",
    "uncertainty_principle": "NM-UNP-06",
    "chaos_theory": "NM-CHT-05",
}
"""The mission rule that requires a reroll."""


def rule_for_event(event: Event, state: State) -> str:
    """Return the rule to cite for an event. `state` is the state just before it."""
    return (
        _find_scoring_rule(event, state)
        or _find_dice_rule(event, state)
        or _find_card_rule(event, state)
        or _find_model_rule(event)
        or event.RULE
    )


def _find_dice_rule(event: Event, state: State) -> str:
    mission = state.setup.mission.id
    match event:
        case events.Rolled(rule=rule) | events.RollRepeated(rule=rule) if rule:
            return rule
        case events.RollRepeated():
            return REROLL_RULES.get(mission, "")
        case events.Rolled(why=reason) if reason in ROLL_RULES:
            return ROLL_RULES[reason]
        case events.Rolled(why=reason) if (
            reason.startswith("objective removed") and mission in OBJECTIVE_REMOVAL_RULES
        ):
            return OBJECTIVE_REMOVAL_RULES[mission][min(state.round, 2) - 1]
        case events.Rolled(why=reason) if reason.startswith("active drop zones"):
            return "NM-ORD-03"
        case events.Rolled(why=reason) if " falls " in reason:
            return "NM-TER-19"
    return ""


def _find_scoring_rule(event: Event, state: State) -> str:
    mission = state.setup.mission.id
    match event:
        case events.Scored(objective=""):
            return SECONDARY_RULES.get(event.why, "")
        case events.Scored():
            return OBJECTIVE_POINT_RULES.get(mission, "")
        case events.ObjectiveRemoved() if mission in OBJECTIVE_REMOVAL_RULES:
            return OBJECTIVE_REMOVAL_RULES[mission][min(state.round, 2) - 1]
        case events.Readied() if state.phase > 1:
            return "NM-PUL-06"
    return ""


def _find_card_rule(event: Event, state: State) -> str:
    match event:
        case events.UnitDeployed(gate=""):
            return "NM-SET-07"
        case events.Drew() | events.Shuffled() if not state.round:
            return "NM-FRC-16"
        case events.CardDiscarded(why="hand size"):
            return "NM-CYP-03"
        case events.CardDiscarded(why=reason) if reason:
            return "NM-CYP-05"
        case events.Cleared(why=reason):
            return ARC_CLEARING_RULES.get(reason, "")
    return ""


def _find_model_rule(event: Event) -> str:
    match event:
        case events.Moved(how="is slammed"):
            return "NM-SLM-01"
        case events.Moved(how="is dragged"):
            return DRAG_RULING
        case events.Repositioned(ruling=ruling) if ruling:
            return ruling
        case events.AttackDeclared(part="spray"):
            return "NM-SPR-03"
        case events.AttackDeclared(part="strafe"):
            return "NM-STF-02"
        case events.AttackDeclared(kind="fury"):
            return "NM-CYP-16"
        case events.TokenGiven(why="fall"):
            return "NM-TER-20"
        case events.Damaged(cause=cause):
            return DESTRUCTION_RULES.get(cause, "")
        case events.ModelDestroyed(why=reason):
            return DESTRUCTION_RULES.get(reason, "")
    return ""
