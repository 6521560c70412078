"""All chapters of the rules put together: what each frame does, what answers each question, what each effect does."""
from __future__ import annotations

from wc3d.engine.agenda import Steps
from wc3d.engine.handlers import Handlers
from wc3d.warcaster.abilities import card_effects, effects, hands, using, windows
from wc3d.warcaster.chapter import Chapter
from wc3d.warcaster.fighting import (
    attack,
    attack_effects,
    continuous_effects,
    damage,
    dragging,
    extra_attacks,
    slamming,
    strafing,
)
from wc3d.warcaster.missions import scoring, secondary, victory
from wc3d.warcaster.moving import carrying, falls, leaving, movement, repositioning, returning
from wc3d.warcaster.turn import (
    activation,
    charging,
    cyphers,
    deployment_offers,
    gates,
    opening,
    pulse,
    racks,
    turn,
    usable_abilities,
)

CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        windows, effects, card_effects, hands,
        leaving, falls, carrying, movement, repositioning, returning,
        damage, attack, attack_effects, slamming, dragging, strafing, extra_attacks, continuous_effects,
        opening, pulse, turn, charging, cyphers, activation, usable_abilities, deployment_offers, gates, racks,
        scoring, secondary, victory,
    )
)  # fmt: skip
"""Every module that brings rules. What answers a question is offered in this order."""

RESOLVERS = {kind: resolver for chapter in CHAPTERS for kind, resolver in chapter.effects.items()}
"""What lets each kind of effect happen."""

STEPS = Steps()
"""What is done at each step of each frame."""

HANDLERS = Handlers(CHAPTERS)
"""How each kind of action answers each kind of question."""

for _chapter in (*CHAPTERS, using.using(RESOLVERS)):
    STEPS.join(_chapter.steps)
