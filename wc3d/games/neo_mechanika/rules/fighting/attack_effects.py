"""Effects of abilities on the attack in progress: target, roll, weapon and hit."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, used_ability_name
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    redirected_blast_follows,
    roll_attack,
    roll_defense,
)
from wc3d.games.neo_mechanika.rules.fighting.damage import roll_damage
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry

REGISTRY = HandlerRegistry()


def _find_attack(r: Resolution) -> Attacking:
    attack = r.find_frame(Attacking)
    assert attack is not None
    return attack


@REGISTRY.register_effect(vocabulary.Negate)
def _negate(r: Resolution, e: vocabulary.Negate, f: Using) -> None:
    """Cancel all effects of the hit on its target (NM-SIL-168)."""
    r.update_frame(Attacking, negated=True)


@REGISTRY.register_effect(vocabulary.HitInstead)
def _redirect_hit(r: Resolution, e: vocabulary.HitInstead, f: Using) -> None:
    """Hit the bearer instead of the target (NM-SIL-164)."""
    attack = _find_attack(r)
    blast = ""
    if "blast" in attack.weapon.qualities:
        blast = "follows" if redirected_blast_follows(r.state) else "stays"
    r.emit(events.Redirected(attack.target, f.bearer, used_ability_name(r.state, f), blast))
    r.replace_frame(attack, replace(attack, target=f.bearer))


@REGISTRY.register_effect(vocabulary.ReplaceQuality)
def _replace_quality(r: Resolution, e: vocabulary.ReplaceQuality, f: Using) -> None:
    """Remove a quality from the weapon for this attack, as the card says (NM-STA-23)."""
    weapon = _find_attack(r).weapon
    r.update_frame(
        Attacking,
        weapon=replace(weapon, qualities=tuple(q for q in weapon.qualities if q != e.quality)),
    )


@REGISTRY.register_effect(vocabulary.BecomesSpray)
def _make_spray(r: Resolution, e: vocabulary.BecomesSpray, f: Using) -> None:
    """Resolve the attack as a spray (NM-SPR-02)."""
    weapon = _find_attack(r).weapon
    if "spray" not in weapon.qualities:
        r.update_frame(Attacking, weapon=replace(weapon, qualities=(*weapon.qualities, "spray")))


@REGISTRY.register_effect(vocabulary.Reroll)
def _reroll(r: Resolution, e: vocabulary.Reroll, f: Using) -> None:
    """Repeat the roll with the same dice (NM-SIL-158) and use the new result."""
    if e.roll == "damage":
        roll = r.find_frame(DamageRoll)
        if roll is not None:
            r.replace_frame(roll, roll_damage(r, roll))
        return
    attack = _find_attack(r)
    r.replace_frame(
        attack, roll_attack(r, attack) if e.roll == "attack" else roll_defense(r, attack)
    )
