"""A player who looks ahead: it tries what a regular would weigh, plays the turn and the best answer out, and keeps the best.

Between what it tries it decides by how the game then stands (`standing.py`), after what the opponent may best do. It sees no
more than its view: what is hidden is dealt by chance, and so are its dice. Its budget is counted in actions tried, not seconds.
"""
from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import Question, question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.players.neo_mechanika.ability_evaluation import play_worth
from wc3d.players.neo_mechanika.brisk import BriskPlayer
from wc3d.players.neo_mechanika.candidates import goals_of, leader_for
from wc3d.players.neo_mechanika.even_dice import EvenDice
from wc3d.players.neo_mechanika.recruit import list_offered
from wc3d.players.neo_mechanika.regular import RegularPlayer, attacks, choices, eagerness
from wc3d.players.neo_mechanika.standing import logit
from wc3d.players.weighing import weigh
from wc3d.warcaster.actions import Activate, Pass, Play
from wc3d.warcaster.state import State, other
from wc3d.warcaster.turn.activation import ActingQuestion, advance_order, current, may_advance, may_attack_at_all
from wc3d.warcaster.turn.turn import ActivationQuestion, CypherQuestion

THINK = 120
"""How many actions it tries for a choice, unless told otherwise."""

AHEAD = 60
"""How many actions ahead it looks at most."""

TRUST = 0.05
"""By how much, on the scale of `standing.logit`, another option must surely be better than what a regular would do."""

MOST = {ActivationQuestion: 3, ActingQuestion: 4, CypherQuestion: 3}
"""How many options it tries for a kind of question, the regular's own among them; of other kinds it tries none."""

ANSWERED = 4
"""The step of a turn after which the opponent's answer has been seen."""


@dataclass
class Tried:
    """An option, how the game stood after each time it was played out, and the last of these states."""

    action: Action
    results: list[float] = field(default_factory=list)
    last: State | None = None

    @property
    def mean(self) -> float:
        """How the game stands after it, on average."""
        return sum(self.results) / len(self.results) if self.results else -math.inf

    def surely_better(self, usual: Tried) -> bool:
        """Did it do better than the usual option by more than chance may explain? Dice and hidden cards fell alike for both."""
        gained = [a - b for a, b in zip(self.results, usual.results, strict=False)]
        if len(gained) < 2:
            return False
        mean = sum(gained) / len(gained)
        spread = math.sqrt(sum((g - mean) ** 2 for g in gained) / (len(gained) - 1))
        return mean - spread / math.sqrt(len(gained)) > TRUST


class VeteranPlayer(RegularPlayer):
    """Looks ahead with a budget of `think` actions a choice. The same seed and views give the same game."""

    def __init__(self, seed: int | str = 0, think: int = THINK) -> None:
        super().__init__(seed)
        self.seed, self.think = seed, think

    def choose(self, view: View) -> Action:
        """The option after which it stands best. Raises ValueError if the view offers none."""
        asked, usual = question(view.state), self.usual(view)
        if asked is None or type(asked) not in MOST:
            return usual
        tried = self.tried(view, asked, usual)
        weigh((option.mean, option.action) for option in tried)
        better = [option for option in tried[1:] if option.surely_better(tried[0])]
        return max(better, key=lambda option: option.mean).action if better else usual

    def usual(self, view: View) -> Action:
        """What a regular would do. Raises ValueError if the view offers nothing."""
        return super().choose(view)

    def tried(self, view: View, asked: Question, usual: Action) -> list[Tried]:
        """The options played out within the budget, the usual one first: it and the better half of the others ever again."""
        options, most = [Tried(usual)], MOST.get(type(asked), 1)
        for action in islice(_options(view, asked), 2 * most):
            if action not in [o.action for o in options] and len(options) < most:
                options.append(Tried(action))
        left, alive, time = self.think, options, 0
        while alive and left > 0:
            spent = 0
            for option in alive:
                spent += self._play_out(view, option, time, left - spent)
            left, time = left - spent, time + 1
            each = spent / len(alive)
            rest = sorted((o for o in alive if o is not options[0]), key=lambda o: -o.mean)
            alive = [options[0], *rest[: max(1, len(rest) // 2)]]
            if (len(options) < 2 and time == 2) or left < each * len(alive):
                break
        return options

    def _play_out(self, view: View, option: Tried, time: int, budget: int) -> int:
        """Play an option out once, up to what the opponent answers: how many actions that took."""
        state = view.state
        key = f"{self.seed}/{state.turn}/{state.drawn}/{len(state.agenda)}/{time}"
        rng, me = random.Random(key), view.player
        assert me is not None
        position = view.fork(rng)
        position.dice = EvenDice(SeededDice(key))
        players = {p: BriskPlayer(f"{key}/{p}") for p in (1, 2)}
        done = 0
        try:
            position.apply(option.action)
            done = 1
            while done < min(AHEAD, budget) and not _is_answered(position, me, state.turn):
                mover = position.to_act
                if mover is None:
                    break
                position.apply(players[mover].choose(position.view(mover)))
                done += 1
        except (RefusedError, ValueError):
            if done == 0:  # what is offered to the view is legal: only hidden cards can make the difference
                option.results.append(-math.inf)
                return 1
        option.results.append(logit(position.state, me))
        option.last = position.state
        return done


def _is_answered(position: Position, me: int, turn: int) -> bool:
    """Has the opponent's next turn come past its activations?"""
    state: State = position.state
    if state.over or state.turn > turn + 1:
        return True
    return state.active == other(me) and state.turn > turn and state.phase > ANSWERED


# What is worth trying, likeliest first


def _options(view: View, asked: Question) -> Iterator[Action]:
    state = view.state
    if isinstance(asked, ActivationQuestion):
        found = sorted(list_offered(view, Activate), key=lambda a: (-eagerness(state, a.unit), a.unit))
        yield from found
    elif isinstance(asked, ActingQuestion):
        yield from _doings(state, asked)
    elif isinstance(asked, CypherQuestion):
        yield Pass(player=asked.player)
        plays = [(play_worth(state, a, asked.phase), a) for a in list_offered(view, Play)]
        yield from (a for value, a in sorted(plays, key=lambda p: -p[0]) if value > 0.0)


def _doings(state: State, asked: ActingQuestion) -> Iterator[Action]:
    """Before anything else is done in the activation: the best attack from here, and the best moves."""
    unit = asked.unit
    if not may_advance(state, unit) or current(state).fired:
        return
    fresh = bool(may_attack_at_all(state, unit))
    if fresh:
        shots = sorted(attacks(state, unit), key=lambda a: -a[0])[:1]
        yield from (a for _, a in shots)
    goals = goals_of(state, unit)
    leader = leader_for(state, unit, goals[0] if goals else None)
    found = choices(state, advance_order(state, unit, leader), leader, attacking=fresh)
    yield from (c.action for c in sorted(found, key=lambda c: -c.attacking))
