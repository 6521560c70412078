"""All chapters of the rules put together: what each frame does, what answers each question, what each effect does."""
from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.agenda import Question, Steps
from wc3d.warcaster.abilities import ability_questions, effects, extra_attacks, move_effects, returning, windows
from wc3d.warcaster.chapter import Chapter
from wc3d.warcaster.fighting import attack, continuous_effects, damage, slamming, strafing
from wc3d.warcaster.handlers import Handler
from wc3d.warcaster.missions import objectives
from wc3d.warcaster.moving import falls, movement, repositioning
from wc3d.warcaster.turn import (
    activation,
    arc,
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
        effects, ability_questions, windows, extra_attacks, returning, move_effects,
        movement, falls, repositioning,
        attack, damage, slamming, strafing, continuous_effects,
        opening, pulse, turn, arc, cyphers, activation, usable_abilities, deployment_offers, gates, racks,
        objectives,
    )
)  # fmt: skip
"""Every module that brings rules. Answers are offered in this order."""

RESOLVERS = {kind: resolver for chapter in CHAPTERS for kind, resolver in chapter.effects.items()}
"""What lets each kind of effect happen."""

STEPS = Steps()
"""What is done at each step of each frame."""

HANDLERS = {(h.question, h.action): h for chapter in CHAPTERS for h in chapter.handlers}
"""How each kind of action answers each kind of question."""

for _chapter in (*CHAPTERS, effects.using(RESOLVERS)):
    STEPS.join(_chapter.steps)


def handlers_of(asked: Question) -> Iterator[Handler]:
    """The handlers of every action that can answer this question."""
    return (h for (kind, _), h in HANDLERS.items() if kind is type(asked))
