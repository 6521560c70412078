"""Frames shared by the rules (activation, attack, damage roll), and news about events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine.agenda import Frame, Resolution, find_frame
from wc3d.games.neo_mechanika.rules.state import XYZ, State, keep_text_form
from wc3d.games.neo_mechanika.rules.weapons import Weapon


@dataclass(frozen=True, slots=True)
class Cause:
    """The source of damage. `player` 0: nobody. `attack`: its kind of attack, if any.

    `kind`: "melee", "ranged", "fury", "blast", "collateral", "fall", "slam", "effect", "edge",
    "rule", or the continuous effect.
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

    `main`: the roll belongs to the attack below it on the agenda and reports the points to it.
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
    """Return a damage roll for the agenda."""
    return DamageRoll("", target, pow, power_dice, energy, cause, why, main)


def make_damage_points(
    target: str, points: int, *, energy: tuple[str, ...] = (), cause: Cause
) -> DamageRoll:
    """Return damage points for the agenda that ARM does not reduce."""
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
    """An attack in progress. `declared` is its original target, `target` the model that is hit.

    `part` is "" for a separate attack, "spray" for a model met by a spray, "strafe" for an
    additional attack. `chains` False: the attack grants no further attacks. `more` counts the
    remaining Strafe attacks; `struck` lists all Strafe targets. `destroyed` lists the destroyed
    models; `charged` those of them that had Arc. `fell_at` is the place of the original target's
    destruction, if different from `place` (NM-SIL-172). `attack_action` and `defense_action` are
    the Action Dice of each roll, if rerolls use the same dice (NM-SIL-158).
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
    """Return the cause of an attack's results."""
    return Cause(
        state.owner(f.attacker), state.models[f.attacker].unit, kind or f.kind, f.kind, f.attacker
    )


@dataclass(frozen=True, slots=True)
class Activation(Frame):
    """A unit's activation. `fired` lists the attacks made, as (model, weapon key).

    `acted` lists the models that made a special action, `extra` the attacks that abilities gave.
    `closed`: the attacks are finished by an advance or an ability. `ended`: the activation ends
    early (a fall, destruction). `tokenless`: the unit gets no token for it.
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


def activation_of(state: State, unit: str) -> Activation | None:
    """Return the unit's activation in progress, or None."""
    activation = find_frame(state, Activation)
    return activation if activation is not None and activation.unit == unit else None


def end_activation(r: Resolution, unit: str) -> None:
    """End the unit's activation early, if it is in progress."""
    if activation_of(r.state, unit) is not None:
        r.update_frame(Activation, ended=True)


# News that the rules send at once (`Resolution.notify`); the missions handle them.


@dataclass(frozen=True, slots=True)
class ModelsMoved(Frame):
    """Models have new places."""

    STEPS: ClassVar[tuple[str, ...]] = ("heard",)


@dataclass(frozen=True, slots=True)
class ModelPassed(Frame):
    """A model has moved along a track."""

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
    """A player's action collapsed a void gate."""

    STEPS: ClassVar[tuple[str, ...]] = ("heard",)
    gate: str = ""
    cause: Cause = NO_CAUSE
