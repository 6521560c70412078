"""The player of Neo-Mechanika: it asks the choosers of its strength for an answer.

All strengths share one player and one set of choosers; `strengths.py` lists them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from wc3d.bots.decision_trace import trace_options
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.game import View
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.bots.secondaries import choose_secondaries
from wc3d.games.neo_mechanika.bots.weights import PLAIN_WEIGHTS, Weights, use_weights
from wc3d.games.neo_mechanika.rules.actions import Pass

A = TypeVar("A", bound=Action)

Chooser = Callable[[Any, View, Any], Action | None]
"""Answers one kind of question for a player in a view; returns None for the default answer."""

MIN_ACTION_VALUE = 0.15
"""The minimum value of an attack, card or ability that a bot uses."""


@dataclass(frozen=True, eq=False)
class Strength:
    """How well a bot plays: its choosers, and the values that they read."""

    choosers: Mapping[type[Question], Chooser]
    """The chooser for each kind of question."""

    weights: Weights = PLAIN_WEIGHTS
    """The weights of the evaluations."""

    has_plan: bool = True
    """True to play for the mission: send units to objectives, and fight holders with the others.

    Without a plan, the bot takes what looks best at the moment.
    """

    arrangements: int = 1
    """The number of arrangements tried for a unit around a void gate, per objective."""

    reaching: bool = False
    """True to place a squad's other models as far forward as possible where that helps."""


class NeoMechanikaPlayer:
    """A bot that decides one question at a time. The same seed and views give the same game."""

    def __init__(self, seed: int | str, strength: Strength) -> None:
        self.rng = random.Random(seed)
        self.otherwise = ApproachingRandomPlayer(f"{seed}/otherwise", eager=1.0)
        self.strength = strength

    def prepare(self, plan: GamePlan, player: int) -> GamePlan:
        """Return the game plan with the bot's chosen secondary missions, if the game uses any."""
        return choose_secondaries(plan, player) if self.strength.has_plan else plan

    def choose(self, view: View) -> Action:
        """Return the best action. Raises ValueError if the view offers none."""
        open_question = find_open_question(view.state)
        chooser = None
        if open_question is not None:
            chooser = self.strength.choosers.get(type(open_question))
        with use_weights(self.strength.weights):
            action = chooser(self, view, open_question) if chooser else None
        return action if action is not None else self.otherwise.choose(view)


# Offered actions


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
    best = max(trace_options(options), key=lambda o: o[0], default=None)
    return best[1] if best is not None and best[0] >= least else None


def any_option(options: Iterable[tuple[float, A]]) -> A | None:
    """Return the most valuable option, whatever its value; None if there are none."""
    return best_option(options, least=-math.inf)


def build_pass(open_question: Question) -> Pass:
    """Return the pass that answers a question."""
    return Pass(player=open_question.player)
