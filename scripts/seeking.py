"""Forces and players that seek what has not been used yet. What they choose is legal, and left to chance as far as it can be."""
from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from itertools import islice

from cards_used import closed, of_force

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.players.random_legal import RandomPlayer
from wc3d.warcaster.actions import Activate, Attack, Charge, Play, Use
from wc3d.warcaster.cards import Cards
from wc3d.warcaster.fighting.weapons import weapon
from wc3d.warcaster.forces.chance import random_force
from wc3d.warcaster.forces.force import Force
from wc3d.warcaster.forces.limits import Limits
from wc3d.warcaster.state import State

DRAFTS = 12
"""Forces made by chance, of each Faction, from which the one that brings most of what is sought is taken."""

KEEN = 0.6
"""How often a player does what is sought if it can be done."""

LOOKED_AT = 300
"""Actions of one kind that are looked at, at most."""


def forces(cards: Cards, limits: Limits, rng: random.Random, aims: Collection[str]) -> tuple[Force, Force]:
    """Two legal forces by chance: the first brings as many of the aims as it can, the second the rest (and the same)."""
    first = _best(cards, limits, rng, set(aims), set())
    second = _best(cards, limits, rng, set(aims) - of_force(first, cards), set(aims))
    return first, second


def _best(cards: Cards, limits: Limits, rng: random.Random, most: set[str], then: set[str]) -> Force:
    drafts = [random_force(cards, faction, limits, rng) for faction in cards.factions() for _ in range(DRAFTS)]
    brought = [of_force(draft, cards) for draft in drafts]
    best = max(range(len(drafts)), key=lambda i: (len(brought[i] & most), len(brought[i] & then), rng.random()))
    return drafts[best]


class Seeker(RandomPlayer):
    """A random player who, if something that is sought can be done, mostly does it."""

    def __init__(self, seed: str, eager: float, cards: Cards, aims: Collection[str]) -> None:
        super().__init__(seed, eager)
        self.aims = set(aims)
        sought: set[str] = set()
        for name in aims:
            kind, _, id = name.partition(" ")
            if kind == "head":
                sought |= {a for u in cards.units.values() for c in u.cortexes if c.id == id for a in c.abilities}
            elif kind == "weapon":
                sought |= {*cards.weapons[id].components, id, *cards.weapons[id].abilities}
            else:
                sought.add(id)
        self.sought = closed(sought)

    def choose(self, view: View) -> Action:
        """A legal action, if possible one that is sought."""
        if self.rng.random() < KEEN:
            wanted = [a for offer in view.offers for a in self._sought(view.state, offer.candidates())
                      ] if self._may_serve(view) else []
            if wanted:
                return self.rng.choice(wanted)
        return super().choose(view)

    def _may_serve(self, view: View) -> bool:
        return any(offer.type in ("use", "play", "attack", "charge", "activate") for offer in view.offers)

    def _sought(self, state: State, actions: Iterable[Action]) -> list[Action]:
        return [a for a in islice(actions, LOOKED_AT) if self._serves(state, a)]

    def _serves(self, state: State, action: Action) -> bool:
        if isinstance(action, Use):
            return action.ability.split("#")[0] in self.sought
        if isinstance(action, Play):
            return action.card in self.sought
        if isinstance(action, Attack):
            used = weapon(state, action.model, action.weapon)
            return used is not None and bool({used.card, *used.abilities, *used.qualities, action.mode} & self.sought)
        if isinstance(action, Activate | Charge):
            unit = state.units.get(action.unit if isinstance(action, Activate) else action.on)
            return unit is not None and any(self._bears(state, model.id) for model in state.models_of(unit.id))
        return False

    def _bears(self, state: State, model: str) -> bool:
        carried = [w.card for w in state.setup.weapons.get(model, ())]
        names = {*state.setup.abilities.get(model, ())}.union(*({c.id, *c.abilities, *c.qualities} for c in carried))
        return bool(names & self.sought)
