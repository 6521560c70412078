"""Command checks (WM-REF-15), what frightens a model on its way (WM-REF-18 to 20), and what becomes of those who fail."""
from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.dice import pool
from wc3d.games.warmachine.rules.fighting.forced_movement import knock_down
from wc3d.games.warmachine.rules.frames import CommandCheck, Fright, UnitActivation, end_activation
from wc3d.games.warmachine.rules.handler_registry import Chapter
from wc3d.games.warmachine.rules.space.fighters import facing_between
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.units.command_checks import (
    FLEE,
    command,
    encounters,
    members_of,
    must_check,
)

CHAPTER = Chapter()

DICE = 2
"""d6 of a command check (WM-REF-15)."""


@CHAPTER.step(CommandCheck, "roll")
def _roll(r: Resolution, f: CommandCheck) -> None:
    """2d6 equal to or below CMD passes (WM-REF-15)."""
    cmd = command(r.state, f.who, f.with_caster)
    if cmd is None or not must_check(r.state, f.who, f.penalty):
        return
    total = roll_command(r, f.who, cmd, f.why)
    if total <= cmd:
        return
    if f.penalty == FLEE:
        flee(r, f.who, f.threat)
    else:
        for id in members_of(r.state, f.who):
            knock_down(r, id)


def roll_command(r: Resolution, subject: str, cmd: int, reason: str) -> int:
    """The dice of a command check, told with what they are compared with."""
    owner = r.state.models[members_of(r.state, subject)[0]].owner
    label = f"{reason}, command check of {r.state.name(subject)}"
    faces = r.roll(pool(DICE), owner, label)
    total = sum(faces)
    r.emit(events.Rolled(owner, label, faces, total, "command"))
    r.emit(events.CommandChecked(subject, total, cmd, reason))
    return total


def flee(r: Resolution, subject: str, threat: str) -> None:
    """A unit or model flees: it turns at once to face directly away from the threat (WM-REF-22), and does nothing more
    (WM-REF-24).
    """
    members = members_of(r.state, subject)
    r.emit(events.Fled(members, tuple(away_from(r.state, id, threat) for id in members)))
    for id in members:
        end_activation(r, id)
    unit_frame = r.find(UnitActivation)
    if unit_frame is not None and all(m.fleeing for m in r.state.members(unit_frame.unit)):
        r.update(unit_frame, replace(unit_frame, ended=True))


def away_from(state: State, id: str, threat: str) -> float:
    """The facing of a model that looks directly away from another (WM-GEO-22); as it looks now where there is none to see."""
    facing = state.models[id].facing
    if threat == id or not state.on_table(threat):
        return facing
    direction = facing_between(state.place(threat)[:2], state.place(id)[:2])
    return facing if direction is None else direction


@CHAPTER.step(Fright, "look")
def _look(r: Resolution, f: Fright) -> None:
    """Whom the model has just met, once a turn each: a check for it, before it moves on or acts (WM-REF-20, WM-RUL-142)."""
    if not r.state.on_table(f.model):
        return
    checks = []
    for encounter in encounters(r.state, f.model):
        pair = (encounter.who, encounter.source)
        if pair in f.known or pair in r.state.dared or not must_check(r.state, encounter.who):
            continue
        r.emit(events.Dared(*pair))
        checks.append(CommandCheck(who=encounter.who, why=encounter.word, threat=encounter.threat))
    r.push(*checks)
