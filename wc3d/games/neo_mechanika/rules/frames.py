"""What is being resolved that rules at every level ask about: an activation, an attack, a damage roll; and news for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from wc3d.engine.agenda import Frame, Resolution, find_frame
from wc3d.games.neo_mechanika.rules.state import XYZ, State, keep_text_form
from wc3d.games.neo_mechanika.rules.weapons import Weapon


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


NO_CAUSE = Cause()


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
    cause: Cause = NO_CAUSE
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


def make_damage_roll(
    target: str,
    pow: int,
    *,
    power_dice: int = 0,
    energy: tuple[str, ...] = (),
    cause: Cause,
    why: str,
    main: bool = False,
) -> DamageRoll:
    """A damage roll to put on the agenda."""
    return DamageRoll("", target, pow, power_dice, energy, cause, why, main)


def make_damage_points(
    target: str, points: int, *, energy: tuple[str, ...] = (), cause: Cause
) -> DamageRoll:
    """Damage points that no ARM lowers, to put on the agenda."""
    return DamageRoll("wounded", target, energy=energy, cause=cause, points=points)


NO_WEAPON = Weapon("", "", "", "melee", (), 0, 0)


@keep_text_form(
    "Attacking",
    "attack_action",
    "defense_action",
    "fell_at",
    defense="defence",
    neighbors="neighbours",
)
@dataclass(frozen=True, slots=True)
class Attacking(Frame):
    """One attack in progress. `declared` is the target aimed at; `target` the model that is hit, should it be another.

    `part`: "" for an attack of its own, "spray" for one model met by a spray, "strafe" for an additional attack.
    `chains` False: it grants no further attacks. `more`: additional Strafe attacks still to come; `struck` all its targets.
    `destroyed`: what it has destroyed; `charged`: those of them that had Arc.
    `fell_at`: where the model aimed at was destroyed, if not at its `place` (NM-SIL-172).
    `attack_action` and `defense_action`: the number of Action Dice in each roll, where rerolls roll the same dice (NM-SIL-158).
    """

    STEPS: ClassVar[tuple[str, ...]] = (
        "declare",
        "strafe",
        "spray",
        "roll",
        "rolled",
        "compare",
        "someone_hit",
        "hit",
        "effects",
        "slam",
        "before_damage",
        "damage",
        "collateral",
        "blast",
        "resolved",
        "after",
        "further",
        "done",
    )
    attacker: str = ""
    weapon: Weapon = NO_WEAPON
    declared: str = ""
    target: str = ""
    part: str = ""
    chains: bool = True
    attack: tuple[int, ...] = ()
    defense: tuple[int, ...] = ()
    hit: bool | None = None
    excess: int = 0
    neighbors: tuple[str, ...] = ()
    negated: bool = False
    slam_die: bool = False
    collateral: tuple[tuple[str, int], ...] = ()
    points: int = 0
    destroyed: tuple[str, ...] = ()
    charged: tuple[str, ...] = ()
    more: int = 0
    struck: tuple[str, ...] = ()
    place: XYZ | None = None
    attack_action: int = 0
    defense_action: int = 0
    fell_at: XYZ | None = None

    @property
    def kind(self) -> str:
        """The kind of attack: "melee", "ranged" or "fury"."""
        return self.weapon.kind


def attack_cause(state: State, f: Attacking, kind: str = "") -> Cause:
    """Who is responsible for what an attack does."""
    return Cause(
        state.owner(f.attacker), state.models[f.attacker].unit, kind or f.kind, f.kind, f.attacker
    )


@dataclass(frozen=True, slots=True)
class Activation(Frame):
    """A unit's activation. `fired` are the attacks made, as (model, weapon key); `acted` the models that made a special action.

    `extra` are the attacks that abilities gave it. `closed`: it has finished its attacks, by advancing after them or by an
    ability. `ended`: it is over before its time (a fall, its destruction). `tokenless`: it gets no token for it.
    """

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "ask",
        "again",
        "ending",
        "token",
        "finish",
        "score",
    )
    unit: str = ""
    advanced: bool = False
    fired: tuple[tuple[str, str], ...] = ()
    acted: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    closed: bool = False
    ended: bool = False
    tokenless: bool = False


def update_frame(r: Resolution, kind: type[Frame], **changes: Any) -> None:
    """Change the innermost frame of a kind, if there is one."""
    frame = r.find_frame(kind)
    if frame is not None:
        r.replace_frame(frame, replace(frame, **changes))


def activation_of(state: State, unit: str) -> Activation | None:
    """The activation in progress if it is this unit's, or None."""
    activation = find_frame(state, Activation)
    return activation if activation is not None and activation.unit == unit else None


def end_activation(r: Resolution, unit: str) -> None:
    """The activation in progress is over before its time, if it is this unit's."""
    if activation_of(r.state, unit) is not None:
        update_frame(r, Activation, ended=True)


# News: what the rules below tell at once (`Resolution.tell`). The missions hear it.


@dataclass(frozen=True, slots=True)
class ModelsMoved(Frame):
    """Models are where they were not."""

    STEPS: ClassVar[tuple[str, ...]] = ("heard",)


@dataclass(frozen=True, slots=True)
class ModelPassed(Frame):
    """A model has come along a track."""

    STEPS: ClassVar[tuple[str, ...]] = ("heard",)
    model: str = ""
    track: tuple[XYZ, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitDestroyed(Frame):
    """A unit's last model was destroyed."""

    STEPS: ClassVar[tuple[str, ...]] = ("heard",)
    unit: str = ""
    cause: Cause = NO_CAUSE


@dataclass(frozen=True, slots=True)
class GateDestroyed(Frame):
    """A void gate has collapsed, by someone's doing."""

    STEPS: ClassVar[tuple[str, ...]] = ("heard",)
    gate: str = ""
    cause: Cause = NO_CAUSE
