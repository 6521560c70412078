"""A player that sends its warjacks at the enemy, feeds those near it with focus, and keeps its warcaster behind them.

It knows distances as people do who may not measure: to the nearest inch, by eye (WM-RUL-07).
"""
from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

from wc3d.engine.actions import Action, Offer
from wc3d.engine.agenda import question
from wc3d.engine.game import View
from wc3d.players.random_legal import RandomPlayer
from wc3d.warmachine import actions as act
from wc3d.warmachine.chances import chances_of, plan_of
from wc3d.warmachine.frames import ActQuestion, BoostQuestion
from wc3d.warmachine.moving.advancing import straight
from wc3d.warmachine.moving.charging import charge_length, charge_path
from wc3d.warmachine.moving.permission import activation
from wc3d.warmachine.state import Model, State
from wc3d.warmachine.stats import value
from wc3d.warmachine.turn.control import ControlQuestion
from wc3d.warmachine.turn.turn import ActivationQuestion, to_activate

WORTH_IT = 0.4
"""What an attack must be worth at least."""

NEAR, BEHIND = 14.0, 8.0
"""Inches: an enemy so near is fought soon; a warcaster keeps so far from the enemy."""

FEAT_AT = 10.0
"""Inches: how near an enemy must be for the feat: it is used once, and lasts a round."""

KEPT = 2
"""Focus points that the warcaster keeps."""

LIKELY = 0.7
"""An attack roll that is less likely to hit is boosted."""


class SteadyPlayer:
    """Plays what looks best one question at a time. The same seed and views give the same game."""

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)
        self.otherwise = RandomPlayer(f"{seed}/otherwise")

    def choose(self, view: View) -> Action:
        """A legal action. Raises ValueError if the view offers none."""
        asked: Any = question(view.state)
        ways: dict[type, Callable[[View, Any], Action | None]] = {
            ControlQuestion: _control, ActivationQuestion: _activate, ActQuestion: _act, BoostQuestion: _boost,
        }  # fmt: skip
        found = ways[type(asked)](view, asked) if type(asked) in ways else self._first_choice(view)
        return found if found is not None and view.rules.check(view.state, found) else self.otherwise.choose(view)

    def _first_choice(self, view: View) -> Action | None:
        """Free strikes are made, power fields reinforced; a model is set up in the middle."""
        for offer in view.offers:
            if offer.type in ("choose", "deploy"):
                return next(iter(offer.candidates()), None)
        return None


def guess(state: State, one: str, other: str) -> float:
    """How far two models are from each other, by eye: from base to base, to the nearest inch."""
    radii = sum(state.table.policy.bases[state.models[id].base].radius for id in (one, other))
    return float(round(max(0.0, math.dist(state.place(one)[:2], state.place(other)[:2]) - radii)))


def foes_of(state: State, id: str) -> list[Model]:
    """The enemies of a model, the nearest first."""
    enemies = state.in_play(3 - state.models[id].owner)
    return sorted(enemies, key=lambda m: (guess(state, id, m.id), m.id))


def _nearest(state: State, id: str) -> float:
    return min((guess(state, id, m.id) for m in foes_of(state, id)), default=99.0)


def _control(view: View, asked: ControlQuestion) -> Action | None:
    """Spells are kept; then points for the warjacks that are nearest to the enemy."""
    state, player = view.state, asked.player
    for offer in view.offers:
        if offer.type in ("upkeep", "shake"):
            for action in offer.candidates():
                return action
    caster = state.caster_of(player)
    jacks = sorted((m for m in state.in_play(player) if not m.caster), key=lambda m: _nearest(state, m.id))
    for jack in jacks:
        wanted = 3 if _nearest(state, jack.id) <= NEAR else 1
        if jack.focus < wanted and caster.focus > KEPT:
            action = act.Assign(player=player, model=jack.id, points=1)
            if view.rules.check(state, action):
                return action
    return act.Pass(player=player)


def _activate(view: View, asked: ActivationQuestion) -> Action | None:
    """Warjacks first, those nearest to the enemy before the others; the warcaster last."""
    left = to_activate(view.state, asked.player)
    first = min(left, key=lambda m: (m.caster, _nearest(view.state, m.id)))
    return act.Activate(player=asked.player, model=first.id)


def _boost(view: View, asked: BoostQuestion) -> Action | None:
    """Damage is boosted, and attack rolls that may well miss."""
    boost, leave = act.Choose(player=asked.player, option="boost"), act.Pass(player=asked.player)
    if asked.roll == "damage":
        return boost
    spare = view.state.models[asked.model].focus > 1
    return boost if spare else leave


def worth(state: State, action: Action) -> float:
    """What an attack promises: boxes marked and models removed, a warcaster counting most. 0 for what seems out of range."""
    plan, target = plan_of(state, action), str(getattr(action, "target", ""))
    if plan is None or state.models[target].owner == action.player:
        return 0.0
    if plan.kind != "melee" and guess(state, plan.origin, target) > plan.range:
        return 0.0
    odds = chances_of(state, action)
    if odds is None:
        return 0.0
    arm = value(state, target, "ARM", plan.kind)
    points = max(0.3, 7.0 + 3.5 * plan.extra_dice + (plan.power or 0) - arm) if plan.power is not None else 0.5
    weight = 2.0 if state.models[target].caster else 1.0
    return weight * odds.hit * points + (60.0 if state.models[target].caster else 8.0) * odds.destroy


def _best(state: State, offers: dict[str, Offer], *kinds: str) -> tuple[float, Action | None]:
    """The attack of these kinds that promises most."""
    listed = (action for kind in kinds if kind in offers for action in offers[kind].candidates())
    return max(((worth(state, action), action) for action in listed), key=lambda pair: pair[0], default=(0.0, None))


def _act(view: View, asked: ActQuestion) -> Action | None:
    state, me, offers = view.state, view.state.models[asked.model], {offer.type: offer for offer in view.offers}
    if me.knocked_down:
        return next(iter(offers["stand"].candidates()), act.Pass(player=asked.player))
    if me.caster and (found := _magic(state, me, offers)) is not None:
        return found
    promised, attack = _best(state, offers, "attack", "cast") if me.caster else _best(state, offers, "attack", "headbutt")
    if promised >= WORTH_IT:
        return attack
    now = activation(state, me.id)
    if not now.movement and not now.action:
        return _move(view, me) or act.Pass(player=asked.player)
    return act.Pass(player=asked.player)


def _move(view: View, me: Model) -> Action | None:
    """A charge, else the way on that gets nearest to the enemy; a way that hardly gets on is taken around what is in the way."""
    state, foes = view.state, foes_of(view.state, me.id)
    charge = next((action for action in _charges(state, me) if view.rules.check(state, action)), None)
    if charge is not None or not foes:
        return charge
    toward = foes[0] if me.caster or state.turn % 4 < 2 else foes[-1]
    ways = (action for action in _advances(state, me, toward) if view.rules.check(state, action))
    return next(ways, None)


def _magic(state: State, me: Model, offers: dict[str, Offer]) -> Action | None:
    """The feat when the fight is near; then spells on friends that do not bear one yet, the foremost first."""
    if _nearest(state, me.id) <= FEAT_AT and not me.feat_used:
        found = next(iter(offers["feat"].candidates()), None)
        if found is not None:
            return found
    friends = sorted(state.in_play(me.owner), key=lambda m: _nearest(state, m.id))
    for friend in friends[:2]:
        for spell in state.setup.caster_card(me.id).spells:
            borne = any(e.is_upkeep and e.player == me.owner for m in state.in_play() for e in m.effects if e.name == spell.name)
            if spell.targets == "friend" and spell.upkeep and not borne and guess(state, me.id, friend.id) <= (spell.rng or 0):
                action = act.CastSpell(player=me.owner, model=me.id, spell=spell.id, target=friend.id)
                if offers["cast"].check(action):
                    return action
    return None


def _charges(state: State, me: Model) -> Iterator[Action]:
    """Charges of a warjack at what seems near enough."""
    if not me.caster:
        reach = charge_length(state, me.id) + state.reach(me.id) - 0.5
        for foe in foes_of(state, me.id):
            action = act.Charge(player=me.owner, model=me.id, target=foe.id)
            if 1 < guess(state, me.id, foe.id) <= reach and not _is_barred(state, action):
                yield action


def _is_barred(state: State, action: act.Charge) -> bool:
    """Is something in the way of a charge that anyone can see: it is met well before the target?"""
    met = charge_path(state, action).met
    return met is not None and met.length < guess(state, action.model, action.target) - 1.0


def _advances(state: State, me: Model, foe: Model) -> list[Action]:
    """Ways on, those first that end nearest to an enemy; a warcaster stays behind, and a warjack that is far off runs."""
    speed, far = value(state, me.id, "SPD") - 0.02, _nearest(state, me.id)
    here, there = state.place(me.id), state.place(foe.id)
    toward = math.degrees(math.atan2(there[1] - here[1], there[0] - here[0]))
    run = not me.caster and me.focus > 0 and far > 2 * speed + NEAR / 2
    most = max(0.0, min(speed, far - BEHIND)) if me.caster else min(2 * speed if run else speed, max(0.0, far - 0.2))
    kind, found, looks = act.Run if run else act.Advance, [], round(toward % 360.0, 1)
    for turn in range(-120, 121, 20):
        for part in (1.0, 0.5):
            end = straight(state, me.id, toward + turn, most * part)
            if most * part > 0.2:
                found.append((math.dist(end, there[:2]), kind(player=me.owner, model=me.id, path=(end,), facing=looks)))
    return [action for _, action in sorted(found, key=lambda pair: pair[0])]
