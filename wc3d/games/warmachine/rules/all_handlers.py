"""The combined handlers of all rule modules: frame steps and answers to questions."""

from __future__ import annotations

from wc3d.engine.action_handlers import HandlerTable
from wc3d.engine.agenda import StepRegistry
from wc3d.games.warmachine.rules.command import checks, flight, issue_order
from wc3d.games.warmachine.rules.fighting import (
    attack,
    attack_declaration,
    boosting,
    combined,
    damage,
    locks,
    power_attacks,
)
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving import (
    advancing,
    charging,
    end_activation,
    spell_advance,
    walking,
)
from wc3d.games.warmachine.rules.spells import casting
from wc3d.games.warmachine.rules.turn import (
    activation,
    control,
    maintenance,
    opening,
    turn,
    unit_activation,
)

REGISTRIES: tuple[HandlerRegistry, ...] = tuple(
    module.REGISTRY
    for module in (
        opening,
        turn,
        unit_activation,
        maintenance,
        control,
        advancing,
        charging,
        walking,
        spell_advance,
        attack_declaration,
        combined,
        attack,
        boosting,
        damage,
        power_attacks,
        locks,
        casting,
        issue_order,
        checks,
        flight,
        activation,
        end_activation,
    )
)
"""The registries of all rule modules. Answers to a question are offered in this order."""

FRAME_STEPS = StepRegistry()
"""The functions for each step of each frame."""

ACTION_HANDLERS = HandlerTable(REGISTRIES)
"""The handlers by the types of question and action."""

for _chapter in REGISTRIES:
    FRAME_STEPS.add_steps(_chapter.steps)
