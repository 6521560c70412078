"""A position that can be played on without a record: what a search forks, tries and throws away."""
from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wc3d.engine.actions import Action, Event, Offer, RefusedError, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import Dice, SeededDice, copied
from wc3d.engine.modifiers import Receipt
from wc3d.spelling import pluralize

if TYPE_CHECKING:
    from wc3d.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """What one player knows: the rules, the state without what is hidden, what may be asked, and what has happened."""

    rules: RuleSet
    player: int | None
    state: Any
    to_act: int | None
    offers: tuple[Offer, ...]
    log: tuple[Event, ...]

    def __repr__(self) -> str:
        who = f"player {self.player}" if self.player is not None else "a spectator"
        return f"<View of {who}: {self.rules.clock(self.state) or self.rules.title}, {pluralize(len(self.offers), 'offer')}>"

    def fork(self, rng: random.Random) -> Position:
        """A position that may be the true one, to be played on: what is hidden is dealt by chance, and so are its dice."""
        return Position(self.rules, self.rules.determinize(self, rng), SeededDice(rng.getrandbits(64)))


class Position:
    """A game at one point, to be played on. `state` is a frozen value; only `apply` changes which one it is.

    It keeps no record, log or file: going back is forking before. A fork takes a microsecond and shares nothing that changes.
    """

    def __init__(self, rules: RuleSet, state: Any, dice: Dice) -> None:
        self.rules = rules
        self.state = state
        self.dice = dice

    def __repr__(self) -> str:
        asked = "over" if self.to_act is None else f"player {self.to_act} to act"
        where = self.rules.clock(self.state)
        return f"<{type(self).__name__} {self.rules.headline(self.state)}: {where}{', ' if where else ''}{asked}>"

    @property
    def to_act(self) -> int | None:
        """Whose action is awaited? None when the game is over."""
        return self.rules.to_act(self.state)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.to_act is None

    def fork(self, dice: Dice | None = None) -> Position:
        """The same position to go on from by itself, with these dice or with dice that fall as these will: for searches.

        A player who searches takes dice of its own, or knows what will be rolled (and `View.fork`, or knows what is hidden).
        """
        return Position(self.rules, self.state, copied(self.dice) if dice is None else dice)

    def check(self, action: Action) -> Verdict:
        """May this be done now? A refusal has a code, a sentence and a page. Changes nothing."""
        return self.rules.check(self.state, action)

    def apply(self, action: Action, dice: Dice | None = None) -> tuple[Event, ...]:
        """Do it, with these dice for once if some are given: what happened. Raises RefusedError, and then nothing has changed.

        The same is true of what the dice raise.
        """
        resolution = self._resolved(action, dice)
        self.state = resolution.state
        return tuple(resolution.events)

    def _resolved(self, action: Action, dice: Dice | None) -> Resolution:
        verdict = self.check(action)
        if not verdict:
            raise RefusedError(verdict)
        resolution = Resolution(self.state, dice or self.dice, self.rules.steps)
        self.rules.decide(resolution, action)
        return resolution

    def offers(self) -> tuple[Offer, ...]:
        """What may be asked now by the player whose action is awaited."""
        return () if self.to_act is None else self.rules.offers(self.state, self.to_act)

    def view(self, player: int | None) -> View:
        """What a player knows (None: a spectator, who knows what both know)."""
        asked = self.to_act if player is not None and self.to_act == player else None
        hidden = self.rules.seen_by(self.state, player)
        offers = self.rules.offers(hidden, asked) if asked else ()
        return View(self.rules, player, hidden, self.to_act, offers, self._seen_log(player))

    def _seen_log(self, player: int | None) -> tuple[Event, ...]:
        """What the player has seen happen, as far as it was kept."""
        return ()

    def explain(self, id: str, name: str) -> Receipt:
        """A number of a model as it is now, with its receipt. Raises KeyError for what is not there."""
        return self.rules.explain(self.state, id, name)

    def digest(self) -> str:
        """The state's hash."""
        return self.rules.digest(self.state)
