"""Attack modes: weapons that choose one of several rules for each attack."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.actions import Verdict
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import ChooseRulePerAttack
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.weapons import Weapon

WEAPON_QUALITIES = (
    "blast",
    "corrosion",
    "fire",
    "lock_down",
    "repulsor",
    "spray",
    "strafe",
    "system_failure",
)
"""The weapon qualities (NM-STA-23)."""

ENERGY_BY_MODE = {"attack_mode_arclock_pistol": {"fire": "fire"}}
"""The energy types of damage that attack modes change."""


def _find_choice(weapon: Weapon) -> tuple[str, ChooseRulePerAttack] | None:
    for ability in weapon.abilities:
        for clause in ABILITIES.get(ability, ()):
            if isinstance(clause, ChooseRulePerAttack):
                return ability, clause
    return None


def attack_modes(weapon: Weapon) -> tuple[str, ...]:
    """Return the modes that an attack with this weapon chooses from; ("",) without modes."""
    choice = _find_choice(weapon)
    return choice[1].rules if choice else ("",)


def apply_mode(weapon: Weapon, mode: str) -> Weapon | Verdict:
    """Return the weapon with only this mode's rule, or a refusal for an unknown mode."""
    choice = _find_choice(weapon)
    if choice is None:
        if not mode:
            return weapon
        return refuse("no_modes", f"{weapon.name} has no attack modes", "NM-ATK-02")
    ability, clause = choice
    if mode not in clause.rules:
        message = f"{weapon.name}: choose a mode, one of {', '.join(clause.rules)}"
        return refuse("choose_mode", message, "NM-ATK-02")
    energy = ENERGY_BY_MODE.get(ability, {}).get(mode)
    added = (*weapon.energy, energy) if energy else weapon.energy
    if mode in WEAPON_QUALITIES:
        return replace(weapon, qualities=(*weapon.qualities, mode), energy=added)
    return replace(weapon, abilities=(*weapon.abilities, mode), energy=added)
