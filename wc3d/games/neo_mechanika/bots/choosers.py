"""Answer each kind of question. All strengths share these choosers and their values.

Deployments, void gates and Arc are in `deployment_choosers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from wc3d.bots.decision_trace import trace_options
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find_frame
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.ability_evaluation import ability_use_value, card_play_value
from wc3d.games.neo_mechanika.bots.activation_estimate import (
    estimate_activation_value,
    objective_gain,
    prefer_units_with_card,
    victory_point_value,
)
from wc3d.games.neo_mechanika.bots.deployment_choosers import (
    choose_charge,
    choose_deployment,
    choose_gate,
)
from wc3d.games.neo_mechanika.bots.deployment_values import card_value
from wc3d.games.neo_mechanika.bots.evaluation import (
    attack_value,
    best_attack,
    expected_attack_value,
    objective_position_value,
    ranked_objectives,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.move_generation import choose_leader, objective_goals
from wc3d.games.neo_mechanika.bots.move_value import danger_at, evaluate_advances, evaluate_moves
from wc3d.games.neo_mechanika.bots.objective_value import (
    artifact_value,
    unit_path_distance,
    value_if_destroyed,
)
from wc3d.games.neo_mechanika.bots.player import (
    Chooser,
    NeoMechanikaPlayer,
    any_option,
    best_option,
    build_pass,
    list_offered_actions,
)
from wc3d.games.neo_mechanika.bots.reactions import is_useful
from wc3d.games.neo_mechanika.bots.secondaries import destruction_value
from wc3d.games.neo_mechanika.bots.weights import current_weights
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.rules.abilities.card_effects import CardQuestion, HandQuestion
from wc3d.games.neo_mechanika.rules.abilities.hand_size import DiscardDown
from wc3d.games.neo_mechanika.rules.abilities.resolve_effects import AmountQuestion
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.actions import (
    Activate,
    Attack,
    Choose,
    Discard,
    Place,
    Play,
    Use,
)
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import EffectQuestion
from wc3d.games.neo_mechanika.rules.fighting.extra_attacks import ExtraAttack
from wc3d.games.neo_mechanika.rules.fighting.strafing import StrafeQuestion
from wc3d.games.neo_mechanika.rules.moving.carrying import LEAVE_OPTION, TakeQuestion
from wc3d.games.neo_mechanika.rules.moving.movement import MoveQuestion
from wc3d.games.neo_mechanika.rules.moving.placing import resolve_place
from wc3d.games.neo_mechanika.rules.moving.repositioning import PlaceQuestion
from wc3d.games.neo_mechanika.rules.moving.returning import ReturnQuestion
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    check_can_advance,
    check_can_attack,
    check_can_attack_with,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion, InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.turn.setup_phase import TABLE_SIDES, ChoiceQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon, model_weapons

MAX_RETURN_PLACES = 16
"""The maximum number of places compared for a model that returns."""

DENIED_POINT_WEIGHT = 0.5
"""The weight of a victory point denied to the enemy."""

MAX_EVALUATED_UNITS = 4
"""The number of units, best estimate first, whose actions are evaluated."""

OBJECTIVE_GAIN_WEIGHT = 0.3
"""The weight of `objective_gain`, for objectives that take more than one move to reach."""


def _choose_opening(
    player: NeoMechanikaPlayer, view: View, open_question: ChoiceQuestion
) -> Choose:
    """Choose the first turn or a side.

    With a plan, the first turn is chosen only if activations score points. Otherwise the last turn
    is better.
    """
    first_scores = view.state.setup.mission.scored == "activation" or not player.strength.has_plan
    if "first" in open_question.options and first_scores:
        return Choose(player=open_question.player, option="first")
    return Choose(player=open_question.player, option=player.rng.choice(TABLE_SIDES))


def _choose_cypher(player: NeoMechanikaPlayer, view: View, open_question: CypherQuestion) -> Action:
    return best_option(
        (card_play_value(view.state, a), a) for a in list_offered_actions(view, Play)
    ) or build_pass(open_question)


# The unit to activate


def _choose_unit(
    player: NeoMechanikaPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit that gains most by points taken or denied and by attacks."""
    return any_option(
        (estimate_activation_value(view.state, a.unit), a)
        for a in prefer_units_with_card(view.state, list_offered_actions(view, Activate))
    )


def choose_eager_unit(
    player: NeoMechanikaPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit with the best attacks and the best objective nearby."""
    return any_option(
        (_unit_eagerness(view.state, a.unit), a)
        for a in prefer_units_with_card(view.state, list_offered_actions(view, Activate))
    )


def _unit_eagerness(state: State, unit: str) -> float:
    leader = state.models_of(unit)[0]
    assert leader.at is not None
    goal_worth = max((value for value, _ in ranked_objectives(state, unit)[:2]), default=0.0)
    stands = objective_position_value(state, unit, leader.base, leader.at)
    scores = 0.5 * stands if state.setup.mission.scored == "activation" else 0.0
    return expected_attack_value(state, unit) + 0.3 * (goal_worth - stands) + scores


def choose_ranked_unit(
    player: NeoMechanikaPlayer, view: View, open_question: ActivationQuestion
) -> Action | None:
    """Activate the unit with the highest activation value."""
    activations = rank_activations(view)
    if len(activations) > 1:
        trace_options(
            (activation_value(view.state, a.unit), a) for a in activations[:MAX_EVALUATED_UNITS]
        )
    return activations[0] if activations else None


def rank_activations(view: View) -> list[Activate]:
    """Return the activations, the most valuable first. The best estimates are evaluated."""
    state = view.state
    glanced = sorted(
        prefer_units_with_card(state, list_offered_actions(view, Activate)),
        key=lambda a: (-estimate_activation_value(state, a.unit), a.unit),
    )
    looked = glanced[:MAX_EVALUATED_UNITS]
    rest = glanced[MAX_EVALUATED_UNITS:]
    if len(glanced) < 2:
        return glanced
    return [*sorted(looked, key=lambda a: -activation_value(state, a.unit)), *rest]


def activation_value(state: State, unit: str) -> float:
    """Return a unit's gain by activating now: its best move, and attacks before or after it;
    cached with the state.

    Danger at its present place adds to the value.
    """
    key = ("activation worth", unit, current_weights())
    if key not in state.notes:
        state.notes[key] = _compute_activation_value(state, unit)
    return float(state.notes[key])


def _compute_activation_value(state: State, unit: str) -> float:
    options = evaluate_advances(state, unit, attacking=True, reaching=True)
    onward = max(c.value_with_attacks for c in options)
    best_standing = max(c.position_value for c in options)
    first = state.models_of(unit)[0].id
    threat = danger_at(state, unit, first, state.place(first))
    return (
        max(onward, total_attack_value(state, unit) + best_standing)
        - options[0].position_value
        + threat
        + OBJECTIVE_GAIN_WEIGHT * objective_gain(state, unit)
    )


# Attacks and moves


def _choose_unit_action(
    player: NeoMechanikaPlayer, view: View, open_question: ActingQuestion
) -> Action:
    """Spike first, then attack and move or move and attack, whichever is better; then the rest."""
    state = view.state
    unit = open_question.unit
    strength = player.strength
    spiked = best_option((ability_use_value(state, a), a) for a in list_offered_actions(view, Use))
    if spiked is not None:
        return spiked
    attack = None
    if check_can_attack(state, unit):
        attack = best_option(best_attacks(state, unit, has_plan=strength.has_plan))
    if not check_can_advance(state, unit):
        return attack or build_pass(open_question)
    fresh = bool(check_can_attack(state, unit)) and not current_activation(state).fired
    if attack is not None and not fresh:
        return attack
    options = evaluate_advances(
        state, unit, attacking=fresh, reaching=strength.reaching, has_plan=strength.has_plan
    )
    onward = max(options, key=lambda c: c.value_with_attacks)
    best_standing = max(options, key=lambda c: c.position_value)
    compared = options if strength.has_plan else [onward, best_standing]
    trace_options((c.value_with_attacks, c.action) for c in compared)
    attacking_here = total_attack_value(state, unit) + best_standing.position_value
    if attack is not None and attacking_here >= onward.value_with_attacks:
        return attack
    return onward.action


def best_attacks(
    state: State, unit: str, *, has_plan: bool = True
) -> Iterator[tuple[float, Attack]]:
    """Yield the best attack with each unused weapon of each model.

    With a plan, attacks that free an objective or score a secondary mission have more value.
    """
    for m in state.models_of(unit):
        for using in model_weapons(state, m.id):
            if not check_can_attack_with(state, m.id, using):
                continue
            bonus = partial(attack_bonus, state, m.id, using) if has_plan else _no_bonus
            value, target, mode = best_attack(state, m.id, using, bonus)
            if target:
                player = state.owner(m.id)
                yield (
                    value,
                    Attack(player=player, model=m.id, weapon=using.key, target=target, mode=mode),
                )


def _no_bonus(target: str) -> float:
    return 0.0


def attack_bonus(state: State, attacker: str, using: Weapon, target: str) -> float:
    """Return the extra value of an attack: a freed objective or a secondary mission."""
    unit = state.models[attacker].unit
    bonus = destruction_value(state, state.owner(unit), target, unit, using.kind == "melee")
    bonus += (1.0 + current_weights().freed_objective) * value_if_destroyed(state, target)
    return (
        victory_point_value(state) * bonus * attack_odds(state, attacker, using, target).destroy
        if bonus > 0.0
        else 0.0
    )


def _choose_move(player: NeoMechanikaPlayer, view: View, open_question: MoveQuestion) -> Action:
    """Move to a better place outside the advance, or stay."""
    state = view.state
    order = open_question.order
    strength = player.strength
    model = order.model
    if not model and strength.has_plan:
        goals = objective_goals(state, order.unit)
        goal = goals[0] if goals else None
        model = choose_leader(state, order.unit, goal, lambda id: replace(order, model=id))
    model = model or state.models_of(order.unit)[0].id
    activation = find_frame(state, Activation)
    acts = activation is not None and activation.unit == order.unit
    if activation is not None and activation.closed and strength.has_plan:
        acts = False
    options = evaluate_moves(
        state,
        replace(order, model=model),
        model,
        attacking=acts,
        reaching=strength.reaching,
        has_plan=strength.has_plan,
    )
    move = max(options, key=lambda c: c.value_with_attacks).action
    return move if move.path else build_pass(open_question)


def _choose_extra_attack(player: NeoMechanikaPlayer, view: View, open_question: Question) -> Action:
    """Make the best attack outside the activation, which costs nothing."""
    return best_option(
        (
            (_attack_action_worth(view.state, a, open_question), a)
            for a in list_offered_actions(view, Attack)
        ),
        least=0.01,
    ) or build_pass(open_question)


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


def _choose_reaction(player: NeoMechanikaPlayer, view: View, open_question: Reaction) -> Action:
    return next(
        (a for a in list_offered_actions(view, Use) if is_useful(view.state, open_question, a)),
        None,
    ) or build_pass(open_question)


def _choose_place(
    player: NeoMechanikaPlayer, view: View, open_question: PlaceQuestion
) -> Action | None:
    """Place a friendly model better or an enemy worse, or leave it in place if that is best."""
    state = view.state
    model = open_question.model
    sign = 1.0 if state.owner(model) == open_question.player else -1.0
    places = [(sign * _place_value(state, a), a) for a in list_offered_actions(view, Place)]
    current_value = sign * _place_value(
        state, Place(player=open_question.player, model=model, at=state.place(model))
    )
    action = best_option(places, least=current_value + 0.01 if open_question.optional else -1e9)
    return (
        action
        if action is not None
        else build_pass(open_question)
        if open_question.optional
        else None
    )


def _place_value(state: State, action: Place) -> float:
    model = state.models[action.model]
    at = resolve_place(state, model.base, action.at, ignore=(model.id,))
    return objective_position_value(state, model.unit, model.base, at) if at is not None else -1e9


def _choose_return_place(
    player: NeoMechanikaPlayer, view: View, open_question: ReturnQuestion
) -> Action | None:
    """Return the squad's model where it is needed."""
    state = view.state
    base = state.models[open_question.model].base
    places = list(islice(list_offered_actions(view, Place), MAX_RETURN_PLACES))
    return any_option(
        (objective_position_value(state, open_question.unit, base, _place_of(a)), a) for a in places
    )


def _place_of(action: Place) -> tuple[float, float, float]:
    x, y, *z = action.at
    return x, y, z[0] if z else 0.0


def _choose_card(
    player: NeoMechanikaPlayer, view: View, open_question: CardQuestion | HandQuestion
) -> Action | None:
    """Take back the player's most useful card, or discard the enemy's."""
    owner = (
        open_question.player
        if isinstance(open_question, CardQuestion)
        else opponent_of(open_question.player)
    )
    state = view.state
    cards = list_offered_actions(view, Choose)
    return any_option((card_value(state, owner, a.option), a) for a in cards)


def _choose_effect(
    player: NeoMechanikaPlayer, view: View, open_question: EffectQuestion
) -> Action | None:
    """Keep the rolls in their order."""
    return next(list_offered_actions(view, Choose), None)


def _choose_objective(
    player: NeoMechanikaPlayer, view: View, open_question: TakeQuestion
) -> Action:
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
    carrier = state.models[model].unit
    token = state.objectives[artifact]
    own = state.owner(model)
    activation = find_frame(state, Activation)
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


def _choose_amount(player: NeoMechanikaPlayer, view: View, open_question: AmountQuestion) -> Action:
    """Choose the maximum for itself or from an enemy, and nothing from a friendly model."""
    if (
        open_question.what == "clear"
        and view.state.owner(open_question.holder) == open_question.player
    ):
        return build_pass(open_question)
    return Choose(player=open_question.player, option=str(open_question.most))


def _choose_discard(player: NeoMechanikaPlayer, view: View, open_question: Question) -> Action:
    """Discard an unplayable card, or the least useful card of an oversized hand."""
    cards = [
        (-card_value(view.state, open_question.player, a.card), a)
        for a in list_offered_actions(view, Discard)
    ]
    return best_option(
        cards, least=-9.0 if isinstance(open_question, DiscardDown) else 0.0
    ) or build_pass(open_question)


CHOOSERS: dict[type[Question], Chooser] = {
    ChoiceQuestion: _choose_opening,
    CypherQuestion: _choose_cypher,
    ActivationQuestion: _choose_unit,
    ActingQuestion: _choose_unit_action,
    ExtraAttack: _choose_extra_attack,
    StrafeQuestion: _choose_extra_attack,
    InitialQuestion: choose_deployment,
    DeploymentQuestion: choose_deployment,
    ChargingQuestion: choose_charge,
    GateQuestion: choose_gate,
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
"""The chooser of a bot with a plan for each kind of question."""
