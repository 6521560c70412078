"""List the dice pools of an attack with a receipt for each Action and Power Die, with pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.receipt import Receipt
from wc3d.games.neo_mechanika.rules.abilities.selectors import facts_of_attack, flag_sources
from wc3d.games.neo_mechanika.rules.abilities.stats import (
    bonus_total,
    current_stat,
    current_weapon_stat,
)
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.book.rulings import COVER_DICE
from wc3d.games.neo_mechanika.rules.fighting import damage
from wc3d.games.neo_mechanika.rules.fighting.attack import attack_pool, damage_pool, defense_pool
from wc3d.games.neo_mechanika.rules.fighting.targeting import ATTACK_STATS, has_cover
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import cite_rule


@dataclass(frozen=True)
class DicePool:
    """A pool of dice: its purpose, its Action and Power Dice, and the reasons for their number.

    `excess` is true if the attack's excess strikes add uncounted Power Dice. `arm` is the ARM it
    is rolled against.
    """

    name: str
    action: int
    power: int
    why: tuple[str, ...]
    excess: bool = False
    arm: int = 0


def current_pools(state: State, target: str) -> Iterator[DicePool]:
    """Yield the pools of the attack or damage roll on the target that the agenda rolls next."""
    top = state.agenda[-1]
    if isinstance(top, Attacking) and top.current_step() == "roll":
        yield _build_attack_pool(state, top)
        yield _build_defense_pool(state, top)
    elif isinstance(top, DamageRoll) and top.current_step() == "roll" and top.target == target:
        yield _build_damage_pool(state, top)


def _build_attack_pool(state: State, f: Attacking) -> DicePool:
    facts = facts_of_attack(f)
    base = current_stat(state, f.attacker, ATTACK_STATS[f.kind], facts)
    action, power = attack_pool(state, f)
    added = [bonus_total(state, f.attacker, name, facts) for name in ("ATTACK_AD", "ATTACK_PD")]
    from_arc = power - int(added[1].value)
    reasons = [f"{_format_receipt(base)}{cite_rule('NM-ATK-09')}", *_format_receipts(added)]
    if from_arc and f.kind == "fury":
        reasons.append(f"+{from_arc} PD for the Arc in the well{cite_rule('NM-CYP-19')}")
    elif from_arc:
        reasons.append(f"+{from_arc} PD for {state.arc_on(f.attacker)} Arc{cite_rule('NM-ARC-11')}")
    return DicePool("attack", action, power, tuple(reasons))


def _build_defense_pool(state: State, f: Attacking) -> DicePool:
    facts = facts_of_attack(f)
    action, power = defense_pool(state, f)
    added = bonus_total(state, f.target, "DEFENCE_PD", facts)
    rest = power - int(added.value)
    reasons = [
        f"{_format_receipt(current_stat(state, f.target, 'DEF', facts))}{cite_rule('NM-ATK-10')}",
        *_format_receipts([added]),
    ]
    if has_cover(state, f.attacker, f.weapon, f.target):
        reasons.append(f"+{COVER_DICE} PD for cover{cite_rule('NM-ATK-11')}")
        rest -= COVER_DICE
    if rest:
        reasons.append(f"+{rest} PD for Flight{cite_rule('NM-MOV-10')}")
    return DicePool("defence", action, power, tuple(reasons))


def _build_damage_pool(state: State, roll: DamageRoll) -> DicePool:
    """Build the pool of a damage roll: the attack's own, with unknown excess, or another one."""
    attack = next(f for f in reversed(state.agenda) if isinstance(f, Attacking))
    arm = current_stat(state, roll.target, "ARM", damage.damage_facts(state, roll))
    against = f"against {_format_receipt(arm)}{cite_rule('NM-ATK-15')}"
    if immune := flag_sources(state, roll.target, "no_damage", damage.damage_facts(state, roll)):
        against = f"no damage: {', '.join(immune)}"
    if not roll.main:
        return DicePool(roll.why, roll.pow, roll.power_dice, (against,), arm=int(arm.value))
    pow = current_weapon_stat(state, attack.attacker, attack.weapon, "POW", facts_of_attack(attack))
    reasons = [f"{_format_receipt(pow)}{cite_rule('NM-ATK-14')}"]
    power = damage_pool(state, attack)[1] - attack.excess
    if power:
        reasons.append(f"+{power} PD for the slam's contact{cite_rule('NM-SLM-04')}")
    return DicePool("damage", roll.pow, power, (*reasons, against), excess=True, arm=int(arm.value))


def _format_receipt(receipt: Receipt) -> str:
    """Format a receipt; without changes, only its number."""
    return str(receipt) if receipt.lines else f"{receipt.name} {receipt.value:g}"


def _format_receipts(receipts: list[Receipt]) -> Iterator[str]:
    for receipt in receipts:
        for line in receipt.lines:
            yield f"{line.amount:+g} {receipt.name[-2:]} {line.source}"
