"""Command checks (WM-REF-15), terror (WM-REF-18 to 20), and the results of failed checks."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import (
    CommandCheck,
    Fright,
    UnitActivation,
    end_activation,
)
from wc3d.games.warmachine.rules.dice import dice_pool
from wc3d.games.warmachine.rules.fighting.forced_movement import knock_down
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.space.fighters import facing_toward
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.units.command_checks import (
    FLEE_PENALTY,
    checked_models,
    command_value,
    find_encounters,
    must_check,
)

REGISTRY = HandlerRegistry()

COMMAND_DICE = 2
"""The number of d6 in a command check (WM-REF-15)."""


@REGISTRY.step(CommandCheck, "roll")
def _roll(r: Resolution, f: CommandCheck) -> None:
    """Roll a command check: 2d6 equal to or below CMD passes (WM-REF-15)."""
    cmd = command_value(r.state, f.who, f.with_caster)
    if cmd is None or not must_check(r.state, f.who, f.penalty):
        return
    total = roll_command_check(r, f.who, cmd, f.why)
    if total <= cmd:
        return
    if f.penalty == FLEE_PENALTY:
        start_fleeing(r, f.who, f.threat)
    else:
        for id in checked_models(r.state, f.who):
            knock_down(r, id)


def roll_command_check(r: Resolution, subject: str, cmd: int, reason: str) -> int:
    """Roll the dice of a command check, and log the result with the CMD."""
    owner = r.state.models[checked_models(r.state, subject)[0]].owner
    label = f"{reason}, command check of {r.state.name(subject)}"
    faces = r.roll(dice_pool(COMMAND_DICE), owner, label)
    total = sum(faces)
    r.emit(events.Rolled(owner, label, faces, total, "command"))
    r.emit(events.CommandChecked(subject, total, cmd, reason))
    return total


def start_fleeing(r: Resolution, subject: str, threat: str) -> None:
    """Make a unit or model flee: it faces away (WM-REF-22) and does nothing more (WM-REF-24)."""
    members = checked_models(r.state, subject)
    r.emit(events.Fled(members, tuple(facing_away_from(r.state, id, threat) for id in members)))
    for id in members:
        end_activation(r, id)
    unit_frame = r.find_frame(UnitActivation)
    if unit_frame is not None and all(m.fleeing for m in r.state.members_of(unit_frame.unit)):
        r.replace_frame(unit_frame, replace(unit_frame, ended=True))


def facing_away_from(state: State, id: str, threat: str) -> float:
    """Return the facing of a model directly away from another (WM-GEO-22).

    Without a visible threat, return the model's current facing.
    """
    facing = state.models[id].facing
    if threat == id or not state.is_on_table(threat):
        return facing
    direction = facing_toward(state.place(threat)[:2], state.place(id)[:2])
    return facing if direction is None else direction


@REGISTRY.step(Fright, "look")
def _check_frights(r: Resolution, f: Fright) -> None:
    """Check for terrifying models just met, each once a turn (WM-REF-20, WM-RUL-142)."""
    if not r.state.is_on_table(f.model):
        return
    checks = []
    for encounter in find_encounters(r.state, f.model):
        pair = (encounter.who, encounter.source)
        if pair in f.known or pair in r.state.dared or not must_check(r.state, encounter.who):
            continue
        r.emit(events.Dared(*pair))
        checks.append(CommandCheck(who=encounter.who, why=encounter.word, threat=encounter.threat))
    r.push(*checks)
