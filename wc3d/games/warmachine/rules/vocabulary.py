"""The words that cards are written in: what an attack, a spell or a feat does to models (`traits` has what is always true).

The list is closed: a card that says anything else cannot be read. Every word says in a sentence what it does (`says`); the rules
of the game do it. Numbers are inches, points or dice bonuses as the sentence says.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d.card_files import CardText
from wc3d.table.maps.strict_json import StrictBool, StrictModel

BonusValue = Annotated[int, Field(strict=True, ge=-20, le=20)]
"""A bonus, or below 0 a penalty."""

Inches = Annotated[int, Field(strict=True, ge=1, le=40)]
SmallDistance = Annotated[int, Field(strict=True, ge=1, le=36)]

Energy = Literal["fire", "cold", "corrosion", "electricity"]
"""What damage may be made of, and what a model may be immune to."""

Duration = Literal["turn", "round", "upkeep"]
"""The end of this turn; the start of its maker's next turn (WM-TRN-04); while its maker pays for it (WM-UPK-02)."""

EffectTarget = Literal["target", "area", "caster", "friends", "enemies", "enemy_casters"]
"""The model attacked or named; every model in the area of effect; the caster; models in its control area, itself a friend."""

ForbiddenAct = Literal["move", "run", "charge", "special_attack", "cast", "channel", "gain_focus"]

DURATION_PHRASES = {
    "turn": "for this turn",
    "round": "for one round",
    "upkeep": "while the spell is upheld",
}
TARGET_PHRASES = {
    "target": "the target",
    "area": "every model in the area",
    "caster": "the caster",
    "friends": "friendly models in the control area",
    "enemies": "enemy models in the control area",
    "enemy_casters": "enemy warcasters in the control area",
}
ACT_PHRASES = {
    "move": "move (but can turn)",
    "run": "run",
    "charge": "charge",
    "special_attack": "make special attacks",
    "cast": "cast spells",
    "channel": "channel",
    "gain_focus": "gain focus points",
}


class Stats(StrictModel):
    """Bonuses and penalties to stats; `rng` to the RNG of ranged weapons."""

    spd: BonusValue = 0
    str_: BonusValue = Field(0, alias="str")
    mat: BonusValue = 0
    rat: BonusValue = 0
    def_: BonusValue = Field(0, alias="def")
    arm: BonusValue = 0
    foc: BonusValue = 0
    rng: BonusValue = 0

    def changed_stats(self) -> tuple[tuple[str, int], ...]:
        """Those that change, by the names on a card: ("ARM", 3)."""
        values = (
            (name.rstrip("_").upper(), getattr(self, name)) for name in type(self).model_fields
        )
        return tuple((name, value) for name, value in values if value)


class CardEffect(StrictModel):
    """What an attack, a spell or a feat does to models. `on` says to which; `only` leaves out models of the other kind.

    `seen`: only to those in its maker's line of sight. `while_inside`: to those in the control area at each moment, not to those
    there when it was made.
    """

    word: str
    on: EffectTarget = "target"
    only: Literal["", "warjack", "warcaster"] = ""
    seen: StrictBool = False
    while_inside: StrictBool = False

    def describe_targets(self) -> str:
        """Whom it meets, in words."""
        sight_text = " and in line of sight" if self.seen else ""
        only_text = f", if it is a {self.only}" if self.only else ""
        return f"{TARGET_PHRASES[self.on]}{sight_text}{only_text}"

    def describe(self) -> str:
        """Whom it meets, and what it does, without a period."""
        return f"{self.describe_targets()}: {self.describe_effect()}"

    def describe_effect(self) -> str:
        """What it does, in a few words."""
        raise NotImplementedError


class LastingEffect(CardEffect):
    """An effect that lasts: until the end of the turn, for a round, or while its spell is upheld.

    `shakeable`: a warcaster may shake it off for a focus point, where there is shaking (WM-MK3-26).
    """

    lasts: Duration
    shakeable: StrictBool = False

    def describe_duration(self) -> str:
        """How long it lasts, in words."""
        shaken = "; can be shaken off" if self.shakeable else ""
        return (
            DURATION_PHRASES[self.lasts]
            + (", only inside that area" if self.while_inside else "")
            + shaken
        )


class Modify(LastingEffect):
    """Stats are changed. `against`: DEF and ARM only against these attacks."""

    word: Literal["modify"]
    stats: Stats
    against: Literal["", "ranged_and_magic"] = ""

    def describe_effect(self) -> str:
        """As above."""
        changed = ", ".join(f"{value:+d} {name}" for name, value in self.stats.changed_stats())
        against = " against ranged and magic attacks" if self.against else ""
        return f"{changed}{against} {self.describe_duration()}"


class Forbid(LastingEffect):
    """Models may not do these things."""

    word: Literal["forbid"]
    acts: tuple[ForbiddenAct, ...] = Field(min_length=1)

    def describe_effect(self) -> str:
        """As above."""
        return f"cannot {' or '.join(ACT_PHRASES[act] for act in self.acts)} {self.describe_duration()}"


class MakeStationary(LastingEffect):
    """Models are stationary (WM-STA-01). Those immune to `by` are spared."""

    word: Literal["stationary"]
    by: Literal["", "cold"] = ""

    def describe_effect(self) -> str:
        """As above."""
        return f"stationary {self.describe_duration()}" + (
            f", unless immune to {self.by}" if self.by else ""
        )


class GrantConcealment(LastingEffect):
    """Models have concealment wherever they stand (WM-TER-10)."""

    word: Literal["concealment"]

    def describe_effect(self) -> str:
        """As above."""
        return f"concealment {self.describe_duration()}"


class RollBonus(LastingEffect):
    """Attack rolls and damage rolls that models make are changed."""

    word: Literal["roll_bonus"]
    attack: BonusValue = 0
    damage: BonusValue = 0

    def describe_effect(self) -> str:
        """As above."""
        return f"{self.attack:+d} on attack rolls and {self.damage:+d} on damage rolls {self.describe_duration()}"


class RerollMisses(LastingEffect):
    """Attacks by the maker's side that miss the model may be rolled again, each once."""

    word: Literal["reroll_misses"]

    def describe_effect(self) -> str:
        """As above."""
        return f"the caster's side can reroll each missed attack roll against it once, {self.describe_duration()} (WM-RUL-160)"


class IgnoreHit(LastingEffect):
    """The next hit on the model does no damage; then it ends."""

    word: Literal["ignore_hit"]

    def describe_effect(self) -> str:
        """As above."""
        return (
            f"ignores the damage of the next hit {self.describe_duration()}; then this effect ends"
        )


class EaseCharge(LastingEffect):
    """The model charges for no focus point, `extra` inches farther, and over rough ground."""

    word: Literal["ease_charge"]
    extra: Inches

    def describe_effect(self) -> str:
        """As above."""
        return f'charges without spending focus, {self.extra}" farther and across rough terrain, {self.describe_duration()}'


class PassTerrain(LastingEffect):
    """The model moves through terrain of every kind as over open ground, and its moving provokes no free strikes."""

    word: Literal["pass_terrain"]

    def describe_effect(self) -> str:
        """As above."""
        return f"moves through terrain as open ground and ignores free strikes, {self.describe_duration()}"


class TakeControl(LastingEffect):
    """The caster's player controls an enemy model (WM-MK3-04). `joins`: a warjack joins the caster's battlegroup meanwhile."""

    word: Literal["control"]
    joins: StrictBool = False

    def describe_effect(self) -> str:
        """As above."""
        joins = " and adds it to the battlegroup" if self.joins else ""
        return f"the caster's player controls it{joins} {self.describe_duration()}"


class TakeOver(LastingEffect):
    """A friendly warjack without a commander joins the caster's battlegroup (WM-MK3-05)."""

    word: Literal["take_over"]
    only: Literal["", "warjack", "warcaster"] = "warjack"

    def describe_effect(self) -> str:
        """As above."""
        return f"joins the caster's battlegroup if no one controls it {self.describe_duration()}"


class KnockDown(CardEffect):
    """Models are knocked down (WM-KND-01)."""

    word: Literal["knockdown"]

    def describe_effect(self) -> str:
        """As above."""
        return "knocked down"


class CommandTest(CardEffect):
    """Models make a command check, each with its unit (WM-REF-21); `fails`: what becomes of those that fail."""

    word: Literal["command_check"]
    fails: Literal["flee", "knockdown"] = "flee"

    def describe_effect(self) -> str:
        """As above."""
        return f"must pass a command check, or {'flees' if self.fails == 'flee' else 'is knocked down'}"


class SetContinuous(CardEffect):
    """A continuous effect is put on models (WM-CON-01)."""

    word: Literal["continuous"]
    kind: Literal["fire", "corrosion"]

    def describe_effect(self) -> str:
        """As above."""
        return f"continuous {self.kind}"


class PushAway(CardEffect):
    """The model is moved straight away from the one that does it, so many inches; it provokes nothing (WM-RUL-21)."""

    word: Literal["push"]
    inches: Inches

    def describe_effect(self) -> str:
        """As above."""
        return f'pushed {self.inches}" directly away'


class MarkSystem(CardEffect):
    """Boxes of a system are marked besides, the topmost ones of the leftmost columns first."""

    word: Literal["mark_system"]
    system: Literal["A", "C", "H", "L", "M", "R"]
    boxes: SmallDistance = 1

    def describe_effect(self) -> str:
        """As above."""
        return (
            f"also marks {self.boxes} box{'es' if self.boxes > 1 else ''} of system {self.system}"
        )


class DisableMarked(CardEffect):
    """Those of these systems in which the attack's damage marked a box are disabled: all of their boxes are marked."""

    word: Literal["disable_marked"]
    systems: tuple[Literal["A", "C", "H", "L", "M", "R"], ...] = Field(min_length=1)

    def describe_effect(self) -> str:
        """As above."""
        return f"disables each of the systems {', '.join(self.systems)} in which the damage marked a box"


class LoseFocus(CardEffect):
    """Models lose all their focus points."""

    word: Literal["lose_focus"]

    def describe_effect(self) -> str:
        """As above."""
        return "loses all focus points"


class SpreadDamage(CardEffect):
    """The nearest enemies of the caster round the target, a d6 of them, take the spell's damage roll too."""

    word: Literal["spread"]
    within: Inches

    def describe_effect(self) -> str:
        """As above."""
        return f'the d6 nearest enemy models within {self.within}" also suffer the damage roll (WM-RUL-166)'


class FreeAdvance(CardEffect):
    """The caster advances at once, beside its movement."""

    word: Literal["advance"]

    def describe_effect(self) -> str:
        """As above."""
        return "immediately makes an extra advance"


class LeaveCloud(CardEffect):
    """A cloud stays for a round where the area came to rest (WM-CLD-01), `pow` strong to models that come into it (WM-CLD-05)."""

    word: Literal["cloud"]
    on: Literal["area"] = "area"
    pow: Annotated[int, Field(strict=True, ge=0, le=40)] = 0

    def describe_effect(self) -> str:
        """As above."""
        harm = (
            f"; models that enter it or end their turn in it suffer a damage roll of 2d6 + {self.pow}"
            if self.pow
            else ""
        )
        return f"a cloud remains for one round{harm}"


class NotUsed(CardEffect):
    """A spell that this game has no use for; it cannot be cast."""

    word: Literal["not_used"]
    why: CardText

    def describe_effect(self) -> str:
        """As above."""
        return f"not supported ({self.why})"


AnyEffect = Annotated[
    Modify
    | Forbid
    | MakeStationary
    | GrantConcealment
    | RollBonus
    | RerollMisses
    | IgnoreHit
    | EaseCharge
    | PassTerrain
    | TakeControl
    | TakeOver
    | KnockDown
    | CommandTest
    | SetContinuous
    | PushAway
    | MarkSystem
    | DisableMarked
    | LoseFocus
    | SpreadDamage
    | FreeAdvance
    | LeaveCloud
    | NotUsed,
    Field(discriminator="word"),
]
"""Any of the effects, told apart by `word`."""


class Feat(StrictModel):
    """What a warcaster may do once in the game (WM-FEA-01)."""

    name: CardText
    effects: tuple[AnyEffect, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _shape(self) -> Feat:
        if mistakes := [effect.word for effect in self.effects if effect.on in ("target", "area")]:
            raise ValueError(
                f"a feat has no target; {mistakes[0]} needs on = friends, enemies, enemy_casters or caster"
            )
        return self
