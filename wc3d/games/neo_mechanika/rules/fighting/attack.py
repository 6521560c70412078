"""A melee, ranged or Fury attack from its declaration to its final effects (p. 30).

The steps: declare weapon and target, roll attack and defense, compare. A hit applies its effects
and qualities, the slam, the damage roll, and the collateral and blast damage. Abilities trigger in
the windows between the steps.
"""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Frame, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import (
    facts_of_attack,
    has_flag,
    is_base_no_larger,
)
from wc3d.games.neo_mechanika.rules.abilities.stats import (
    bonus_total,
    current_stat,
    current_weapon_stat,
)
from wc3d.games.neo_mechanika.rules.abilities.triggers import trigger_abilities
from wc3d.games.neo_mechanika.rules.agenda_frames import (
    Attacking,
    DamageRoll,
    attack_cause,
    make_damage_roll,
)
from wc3d.games.neo_mechanika.rules.book.rulings import (
    COVER_DICE,
    FLIGHT_DICE,
    REPULSOR_SLAM_IN,
    REROLL_RULING,
    RULINGS_INSIDE_ATTACKS,
)
from wc3d.games.neo_mechanika.rules.dice import dice_pool
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.fighting.slamming import Slamming
from wc3d.games.neo_mechanika.rules.fighting.targeting import (
    ATTACK_STATS,
    attack_range,
    find_line_of_sight,
    has_cover,
)
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.sight.sprays_and_blasts import Blast

REGISTRY = HandlerRegistry()

EFFECT_QUALITIES = ("corrosion", "fire", "lock_down", "system_failure")
"""Weapon qualities that put the continuous effect of the same name on the model hit (NM-STA-24)."""


def make_attack(
    attacker: str, weapon: Weapon, target: str, *, part: str = "", chains: bool = True
) -> Attacking:
    """Return an attack for the agenda. The caller checks that the attack is legal."""
    return Attacking("", attacker, weapon, target, target, part, chains)


# Dice pools


def attack_pool(state: State, f: Attacking) -> tuple[int, int]:
    """Return the Action and Power Dice of the attack roll.

    The pool is MAT or RAT, and 1 Power Die for each Arc on a charged attacker. For a Fury it is
    FOC, and 1 for each Arc in the player's well (NM-ATK-09, NM-ARC-11, NM-CYP-19, p. 27, 30, 39).
    """
    facts = facts_of_attack(f)
    action = (
        current_stat(state, f.attacker, ATTACK_STATS[f.kind], facts).value
        + bonus_total(state, f.attacker, "ATTACK_AD", facts).value
    )
    if f.kind == "fury":
        power: float = state.players[state.owner(f.attacker)].well
    else:
        arc = state.arc_on(f.attacker)
        power = 2 * arc if arc and has_flag(state, f.attacker, "two_pd_per_arc", facts) else arc
    power += bonus_total(state, f.attacker, "ATTACK_PD", facts).value
    return int(action), int(power)


def defense_pool(state: State, f: Attacking) -> tuple[int, int]:
    """Return the dice of the defense roll (NM-ATK-10, NM-ATK-11, NM-MOV-10, p. 28, 30, 34)."""
    facts = facts_of_attack(f)
    power = bonus_total(state, f.target, "DEFENCE_PD", facts).value
    if has_cover(state, f.attacker, f.weapon, f.target):
        power += COVER_DICE
    if (
        f.kind == "melee"
        and has_flag(state, f.target, "flight")
        and not has_flag(state, f.attacker, "flight")
    ):
        power += FLIGHT_DICE
    return int(current_stat(state, f.target, "DEF", facts).value), int(power)


def attack_pow(state: State, f: Attacking) -> int:
    """Return the current POW of the attack's weapon or Fury (NM-STA-22)."""
    return int(current_weapon_stat(state, f.attacker, f.weapon, "POW", facts_of_attack(f)).value)


def damage_pool(state: State, f: Attacking) -> tuple[int, int]:
    """Return a hit's damage dice: POW, excess, 1 for a slam's contact (NM-ATK-14, NM-SLM-04)."""
    return attack_pow(state, f), f.excess + (1 if f.slam_die else 0)


# Steps


@REGISTRY.step(Attacking, "declare")
def _declare(r: Resolution, f: Attacking) -> Frame:
    """Declare weapon and target (NM-ATK-02) and record the target's place for Strafe (SIL-81).

    The attack ends if the attacker or a model that a spray meets has left the table since.
    """
    if not r.state.is_on_table(f.declared) or not r.state.is_on_table(f.attacker):
        return replace(f, step="done")
    line_of_sight = find_line_of_sight(r.state, f.attacker, f.declared)
    cover = has_cover(r.state, f.attacker, f.weapon, f.declared)
    r.emit(
        events.AttackDeclared(
            f.attacker, f.weapon.name, f.declared, f.kind, line_of_sight.witness, cover, f.part
        )
    )
    if f.part != "spray":
        trigger_abilities(r, Moment.DECLARED)
    return replace(f, place=r.state.place(f.declared), struck=(f.declared,))


@REGISTRY.step(Attacking, "strafe")
def _strafe(r: Resolution, f: Attacking) -> Frame | None:
    """Roll Strafe's Power Die; each strike is an additional attack (NM-STF-01, NM-STF-02)."""
    if "strafe" not in f.weapon.qualities or f.part:
        return None  # additional attacks never roll for Strafe (NM-STF-04)
    player = r.state.owner(f.attacker)
    results = r.roll(dice_pool(power=1), player, f"{f.weapon.name}, Strafe")
    r.emit(events.Rolled(player, "Strafe", (), results))
    return replace(f, more=sum(results))


@REGISTRY.step(Attacking, "spray")
def _spray(r: Resolution, f: Attacking) -> Frame | None:
    """Attack each model on the spray's line separately, nearest first (NM-SPR-02..04, p. 35)."""
    if "spray" not in f.weapon.qualities or f.part == "spray":
        return None
    model_ids = r.state.table.spray(
        f.attacker, f.declared, attack_range(r.state, f.attacker, f.weapon, f.declared)
    ).hits
    parts = tuple(
        make_attack(f.attacker, f.weapon, id, part="spray", chains=f.chains) for id in model_ids
    )
    r.push(*parts)
    return replace(f, step="after", struck=model_ids)


@REGISTRY.step(Attacking, "roll")
def _roll(r: Resolution, f: Attacking) -> Frame:
    """Roll attack and defense at the same time (NM-ATK-09, NM-ATK-10)."""
    return roll_defense(r, roll_attack(r, f))


def roll_attack(r: Resolution, f: Attacking) -> Attacking:
    """Return the attack with its attack roll made or repeated."""
    action, power = _count_same_dice(f.attack, f.attack_action) or attack_pool(r.state, f)
    player = r.state.owner(f.attacker)
    reason = (
        f"{f.weapon.name} of {r.state.name(f.attacker)} at {r.state.name(f.target)}, attack roll"
    )
    results = r.roll(dice_pool(action, power), player, reason)
    is_again = bool(f.attack)
    rule = REROLL_RULING if is_again else ""
    r.emit(
        events.Rolled(
            player, "attack", results[:action], results[action:], rule=rule, again=is_again
        )
    )
    return replace(f, attack=results, attack_action=action if rerolls_same_dice(r.state) else 0)


def roll_defense(r: Resolution, f: Attacking) -> Attacking:
    """Return the attack with its defense roll made or repeated."""
    action, power = _count_same_dice(f.defense, f.defense_action) or defense_pool(r.state, f)
    player = r.state.owner(f.target)
    results = r.roll(dice_pool(action, power), player, f"{r.state.name(f.target)}, defense roll")
    is_again = bool(f.defense)
    rule = REROLL_RULING if is_again else ""
    r.emit(
        events.Rolled(
            player, "defence", results[:action], results[action:], rule=rule, again=is_again
        )
    )
    return replace(f, defense=results, defense_action=action if rerolls_same_dice(r.state) else 0)


def rerolls_same_dice(state: State) -> bool:
    """Return whether rerolls use the same dice, even if the pool has changed (NM-SIL-158)."""
    return (
        state.setup.rulings >= RULINGS_INSIDE_ATTACKS
        and not state.setup.options.rerolls_count_dice_again
    )


def _count_same_dice(results: tuple[int, ...], action: int) -> tuple[int, int] | None:
    """Return the Action and Power Dice of the roll to repeat, or None to compute the pool again."""
    return (action, len(results) - action) if results and action else None


@REGISTRY.step(Attacking, "rolled")
def _offer_rerolls(r: Resolution, f: Attacking) -> None:
    """Open the window for rerolls after both rolls, before the comparison (NM-SIL-158)."""
    trigger_abilities(r, Moment.ROLLED)


@REGISTRY.step(Attacking, "compare")
def _compare(r: Resolution, f: Attacking) -> Frame:
    """Hit if the strikes exceed the defense; a tie misses (NM-ATK-12, NM-ATK-13)."""
    strikes = sum(f.attack)
    against = sum(f.defense)
    if strikes > against:
        r.emit(events.Hit(f.attacker, f.target, strikes, against))
        return replace(f, hit=True, excess=strikes - against)
    r.emit(events.Missed(f.attacker, f.target, strikes, against))
    if "blast" in f.weapon.qualities:
        r.push(make_blast_roll(r.state, f, f.target))  # NM-BLA-04
    return replace(f, hit=False, step="resolved")


@REGISTRY.step(Attacking, "someone_hit")
def _open_someone_hit_window(r: Resolution, f: Attacking) -> Frame:
    """Find a blast's models before slams and removals (NM-BLA-02, SIL-74); open the window."""
    trigger_abilities(r, Moment.SOMEONE_HIT)
    return replace(f, neighbors=_find_neighbors(r, f))


@REGISTRY.step(Attacking, "hit")
def _open_hit_window(r: Resolution, f: Attacking) -> Frame:
    """Open the window for reactions to a hit. A negated hit still blasts neighbors (NM-SIL-168)."""
    if f.negated:
        return replace(f, step="blast")
    trigger_abilities(r, Moment.HIT)
    return f if f.target == f.declared else replace(f, neighbors=_find_redirected_neighbors(r, f))


def _find_redirected_neighbors(r: Resolution, f: Attacking) -> tuple[str, ...]:
    """Return the models that the blast damages if another model takes the hit (NM-SIL-160).

    They are near the original target, without the model hit. The players may agree that the blast
    follows the hit.
    """
    if redirected_blast_follows(r.state):
        return _find_neighbors(r, f)
    return tuple(id for id in f.neighbors if id != f.target)


def redirected_blast_follows(state: State) -> bool:
    """Return whether a redirected hit's blast is measured from the model hit (NM-SIL-160)."""
    return (
        state.setup.rulings < RULINGS_INSIDE_ATTACKS or state.setup.options.redirected_blasts_follow
    )


@REGISTRY.step(Attacking, "effects")
def _put_effects(r: Resolution, f: Attacking) -> None:
    """Put the continuous effects of the weapon's qualities before damage (NM-STA-24, SIL-71)."""
    for quality in f.weapon.qualities:
        if quality in EFFECT_QUALITIES and r.state.is_on_table(f.target):
            continuous_effects.put_effect(r, f.target, quality, attack_cause(r.state, f))


@REGISTRY.step(Attacking, "slam")
def _slam(r: Resolution, f: Attacking) -> None:
    """Apply Repulsor: slam a model with no larger base 3" before the damage roll (NM-SLM-08)."""
    has_both_models = r.state.is_on_table(f.target) and r.state.is_on_table(f.attacker)
    if (
        "repulsor" in f.weapon.qualities
        and has_both_models
        and is_base_no_larger(r.state, f.target, f.attacker)
    ):
        pow = attack_pow(r.state, f)
        r.push(
            Slamming(
                "",
                f.target,
                f.attacker,
                REPULSOR_SLAM_IN,
                pow,
                True,
                attack_cause(r.state, f, "slam"),
            )
        )


@REGISTRY.step(Attacking, "before_damage")
def _open_before_damage_window(r: Resolution, f: Attacking) -> None:
    """Open the window before the damage roll if the target is on the table (NM-SIL-167)."""
    if r.state.is_on_table(f.target) and f.weapon.pow is not None:
        trigger_abilities(r, Moment.BEFORE_DAMAGE)


@REGISTRY.step(Attacking, "damage")
def _push_damage_roll(r: Resolution, f: Attacking) -> None:
    """Push the damage roll: POW Action Dice, excess Power Dice (NM-ATK-14, NM-CYP-21)."""
    if r.state.is_on_table(f.target) and f.weapon.pow is not None:
        pow, power = damage_pool(r.state, f)
        cause = attack_cause(r.state, f)
        r.push(
            make_damage_roll(
                f.target,
                pow,
                power_dice=power,
                energy=f.weapon.energy,
                cause=cause,
                why="damage",
                main=True,
            )
        )


@REGISTRY.step(Attacking, "collateral")
def _push_collateral_rolls(r: Resolution, f: Attacking) -> None:
    """Push the collateral damage rolls of a slam, with the stated POW only (NM-SLM-05, SIL-89)."""
    cause = attack_cause(r.state, f, "collateral")
    rolls = [
        make_damage_roll(id, pow, energy=f.weapon.energy, cause=cause, why="collateral damage")
        for id, pow in f.collateral
    ]
    r.push(*rolls)


@REGISTRY.step(Attacking, "blast")
def _push_blast_rolls(r: Resolution, f: Attacking) -> None:
    """Push the blast damage rolls: POW Action Dice, no excess (NM-BLA-02, SIL-73)."""
    r.push(*(make_blast_roll(r.state, f, id) for id in f.neighbors))


def make_blast_roll(state: State, f: Attacking, id: str) -> DamageRoll:
    """Return a blast's damage roll against a model: the target on a miss, a neighbor on a hit.

    Blast damage is explosion damage in addition to the weapon's own types (NM-BLA-05, NM-BLA-06).
    """
    pow = attack_pow(state, f)
    energy = tuple(dict.fromkeys((*f.weapon.energy, "explosion")))
    return make_damage_roll(
        id, pow, energy=energy, cause=attack_cause(state, f, "blast"), why="blast damage"
    )


def compute_blast(state: State, f: Attacking) -> Blast:
    """Return the models that a blast damages in addition to its target (p. 34)."""
    table = state.table
    if has_flag(state, f.attacker, "spared_by_own_blast", facts_of_attack(f)):
        table = table.without(f.attacker)
    return table.blast(f.target)


def _find_neighbors(r: Resolution, f: Attacking) -> tuple[str, ...]:
    """Return the 2 nearest models within 2" (NM-BLA-02); dice break ties (NM-BLA-03)."""
    if "blast" not in f.weapon.qualities:
        return ()
    blast = compute_blast(r.state, f)
    if not blast.tied:
        return blast.models
    sure = [
        id
        for id, distance in zip(blast.models, blast.distances, strict=True)
        if distance < blast.distances[-1] - EPSILON_IN
    ]
    tied = blast.models[len(sure) :]
    order = r.shuffle(len(tied))
    reached = r.state.table.policy.blast_models
    r.emit(events.BlastDrawn(f.target, tied, tuple(i + 1 for i in order), reached - len(sure)))
    return tuple((sure + [tied[i] for i in order])[:reached])


@REGISTRY.step(Attacking, "resolved")
def _open_after_attacked_window(r: Resolution, f: Attacking) -> Frame | None:
    """Let the target react (NM-SIL-171). A part of a spray reports its results (NM-SIL-173)."""
    if f.part == "spray":
        _add_to_whole_spray(r, f)
    trigger_abilities(r, Moment.AFTER_ATTACKED)
    return None


def _add_to_whole_spray(r: Resolution, f: Attacking) -> None:
    frames = [
        a for a in r.state.agenda if isinstance(a, Attacking) and a is not f and a.part != "spray"
    ]
    if frames:
        whole = frames[-1]
        r.replace_frame(
            whole,
            replace(
                whole,
                hit=bool(whole.hit or f.hit),
                points=whole.points + f.points,
                destroyed=whole.destroyed + f.destroyed,
                charged=whole.charged + f.charged,
            ),
        )


@REGISTRY.step(Attacking, "after")
def _finish_attack(r: Resolution, f: Attacking) -> None:
    """End the attack's effects (NM-SIL-171); the attacker reacts, once per spray (NM-SIL-173)."""
    for unit in list(r.state.units.values()):
        if any(b.until == "attack" for b in unit.boosts):
            r.emit(events.BoostsEnded(unit.id, "attack"))
    if f.part != "spray" and r.state.is_on_table(f.attacker):
        trigger_abilities(r, Moment.AFTER_ATTACK)


@REGISTRY.step(Attacking, "done")
def _continue_strafe(r: Resolution, f: Attacking) -> Frame | None:
    """Continue with the additional attacks of a Strafe (NM-STF-02)."""
    return replace(f, step="further") if f.more > 0 else None
