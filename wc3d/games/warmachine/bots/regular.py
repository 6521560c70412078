"""A WARMACHINE bot that plans each activation with exact chances and protects its warcaster."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.game import View
from wc3d.games.warmachine.bots.attack_options import (
    attack_range_chance,
    best_attack_value,
    follow_up_value,
)
from wc3d.games.warmachine.bots.attack_value import remaining_boxes
from wc3d.games.warmachine.bots.collateral_hits import collateral_value
from wc3d.games.warmachine.bots.danger import warcaster_danger
from wc3d.games.warmachine.bots.distance_estimate import (
    chance_in_range,
    estimate_distance,
    nearest_enemy_distance,
)
from wc3d.games.warmachine.bots.focus_plan import (
    damage_transitions,
    plan_attempt,
    value_at_hit_chance,
    value_before_attack_roll,
)
from wc3d.games.warmachine.bots.movement_options import (
    attack_value_with_focus,
    best_movement,
    best_movements,
)
from wc3d.games.warmachine.bots.power_attacks import power_action_value
from wc3d.games.warmachine.display.attack_chances import plan_from_action
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    Attacking,
    BoostQuestion,
    DamageRoll,
    activation_of,
)
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion
from wc3d.games.warmachine.rules.focus import can_hold_focus, is_in_control_area
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.state import State, opponent_of
from wc3d.games.warmachine.rules.stats import control_area_of, stat_value, weapon_range
from wc3d.games.warmachine.rules.turn.control import (
    ControlQuestion,
    free_focus_capacity,
    upkeep_spell_names,
)
from wc3d.games.warmachine.rules.turn.opening import (
    DEPLOYMENT_DEPTH_IN,
    DeployQuestion,
    EdgeQuestion,
    FirstTurnQuestion,
    facing_across_table,
    undeployed_models,
    y_from_own_edge,
)
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, models_to_activate

MIN_ACTION_VALUE, MIN_WARJACK_ACTION_VALUE = 0.05, 0.002
"""The lowest values of an action that the bot takes; a warjack's focus lapses after the turn."""

MAX_ALTERNATIVES = 3
"""The most movements, and the most attacks, that are considered as alternatives."""

MIN_FEAT_MODELS, LATE_FEAT_ROUND = 2.0, 8
"""The models (a warcaster is two) that justify a feat, and the round after which any do."""

SUPPORT_RANGE_IN = 12.0
"""Inches within which an enemy makes a support spell useful."""

LONGEST_APPROACH_IN = 40.0
"""Inches from which an enemy is not expected before a support spell has cost too much."""

WARCASTER_FIRST_RANGE_IN, WARCASTER_FIRST_MIN_VALUE = 14.0, 6.0
"""The enemy distance in inches and the attack value that let a warcaster activate first."""

LEAST_KEPT_FOCUS_VALUE = 0.1
"""The value of an unspent focus point of a warcaster that no enemy can attack."""

SUPPORT_VALUE_PER_ENEMY = 0.6
"""The value per focus point of a support spell, for each enemy that may attack its target soon."""


class BattlegroupPlayer:
    """A player that plans with the exact chances of each model's options. The same seed gives the
    same game.

    It knows only its View and rolls no dice. It estimates distances that a player may not measure
    to the nearest inch. It measures its own movement and its control area.
    """

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)
        self.otherwise = RandomPlayer(f"{seed}/otherwise")

    def choose(self, view: View) -> Action:
        """Return the action that looks best. Raises ValueError if the view offers none."""
        current_question = find_open_question(view.state)
        answer = CHOOSERS.get(type(current_question)) if view.offers else None
        action = answer(self, view, current_question) if answer is not None else None
        if action is not None and view.rules.play.check(view.state, action):
            return action
        return self._pass_action(view) or self.otherwise.choose(view)

    def _pass_action(self, view: View) -> Action | None:
        action = actions.Pass(player=view.to_act or 0)
        return action if view.offers and view.rules.play.check(view.state, action) else None

    def alternatives(self, view: View) -> Iterator[Action]:
        """Yield sensible actions, the best first and a pass last, for hints."""
        question = find_open_question(view.state)
        if isinstance(question, ControlQuestion):
            caster = view.state.warcaster_of(question.player).id
            keep = self._focus_value_after_turn(view.state, caster)
            options = sorted(self._focus_options(view.state, question, keep), key=lambda o: -o[0])
            best = {action.model: action for _, action in reversed(options)}
            yield from (action for _, action in options if best[action.model] is action)
        elif isinstance(question, ActivationQuestion):
            for model in self._rank_activations(view.state, question):
                yield actions.Activate(player=question.player, model=model)
        elif isinstance(question, ActQuestion):
            yield from self._alternative_acts(view, question)
        pass_action = self._pass_action(view)
        if pass_action is not None:
            yield pass_action
        if isinstance(question, BoostQuestion | FreeStrikeQuestion | ReinforceQuestion):
            yield from (a for offer in view.offers for a in offer.candidates())

    def _alternative_acts(self, view: View, question: ActQuestion) -> Iterator[Action]:
        """Yield the best movements of a model that may move, else its best attacks."""
        state: State = view.state
        model = state.models[question.model]
        keep = self.kept_focus_value(state, model.id) if model.is_warcaster else 0.0
        f = activation_of(state, model.id) or Activation()
        if not model.knocked_down and not f.movement and f.action in ("", "none"):
            for idea in best_movements(state, model.id, self.rng, keep, MAX_ALTERNATIVES + 1):
                if idea.action is not None:
                    yield idea.action
        attacks = sorted(self._attack_options(view, keep), key=lambda option: -option[0])
        yield from (action for _, action in attacks[:MAX_ALTERNATIVES])

    # Before the game

    def choose_first_turn(self, view: View, question: Any) -> Action | None:
        """Choose the first turn, because its player charges first."""
        return actions.Choose(player=question.player, option="first")

    def choose_edge(self, view: View, question: Any) -> Action | None:
        """Choose any table edge."""
        return actions.Choose(player=question.player, option=self.rng.choice(("south", "north")))

    def choose_deployment(self, view: View, question: DeployQuestion) -> Action | None:
        """Deploy warjacks in front, melee ones innermost, and the warcaster behind them."""
        state: State = view.state
        model = min(
            undeployed_models(state, question.player),
            key=lambda m: (m.is_warcaster, _has_ranged_weapon(state, m.id)),
        )
        radius = state.table.policy.bases[model.base].radius
        width = state.table.size[0]
        y = y_from_own_edge(
            state,
            question.player,
            DEPLOYMENT_DEPTH_IN - radius - (4.5 if model.is_warcaster else 0.0),
        )
        for aside in sorted((k * 0.5 for k in range(-36, 37)), key=abs):
            at = (round(width / 2 + aside, 2), y)
            action = actions.Deploy(
                player=question.player,
                model=model.id,
                at=at,
                facing=facing_across_table(state, question.player),
            )
            clear = all(
                math.dist(at, m.at[:2]) > 2.6
                for m in state.models_in_play(question.player)
                if m.at is not None
            )
            if clear and view.rules.play.check(state, action):
                return action
        return None

    # Focus

    def choose_focus_allocation(self, view: View, question: ControlQuestion) -> Action | None:
        """Put a point to its best use: a warjack, an upkeep spell, or unspent for ARM, spells."""
        state: State = view.state
        caster = state.warcaster_of(question.player)
        if not caster.focus:
            return None
        for spell in upkeep_spell_names(state, question.player):
            if spell not in question.paid:
                return actions.Upkeep(player=question.player, spell=spell)
        keep = self._focus_value_after_turn(state, caster.id)
        best_gain = MIN_ACTION_VALUE
        best = None
        for gain, action in self._focus_options(state, question, keep):
            if gain > best_gain + 1e-9:
                best_gain = gain
                best = action
        return best

    def _focus_options(
        self, state: State, question: ControlQuestion, keep: float
    ) -> Iterator[tuple[float, actions.Assign]]:
        """Yield the possible assignments of focus, each with its gain per point."""
        caster = state.warcaster_of(question.player)
        for jack in state.models_in_play(question.player):
            room = min(3, caster.focus, free_focus_capacity(state, jack))
            if (
                not jack.is_warjack
                or room < 1
                or not can_hold_focus(state, jack.id)
                or not is_in_control_area(state, caster.id, jack.id)
            ):
                continue
            current_worth = self._strike_worth(state, jack.id, jack.focus)
            for points in range(1, room + 1):
                gain = (
                    self._strike_worth(state, jack.id, jack.focus + points) - current_worth
                ) / points - keep
                yield gain, actions.Assign(player=question.player, model=jack.id, points=points)

    def _strike_worth(self, state: State, id: str, focus: int) -> float:
        key = ("bot", id, focus)
        if key not in state.notes:
            state.notes[key] = attack_value_with_focus(state, id, focus)
        return float(state.notes[key])

    def kept_focus_value(self, state: State, caster: str) -> float:
        """Return the value of an unspent focus point: the damage that its ARM prevents."""
        focus = state.models[caster].focus
        if not focus:
            return 0.0
        fewer = state.with_model(caster, focus=max(0, focus - 2))
        return LEAST_KEPT_FOCUS_VALUE + (
            warcaster_danger(fewer, caster) - warcaster_danger(state, caster)
        ) / min(2, focus)

    def _focus_value_after_turn(self, state: State, caster: str) -> float:
        """Return the value of an unspent focus point where the warcaster can stand after its turn.

        The warcaster moves after its warjacks, so focus need not protect it where it stands now.
        """
        here = self.kept_focus_value(state, caster)
        if here <= LEAST_KEPT_FOCUS_VALUE:
            return here
        movement = best_movement(state, caster, random.Random(1), here).action
        path = getattr(movement, "path", ())
        if not path:
            return here
        x, y = path[-1]
        after = state.with_model(caster, at=(x, y, state.place(caster)[2]))
        return min(here, self.kept_focus_value(after, caster))

    # Activations

    def choose_activation(self, view: View, question: ActivationQuestion) -> Action | None:
        """Activate front models first, and the warcaster last unless its attack is strong."""
        models = self._rank_activations(view.state, question)
        return actions.Activate(player=question.player, model=models[0])

    def _rank_activations(self, state: State, question: ActivationQuestion) -> list[str]:
        """Return the models that may be activated, the best first."""

        def rank(id: str) -> tuple[bool, float]:
            model = state.models[id]
            distance = nearest_enemy_distance(state, id)
            if not model.is_warcaster:
                return True, -distance
            if not model.feat_used and self._feat_worth(state, id) >= MIN_FEAT_MODELS:
                return True, 0.0
            return distance <= WARCASTER_FIRST_RANGE_IN and best_movement(
                state, id, random.Random(1), self.kept_focus_value(state, id)
            ).attack_value >= WARCASTER_FIRST_MIN_VALUE, -distance

        ids = [m.id for m in models_to_activate(state, question.player)]
        return sorted(ids, key=rank, reverse=True)

    def choose_model_action(self, view: View, question: ActQuestion) -> Action | None:
        """Stand up, use the feat, move to the best place, then attack while it is worth it."""
        state: State = view.state
        f = activation_of(state, question.model) or Activation()
        model = state.models[question.model]
        if model.knocked_down:
            engaged = nearest_enemy_distance(state, model.id) <= 2
            return actions.StandUp(
                player=question.player, model=model.id, gives="movement" if engaged else "action"
            )
        if (
            model.is_warcaster
            and not model.feat_used
            and self._feat_worth(state, model.id)
            >= (MIN_FEAT_MODELS if state.round < LATE_FEAT_ROUND else 1.0)
        ):
            feat = actions.UseFeat(player=question.player, model=model.id)
            if view.rules.play.check(state, feat):
                return feat
        keep = self.kept_focus_value(state, model.id) if model.is_warcaster else 0.0
        if not f.movement and f.action in ("", "none"):
            action = best_movement(state, model.id, self.rng, keep).action
            if action is not None and view.rules.play.check(state, action):
                return action
        return self.choose_attack(view, keep) or self.choose_support(view, question, keep)

    def _feat_worth(self, state: State, caster: str) -> float:
        """Return the weighted number of models in the control area that the feat helps or hurts.

        A friend counts if an enemy could attack it next turn. An enemy counts if it could attack
        next turn, or be attacked in this one.
        """
        owner = state.models[caster].owner
        models = [
            state.models[id]
            for id in control_area_of(state, caster).models
            if not state.is_wreck(id)
        ]
        sides = {effect.on for effect in state.setup.caster_card(caster).feat.effects}
        against = any(str(side).startswith("enem") for side in sides)
        touched = [
            m
            for m in models
            if (m.owner != owner) == against
            and (can_be_attacked(state, m.id) or (against and can_attack(state, m.id)))
        ]
        return sum(2.0 if m.is_warcaster else 1.0 for m in touched)

    def choose_attack(self, view: View, keep: float) -> Action | None:
        """Return the best attack, offensive spell or power attack worth its focus, or None."""
        state: State = view.state
        best = None
        best_worth = 0.0
        for worth, action in self._attack_options(view, keep):
            if worth > best_worth:
                best = action
                best_worth = worth
        power = [a for o in view.offers if o.type in ("headbutt", "throw") for a in o.candidates()]
        if power:
            power_attack = max(power, key=lambda action: power_action_value(state, action))
            model = find_open_question(state).model  # type: ignore[union-attr]
            if power_action_value(state, power_attack) > max(
                best_worth, MIN_ACTION_VALUE, best_attack_value(state, model)
            ):
                return power_attack
        return best

    def _attack_options(self, view: View, keep: float) -> Iterator[tuple[float, Action]]:
        """Yield the attacks and offensive spells that are worth their focus, with their values."""
        for offer in view.offers:
            if offer.type in ("attack", "cast"):
                for action in offer.candidates():
                    worth = self._attack_worth(view.state, action, keep)
                    is_warjack = view.state.models[getattr(action, "model", "")].is_warjack
                    if worth > (MIN_WARJACK_ACTION_VALUE if is_warjack else MIN_ACTION_VALUE):
                        yield worth, action

    def _attack_worth(self, state: State, action: Any, keep: float) -> float:
        plan = plan_from_action(state, action)
        if plan is None or plan.power is None or state.models[action.target].owner == action.player:
            return 0.0
        sure = 1.0 if plan.kind == "melee" else attack_range_chance(state, plan, action.target)
        if not sure:
            return 0.0
        f = activation_of(state, action.model) or Activation()
        focus = state.models[action.model].focus
        spell = (
            state.setup.spell(action.model, action.spell)
            if isinstance(action, actions.CastSpell)
            else None
        )
        bought = getattr(action, "weapon", "") in f.used
        remaining = focus - (spell.cost if spell is not None else int(bought))
        rows = follow_up_value(state, action.model, action.target, plan, keep, bought)
        worths = value_before_attack_roll(
            rows, plan_attempt(state, action.model, action.target, plan), remaining
        )
        worth = float(worths[remaining_boxes(state, action.target)]) - keep * focus
        return sure * (worth + collateral_value(state, action.model, action.target, plan))

    def choose_support(self, view: View, question: ActQuestion, keep: float) -> Action | None:
        """Return a support spell for a threatened friend, else healing, if worth its focus."""
        state: State = view.state
        me = state.models[question.model]
        best = None
        best_worth = MIN_ACTION_VALUE
        if not me.is_warcaster:
            return None
        is_focus_free = not can_be_attacked(state, me.id)
        for action in (a for o in view.offers if o.type == "cast" for a in o.candidates()):
            spell = state.setup.spell(me.id, getattr(action, "spell", ""))
            if (
                spell is None
                or spell.offensive
                or not spell.upkeep
                or spell.name in upkeep_spell_names(state, question.player)
            ):
                continue
            target = getattr(action, "target", "") or me.id
            if state.models[target].owner != question.player or not chance_in_range(
                state, me.id, target, spell.rng or 99
            ):
                continue
            if any(
                effect.is_upkeep and effect.player == question.player
                for effect in state.models[target].effects
            ):
                continue  # one spell would end the other (WM-UPK-05)
            foes = sum(
                _coming_share(estimate_distance(state, target, m.id), is_focus_free)
                for m in state.models_in_play(opponent_of(question.player))
            )
            cost = 0.0 if is_focus_free else keep * spell.cost
            worth = SUPPORT_VALUE_PER_ENEMY * foes * spell.cost - cost
            if worth > best_worth:
                best = action
                best_worth = worth
        if best is None and me.damage and me.focus and keep < 1.0:
            return actions.Regenerate(
                player=question.player, model=me.id, points=min(me.damage, me.focus)
            )
        return best

    # While attacks are resolved

    def choose_boost(self, view: View, question: BoostQuestion) -> Action | None:
        """Boost if the die is worth more than another roll, another attack, or ARM."""
        state: State = view.state
        f = find_frame(state, Attacking)
        roll = find_frame(state, DamageRoll)
        if f is None:
            return None
        target = question.target if state.is_on_table(question.target) else f.target
        if state.models[target].owner == question.player:
            return None
        me = state.models[question.model]
        boxes = remaining_boxes(state, target)
        keep = self.kept_focus_value(state, me.id) if me.is_warcaster else 0.0
        rows = follow_up_value(state, me.id, target, f.plan, keep)
        if question.roll == "attack":
            attack = plan_attempt(state, me.id, target, f.plan, f.measured)
            better = value_at_hit_chance(
                rows, attack, me.focus - 1, attack.boosted_hit or 0.0
            ) - value_at_hit_chance(rows, attack, me.focus, attack.hit)
        elif roll is not None:
            hurt, harder = damage_transitions(state, roll)
            better = harder @ rows[me.focus - 1] - hurt @ rows[me.focus]
        else:
            return None
        return (
            actions.Choose(player=question.player, option="boost")
            if better[boxes] > MIN_ACTION_VALUE / 5
            else None
        )

    def choose_reinforcement(self, view: View, question: Any) -> Action | None:
        """Choose any reinforcement that prevents damage."""
        return self._first_choice(view)

    def choose_free_strike(self, view: View, question: FreeStrikeQuestion) -> Action | None:
        """Make the free strike, which costs nothing."""
        return self._first_choice(view)

    def _first_choice(self, view: View) -> Action | None:
        return next(
            (a for offer in view.offers if offer.type == "choose" for a in offer.candidates()), None
        )


CHOOSERS: Mapping[type, Callable[..., Action | None]] = {
    FirstTurnQuestion: BattlegroupPlayer.choose_first_turn,
    EdgeQuestion: BattlegroupPlayer.choose_edge,
    DeployQuestion: BattlegroupPlayer.choose_deployment,
    ControlQuestion: BattlegroupPlayer.choose_focus_allocation,
    ActivationQuestion: BattlegroupPlayer.choose_activation,
    ActQuestion: BattlegroupPlayer.choose_model_action,
    BoostQuestion: BattlegroupPlayer.choose_boost,
    ReinforceQuestion: BattlegroupPlayer.choose_reinforcement,
    FreeStrikeQuestion: BattlegroupPlayer.choose_free_strike,
}


def _coming_share(distance: float, is_focus_free: bool) -> float:
    """Return how much an enemy at a distance counts for a support spell.

    An enemy that is still far counts less, and only if the focus would otherwise lapse.
    """
    if distance < SUPPORT_RANGE_IN:
        return 1.0
    return 0.5 * max(0.0, 1.0 - distance / LONGEST_APPROACH_IN) if is_focus_free else 0.0


def can_be_attacked(state: State, id: str) -> bool:
    """Return whether an enemy could attack this model in its next turn, by estimated distances."""
    enemies = state.models_in_play(opponent_of(state.models[id].owner))
    return any(_is_in_threat_range(state, foe.id, id) for foe in enemies)


def can_attack(state: State, id: str) -> bool:
    """Return whether this model could attack an enemy in its next turn, by estimated distances."""
    enemies = state.models_in_play(opponent_of(state.models[id].owner))
    return any(_is_in_threat_range(state, id, foe.id) for foe in enemies)


def _is_in_threat_range(state: State, attacker: str, target: str) -> bool:
    """Return whether a model could move and attack another, by their estimated distance."""
    if state.is_inert(attacker):
        return False
    speed = stat_value(state, attacker, "SPD")
    guns = (w for w in state.usable_weapons(attacker) if w.kind == "ranged")
    shots = [speed + weapon_range(state, attacker, gun) for gun in guns]
    charge = charge_length(state, attacker) + state.longest_melee_reach(attacker)
    return estimate_distance(state, attacker, target) <= max([charge, *shots])


def _has_ranged_weapon(state: State, id: str) -> bool:
    return any(w.kind == "ranged" for w in state.setup.card_of(id).weapons)
