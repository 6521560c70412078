"""A greedy bot that takes the action with the best immediate value for each question."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from wc3d.bots.decision_trace import trace_options
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find_frame, find_open_question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots import deployment_values
from wc3d.games.neo_mechanika.bots.ability_evaluation import ability_use_value, card_play_value
from wc3d.games.neo_mechanika.bots.activation_estimate import prefer_units_with_card
from wc3d.games.neo_mechanika.bots.evaluation import (
    attack_value,
    best_attack,
    expected_attack_value,
    objective_position_value,
    ranked_objectives,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.move_value import best_move, evaluate_moves
from wc3d.games.neo_mechanika.bots.objective_value import artifact_value, unit_path_distance
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.bots.reactions import is_useful
from wc3d.games.neo_mechanika.bots.weights import PLAIN_WEIGHTS, Weights, use_weights
from wc3d.games.neo_mechanika.rules.abilities.card_effects import CardQuestion, HandQuestion
from wc3d.games.neo_mechanika.rules.abilities.effects import AmountQuestion
from wc3d.games.neo_mechanika.rules.abilities.hand_size import DiscardDown
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.actions import (
    Activate,
    Attack,
    Charge,
    Choose,
    Clear,
    Deploy,
    Discard,
    Pass,
    Place,
    PlaceGate,
    Play,
    Recall,
    Use,
)
from wc3d.games.neo_mechanika.rules.book.rulings import MAX_GATE_ARC
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import EffectQuestion
from wc3d.games.neo_mechanika.rules.fighting.extra_attacks import ExtraAttack
from wc3d.games.neo_mechanika.rules.fighting.strafing import StrafeQuestion
from wc3d.games.neo_mechanika.rules.frames import Activation
from wc3d.games.neo_mechanika.rules.moving.carrying import LEAVE_OPTION, TakeQuestion
from wc3d.games.neo_mechanika.rules.moving.movement import MoveQuestion
from wc3d.games.neo_mechanika.rules.moving.placing import resolve_place
from wc3d.games.neo_mechanika.rules.moving.repositioning import PlaceQuestion
from wc3d.games.neo_mechanika.rules.moving.returning import ReturnQuestion
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
    check_can_attack,
    check_can_attack_with,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion, InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.turn.setup_phase import ChoiceQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon, model_weapons

A = TypeVar("A", bound=Action)
Chooser = Callable[[Any, View, Any], Action | None]
"""Answers one kind of question in a view; returns None for the default answer."""

MAX_RANDOM_DEPLOYMENTS = 4
"""The maximum number of random places tried for a deployment."""

MAX_GATE_SITES = 16
"""The maximum number of void gate sites compared."""

MAX_ROOM_CHECKS = 4
"""The maximum number of sites, the best first, checked for room to deploy a unit."""

DENIED_POINT_WEIGHT = 0.5
"""The weight of a victory point denied to the enemy."""

MIN_ACTION_VALUE = 0.15
"""The minimum value of an attack, card or ability that the bot uses."""


class RecruitPlayer:
    """A bot that decides one question at a time. The same seed and views give the same game."""

    weights: Weights = PLAIN_WEIGHTS
    """The weights the bot evaluates with."""

    def __init__(self, seed: int | str = 0) -> None:
        self.rng = random.Random(seed)
        self.otherwise = ApproachingRandomPlayer(f"{seed}/otherwise", eager=1.0)

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """The chooser for each kind of question."""
        return CHOOSERS

    def choose(self, view: View) -> Action:
        """Return the best action. Raises ValueError if the view offers none."""
        open_question = find_open_question(view.state)
        chooser = self.choosers.get(type(open_question)) if open_question is not None else None
        with use_weights(self.weights):
            action = chooser(self, view, open_question) if chooser else None
        return action if action is not None else self.otherwise.choose(view)


# Choosers, one for each question


def list_offered_actions(view: View, kind: type[A]) -> Iterator[A]:
    """Yield the offered actions of a kind that can be listed."""
    for offer in view.offers:
        if offer.type == kind.model_fields["type"].default:
            yield from (a for a in offer.candidates() if isinstance(a, kind))


def sample_offered_actions(view: View, kind: type[A], times: int, rng: random.Random) -> list[A]:
    """Return the distinct actions of a kind found by `times` random samples."""
    offers = [offer for offer in view.offers if offer.type == kind.model_fields["type"].default]
    return [a for offer in offers for _ in range(times) if isinstance(a := offer.sample(rng), kind)]


def best_option(options: Iterable[tuple[float, A]], least: float = MIN_ACTION_VALUE) -> A | None:
    """Return the most valuable option, the first of equals; None if all are below `least`."""
    best_option = max(trace_options(options), key=lambda o: o[0], default=None)
    return best_option[1] if best_option is not None and best_option[0] >= least else None


def _build_pass(open_question: Question) -> Pass:
    return Pass(player=open_question.player)


def _choose_side(player: RecruitPlayer, view: View, open_question: ChoiceQuestion) -> Choose:
    """Choose the first turn, or a random side."""
    options = open_question.options
    return Choose(
        player=open_question.player,
        option="first" if "first" in options else player.rng.choice(options),
    )


def _choose_cypher(player: RecruitPlayer, view: View, open_question: CypherQuestion) -> Action:
    return best_option(
        (card_play_value(view.state, a), a) for a in list_offered_actions(view, Play)
    ) or _build_pass(open_question)


def _choose_unit(
    player: RecruitPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the most valuable unit; always use an additional activation."""
    activations = prefer_units_with_card(view.state, list_offered_actions(view, Activate))
    return best_option(
        ((_unit_eagerness(view.state, a.unit), a) for a in activations), least=-math.inf
    )


def _unit_eagerness(state: State, unit: str) -> float:
    leader = state.models_of(unit)[0]
    assert leader.at is not None
    goal_worth = max((value for value, _ in ranked_objectives(state, unit)[:2]), default=0.0)
    stands = objective_position_value(state, unit, leader.base, leader.at)
    scores = 0.5 * stands if state.setup.mission.scored == "activation" else 0.0
    return expected_attack_value(state, unit) + 0.3 * (goal_worth - stands) + scores


def _choose_unit_action(player: RecruitPlayer, view: View, open_question: ActingQuestion) -> Action:
    """Spike first, then attack or move and attack, as is worth more, then do what remains."""
    state, unit = view.state, open_question.unit
    spiked = best_option((ability_use_value(state, a), a) for a in list_offered_actions(view, Use))
    if spiked is not None:
        return spiked
    attack = best_option(best_attacks(state, unit)) if check_can_attack(state, unit) else None
    if not check_can_advance(state, unit):
        return attack or _build_pass(open_question)
    leader = state.models_of(unit)[0].id
    fresh = bool(check_can_attack(state, unit)) and not current_activation(state).fired
    if attack is not None and not fresh:
        return attack
    moves = evaluate_moves(state, advance_order(state, unit, leader), leader, attacking=fresh)
    onward, best_standing = (
        max(moves, key=lambda c: c.value_with_attacks),
        max(moves, key=lambda c: c.position_value),
    )
    trace_options((c.value_with_attacks, c.action) for c in (onward, best_standing))
    if (
        attack is not None
        and total_attack_value(state, unit) + best_standing.position_value
        >= onward.value_with_attacks
    ):
        return attack
    return onward.action


def best_attacks(
    state: State,
    unit: str,
    bonus: Callable[[str, Weapon, str], float] = lambda model, using, target: 0.0,
) -> Iterator[tuple[float, Attack]]:
    """Yield the best attack with each unused weapon of each model. `bonus` adds to the value."""
    for m in state.models_of(unit):
        for using in model_weapons(state, m.id):
            if check_can_attack_with(state, m.id, using):
                value, target, mode = best_attack(state, m.id, using, partial(bonus, m.id, using))
                if target:
                    player = state.owner(m.id)
                    yield (
                        value,
                        Attack(
                            player=player, model=m.id, weapon=using.key, target=target, mode=mode
                        ),
                    )


def _choose_extra_attack(player: RecruitPlayer, view: View, open_question: Question) -> Action:
    """Make the best attack outside the activation, which costs nothing."""
    return best_option(
        (
            (_attack_action_worth(view.state, a, open_question), a)
            for a in list_offered_actions(view, Attack)
        ),
        least=0.01,
    ) or _build_pass(open_question)


def _attack_action_worth(state: State, action: Attack, open_question: Question) -> float:
    strike = open_question.strike if isinstance(open_question, ExtraAttack) else None
    using = strike or find_weapon(state, action.model, action.weapon)
    attack_weapon = (
        apply_mode(using, action.mode) if using is not None and strike is None else using
    )
    return (
        attack_value(state, action.model, attack_weapon, action.target)
        if isinstance(attack_weapon, Weapon)
        else 0.05
    )


def _choose_reaction(player: RecruitPlayer, view: View, open_question: Reaction) -> Action:
    return next(
        (a for a in list_offered_actions(view, Use) if is_useful(view.state, open_question, a)),
        None,
    ) or _build_pass(open_question)


def _choose_move(player: RecruitPlayer, view: View, open_question: MoveQuestion) -> Action:
    """Move to a better place outside the activation, or stay."""
    state = view.state
    models = [
        m.id
        for m in state.models_of(open_question.order.unit)
        if open_question.order.model in ("", m.id)
    ]
    activation = find_frame(state, Activation)
    acts = activation is not None and activation.unit == open_question.order.unit
    move = best_move(
        state, replace(open_question.order, model=models[0]), models[0], attacking=acts
    ).action
    return move if move.path else _build_pass(open_question)


def _choose_place(player: RecruitPlayer, view: View, open_question: PlaceQuestion) -> Action | None:
    """Place a friendly model better or an enemy worse, or leave it in place if that is best."""
    state, model = view.state, open_question.model
    sign = 1.0 if state.owner(model) == open_question.player else -1.0
    places = [(sign * _place_value(state, a), a) for a in list_offered_actions(view, Place)]
    current_value = sign * _place_value(
        state, Place(player=open_question.player, model=model, at=state.place(model))
    )
    action = best_option(places, least=current_value + 0.01 if open_question.optional else -1e9)
    return (
        action
        if action is not None
        else _build_pass(open_question)
        if open_question.optional
        else None
    )


def _place_value(state: State, action: Place) -> float:
    model = state.models[action.model]
    at = resolve_place(state, model.base, action.at, ignore=(model.id,))
    return objective_position_value(state, model.unit, model.base, at) if at is not None else -1e9


def _choose_return_place(
    player: RecruitPlayer, view: View, open_question: ReturnQuestion
) -> Action | None:
    """Return the squad's model where it is needed."""
    state = view.state
    base = state.models[open_question.model].base
    places = list(islice(list_offered_actions(view, Place), MAX_GATE_SITES))
    return best_option(
        (
            (objective_position_value(state, open_question.unit, base, _place_of(a)), a)
            for a in places
        ),
        least=-math.inf,
    )


def _place_of(action: Place) -> tuple[float, float, float]:
    x, y, *z = action.at
    return x, y, z[0] if z else 0.0


def _choose_card(
    player: RecruitPlayer, view: View, open_question: CardQuestion | HandQuestion
) -> Action | None:
    """Take back the player's most useful card, or discard the enemy's."""
    owner = (
        open_question.player
        if isinstance(open_question, CardQuestion)
        else opponent_of(open_question.player)
    )
    state, cards = view.state, list_offered_actions(view, Choose)
    return best_option(
        ((deployment_values.card_value(state, owner, a.option), a) for a in cards), least=-math.inf
    )


def _choose_effect(
    player: RecruitPlayer, view: View, open_question: EffectQuestion
) -> Action | None:
    """Keep the rolls in their order."""
    return next(list_offered_actions(view, Choose), None)


def _choose_objective(player: RecruitPlayer, view: View, open_question: TakeQuestion) -> Action:
    """Take an artifact that this model can score or an enemy would; otherwise leave it."""
    options = (
        (artifact_pickup_value(view.state, open_question.model, id), id)
        for id in open_question.objectives
    )
    value, objective = max(options, key=lambda option: option[0])
    return Choose(player=open_question.player, option=objective if value > 0.0 else LEAVE_OPTION)


def artifact_pickup_value(state: State, model: str, artifact: str) -> float:
    """Return the value of a model taking an artifact that it touches, in victory points.

    The artifact's value to other friendly units counts against it, its value to the enemy for it.
    """
    carrier, token = state.models[model].unit, state.objectives[artifact]
    own, activation = state.owner(model), find_frame(state, Activation)
    acts = not state.units[carrier].token and (activation is None or activation.unit != carrier)
    value = artifact_value(state, carrier, token, 0.0, acts=acts)

    def best_of_others(player: int) -> float:
        units = (u for u in state.units_in_play(player) if u.id != carrier)
        return max(
            (
                artifact_value(
                    state, u.id, token, unit_path_distance(state, u.id, token), acts=not u.token
                )
                for u in units
            ),
            default=0.0,
        )

    friend_value = best_of_others(own)
    return (
        value
        + DENIED_POINT_WEIGHT * best_of_others(opponent_of(own))
        - (friend_value if friend_value > value else 0.0)
    )


def _choose_amount(player: RecruitPlayer, view: View, open_question: AmountQuestion) -> Action:
    """Choose the maximum for itself or from an enemy, and nothing from a friendly model."""
    if (
        open_question.what == "clear"
        and view.state.owner(open_question.holder) == open_question.player
    ):
        return _build_pass(open_question)
    return Choose(player=open_question.player, option=str(open_question.most))


def _choose_deployment(player: RecruitPlayer, view: View, open_question: Question) -> Action:
    """Deploy the best affordable unit, after recalling a depleted squad that can return at once."""
    recalled = best_option(
        (deployment_values.recall_value(view.state, a), a)
        for a in list_offered_actions(view, Recall)
    )
    if recalled is not None:
        return recalled
    deployments = [*list_offered_actions(view, Deploy)] or sample_offered_actions(
        view, Deploy, MAX_RANDOM_DEPLOYMENTS, player.rng
    )  # others may be free
    return best_option(
        (deployment_values.deployment_value(view.state, a), a) for a in deployments
    ) or _build_pass(open_question)


def _choose_charge(player: RecruitPlayer, view: View, open_question: Question) -> Action:
    state = view.state
    charge = [
        (deployment_values.charge_value(state, a), a) for a in list_offered_actions(view, Charge)
    ]
    clear = [
        (deployment_values.clear_value(state, a), a) for a in list_offered_actions(view, Clear)
    ]
    options: list[tuple[float, Action]] = [*charge, *clear]
    return best_option(options, least=0.01) or _build_pass(open_question)


def _choose_gate(player: RecruitPlayer, view: View, open_question: Question) -> Action:
    """Place a void gate with all available Arc at the best site where a unit can deploy."""
    max_arc = min(MAX_GATE_ARC, view.state.players[open_question.player].well)
    sites = (
        MAX_GATE_SITES
        if deployment_values.can_deploy_next_turn(view.state, open_question.player, max_arc)
        else 0
    )
    gates = [
        a.model_copy(update={"arc": max_arc})
        for a in sample_offered_actions(view, PlaceGate, sites, player.rng)
    ]
    return best_gate(
        view.state, ((deployment_values.gate_value(view.state, a), a) for a in gates)
    ) or _build_pass(open_question)


def best_gate(state: State, options: Iterable[tuple[float, PlaceGate]]) -> PlaceGate | None:
    """Return the most valuable gate with room for a unit that it can pay for."""
    for value, action in sorted(trace_options(options), key=lambda o: -o[0])[:MAX_ROOM_CHECKS]:
        if value >= MIN_ACTION_VALUE and deployment_values.has_room_at_gate(state, action):
            return action
    return None


def _choose_discard(player: RecruitPlayer, view: View, open_question: Question) -> Action:
    """Discard an unplayable card, or the least useful card of an oversized hand."""
    cards = [
        (-deployment_values.card_value(view.state, open_question.player, a.card), a)
        for a in list_offered_actions(view, Discard)
    ]
    return best_option(
        cards, least=-9.0 if isinstance(open_question, DiscardDown) else 0.0
    ) or _build_pass(open_question)


CHOOSERS: dict[type[Question], Chooser] = {
    ChoiceQuestion: _choose_side,
    CypherQuestion: _choose_cypher,
    ActivationQuestion: _choose_unit,
    ActingQuestion: _choose_unit_action,
    ExtraAttack: _choose_extra_attack,
    StrafeQuestion: _choose_extra_attack,
    InitialQuestion: _choose_deployment,
    DeploymentQuestion: _choose_deployment,
    ChargingQuestion: _choose_charge,
    GateQuestion: _choose_gate,
    DiscardQuestion: _choose_discard,
    DiscardDown: _choose_discard,
    TakeQuestion: _choose_objective,
    Reaction: _choose_reaction,
    MoveQuestion: _choose_move,
    PlaceQuestion: _choose_place,
    AmountQuestion: _choose_amount,
    ReturnQuestion: _choose_return_place,
    CardQuestion: _choose_card,
    HandQuestion: _choose_card,
    EffectQuestion: _choose_effect,
}
