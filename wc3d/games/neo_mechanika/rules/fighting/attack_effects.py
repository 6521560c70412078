"""What abilities do to the attack in progress: another target, another roll, another weapon, no hit."""
from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, said
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    redirected_blast_follows,
    roll_attack,
    roll_defense,
)
from wc3d.games.neo_mechanika.rules.fighting.damage import roll_damage
from wc3d.games.neo_mechanika.rules.frames import Attacking, DamageRoll, change
from wc3d.games.neo_mechanika.rules.handler_registry import Chapter

CHAPTER = Chapter()


def _attack(r: Resolution) -> Attacking:
    attack = r.find(Attacking)
    assert attack is not None
    return attack


@CHAPTER.effect(vocabulary.Negate)
def _negate(r: Resolution, e: vocabulary.Negate, f: Using) -> None:
    """Spare the model that eludes the hit all that the hit does (NM-SIL-168)."""
    change(r, Attacking, negated=True)


@CHAPTER.effect(vocabulary.HitInstead)
def _hit_instead(r: Resolution, e: vocabulary.HitInstead, f: Using) -> None:
    """Let the bearer be hit in the target's place (NM-SIL-164)."""
    attack = _attack(r)
    blast = ""
    if "blast" in attack.weapon.qualities:
        blast = "follows" if redirected_blast_follows(r.state) else "stays"
    r.emit(events.Redirected(attack.target, f.bearer, said(r.state, f), blast))
    r.update(attack, replace(attack, target=f.bearer))


@CHAPTER.effect(vocabulary.ReplaceQuality)
def _replace_quality(r: Resolution, e: vocabulary.ReplaceQuality, f: Using) -> None:
    """Take a quality from the weapon for this attack, as the card says (NM-STA-23)."""
    weapon = _attack(r).weapon
    change(r, Attacking, weapon=replace(weapon, qualities=tuple(q for q in weapon.qualities if q != e.quality)))


@CHAPTER.effect(vocabulary.BecomesSpray)
def _becomes_spray(r: Resolution, e: vocabulary.BecomesSpray, f: Using) -> None:
    """Resolve the attack as a spray (NM-SPR-02)."""
    weapon = _attack(r).weapon
    if "spray" not in weapon.qualities:
        change(r, Attacking, weapon=replace(weapon, qualities=(*weapon.qualities, "spray")))


@CHAPTER.effect(vocabulary.Reroll)
def _reroll(r: Resolution, e: vocabulary.Reroll, f: Using) -> None:
    """Make the roll again with the same dice (NM-SIL-158); the new result stands."""
    if e.roll == "damage":
        roll = r.find(DamageRoll)
        if roll is not None:
            r.update(roll, roll_damage(r, roll))
        return
    attack = _attack(r)
    r.update(attack, roll_attack(r, attack) if e.roll == "attack" else roll_defense(r, attack))
