"""Damage: the roll, the points, and what leaves play because of them (p. 30). Everything that hurts comes through here."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from wc3d.engine.agenda import END, Frame, Resolution, find
from wc3d.warcaster import events
from wc3d.warcaster.abilities.stats import Case, has, stat
from wc3d.warcaster.abilities.vocabulary import Window
from wc3d.warcaster.abilities.windows import open_window
from wc3d.warcaster.chapter import Chapter
from wc3d.warcaster.dice import pool
from wc3d.warcaster.state import State, Where

CHAPTER = Chapter()


@dataclass(frozen=True, slots=True)
class Cause:
    """Who or what is responsible for damage. `player` 0: nobody. `attack`: the kind of attack it came from, if any.

    `kind`: "melee", "ranged", "fury", "blast", "collateral", "fall", "slam", "effect", "edge", "rule", or the
    continuous effect.
    """

    player: int = 0
    unit: str = ""
    kind: str = "rule"
    attack: str = ""
    model: str = ""


NOBODY = Cause()


@dataclass(frozen=True, slots=True)
class DamageRoll(Frame):
    """A damage roll against one model: `pow` Action Dice and `power_dice` Power Dice (p. 30).

    `main`: it is the damage roll of the attack beneath it on the agenda, which learns the points.
    """

    STEPS: ClassVar[tuple[str, ...]] = ("roll", "rolled", "count", "wounded", "apply")
    target: str = ""
    pow: int = 0
    power_dice: int = 0
    energy: tuple[str, ...] = ()
    cause: Cause = NOBODY
    why: str = ""
    main: bool = False
    action: tuple[int, ...] = ()
    power: tuple[int, ...] = ()
    points: int = 0
    arm: int = 0

    @property
    def strikes(self) -> int:
        """The strikes rolled."""
        return sum(self.action) + sum(self.power)


def damage_roll(
    target: str, pow: int, *, power_dice: int = 0, energy: tuple[str, ...] = (), cause: Cause, why: str, main: bool = False
) -> DamageRoll:
    """A damage roll to put on the agenda."""
    return DamageRoll("", target, pow, power_dice, energy, cause, why, main)


def damage_points(target: str, points: int, *, energy: tuple[str, ...] = (), cause: Cause) -> DamageRoll:
    """Damage points that no ARM lowers, to put on the agenda."""
    return DamageRoll("wounded", target, energy=energy, cause=cause, points=points)


def roller(state: State, roll: DamageRoll) -> int:
    """Who rolls: the attacker's player; for a fall without an attacker the model's owner (SIL-69)."""
    return roll.cause.player or state.owner(roll.target)


def case_of(state: State, roll: DamageRoll) -> Case:
    """What the target's ARM is asked for."""
    weapon = None
    if roll.main:
        from wc3d.warcaster.fighting.attack import Attacking

        attack = find(state, Attacking)
        weapon = attack.weapon if attack is not None else None
    attacker = roll.cause.model if state.on_table(roll.cause.model) else ""
    return Case(attacker, roll.target, weapon if attacker else None, roll.cause.attack or roll.cause.kind, roll.energy)


def points_for(strikes: int, arm: int) -> int:
    """Damage points: strikes over ARM, whole ones only; what is left over is lost (NM-ATK-15, p. 30)."""
    return strikes // arm


@CHAPTER.step(DamageRoll, "roll")
def _roll(r: Resolution, f: DamageRoll) -> Frame | None:
    if not r.state.on_table(f.target):
        return replace(f, step=END)
    return rolled(r, f)


def rolled(r: Resolution, f: DamageRoll) -> DamageRoll:
    """The damage roll with its dice rolled (again)."""
    player, name = roller(r.state, f), r.state.name(f.target)
    shown = r.roll(pool(f.pow, f.power_dice), player, f.why if name in f.why else f"{f.why} on {name}")
    action, power = shown[: f.pow], shown[f.pow :]
    r.emit(events.Rolled(player, f.why, action, power))
    return replace(f, action=action, power=power)


@CHAPTER.step(DamageRoll, "rolled")
def _rolled(r: Resolution, f: DamageRoll) -> None:
    if f.main:
        open_window(r, Window.DAMAGE_ROLLED)


@CHAPTER.step(DamageRoll, "count")
def _count(r: Resolution, f: DamageRoll) -> Frame | None:
    """ARM is taken as it is at this moment (NM-ATK-15)."""
    case = case_of(r.state, f)
    arm = int(stat(r.state, f.target, "ARM", case).value)
    return replace(f, points=points_for(f.strikes, arm) if may_be_hurt(r.state, f.target, case) else 0, arm=arm)


def may_be_hurt(state: State, id: str, case: Case) -> bool:
    """May damage of these energy types hurt the model at all (Environmental Suit)?"""
    return not has(state, id, "no_damage", case)


@CHAPTER.step(DamageRoll, "wounded")
def _wounded(r: Resolution, f: DamageRoll) -> None:
    """What lowers the damage comes in before any is suffered."""
    if f.points > 0 and f.target in r.state.models and r.state.on_table(f.target):
        open_window(r, Window.WOUNDED, f.target)


@CHAPTER.step(DamageRoll, "apply")
def _apply(r: Resolution, f: DamageRoll) -> None:
    if f.main:
        tell_attack(r, points=f.points)
    suffer(r, f.target, f.points, f.cause, strikes=f.strikes, arm=f.arm)


def tell_attack(r: Resolution, **changes: Any) -> None:
    """Let the attack in progress know something."""
    from wc3d.warcaster.fighting.attack import Attacking

    attack = r.find(Attacking)
    if attack is not None:
        r.update(attack, replace(attack, **changes))


def suffer(r: Resolution, id: str, points: int, cause: Cause, strikes: int = 0, arm: int = 0) -> None:
    """A model or void gate on the table suffers damage points (NM-ATK-16; a gate loses Arc instead, NM-GAT-09)."""
    if not r.state.on_table(id):
        return
    r.emit(events.Damaged(id, points, cause.kind, strikes, arm))
    if points <= 0:
        return
    if id in r.state.gates:
        _drain(r, id, points, cause)
    elif r.state.models[id].damage >= health(r.state, id):
        destroy(r, id, cause)


def health(state: State, model: str) -> int:
    """The damage points at which a model is destroyed (NM-STA-08)."""
    return int(state.setup.cards.units[state.models[model].card].health)


def _drain(r: Resolution, gate: str, points: int, cause: Cause) -> None:
    """Each damage point clears 1 Arc from a void gate; what goes beyond its Arc is lost (NM-GAT-09, NM-GAT-11)."""
    from wc3d.warcaster.turn import gates

    lost = min(points, r.state.gates[gate].arc)
    r.emit(events.Cleared(gate, lost, "damage"))
    if r.state.gates[gate].arc == 0:
        note_destroyed(r, gate, cause)
        gates.collapse(r, gate, cause)


def note_destroyed(r: Resolution, id: str, cause: Cause) -> None:
    """Let the attack that destroyed something know."""
    from wc3d.warcaster.fighting.attack import Attacking

    attack = r.find(Attacking)
    if attack is not None and cause.model == attack.attacker:
        charged = (id,) if id in r.state.models and r.state.arc_on(id) > 0 else ()
        r.update(attack, replace(attack, destroyed=(*attack.destroyed, id), charged=(*attack.charged, *charged)))


def destroy(r: Resolution, model: str, cause: Cause, why: str = "") -> None:
    """A model is destroyed and leaves the table at once; with its last model the unit leaves play (NM-ATK-16, NM-SQD-02)."""
    from wc3d.warcaster.missions import objectives

    at = r.state.models[model].at
    if at is None:
        return
    if r.state.models[model].carrying:
        objectives.put_down(r, model, at)
    note_destroyed(r, model, cause)
    unit = r.state.unit_of(model)
    cards_on = [c for c in unit.cyphers if c.model == model]
    r.emit(events.ModelDestroyed(model, why or cause.kind, cause.player))
    if not r.state.models_of(unit.id):
        leave_play(r, unit.id, destroyed=True, cause=cause)
        return
    for card in cards_on:
        r.emit(events.CardExpired(card.player, card.card, unit.id))


def leave_play(r: Resolution, unit: str, *, destroyed: bool, cause: Cause | None = None) -> None:
    """A unit leaves play: its Arc is cleared, its cards are discarded, it comes back whole from the reserves (SIL-112).

    A destroyed Hero is out of the game (NM-CMP-06); a recalled one is not (NM-GAT-23).
    """
    from wc3d.warcaster.missions import objectives, secondary
    from wc3d.warcaster.turn import racks

    cause = cause or NOBODY
    for model in r.state.models_of(unit):
        if model.carrying and model.at is not None:
            objectives.put_down(r, model.id, model.at)
    was = r.state.units[unit]
    if was.arc:
        r.emit(events.Cleared(unit, was.arc, "left play"))
    for card in was.cyphers:
        r.emit(events.CardExpired(card.player, card.card, unit))
    hero = r.state.setup.cards.units[was.card].hero
    to = Where.GONE if destroyed and hero else Where.RESERVE
    r.emit(events.UnitLeft(unit, to, destroyed, cause.player))
    _end_activation_of(r, unit)
    if destroyed:
        secondary.unit_destroyed(r, unit, cause.player, cause)
    racks.trim_hands(r)


def may_go_on(state: State, model: str) -> bool:
    """May a model make the attacks it has left: is it on the table, its activation not over before its time (NM-TER-20)?"""
    from wc3d.warcaster.turn.activation import Activation

    if not state.on_table(model):
        return False
    now = find(state, Activation)
    return now is None or not now.ended or now.unit != state.models[model].unit


def _end_activation_of(r: Resolution, unit: str) -> None:
    """A unit that leaves play in its own activation: the activation is over and counts as made (SIL-41)."""
    from wc3d.warcaster.turn.activation import Activation

    now = r.find(Activation)
    if now is not None and now.unit == unit:
        r.update(now, replace(now, ended=True))
