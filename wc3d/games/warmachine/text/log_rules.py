"""The rule that the log cites for each event: the event's own rule or that of its occasion."""

from __future__ import annotations

from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.state import State

ROLL_RULES = {"damage": "WM-DMG-01", "column": "WM-DJA-01", "command": "WM-REF-15"}
"""Rules by the kind of a roll."""

MOVE_RULES = {
    "runs": "WM-MOV-06",
    "charges": "WM-CHG-04",
    "slams": "WM-SLM-04",
    "follows": "WM-REF-63",
    "flees": "WM-REF-23",
    "is slammed": "WM-SLM-09",
    "is thrown": "WM-THR-04",
    "is pushed": "WM-REF-63",
}
"""Rules by the manner of a move."""

BLOCK_RULES = {"is slammed": "WM-SLM-17", "is thrown": "WM-THR-09", "is pushed": "WM-REF-63"}
"""Rules by the manner of a blocked move."""

ATTACK_RULES = {
    "head-butt": "WM-HDB-01",
    "slam": "WM-SLM-08",
    "throw": "WM-THR-02",
    "lock": "WM-LCK-01",
    "bash": "WM-JAK-03",
}
"""Rules by the name of an attack without a weapon."""

FOCUS_RULES = {
    "run": "WM-FOC-12",
    "charge": "WM-FOC-13",
    "additional attack": "WM-FOC-07",
    "break free": "WM-LCK-10",
    "reinforce the power field": "WM-MK3-29",
    "shake off": "WM-MK3-23",
    "boost the attack roll": "WM-FOC-09",
    "boost the damage roll": "WM-FOC-09",
    "head-butt": "WM-FOC-14",
    "lock": "WM-FOC-14",
    "throw": "WM-FOC-14",
    "push": "WM-FOC-14",
    "slam": "WM-FOC-14",
}
"""Rules by the purpose of a focus point."""

PHASE_RULES = {"maintenance": "WM-TRN-06", "control": "WM-TRN-09", "activation": "WM-TRN-11"}

CONTEST_RULES = {"throw": "WM-THR-03", "push": "WM-REF-62", "break free": "WM-LCK-08"}
"""Rules by the purpose of a contest of strength."""

DURATION_RULES = {
    "upkeep": "WM-UPK-01",
    "continuous": "WM-CON-01",
    "round": "WM-TRN-04",
    "turn": "WM-MOD-14",
    "game": "WM-RUL-153",
}
"""Rules by the duration of an effect."""

EFFECT_END_RULES = {
    "goes out": "WM-CON-02",
    "not upheld": "WM-UPK-02",
    "cast anew": "WM-UPK-03",
    "its caster is gone": "WM-RUL-86",
    "its target is gone": "WM-UPK-01",
    "shaken off": "WM-MK3-23",
    "renewed": "WM-MOD-14",
    "the hit does no damage": "WM-MOD-14",
}
"""Rules by the reason for the end of an effect."""

LOCK_END_RULES = {"broken": "WM-LCK-08", "let go": "WM-LCK-06"}
"""Rules by the reason for the end of a lock."""

GAME_END_RULES = {
    "both warcasters are removed from play": "WM-RUL-95",
    "the rounds agreed on are played": "WM-RUL-96",
    "the opponent gave up": "WM-RUL-96",
}
"""Rules by the reason for the end of the game."""


def rule_for_event(state: State, event: Event) -> str:
    """Return the id of the rule behind an event. `state` is the state just before the event."""
    return (
        _dice_rule(event)
        or _model_rule(state, event)
        or _attack_rule(state, event)
        or _focus_rule(state, event)
        or event.RULE
    )


def _dice_rule(event: Event) -> str:
    match event:
        case (
            events.Rolled(rule=rule) | events.Declined(rule=rule) | events.FocusLost(rule=rule)
        ) if rule:
            return rule
        case events.Rolled(kind=kind):
            return ROLL_RULES.get(kind, "")
        case events.PhaseBegan(phase=phase):
            return PHASE_RULES.get(phase, "")
        case events.GameEnded(why=reason):
            return GAME_END_RULES.get(reason, "")
    return ""


def _model_rule(state: State, event: Event) -> str:
    match event:
        case events.Moved(how="is pushed", why=why) | events.Blocked(how="is pushed", why=why) if (
            why
        ):
            return "WM-MOD-14"
        case events.Faced(rule=rule) if rule:
            return rule
        case events.ChargeFailed(what="slam"):
            return "WM-SLM-13"
        case events.Moved(how=how) | events.MovedNowhere(how=how):
            return MOVE_RULES.get(how, "")
        case events.Blocked(how=how):
            return BLOCK_RULES.get(how, "")
        case events.StoodUp(gives=""):
            return "WM-MK3-24"
        case events.EffectPut(effect=effect):
            return DURATION_RULES.get(effect.until, "")
        case events.EffectEnded(why=why):
            return EFFECT_END_RULES.get(why, "WM-UPK-05" if why.endswith("takes its place") else "")
        case events.Unlocked(why=why):
            return LOCK_END_RULES.get(why, "")
        case events.ModelRemoved():
            return _removal_rule(state, event)
    return ""


def _removal_rule(state: State, event: events.ModelRemoved) -> str:
    """Return the rule for a removal, by its reason and the kind of model."""
    model = state.models[event.model]
    if event.why == events.FLED_OFF_TABLE:
        return "WM-RUL-102"
    if event.why == "deep water":
        return "WM-REF-36"
    if model.is_warcaster:
        return "WM-DCA-02"
    return (
        event.RULE
        if model.is_warjack and state.damage_grid(event.model).remaining_boxes
        else "WM-DJA-16"
    )


def _attack_rule(state: State, event: Event) -> str:
    match event:
        case events.AttackDeclared(part="free strike"):
            return "WM-FRE-01"
        case events.AttackDeclared(part="spray"):
            return "WM-SPR-02"
        case events.AttackDeclared(weapon=weapon) if weapon in ATTACK_RULES:
            return ATTACK_RULES[weapon]
        case events.AttackDeclared(kind="melee"):
            return "WM-MEL-01"
        case events.Combined(kind="melee"):
            return "WM-REF-46"
        case events.Hit(automatic=True):
            return "WM-STA-02" if state.is_stationary(event.target) else "WM-MOD-14"
        case events.Hit(is_by_sixes=True):
            return "WM-ATK-09"
        case events.Missed(is_by_ones=True):
            return "WM-ATK-08"
        case events.Contested(what=purpose):
            return CONTEST_RULES.get(purpose, "")
        case events.AreaPlaced(deviated=deviated) if deviated:
            return "WM-AOE-04"
        case events.SpellCast(channel=channel) if channel:
            return "WM-CHN-01"
        case events.Damaged(total=0, cause="corrosion"):
            return "WM-CON-04"
        case events.Damaged(total=0, cause=cause) if cause:
            return "WM-MOD-14"
    return ""


def _focus_rule(state: State, event: Event) -> str:
    match event:
        case events.FocusSpent(what=purpose):
            return FOCUS_RULES.get(purpose, "")
        case events.FocusGained(model=id) if state.models[id].is_warjack:
            return "WM-MK3-07"
        case events.FocusGained() if state.edition["focus.carry_over"] == "up_to_focus":
            return "WM-MK3-12"
    return ""
