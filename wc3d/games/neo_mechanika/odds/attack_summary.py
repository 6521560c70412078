"""What an attack would roll, before it is made: "in cover: 4 AD + 1 PD against 3 AD + 2 PD; POW 5, ARM 4; hits 61%"."""
from __future__ import annotations

from wc3d.engine.actions import Action
from wc3d.engine.agenda import question
from wc3d.games.neo_mechanika.odds.chances import left, pools_odds
from wc3d.games.neo_mechanika.rules.abilities.selectors import facts_of
from wc3d.games.neo_mechanika.rules.abilities.stats import stat
from wc3d.games.neo_mechanika.rules.actions import Attack, Play
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    attack,
    attack_pool,
    damage_pool,
    defense_pool,
)
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import with_mode
from wc3d.games.neo_mechanika.rules.fighting.targeting import has_cover
from wc3d.games.neo_mechanika.rules.frames import Attacking
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.cyphers import fury
from wc3d.games.neo_mechanika.rules.weapons import Weapon, weapon
from wc3d.games.neo_mechanika.text.vocabulary import length, pool_name


def used_in(state: State, a: Attack) -> Weapon | None:
    """What an attack is made with, in the mode that was chosen; None if the model has no such weapon."""
    strike: Weapon | None = getattr(question(state), "strike", None)
    plain = strike or weapon(state, a.model, a.weapon)
    using = with_mode(plain, a.mode) if plain is not None else None
    return using if isinstance(using, Weapon) else None


def attack_of(state: State, action: Action) -> Attacking | None:
    """The attack that an action makes, a Fury's too; None for other actions, and where its target is not on the table."""
    if isinstance(action, Attack):
        using = used_in(state, action)
        return attack(action.model, using, action.target) if using is not None and state.on_table(action.target) else None
    if isinstance(action, Play) and action.channel and state.on_table(action.channel) and state.on_table(action.on):
        return attack(action.channel, fury(state.setup.cards.cyphers[action.card]), action.on)
    return None


def describe_attack(state: State, f: Attacking) -> str:
    """An attack that has not been rolled yet, in half a line."""
    odds = pools_odds(state, f)
    cover = ", in cover" if has_cover(state, f.attacker, f.weapon, f.target) else ""
    pools = f"{pool_name(*attack_pool(state, f))} against {pool_name(*defense_pool(state, f))}"
    summary = f"{length(state.table.distance(f.attacker, f.target))} away{cover}: {pools}, hits {odds.hit:.0%}"
    if f.weapon.pow is None:
        return summary
    arm = int(stat(state, f.target, "ARM", facts_of(f)).value)
    power = damage_pool(state, f)[0]
    unit = "Arc" if f.target in state.gates else "health"
    return f"{summary}; POW {power} against ARM {arm}, {left(state, f.target)} {unit} left, destroys {odds.destroy:.0%}"
