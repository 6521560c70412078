"""Describe an attack before its roll in half a line: dice pools, damage and odds."""

from __future__ import annotations

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.odds.chances import odds_before_roll
from wc3d.games.neo_mechanika.rules.abilities.selectors import facts_of_attack
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Attack, Play
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    attack_pool,
    damage_pool,
    defense_pool,
    make_attack,
)
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode
from wc3d.games.neo_mechanika.rules.fighting.damage import remaining_health
from wc3d.games.neo_mechanika.rules.fighting.targeting import has_cover
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.cyphers import fury_weapon
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon
from wc3d.games.neo_mechanika.text.formatting import format_pool
from wc3d.presentation.format_inches import format_length
from wc3d.presentation.preview import format_percent


def weapon_of_attack(state: State, a: Attack) -> Weapon | None:
    """Return the weapon of an attack in its chosen mode; None if the model lacks the weapon."""
    strike: Weapon | None = getattr(find_open_question(state), "strike", None)
    plain = strike or find_weapon(state, a.model, a.weapon)
    using = apply_mode(plain, a.mode) if plain is not None else None
    return using if isinstance(using, Weapon) else None


def attack_from_action(state: State, action: Action) -> Attacking | None:
    """Return the attack of an action or Fury; None without an attack or a target on the table."""
    if isinstance(action, Attack):
        using = weapon_of_attack(state, action)
        return (
            make_attack(action.model, using, action.target)
            if using is not None and state.is_on_table(action.target)
            else None
        )
    if (
        isinstance(action, Play)
        and action.channel
        and state.is_on_table(action.channel)
        and state.is_on_table(action.on)
    ):
        return make_attack(
            action.channel, fury_weapon(state.setup.cards.cyphers[action.card]), action.on
        )
    return None


def describe_attack(state: State, f: Attacking) -> str:
    """Summarize an attack that is not rolled yet in half a line."""
    odds = odds_before_roll(state, f)
    cover = ", in cover" if has_cover(state, f.attacker, f.weapon, f.target) else ""
    pools = f"{format_pool(*attack_pool(state, f))} against {format_pool(*defense_pool(state, f))}"
    summary = f"{format_length(state.table.distance(f.attacker, f.target))} away{cover}: {pools}, hits {format_percent(odds.hit)}"
    if f.weapon.pow is None:
        return summary
    arm = int(current_stat(state, f.target, "ARM", facts_of_attack(f)).value)
    power = damage_pool(state, f)[0]
    unit = "Arc" if f.target in state.gates else "health"
    return f"{summary}; POW {power} against ARM {arm}, {remaining_health(state, f.target)} {unit} left, destroys {format_percent(odds.destroy)}"
