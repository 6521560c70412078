"""Exact chances of attacks by the cards: hits, marked boxes, disabled systems and removal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

from wc3d.errors import InputError
from wc3d.games.warmachine.odds.target_state import (
    GridDamageCache,
    TargetState,
    apply_damage,
    apply_hit_effects,
    is_immune_to,
)
from wc3d.games.warmachine.rules.cards import (
    AnyCard,
    Armament,
    SoloCard,
    Spell,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.damage_grid import parse_grid
from wc3d.games.warmachine.rules.editions import DEFAULT_EDITION, Edition
from wc3d.games.warmachine.rules.roll_chances import (
    CERTAIN_HIT,
    Distribution,
    HitChances,
    damage_chances,
    hit_chances,
)

AIMING_BONUS = 2
FREE_STRIKE_BONUS = 2
SCREENED_BONUS = 2
PROTECTION_BONUS = {"none": 0, "concealment": 2, "cover": 4}
STATIONARY_DEF, CRIPPLED_DEF = 5, 7

Progress = Callable[[int], object]


@dataclass(frozen=True)
class AttackTerms:
    """The circumstances of an attack.

    `boost` names the rolls with an additional die. `charge` is for the first attack only.
    `is_stationary`: the target is stationary or knocked down. `damage` is the number of marked
    boxes of a warcaster, `focus` its unspent points, `marked` boxes of a grid.
    """

    boost: frozenset[Literal["attack", "damage"]] = frozenset()
    charge: bool = False
    free_strike: bool = False
    aiming: bool = False
    protection: Literal["none", "concealment", "cover"] = "none"
    screened: bool = False
    is_stationary: bool = False
    focus: int = 0
    damage: int = 0
    marked: tuple[tuple[int, int], ...] = ()
    attacks: int = 1
    edition: Edition = DEFAULT_EDITION


@dataclass(frozen=True)
class AttackNumbers:
    """The numbers of one attack against the target in its present state."""

    bonus: int
    defense: int
    attack_dice: int
    automatic: bool
    power: int | None
    armor: int
    damage_dice: int

    @property
    def hit_chances(self) -> HitChances:
        """The chances of the attack to hit."""
        return (
            CERTAIN_HIT
            if self.automatic
            else hit_chances(self.bonus, self.defense, self.attack_dice)
        )

    @property
    def damage_chances(self) -> Distribution:
        """The chances of the damage points of a hit."""
        return (
            {0: Fraction(1)}
            if self.power is None
            else damage_chances(self.power, self.armor, self.damage_dice)
        )


@dataclass(frozen=True)
class AttackOdds:
    """The chances of one attack or of several in a row.

    `first` has the numbers of the first attack. `boxes` counts the marked boxes in the end,
    including earlier ones. `systems` has the chance of each system to be disabled, with "hull"
    among them. `removed` is the chance that the target is removed. `stationary_chance` is the
    chance that it remains in play knocked down or stationary.
    """

    first: AttackNumbers
    boxes: Distribution
    systems: Mapping[str, Fraction]
    removed: Fraction
    stationary_chance: Fraction


@dataclass(frozen=True)
class AttackScenario:
    """An attacker with a weapon or a spell and a target, by their cards."""

    attacker: AnyCard
    using: Armament | Spell
    target: AnyCard
    terms: AttackTerms = AttackTerms()

    @property
    def kind(self) -> Literal["melee", "ranged", "magic"]:
        """The kind of the attack."""
        return "magic" if isinstance(self.using, Spell) else self.using.kind

    def attack_numbers(self, target_state: TargetState, number: int = 0) -> AttackNumbers:
        """Return the numbers of attack `number`, from 0, against the target's present state."""
        terms = self.terms
        melee = self.kind == "melee"
        charging = terms.charge and number == 0
        extra = charging + terms.free_strike  # WM-CHG-11, WM-FRE-04
        follows = (
            isinstance(self.using, Armament)
            and self.using.has_trait("follows_up")
            and target_state.struck
        )
        return AttackNumbers(
            self._bonus(target_state, charging),
            self._defense(target_state),
            2 + ("attack" in terms.boost),
            (melee and target_state.is_stationary) or follows,
            None if is_immune_to(self.target, self.using.energy) else self._power(),
            self._armor(target_state),
            2 + extra + ("damage" in terms.boost and not charging),
        )

    def _power(self) -> int | None:
        return (
            self.attacker.weapon_power(self.using)
            if isinstance(self.using, Armament)
            else self.using.pow
        )

    def _bonus(self, target_state: TargetState, charging: bool) -> int:
        """Return the attack roll's bonus (WM-ATK-05, WM-SPL-07, WM-RNG-05, WM-FRE-03)."""
        if isinstance(self.using, Spell):
            return self.attacker.foc if isinstance(self.attacker, WarcasterCard) else 0
        if self.using.kind == "ranged":
            return self.attacker.rat + AIMING_BONUS * self.terms.aiming
        bonus = self.attacker.mat + FREE_STRIKE_BONUS * self.terms.free_strike
        if charging:
            bonus += sum(
                trait.attack for trait in self.using.traits if trait.word == "charge_bonus"
            )
            working = (
                weapon
                for weapon in self.target.weapons
                if not target_state.is_system_disabled(weapon.location)
            )
            bonus += sum(
                t.attack
                for weapon in working
                for t in weapon.traits
                if t.word == "set_against_charges"
            )
        return bonus

    def _defense(self, target_state: TargetState) -> int:
        """Return DEF with bonuses (WM-RUL-42, WM-DJA-10, WM-STA-03, WM-SCR-02, WM-TER-10, 11)."""
        shot = self.kind != "melee"
        bases = [self.target.def_]
        if target_state.is_system_disabled("M"):
            bases.append(CRIPPLED_DEF)
        if target_state.is_stationary and shot:
            bases.append(STATIONARY_DEF)
        sheltered = PROTECTION_BONUS[self.terms.protection] + SCREENED_BONUS * self.terms.screened
        return (
            min(bases)
            + target_state.stat_change("DEF", shot)
            + (sheltered if shot and not self.using.spray else 0)
        )

    def _armor(self, target_state: TargetState) -> int:
        """Return ARM with a working shield (WM-JAK-07, WM-DJA-13) and unspent focus (WM-FOC-16)."""
        card = self.target
        arm = card.arm
        if isinstance(card, WarjackCard) and card.shield_arm is not None:
            shielded = any(
                weapon.shield and not target_state.is_system_disabled(weapon.location)
                for weapon in card.weapons
            )
            ignored = isinstance(self.using, Armament) and self.using.has_trait("ignores_shields")
            arm = card.shield_arm if shielded and not ignored else arm
        focus = self.terms.focus if self.terms.edition["focus.power_field"] == "overboost" else 0
        return arm + focus + target_state.stat_change("ARM", self.kind != "melee")

    def initial_target(self) -> TargetState:
        """Return the target before the attacks. Raises InputError for boxes it does not have."""
        terms = self.terms
        card = self.target
        reserve = terms.focus if terms.edition["focus.power_field"] == "reinforce" else 0
        if isinstance(card, WarjackCard):
            return TargetState(
                grid=parse_grid(card.grid, terms.marked), is_stationary=terms.is_stationary
            )
        return TargetState(terms.damage, is_stationary=terms.is_stationary, reserve=reserve)


def check_scenario(scenario: AttackScenario) -> None:
    """Raise InputError, with the reason and its rule, if the rules do not allow this attack."""
    terms = scenario.terms
    kind = scenario.kind
    card = scenario.target
    boosts = terms.boost
    jack = isinstance(card, WarjackCard)
    plain = UnitCard | SoloCard
    rof = scenario.using.rof if isinstance(scenario.using, Armament) else None
    faults = {
        "this spell is not an attack (WM-SPL-07)": not getattr(scenario.using, "offensive", True),
        "only a melee attack can be a charge attack (WM-CHG-08, 13)": terms.charge
        and kind != "melee",
        "a charge attack's damage roll cannot be boosted (WM-CHG-11)": terms.charge
        and "damage" in boosts
        and terms.attacks == 1,
        "a free strike must be a single melee attack (WM-FRE-02)": terms.free_strike
        and (kind != "melee" or terms.attacks > 1),
        "a free strike cannot be boosted or be a charge attack (WM-FRE-05)": terms.free_strike
        and bool(boosts or terms.charge),
        "only a ranged attack can be aimed (WM-RNG-05, WM-REF-42)": terms.aiming
        and kind != "ranged",
        "concealment, cover and screening apply only to ranged and magic attacks (WM-TER-09)": kind
        == "melee"
        and (terms.screened or terms.protection != "none"),
        f"the ROF of the weapon is {rof} (WM-ATK-02)": rof is not None and terms.attacks > rof,
        "focus does not raise a warjack's ARM (WM-FOC-18)": jack and terms.focus > 0,
        f"{card.name} has no focus": isinstance(card, plain) and terms.focus > 0,
        f"{scenario.attacker.name} cannot have focus to boost with (WM-FOC-09)": isinstance(
            scenario.attacker, plain
        )
        and bool(boosts),
        "a warjack has a damage grid: name each marked box (--marked COLUMN,ROW)": jack
        and terms.damage > 0,
        f"{card.name} has a row of boxes: give the number of marked boxes (--damage N)": not jack
        and bool(terms.marked),
        f"{card.name} would no longer be in play": not isinstance(card, WarjackCard)
        and terms.damage >= card.boxes,
    }
    if messages := [fault for fault, true in faults.items() if true]:
        raise InputError(messages[0])


def attack_odds(scenario: AttackScenario, progress: Progress = lambda count: None) -> AttackOdds:
    """Return the chances of the attacks. Call `progress` with the number of states examined so
    far.

    Raises InputError for attacks that the rules do not allow.
    """
    check_scenario(scenario)
    start = scenario.initial_target()
    steps = GridDamageCache(scenario.terms.edition["jack.disabled"] == "wreck")
    ways: dict[TargetState, int] = {start: 1}  # the number of rolls that lead to each state
    looked = 0
    for number in range(scenario.terms.attacks):
        next_ways: defaultdict[TargetState, int] = defaultdict(int)
        for target_state, count in ways.items():
            for outcome, share in _outcomes(scenario, target_state, number, steps):
                next_ways[outcome] += count * share
            looked += 1
            progress(looked)
        ways = next_ways
    return _summarize_odds(scenario, start, ways)


def _outcomes(
    scenario: AttackScenario, target_state: TargetState, number: int, steps: GridDamageCache
) -> list[tuple[TargetState, int]]:
    """Return the outcomes of one attack, each with its number of ways among 6 to the power of all
    its dice.

    The dice include the die for the column.
    """
    terms = scenario.terms
    dice = (
        2 + ("attack" in terms.boost),
        2 + max(terms.charge + terms.free_strike, "damage" in terms.boost),
    )
    whole = 6 ** (dice[0] + dice[1] + 1)
    if target_state.gone:
        return [(target_state, whole)]
    blow = scenario.attack_numbers(target_state, number)
    to_hit = blow.hit_chances
    points = blow.damage_chances
    outcomes = [(target_state, int(whole * (1 - to_hit.hit)))]
    reached = apply_damage(
        replace(target_state, struck=_remembers_hits(scenario)), scenario.target, max(points), steps
    )
    using = scenario.using
    plain = using.hits, to_hit.hit - to_hit.critical
    critical = (*using.hits, *using.criticals), to_hit.critical
    for effects, share in (plain, critical) if using.criticals else ((using.hits, to_hit.hit),):
        for number_of, chance in points.items():
            way_count = int(whole * share * chance / len(reached[number_of]))
            for outcome in reached[number_of] if way_count else ():
                outcomes.append(
                    (
                        apply_hit_effects(target_state, outcome, scenario.target, effects)
                        if effects
                        else outcome,
                        way_count,
                    )
                )
    return outcomes


def _remembers_hits(scenario: AttackScenario) -> bool:
    """Return whether a later attack depends on an earlier hit on the target."""
    return isinstance(scenario.using, Armament) and scenario.using.has_trait("follows_up")


def _summarize_odds(
    scenario: AttackScenario, start: TargetState, ways: Mapping[TargetState, int]
) -> AttackOdds:
    """Return the summary of the chances."""
    whole = sum(ways.values())

    def chance(true_of: Callable[[TargetState], bool]) -> Fraction:
        return Fraction(
            sum(count for target_state, count in ways.items() if true_of(target_state)), whole
        )

    boxes: defaultdict[int, int] = defaultdict(int)
    for target_state, count in ways.items():
        boxes[target_state.boxes_marked] += count
    systems = start.grid.systems if start.grid else ()
    return AttackOdds(
        scenario.attack_numbers(start),
        {number: Fraction(count, whole) for number, count in sorted(boxes.items())},
        {
            system: chance(partial(TargetState.is_system_disabled, system=system))
            for system in systems
        },
        chance(lambda target_state: target_state.gone),
        chance(lambda target_state: target_state.is_stationary and not target_state.gone),
    )
