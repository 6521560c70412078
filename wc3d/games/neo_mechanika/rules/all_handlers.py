"""All handlers of the rules: frame steps, answers to questions, and effects."""

from __future__ import annotations

from wc3d.engine.action_handlers import HandlerTable
from wc3d.engine.agenda import StepRegistry
from wc3d.games.neo_mechanika.rules.abilities import (
    activate_ability,
    card_effects,
    hand_size,
    resolve_effects,
    triggers,
)
from wc3d.games.neo_mechanika.rules.fighting import (
    attack,
    attack_effects,
    continuous_effects,
    damage,
    dragging,
    extra_attacks,
    slamming,
    strafing,
)
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.missions import scoring, secondary, victory
from wc3d.games.neo_mechanika.rules.moving import (
    carrying,
    fall_damage,
    movement,
    removal,
    repositioning,
    returning,
)
from wc3d.games.neo_mechanika.rules.turn import (
    activation,
    charging,
    cyphers,
    deployment_offers,
    gates,
    pulse,
    racks,
    setup_phase,
    turn,
    usable_abilities,
)

REGISTRIES: tuple[HandlerRegistry, ...] = tuple(
    module.REGISTRY
    for module in (
        triggers,
        resolve_effects,
        card_effects,
        hand_size,
        removal,
        fall_damage,
        carrying,
        movement,
        repositioning,
        returning,
        damage,
        attack,
        attack_effects,
        slamming,
        dragging,
        strafing,
        extra_attacks,
        continuous_effects,
        setup_phase,
        pulse,
        turn,
        charging,
        cyphers,
        activation,
        usable_abilities,
        deployment_offers,
        gates,
        racks,
        scoring,
        secondary,
        victory,
    )
)
"""The registries of all rule modules. The answers to a question are offered in this order."""

EFFECT_RESOLVERS = {
    kind: resolver for chapter in REGISTRIES for kind, resolver in chapter.effects.items()
}
"""The resolver of each kind of effect."""

FRAME_STEPS = StepRegistry()
"""The function for each step of each frame."""

ACTION_HANDLERS = HandlerTable(REGISTRIES)
"""The handler for each kind of action and question."""

for _chapter in (*REGISTRIES, activate_ability.make_registry(EFFECT_RESOLVERS)):
    FRAME_STEPS.add_steps(_chapter.steps)
