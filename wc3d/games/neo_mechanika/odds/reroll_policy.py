"""Answer the questions during an attack in a duel: rerolls by a rule, spikes as requested."""

from __future__ import annotations

from dataclasses import dataclass, field

from wc3d.engine.abilities import When
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.games.neo_mechanika.odds.chances import count_strikes
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Reroll
from wc3d.games.neo_mechanika.rules.action_dispatcher import DECISIONS
from wc3d.games.neo_mechanika.rules.actions import Pass, Use
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.fighting.damage import (
    compute_damage_points,
    damage_facts,
    remaining_health,
)
from wc3d.games.neo_mechanika.rules.fighting.extra_attacks import ExtraAttack
from wc3d.games.neo_mechanika.rules.state import State

REROLL_CONDITIONS = {
    "attack": "reroll the attack only if it missed",
    "defence": "reroll the defense only if the attack hit",
    "damage": "reroll the damage only if a new roll does more on average",
}
"""The condition for rerolling each kind of roll."""

PlayerAbility = tuple[int, str]
"""A player and one of their abilities."""


@dataclass
class RerollPolicy:
    """A policy that answers questions for both players and uses the abilities in `spikes` whenever
    possible.

    Free rerolls are always used, other options are not. All rerolls follow the rule of
    `should_reroll`. `used` and `unused` collect the abilities that were or could have been used.
    `rerolls` collects the rerolled rolls, and `further` the abilities with uncounted extra
    attacks.
    """

    spikes: frozenset[PlayerAbility] = frozenset()
    used: set[PlayerAbility] = field(default_factory=set)
    unused: set[PlayerAbility] = field(default_factory=set)
    rerolls: set[tuple[str, str]] = field(default_factory=set)
    further: set[str] = field(default_factory=set)

    def choose(self, state: State) -> Action:
        """Return the answer to the open question."""
        open_question = find_open_question(state)
        assert open_question is not None
        if isinstance(open_question, Reaction):
            for ability, bearer in open_question.options:
                if self._wants(state, open_question, ability):
                    return Use(player=open_question.player, ability=ability, model=bearer)
        elif isinstance(open_question, ExtraAttack):
            self.further.add(open_question.why)
        nothing = Pass(player=open_question.player)
        if DECISIONS.check(state, nothing):
            return nothing
        return next(
            a for offer in DECISIONS.offers(state, open_question.player) for a in offer.candidates()
        )

    def _wants(self, state: State, reaction: Reaction, ability: str) -> bool:
        clauses = [
            c
            for c in ABILITIES.get(ability, ())
            if isinstance(c, When) and c.window is reaction.window and c.optional
        ]
        rolls = [e.roll for c in clauses for e in c.effects if isinstance(e, Reroll)]
        ordered = (reaction.player, ability) in self.spikes
        if not ordered and not (rolls and all(c.cost is None for c in clauses)):
            if any(c.cost is not None for c in clauses):
                self.unused.add((reaction.player, ability))
            return False
        self.used.add((reaction.player, ability))
        self.rerolls.update((ability, roll) for roll in rolls)
        return all(should_reroll(state, roll) for roll in rolls)


def should_reroll(state: State, roll: str) -> bool:
    """Return whether to reroll: a missed attack, a failed defense or low damage."""
    attack = find_frame(state, Attacking)
    if attack is None:
        return False
    hits = sum(attack.attack) > sum(attack.defense)
    if roll == "attack":
        return not hits
    if roll == "defence":
        return hits
    damage = find_frame(state, DamageRoll)
    return damage is not None and _is_reroll_better(state, damage)


def _is_reroll_better(state: State, roll: DamageRoll) -> bool:
    """Return whether a new damage roll has a higher mean, up to the target's remaining points."""
    arm = int(current_stat(state, roll.target, "ARM", damage_facts(state, roll)).value)
    remaining = remaining_health(state, roll.target)
    counts = count_strikes(roll.pow, roll.power_dice)
    whole = sum(
        count * min(remaining, compute_damage_points(strikes, arm))
        for strikes, count in enumerate(counts)
    )
    return whole > min(remaining, compute_damage_points(roll.strikes, arm)) * sum(counts)
