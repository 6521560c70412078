"""Slams (p. 37): the movement, the fall, the attack's damage roll, the collateral damage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import END_STEP, Frame, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    model_in_role,
    used_ability_name,
)
from wc3d.games.neo_mechanika.rules.abilities.availability import register_condition
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.abilities.stats import resolve_amount
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole
from wc3d.games.neo_mechanika.rules.agenda_frames import (
    NO_CAUSE,
    Attacking,
    Cause,
    ModelsMoved,
    attack_cause,
    make_damage_roll,
)
from wc3d.games.neo_mechanika.rules.dice import dice_pool
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.fall_damage import push_fall
from wc3d.games.neo_mechanika.rules.moving.placing import make_point
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.table.moves.slams import Slam
from wc3d.table.moves.slams import slam as slam_from

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class Slamming(Frame):
    """A slam of a model away from another, in inches. `pow` is the POW of the collateral damage.

    `of_attack`: the attack makes the damage roll, with a Power Die for a contact. Collateral
    damage waits for that roll.
    """

    STEPS: ClassVar[tuple[str, ...]] = ("move", "fall")
    model: str = ""
    source: str = ""
    inches: float = 0.0
    pow: int = 0
    of_attack: bool = True
    cause: Cause = NO_CAUSE


def compute_slam(state: State, frame: Slamming) -> Slam:
    """Return the slam's path on the table (p. 37)."""
    pathfinder = has_flag(state, frame.model, "pathfinder")
    table = state.table
    return slam_from(
        table,
        table.body(frame.model),
        table.body(frame.source),
        frame.inches,
        pathfinder=pathfinder,
    )


@REGISTRY.step(Slamming, "move")
def _move(r: Resolution, f: Slamming) -> Frame | None:
    """Move the slammed model before the effect's damage roll (NM-SLM-03)."""
    if (
        not (r.state.is_on_table(f.model) and r.state.is_on_table(f.source))
        or f.inches <= 0
        or not can_be_slammed(r.state, f.model)
    ):
        return replace(f, step=END_STEP)
    slam_path = compute_slam(r.state, f)
    track = (slam_path.start, make_point(*slam_path.turn))
    die = slam_path.power_die and f.of_attack and r.find_frame(Attacking) is not None
    r.emit(events.Moved(f.model, track, "is slammed", slam_path.contacts, die))
    if slam_path.destroyed:
        _destroy_off_table(r, f, slam_path)
        return replace(f, step=END_STEP)
    _apply_contacts(r, f, slam_path)

    if slam_path.fall > 0:
        push_fall(r, f.model, slam_path.drop, replace(f.cause, kind="fall", attack=""))
    _settle(r, f.model, track)
    return None


def can_be_slammed(state: State, model: str) -> bool:
    """Return whether a slam can move the model: not a void gate (SIL-91), not anchored."""
    return model not in state.gates and not has_flag(state, model, "no_slam")


def _apply_contacts(r: Resolution, f: Slamming, slam_path: Slam) -> None:
    """Apply a slam's contacts (NM-SLM-04..07).

    Terrain or a base at least as large adds 1 Power Die; other bases suffer collateral damage.
    """
    hurt = tuple((id, f.pow) for id in slam_path.collateral) if f.pow else ()
    attack = r.find_frame(Attacking) if f.of_attack else None
    if attack is not None:
        r.replace_frame(
            attack,
            replace(
                attack,
                slam_die=attack.slam_die or slam_path.power_die,
                collateral=attack.collateral + hurt,
            ),
        )
        return
    cause = replace(f.cause, kind="collateral")
    r.push(*(make_damage_roll(id, pow, cause=cause, why="collateral damage") for id, pow in hurt))


def _destroy_off_table(r: Resolution, f: Slamming, slam_path: Slam) -> None:
    """Destroy a model slammed off the table; its objectives stay (NM-SLM-11, SIL-133)."""
    carrying.drop_objectives(
        r, f.model, carrying.last_supported_place(r.state, slam_path.start, slam_path.end)
    )
    destroy_model(r, f.model, replace(f.cause, kind="edge"), "slammed off the table")


def _settle(r: Resolution, model: str, track: tuple[XYZ, ...]) -> None:
    carrying.offer_pickups(r, model, track)
    r.notify(ModelsMoved())


@REGISTRY.step(Slamming, "fall")
def _fall(r: Resolution, f: Slamming) -> None:
    """Finish a fall after its damage roll (SIL-86)."""


@REGISTRY.register_effect(vocabulary.SlamAway)
def _slam(r: Resolution, e: vocabulary.SlamAway, f: Using) -> None:
    """Slam a model away from another (NM-SLM-01)."""
    attack = r.find_frame(Attacking)
    model = model_in_role(r, f, e.who)
    source = model_in_role(r, f, e.source)
    if not model or not source or attack is None:
        return
    inches = float(e.inches)
    if e.per_strike:
        dice = resolve_amount(r.state, e.per_strike, f.bearer, attack.weapon)
        results = r.roll(dice_pool(dice), f.player, used_ability_name(r.state, f))
        r.emit(events.Rolled(f.player, used_ability_name(r.state, f), results, rule="NM-ARC-09"))
        inches = float(sum(results))
    holder = (
        attack.attacker
        if isinstance(e.collateral, vocabulary.Own) and e.collateral.stat == "POW"
        else f.bearer
    )
    pow = resolve_amount(r.state, e.collateral, holder, attack.weapon)
    of_attack = e.who is EventRole.TARGET
    cause = (
        attack_cause(r.state, attack, "slam")
        if of_attack
        else Cause(f.player, r.state.models[f.bearer].unit, "slam")
    )
    r.push(Slamming("", model, source, inches, pow, of_attack, cause))


@register_condition(vocabulary.SlamAway)
def _may_slam(state: State, e: vocabulary.SlamAway, f: Using) -> bool:
    model = model_in_role(state, f, e.who)
    source = model_in_role(state, f, e.source)
    return bool(model) and bool(source) and can_be_slammed(state, model)
