"""Slams in the game (p. 37): the movement first, then the fall, then the attack's damage roll and the collateral ones."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import END, Frame, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, model_meant, said
from wc3d.games.neo_mechanika.rules.abilities.availability import can
from wc3d.games.neo_mechanika.rules.abilities.selectors import has
from wc3d.games.neo_mechanika.rules.abilities.stats import amount
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Who
from wc3d.games.neo_mechanika.rules.dice import pool
from wc3d.games.neo_mechanika.rules.frames import (
    NOBODY,
    Attacking,
    Cause,
    ModelsMoved,
    cause_of,
    damage_roll,
)
from wc3d.games.neo_mechanika.rules.handler_registry import Chapter
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.fall_damage import fall_after
from wc3d.games.neo_mechanika.rules.moving.placing import point
from wc3d.games.neo_mechanika.rules.moving.removal import destroy
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.table.moves.slams import Slam
from wc3d.table.moves.slams import slam as slam_from

CHAPTER = Chapter()


@dataclass(frozen=True, slots=True)
class Slamming(Frame):
    """A model is slammed away from another by so many inches. `pow` is the POW of the collateral damage.

    `of_attack`: the attack beneath it makes the damage roll, with a Power Die for a contact; its collateral waits for that roll.
    """

    STEPS: ClassVar[tuple[str, ...]] = ("move", "fall")
    model: str = ""
    source: str = ""
    inches: float = 0.0
    pow: int = 0
    of_attack: bool = True
    cause: Cause = NOBODY


def slam(state: State, frame: Slamming) -> Slam:
    """Where the slam ends (p. 37): the table's own answer."""
    pathfinder = has(state, frame.model, "pathfinder")
    table = state.table
    return slam_from(table, table.body(frame.model), table.body(frame.source), frame.inches, pathfinder=pathfinder)


@CHAPTER.step(Slamming, "move")
def _move(r: Resolution, f: Slamming) -> Frame | None:
    """The slam movement comes before the damage roll of the effect (NM-SLM-03)."""
    if not (r.state.on_table(f.model) and r.state.on_table(f.source)) or f.inches <= 0 or not may_be_slammed(r.state, f.model):
        return replace(f, step=END)
    slam_path = slam(r.state, f)
    track = (slam_path.start, point(*slam_path.turn))
    die = slam_path.power_die and f.of_attack and r.find(Attacking) is not None
    r.emit(events.Moved(f.model, track, "is slammed", slam_path.contacts, die))
    if slam_path.destroyed:
        _off_the_table(r, f, slam_path)
        return replace(f, step=END)
    _contacts(r, f, slam_path)

    if slam_path.fall > 0:
        fall_after(r, f.model, slam_path.drop, replace(f.cause, kind="fall", attack=""))
    _settled(r, f.model, track)
    return None


def may_be_slammed(state: State, model: str) -> bool:
    """A void gate is never moved (SIL-91), nor is a model that an ability anchors."""
    return model not in state.gates and not has(state, model, "no_slam")


def _contacts(r: Resolution, f: Slamming, slam_path: Slam) -> None:
    """+1 Power Die against terrain or a base at least as large; collateral on bases no larger (NM-SLM-04..07)."""
    hurt = tuple((id, f.pow) for id in slam_path.collateral) if f.pow else ()
    attack = r.find(Attacking) if f.of_attack else None
    if attack is not None:
        r.update(
            attack,
            replace(attack, slam_die=attack.slam_die or slam_path.power_die, collateral=attack.collateral + hurt),
        )
        return
    cause = replace(f.cause, kind="collateral")
    r.push(*(damage_roll(id, pow, cause=cause, why="collateral damage") for id, pow in hurt))


def _off_the_table(r: Resolution, f: Slamming, slam_path: Slam) -> None:
    """A model slammed beyond the edge is destroyed; what it carries stays on the table (NM-SLM-11, SIL-133)."""
    carrying.put_down(r, f.model, carrying.last_place(r.state, slam_path.start, slam_path.end))
    destroy(r, f.model, replace(f.cause, kind="edge"), "slammed off the table")


def _settled(r: Resolution, model: str, track: tuple[XYZ, ...]) -> None:
    carrying.pickups(r, model, track)
    r.tell(ModelsMoved())


@CHAPTER.step(Slamming, "fall")
def _fall(r: Resolution, f: Slamming) -> None:
    """The fall's damage roll has been made before this (SIL-86)."""


@CHAPTER.effect(vocabulary.SlamAway)
def _slam(r: Resolution, e: vocabulary.SlamAway, f: Using) -> None:
    """Slam the model meant away from the other (NM-SLM-01)."""
    attack = r.find(Attacking)
    model, source = model_meant(r, f, e.who), model_meant(r, f, e.source)
    if not model or not source or attack is None:
        return
    inches = float(e.inches)
    if e.per_strike:
        dice = amount(r.state, e.per_strike, f.bearer, attack.weapon)
        results = r.roll(pool(dice), f.player, said(r.state, f))
        r.emit(events.Rolled(f.player, said(r.state, f), results, rule="NM-ARC-09"))
        inches = float(sum(results))
    holder = attack.attacker if isinstance(e.collateral, vocabulary.Own) and e.collateral.stat == "POW" else f.bearer
    pow = amount(r.state, e.collateral, holder, attack.weapon)
    of_attack = e.who is Who.TARGET
    cause = cause_of(r.state, attack, "slam") if of_attack else Cause(f.player, r.state.models[f.bearer].unit, "slam")
    r.push(Slamming("", model, source, inches, pow, of_attack, cause))


@can(vocabulary.SlamAway)
def _may_slam(state: State, e: vocabulary.SlamAway, f: Using) -> bool:
    model, source = model_meant(state, f, e.who), model_meant(state, f, e.source)
    return bool(model) and bool(source) and may_be_slammed(state, model)
