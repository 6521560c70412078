"""The rule that the log cites for each event: the event's own, or that of the occasion."""

from __future__ import annotations

from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.state import State

ROLLED = {"damage": "WM-DMG-01", "column": "WM-DJA-01", "command": "WM-REF-15"}
"""By the kind of a roll."""

MOVED = {
    "runs": "WM-MOV-06",
    "charges": "WM-CHG-04",
    "slams": "WM-SLM-04",
    "follows": "WM-REF-63",
    "flees": "WM-REF-23",
    "is slammed": "WM-SLM-09",
    "is thrown": "WM-THR-04",
    "is pushed": "WM-REF-63",
}
"""By how a model moves."""

BLOCKED = {"is slammed": "WM-SLM-17", "is thrown": "WM-THR-09", "is pushed": "WM-REF-63"}
"""By how a model should have moved."""

ATTACKS = {
    "head-butt": "WM-HDB-01",
    "slam": "WM-SLM-08",
    "throw": "WM-THR-02",
    "lock": "WM-LCK-01",
    "bash": "WM-JAK-03",
}
"""By the name of an attack without a weapon."""

SPENT = {
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
"""By what a focus point is spent on."""

PHASES = {"maintenance": "WM-TRN-06", "control": "WM-TRN-09", "activation": "WM-TRN-11"}

CONTESTED = {"throw": "WM-THR-03", "push": "WM-REF-62", "break free": "WM-LCK-08"}
"""By what two models try their strength for."""

LASTING = {
    "upkeep": "WM-UPK-01",
    "continuous": "WM-CON-01",
    "round": "WM-TRN-04",
    "turn": "WM-MOD-14",
    "game": "WM-RUL-153",
}
"""By how long an effect lasts."""

ENDED = {
    "goes out": "WM-CON-02",
    "not upheld": "WM-UPK-02",
    "cast anew": "WM-UPK-03",
    "its caster is gone": "WM-RUL-86",
    "its target is gone": "WM-UPK-01",
    "shaken off": "WM-MK3-23",
    "renewed": "WM-MOD-14",
    "the hit does no damage": "WM-MOD-14",
}
"""By why an effect ends."""

UNLOCKED = {"broken": "WM-LCK-08", "let go": "WM-LCK-06"}
"""By why a lock ends."""

OVER = {
    "both warcasters are removed from play": "WM-RUL-95",
    "the rounds agreed on are played": "WM-RUL-96",
    "the opponent gave up": "WM-RUL-96",
}
"""By why the game ends."""


def rule_of(state: State, event: Event) -> str:
    """Return the id of the rule behind an event. `state`: as it was just before."""
    return (
        _of_dice(event)
        or _of_models(state, event)
        or _of_attacks(state, event)
        or _of_focus(state, event)
        or event.RULE
    )


def _of_dice(event: Event) -> str:
    match event:
        case ev.Rolled(rule=rule) | ev.Declined(rule=rule) | ev.FocusLost(rule=rule) if rule:
            return rule
        case ev.Rolled(kind=kind):
            return ROLLED.get(kind, "")
        case ev.PhaseBegan(phase=phase):
            return PHASES.get(phase, "")
        case ev.GameEnded(why=reason):
            return OVER.get(reason, "")
    return ""


def _of_models(state: State, event: Event) -> str:
    match event:
        case ev.Moved(how="is pushed", why=why) | ev.Blocked(how="is pushed", why=why) if why:
            return "WM-MOD-14"
        case ev.Faced(rule=rule) if rule:
            return rule
        case ev.ChargeFailed(what="slam"):
            return "WM-SLM-13"
        case ev.Moved(how=how) | ev.MovedNowhere(how=how):
            return MOVED.get(how, "")
        case ev.Blocked(how=how):
            return BLOCKED.get(how, "")
        case ev.StoodUp(gives=""):
            return "WM-MK3-24"
        case ev.EffectPut(effect=effect):
            return LASTING.get(effect.until, "")
        case ev.EffectEnded(why=why):
            return ENDED.get(why, "WM-UPK-05" if why.endswith("takes its place") else "")
        case ev.Unlocked(why=why):
            return UNLOCKED.get(why, "")
        case ev.ModelRemoved():
            return _removed(state, event)
    return ""


def _removed(state: State, event: ev.ModelRemoved) -> str:
    """A warcaster goes with its last box, a warjack with that or with its third system."""
    model = state.models[event.model]
    if event.why == ev.OVER_THE_EDGE:
        return "WM-RUL-102"
    if event.why == "deep water":
        return "WM-REF-36"
    if model.caster:
        return "WM-DCA-02"
    return event.RULE if model.jack and state.grid(event.model).unmarked else "WM-DJA-16"


def _of_attacks(state: State, event: Event) -> str:
    match event:
        case ev.AttackDeclared(part="free strike"):
            return "WM-FRE-01"
        case ev.AttackDeclared(part="spray"):
            return "WM-SPR-02"
        case ev.AttackDeclared(weapon=weapon) if weapon in ATTACKS:
            return ATTACKS[weapon]
        case ev.AttackDeclared(kind="melee"):
            return "WM-MEL-01"
        case ev.Combined(kind="melee"):
            return "WM-REF-46"
        case ev.Hit(automatic=True):
            return "WM-STA-02" if state.is_stationary(event.target) else "WM-MOD-14"
        case ev.Hit(is_by_sixes=True):
            return "WM-ATK-09"
        case ev.Missed(is_by_ones=True):
            return "WM-ATK-08"
        case ev.Contested(what=purpose):
            return CONTESTED.get(purpose, "")
        case ev.AreaPlaced(deviated=deviated) if deviated:
            return "WM-AOE-04"
        case ev.SpellCast(channel=channel) if channel:
            return "WM-CHN-01"
        case ev.Damaged(total=0, cause="corrosion"):
            return "WM-CON-04"
        case ev.Damaged(total=0, cause=cause) if cause:
            return "WM-MOD-14"
    return ""


def _of_focus(state: State, event: Event) -> str:
    match event:
        case ev.FocusSpent(what=purpose):
            return SPENT.get(purpose, "")
        case ev.FocusGained(model=id) if state.models[id].jack:
            return "WM-MK3-07"
        case ev.FocusGained() if state.edition["focus.carry_over"] == "up_to_focus":
            return "WM-MK3-12"
    return ""
