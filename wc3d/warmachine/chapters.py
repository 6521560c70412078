"""All chapters of the rules put together: what each frame does, and what answers each question."""
from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.agenda import Question, Steps
from wc3d.engine.handlers import Handler
from wc3d.warmachine.chapter import Chapter
from wc3d.warmachine.fighting import attack, boosting, damage, declaring, locks, power_attacks
from wc3d.warmachine.moving import advancing, charging, extra, going
from wc3d.warmachine.spells import casting
from wc3d.warmachine.turn import activation, control, maintenance, opening, turn

CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        opening, turn, maintenance, control, advancing, charging, going, extra, declaring, attack, boosting, damage,
        power_attacks, locks, casting, activation,
    )
)  # fmt: skip
"""Every module that brings rules. What answers a question is offered in this order."""

STEPS = Steps()
"""What is done at each step of each frame."""

HANDLERS = {(h.question, h.action): h for chapter in CHAPTERS for h in chapter.handlers}
"""How each kind of action answers each kind of question."""

for _chapter in CHAPTERS:
    STEPS.join(_chapter.steps)


def handlers_of(asked: Question) -> Iterator[Handler]:
    """The handlers of every action that can answer this question."""
    return (h for (kind, _), h in HANDLERS.items() if kind is type(asked))
