"""Forces and players that seek what has not been used yet. What they choose is legal, and left to chance as far as it can be."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from itertools import islice

from tests.fuzz.cards_used import closed, of_force
from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Deny, ExpireCyphers, Grant
from wc3d.games.neo_mechanika.rules.actions import Activate, Attack, Charge, Play, Use
from wc3d.games.neo_mechanika.rules.cards import Cards
from wc3d.games.neo_mechanika.rules.fighting.damage import max_health
from wc3d.games.neo_mechanika.rules.forces.force_files import Force
from wc3d.games.neo_mechanika.rules.forces.limits import Limits
from wc3d.games.neo_mechanika.rules.forces.random_force import make_random_force
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import find_weapon

DRAFTS = 12
"""Forces made by chance, of each Faction, from which the one that brings most of what is sought is taken."""

KEEN = 0.8
"""How often a player does what is sought if it can be done."""

SERVING = ("activate", "attack", "charge", "play", "use")
"""Kinds of actions by which something can come to be used."""

LOOKED_AT = 300
"""Actions of one kind that are looked at, at most."""


def sought(cards: Cards, aims: Collection[str]) -> frozenset[str]:
    """The ids of what is sought: of a head its abilities, of a weapon what it brings."""
    ids: set[str] = set()
    for name in aims:
        kind, _, id = name.partition(" ")
        if kind == "head":
            ids |= {
                a
                for u in cards.units.values()
                for c in u.cortexes
                if c.id == id
                for a in c.abilities
            }
        elif kind == "weapon":
            ids |= {id, *cards.weapons[id].components, *cards.weapons[id].abilities}
        else:
            ids.add(id)
    return frozenset(closed(ids))


def bears(state: State, model: str, ids: Collection[str]) -> bool:
    """Has a model any of these weapons, abilities or qualities?"""
    carried = [w.card for w in state.setup.weapons.get(model, ())]
    names = {*state.setup.abilities.get(model, ())}.union(
        *({c.id, *c.abilities, *c.qualities} for c in carried)
    )
    return not names.isdisjoint(ids)


def needs(ids: Collection[str]) -> set[str]:
    """What the enemy should have, by name, for these to come into play: the property that is ignored, and the like."""
    found: set[str] = set()
    for clause in (c for id in ids for key in (id, f"cypher:{id}") for c in ABILITIES.get(key, ())):
        flags = {
            m.flag.removeprefix("ignore_")
            for m in getattr(clause, "modifiers", ())
            if isinstance(m, Grant | Deny)
        }
        at = getattr(getattr(clause, "condition", None), "at", None)
        found |= _granting(flags | ({at.flag} if at else set()))
        if getattr(clause, "window", None) is Moment.CARD_EXPIRING:
            found |= {a for a, clauses in ABILITIES.items() if any(_expires(c) for c in clauses)}
    return {
        f"Cypher {a.removeprefix('cypher:')}" if a.startswith("cypher:") else f"ability {a}"
        for a in found
    }


def _granting(flags: set[str]) -> set[str]:
    return {
        a
        for a, clauses in ABILITIES.items()
        if any(
            isinstance(m, Grant) and m.flag in flags
            for c in clauses
            for m in getattr(c, "modifiers", ())
        )
    }


def _expires(clause: object) -> bool:
    return any(isinstance(e, ExpireCyphers) for e in getattr(clause, "effects", ()))


def forces(
    cards: Cards, limits: Limits, rng: random.Random, aims: Collection[str]
) -> tuple[Force, Force]:
    """Two legal forces by chance: the first brings as many of the aims as it can, the second the rest and what they need."""
    first = _best(cards, limits, rng, set(aims), set())
    rest = set(aims) - of_force(first, cards)
    return first, _best(cards, limits, rng, rest | needs(sought(cards, aims)), set(aims))


def _best(
    cards: Cards, limits: Limits, rng: random.Random, most: set[str], then: set[str]
) -> Force:
    drafts = [
        make_random_force(cards, faction, limits, rng)
        for faction in cards.factions()
        for _ in range(DRAFTS)
    ]
    brought = [of_force(draft, cards) for draft in drafts]
    best = max(
        range(len(drafts)),
        key=lambda i: (len(brought[i] & most), len(brought[i] & then), rng.random()),
    )
    return drafts[best]


def _left(state: State, action: Action) -> int:
    """How many damage points the target of an attack can still take: many abilities ask for its end."""
    if not isinstance(action, Attack) or action.target not in state.models:
        return 0
    return max_health(state, action.target) - state.models[action.target].damage


class Seeker(ApproachingRandomPlayer):
    """A random player who, if something that is sought can be done, mostly does it."""

    def __init__(self, seed: str, eager: float, cards: Cards, aims: Collection[str]) -> None:
        super().__init__(seed, eager)
        ids = sought(cards, aims)
        self.sought = ids | {name.partition(" ")[2] for name in needs(ids)}

    def choose(self, view: View) -> Action:
        """A legal action, if possible one that is sought."""
        offers = [o for o in view.offers if o.type in SERVING] if self.rng.random() < KEEN else []
        wanted = [a for offer in offers for a in self._sought(view.state, offer.candidates())]
        if not wanted:
            return super().choose(view)
        return min(self.rng.choices(wanted, k=2), key=lambda action: _left(view.state, action))

    def _sought(self, state: State, actions: Iterable[Action]) -> list[Action]:
        return [a for a in islice(actions, LOOKED_AT) if self._serves(state, a)]

    def _serves(self, state: State, action: Action) -> bool:
        if isinstance(action, Use):
            return action.ability.split("#")[0] in self.sought
        if isinstance(action, Play):
            return action.card in self.sought or self._is_borne(state, action.on)
        if isinstance(action, Attack):
            used = find_weapon(state, action.model, action.weapon)
            fits = used is not None and bool(
                {used.card, *used.abilities, *used.qualities, action.mode} & self.sought
            )
            return fits or self._is_borne(state, action.target)
        if isinstance(action, Activate | Charge):
            return self._is_borne(state, action.unit if isinstance(action, Activate) else action.on)
        return False

    def _is_borne(self, state: State, id: str) -> bool:
        """Is it a model, or a unit with a model, that has something of what is sought?"""
        models = (
            [m.id for m in state.models_of(id)]
            if id in state.units
            else [id]
            if id in state.models
            else []
        )
        return any(bears(state, model, self.sought) for model in models)
