"""A player of WARMACHINE that plans each activation by exact chances, and keeps its warcaster out of harm's way."""
from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

from wc3d.bots.random_legal import RandomPlayer
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find, question
from wc3d.engine.game import View
from wc3d.games.warmachine.bots.attack_options import best_strike, following, within
from wc3d.games.warmachine.bots.attack_value import boxes_left
from wc3d.games.warmachine.bots.collateral_hits import besides
from wc3d.games.warmachine.bots.danger import danger
from wc3d.games.warmachine.bots.distance_estimate import chance_within, guess, nearest
from wc3d.games.warmachine.bots.focus_plan import attempt, hurt_by, roll_attack, rolled
from wc3d.games.warmachine.bots.movements import best_idea, strike_with
from wc3d.games.warmachine.bots.power_attacks import worth_of_power
from wc3d.games.warmachine.display.chances import plan_of
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion
from wc3d.games.warmachine.rules.focus import in_control_area, may_hold_focus
from wc3d.games.warmachine.rules.frames import (
    Activation,
    ActQuestion,
    Attacking,
    BoostQuestion,
    DamageRoll,
    activation_of,
)
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.state import State, other
from wc3d.games.warmachine.rules.stats import area_of, value, weapon_range
from wc3d.games.warmachine.rules.turn.control import ControlQuestion, room_for, spells_upheld
from wc3d.games.warmachine.rules.turn.opening import (
    DEPTH,
    DeployQuestion,
    EdgeQuestion,
    FirstTurnQuestion,
    facing_enemy,
    from_edge,
    waiting,
)
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, to_activate

LEAST = 0.05
"""What is worth less is left undone."""

FEAT, LATE = 2.0, 8
"""For how many models a feat is used, a warcaster counting as two; after so many rounds for any."""

NEAR = 12.0
"""Inches at which an enemy is near enough for a spell that helps."""

REACH, MUCH = 14.0, 6.0
"""How near an enemy must be for a warcaster to go first, in inches, and what its strike must be worth."""

FRIENDLY = 0.6
"""What a spell that helps a friend is worth, for each model that may strike at it soon."""


class BattlegroupPlayer:
    """Plans by the exact chances of what each model could do from each place it can get to. The same seed gives the same game.

    It knows what its View shows, no more: it rolls no dice, and judges by the exact chances of the rules' own functions.
    Distances that a player may not measure it knows by eye, to the nearest inch; it measures its own movement and its
    control area.
    """

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)
        self.otherwise = RandomPlayer(f"{seed}/otherwise")

    def choose(self, view: View) -> Action:
        """The action that looks best. Raises ValueError if the view offers none."""
        current_question = question(view.state)
        answer = ANSWERS.get(type(current_question)) if view.offers else None
        action = answer(self, view, current_question) if answer is not None else None
        if action is not None and view.rules.check(view.state, action):
            return action
        return self._pass(view) or self.otherwise.choose(view)

    def _pass(self, view: View) -> Action | None:
        action = act.Pass(player=view.to_act or 0)
        return action if view.offers and view.rules.check(view.state, action) else None

    # Before the game

    def first_turn(self, view: View, question: Any) -> Action | None:
        """To go first is to charge first."""
        return act.Choose(player=question.player, option="first")

    def edge(self, view: View, question: Any) -> Action | None:
        """Either edge is as good."""
        return act.Choose(player=question.player, option=self.rng.choice(("south", "north")))

    def deploy(self, view: View, question: DeployQuestion) -> Action | None:
        """Warjacks in front around the middle, those that fight hand to hand innermost; the warcaster behind them."""
        state: State = view.state
        model = min(waiting(state, question.player), key=lambda m: (m.caster, _shoots(state, m.id)))
        radius, width = state.table.policy.bases[model.base].radius, state.table.size[0]
        y = from_edge(state, question.player, DEPTH - radius - (4.5 if model.caster else 0.0))
        for aside in sorted((k * 0.5 for k in range(-36, 37)), key=abs):
            at = (round(width / 2 + aside, 2), y)
            action = act.Deploy(player=question.player, model=model.id, at=at, facing=facing_enemy(state, question.player))
            clear = all(math.dist(at, m.at[:2]) > 2.6 for m in state.in_play(question.player) if m.at is not None)
            if clear and view.rules.check(state, action):
                return action
        return None

    # Focus

    def divide_focus(self, view: View, question: ControlQuestion) -> Action | None:
        """A point goes where it changes most: to a warjack that can use it, to a spell in play; or it is kept for ARM, magic."""
        state: State = view.state
        caster = state.caster_of(question.player)
        if not caster.focus:
            return None
        for spell in spells_upheld(state, question.player):
            if spell not in question.paid:
                return act.Upkeep(player=question.player, spell=spell)
        keep, best_gain, best = self.keep(state, caster.id), LEAST, None
        for jack in state.in_play(question.player):
            room = min(3, caster.focus, room_for(state, jack))
            if not jack.jack or room < 1 or not may_hold_focus(state, jack.id) or not in_control_area(state, caster.id, jack.id):
                continue
            current_worth = self._best_with(state, jack.id, jack.focus)
            for points in range(1, room + 1):
                gain = (self._best_with(state, jack.id, jack.focus + points) - current_worth) / points - keep
                if gain > best_gain + 1e-9:
                    best_gain, best = gain, act.Assign(player=question.player, model=jack.id, points=points)
        return best

    def _best_with(self, state: State, id: str, focus: int) -> float:
        key = ("bot", id, focus)
        if key not in state.notes:
            state.notes[key] = strike_with(state, id, focus)
        return float(state.notes[key])

    def keep(self, state: State, caster: str) -> float:
        """What a focus point is worth that the warcaster keeps: what the ARM it gives averts."""
        focus = state.models[caster].focus
        if not focus:
            return 0.0
        fewer = state.with_model(caster, focus=max(0, focus - 2))
        return 0.1 + (danger(fewer, caster) - danger(state, caster)) / min(2, focus)

    # Activations

    def next_model(self, view: View, question: ActivationQuestion) -> Action | None:
        """Those in front first, so that they are out of the way; the warcaster last, unless it can do much itself."""
        state: State = view.state

        def rank(id: str) -> tuple[bool, float]:
            model = state.models[id]
            distance = nearest(state, id)
            if not model.caster:
                return True, -distance
            if not model.feat_used and self._feat_worth(state, id) >= FEAT:
                return True, 0.0
            return distance <= REACH and best_idea(state, id, random.Random(1), self.keep(state, id)).strike >= MUCH, -distance

        return act.Activate(player=question.player, model=max((m.id for m in to_activate(state, question.player)), key=rank))

    def act(self, view: View, question: ActQuestion) -> Action | None:
        """Stand up, use the feat, move to where most can be done, then strike as long as it is worth it."""
        state: State = view.state
        f, model = activation_of(state, question.model) or Activation(), state.models[question.model]
        if model.knocked_down:
            engaged = nearest(state, model.id) <= 2
            return act.StandUp(player=question.player, model=model.id, gives="movement" if engaged else "action")
        if model.caster and not model.feat_used and self._feat_worth(state, model.id) >= (FEAT if state.round < LATE else 1.0):
            feat = act.UseFeat(player=question.player, model=model.id)
            if view.rules.check(state, feat):
                return feat
        keep = self.keep(state, model.id) if model.caster else 0.0
        if not f.movement and f.action in ("", "none"):
            action = best_idea(state, model.id, self.rng, keep).action
            if action is not None and view.rules.check(state, action):
                return action
        return self.strike(view, keep) or self.help(view, question, keep)

    def _feat_worth(self, state: State, caster: str) -> float:
        """How many models the feat would count for now: friends in the control area that may be struck, enemies in it."""
        owner = state.models[caster].owner
        models = [state.models[id] for id in area_of(state, caster).models if not state.is_wreck(id)]
        sides = {effect.on for effect in state.setup.caster_card(caster).feat.effects}
        against = any(str(side).startswith("enem") for side in sides)
        touched = [m for m in models if (m.owner != owner if against else m.owner == owner and may_be_struck(state, m.id))]
        return sum(2.0 if m.caster else 1.0 for m in touched)

    def strike(self, view: View, keep: float) -> Action | None:
        """The attack or offensive spell that is worth most now, if any is worth its focus; a power attack that beats them all."""
        state: State = view.state
        best, best_worth = None, LEAST
        for offer in view.offers:
            if offer.type not in ("attack", "cast"):
                continue
            for action in offer.candidates():
                worth = self._attack_worth(state, action, keep)
                if worth > best_worth:
                    best, best_worth = action, worth
        power = [a for o in view.offers if o.type in ("headbutt", "throw") for a in o.candidates()]
        if power:
            power_attack = max(power, key=lambda action: worth_of_power(state, action))
            model = question(state).model  # type: ignore[union-attr]
            if worth_of_power(state, power_attack) > max(best_worth, best_strike(state, model)):
                return power_attack
        return best

    def _attack_worth(self, state: State, action: Any, keep: float) -> float:
        plan = plan_of(state, action)
        if plan is None or plan.power is None or state.models[action.target].owner == action.player:
            return 0.0
        sure = 1.0 if plan.kind == "melee" else within(state, plan, action.target)
        if not sure:
            return 0.0
        f, focus = activation_of(state, action.model) or Activation(), state.models[action.model].focus
        spell = state.setup.spell(action.model, action.spell) if isinstance(action, act.CastSpell) else None
        bought = getattr(action, "weapon", "") in f.used
        remaining = focus - (spell.cost if spell is not None else int(bought))
        rows = following(state, action.model, action.target, plan, keep, bought)
        worths = roll_attack(rows, attempt(state, action.model, action.target, plan), remaining)
        worth = float(worths[boxes_left(state, action.target)]) - keep * focus
        return sure * (worth + besides(state, action.model, action.target, plan))

    def help(self, view: View, question: ActQuestion, keep: float) -> Action | None:
        """A spell that helps a friend in the enemy's way, if it is worth its focus; then what heals."""
        state: State = view.state
        me, best, best_worth = state.models[question.model], None, LEAST
        if not me.caster:
            return None
        for action in (a for o in view.offers if o.type == "cast" for a in o.candidates()):
            spell = state.setup.spell(me.id, getattr(action, "spell", ""))
            if spell is None or spell.offensive or not spell.upkeep or spell.name in spells_upheld(state, question.player):
                continue
            target = getattr(action, "target", "") or me.id
            if state.models[target].owner != question.player or not chance_within(state, me.id, target, spell.rng or 99):
                continue
            if any(effect.is_upkeep and effect.player == question.player for effect in state.models[target].effects):
                continue  # one would end the other (WM-UPK-05)
            foes = sum(guess(state, target, m.id) < NEAR for m in state.in_play(other(question.player)))
            worth = FRIENDLY * foes * spell.cost - keep * spell.cost
            if worth > best_worth:
                best, best_worth = action, worth
        if best is None and me.damage and me.focus and keep < 1.0:
            return act.Regenerate(player=question.player, model=me.id, points=min(me.damage, me.focus))
        return best

    # While attacks are resolved

    def boost(self, view: View, question: BoostQuestion) -> Action | None:
        """Boost if the die does more than what else the point could do: another roll, another attack, or ARM."""
        state: State = view.state
        f, roll = find(state, Attacking), find(state, DamageRoll)
        if f is None:
            return None
        target = question.target if state.on_table(question.target) else f.target
        if state.models[target].owner == question.player:
            return None
        me, boxes = state.models[question.model], boxes_left(state, target)
        keep = self.keep(state, me.id) if me.caster else 0.0
        rows = following(state, me.id, target, f.plan, keep)
        if question.roll == "attack":
            attack = attempt(state, me.id, target, f.plan, f.measured)
            better = rolled(rows, attack, me.focus - 1, attack.surer or 0.0) - rolled(rows, attack, me.focus, attack.hit)
        elif roll is not None:
            hurt, harder = hurt_by(state, roll)
            better = harder @ rows[me.focus - 1] - hurt @ rows[me.focus]
        else:
            return None
        return act.Choose(player=question.player, option="boost") if better[boxes] > LEAST / 5 else None

    def reinforce(self, view: View, question: Any) -> Action | None:
        """Whatever averts damage."""
        return self._first(view)

    def free_strike(self, view: View, question: FreeStrikeQuestion) -> Action | None:
        """It costs nothing."""
        return self._first(view)

    def _first(self, view: View) -> Action | None:
        return next((a for offer in view.offers if offer.type == "choose" for a in offer.candidates()), None)


ANSWERS: Mapping[type, Callable[..., Action | None]] = {
    FirstTurnQuestion: BattlegroupPlayer.first_turn,
    EdgeQuestion: BattlegroupPlayer.edge,
    DeployQuestion: BattlegroupPlayer.deploy,
    ControlQuestion: BattlegroupPlayer.divide_focus,
    ActivationQuestion: BattlegroupPlayer.next_model,
    ActQuestion: BattlegroupPlayer.act,
    BoostQuestion: BattlegroupPlayer.boost,
    ReinforceQuestion: BattlegroupPlayer.reinforce,
    FreeStrikeQuestion: BattlegroupPlayer.free_strike,
}


def may_be_struck(state: State, id: str) -> bool:
    """Could an enemy strike this model in its next turn, as far as one sees by eye?"""
    for foe in state.in_play(other(state.models[id].owner)):
        speed, guns = value(state, foe.id, "SPD"), (w for w in state.weapons(foe.id) if w.kind == "ranged")
        shots = [speed + weapon_range(state, foe.id, gun) for gun in guns]
        if guess(state, foe.id, id) <= max([charge_length(state, foe.id) + state.reach(foe.id), *shots]):
            return True
    return False


def _shoots(state: State, id: str) -> bool:
    return any(w.kind == "ranged" for w in state.setup.card_of(id).weapons)
