"""A position without a record, for searches to fork, try and discard."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wc3d._internal.plugins import load_object
from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Action, Event, Offer, RefusedError, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import Dice, SeededDice, copy_dice
from wc3d.engine.receipt import Receipt

if TYPE_CHECKING:
    from wc3d.engine.ruleset import RuleSet


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """The knowledge of one player in a game. A frozen value.

    - `player`: 1, 2, or None for a spectator. `to_act`: the player who must act, or None.
    - `state`: the game's state without the parts hidden from this player.
    - `offers`: the player's legal kinds of action. Empty if it is not their turn to act.
    - `log`: the events this player has seen, as a tuple of `Event`. `rules`: the `RuleSet`.

    >>> view = game.view(1)
    >>> view.state.players[2].hand
    ('?', '?', '?', '?', '?')
    """

    rules: RuleSet
    player: int | None
    state: Any
    to_act: int | None
    offers: tuple[Offer, ...]
    log: tuple[Event, ...]

    def __repr__(self) -> str:
        owner = f"player {self.player}" if self.player is not None else "a spectator"
        return f"<View of {owner}: {self.rules.text.clock(self.state) or self.rules.title}, {pluralize(len(self.offers), 'offer')}>"

    def fork(self, rng: random.Random) -> Position:
        """Return a position that may be the true one, for a search.

        Hidden cards and future dice are drawn at random with `rng`, independent of the true ones.

        >>> "?" in game.view(1).fork(random.Random(1)).state.players[2].hand
        False
        """
        return Position(
            self.rules, self.rules.play.determinize(self, rng), SeededDice(rng.getrandbits(64))
        )


class Position:
    """A game at one point, without record or log, for searches.

    `state` is a frozen value; only `apply` replaces it. `rules` is the `RuleSet`, and `dice` roll
    for `apply`. To go back, fork before. A fork shares nothing that changes.

    >>> ahead = game.view(1).fork(random.Random(1))
    >>> ahead.fork().to_act == ahead.to_act
    True
    """

    def __init__(self, rules: RuleSet, state: Any, dice: Dice) -> None:
        self.rules = rules
        self.state = state
        self.dice = dice

    def __repr__(self) -> str:
        turn_note = "over" if self.to_act is None else f"player {self.to_act} to act"
        progress = self.rules.text.clock(self.state)
        return f"<{type(self).__name__} {self.rules.text.headline(self.state)}: {progress}{', ' if progress else ''}{turn_note}>"

    def _repr_svg_(self) -> str:
        svg: str = load_object("wc3d.printing.table_svg:position_svg")(self)
        return svg

    @property
    def to_act(self) -> int | None:
        """Return the player who must act (1 or 2), or None when the game is over.

        >>> game.to_act
        2
        """
        return self.rules.play.to_act(self.state)

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.to_act is None

    def fork(self, dice: Dice | None = None) -> Position:
        """Return an independent copy of this position.

        It rolls with `dice`, or else with dice that will show the same as these. A player who
        searches should give dice of its own, so that it does not learn future rolls.

        >>> from wc3d.engine.dice import SeededDice
        >>> ahead = game.view(1).fork(random.Random(1))
        >>> one = ahead.fork(SeededDice(1))
        >>> events = one.apply(Choose(player=2, option="first"))
        >>> ahead.to_act, one.to_act
        (2, 1)
        """
        return Position(self.rules, self.state, copy_dice(self.dice) if dice is None else dice)

    def check(self, action: Action) -> Verdict:
        """Return whether an action is legal now, as a `Verdict`. Nothing changes."""
        return self.rules.play.check(self.state, action)

    def apply(self, action: Action, dice: Dice | None = None) -> tuple[Event, ...]:
        """Carry out an action and return its events.

        `dice` roll for this action alone, if given. Raises RefusedError for an illegal action, and
        DiceError or DiceWantedError from the dice; then nothing has changed.
        """
        resolution = self._resolve(action, dice)
        self.state = resolution.state
        return tuple(resolution.events)

    def _resolve(self, action: Action, dice: Dice | None) -> Resolution:
        verdict = self.check(action)
        if not verdict:
            raise RefusedError(verdict)
        resolution = Resolution(self.state, dice or self.dice, self.rules.play.steps)
        self.rules.play.decide(resolution, action)
        return resolution

    def offers(self) -> tuple[Offer, ...]:
        """Return the offers to the player who must act: an `Offer` for each kind of action.

        >>> [offer.type for offer in game.offers()]
        ['choose']
        """
        return () if self.to_act is None else self.rules.play.offers(self.state, self.to_act)

    def view(self, player: int | None) -> View:
        """Return a player's knowledge, as a `View`.

        None means a spectator, who has the knowledge common to both players.

        >>> len(game.view(2).offers), len(game.view(1).offers)
        (1, 0)
        """
        asked_player = self.to_act if player is not None and self.to_act == player else None
        known_state = self.rules.play.seen_by(self.state, player)
        offers = self.rules.play.offers(known_state, asked_player) if asked_player else ()
        return View(self.rules, player, known_state, self.to_act, offers, self._seen_log(player))

    def _seen_log(self, player: int | None) -> tuple[Event, ...]:
        """Return the stored events that the player has seen."""
        return ()

    def explain(self, id: str, name: str) -> Receipt:
        """Return a number of a model with its receipt.

        Raises KeyError for an unknown model or number.
        """
        return self.rules.play.explain(self.state, id, name)

    def digest(self) -> str:
        """Return a hash of the state. Equal states have equal hashes on every machine.

        >>> game.digest() == copy(game).digest()
        True
        """
        return self.rules.play.digest(self.state)
