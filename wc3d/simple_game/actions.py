"""The actions of a simple game: one class for each kind, with its rule, its effect and examples."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from wc3d.engine.actions import LEGAL, Action, Pass, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.errors import require_result
from wc3d.geometry.points import XY
from wc3d.simple_game.state import SimpleModel, SimpleState

FIRST_FIELDS = ("type", "player", "model")
"""The fields of every action of a model."""


class SimpleAction(Action):
    """An action of a model. Write a subclass for each kind, and list it in `SimpleGame.actions`.

    A subclass needs `type: Literal["name"] = "name"` and `resolve`. A field `target` is a model's
    id, and a field `to` is a place. The screens then let the player click a target or a place.
    """

    help: ClassVar[str] = ""
    """What the player does, in a sentence."""

    uses: ClassVar[int] = 1
    """How many times a model may do it in a round."""

    model: str

    def check(self, state: Any) -> Verdict:
        """Return whether the rules allow it. The turn order has been checked before."""
        return LEGAL

    def resolve(self, r: Resolution) -> None:
        """Carry out the action: roll dice with `r.roll`, and change `r.state` with `r.emit`."""
        raise NotImplementedError

    @classmethod
    def examples(cls, state: Any, model: Any) -> Iterable[Self]:
        """Yield actions of this model to list and for bots, legal or not."""
        return ()

    @classmethod
    def sample(cls, state: Any, model: Any, rng: random.Random) -> Self | None:
        """Return an action of this model at random, legal or not; by default one of the examples."""
        examples = [action for action in cls.examples(state, model) if action.check(state)]
        return rng.choice(examples) if examples else None

    def describe(self, state: Any) -> str:
        """Return the action in words, as in a list."""
        words = [f"{state.name_of(self.model)}: {self.type}"]
        for name, value in self:
            if name not in FIRST_FIELDS:
                is_place = isinstance(value, tuple)
                words.append(describe_place(value) if is_place else state.name_of(str(value)))
        return " ".join(words)


def describe_place(at: XY) -> str:
    """Return a place in words."""
    return f"to ({at[0]:g}, {at[1]:g})"


def type_name(kind: type[Action]) -> str:
    """Return the name of a kind of action in files."""
    return str(kind.model_fields["type"].default)


def own_fields(kind: type[Action]) -> tuple[str, ...]:
    """Return the fields that a kind of action adds to type, player and model."""
    return tuple(name for name in kind.model_fields if name not in FIRST_FIELDS)


def refuse(code: str, text: str, evidence: Any = None) -> Verdict:
    """Return the verdict that rejects an action, with the reason in a sentence."""
    return Verdict(False, code, text, evidence=evidence)


def allowed_if(evidence: Any, text: str = "") -> Verdict:
    """Return the verdict of a move or a line of sight: legal if it is, else its reason or `text`."""
    if evidence:
        return Verdict(True, evidence=evidence)
    reason = text or getattr(evidence, "reason", "")
    return refuse(getattr(evidence, "code", "") or "not_possible", reason, evidence)


@dataclass(frozen=True)
class SimpleOffer:
    """One kind of action on offer to the player who has the turn."""

    game: Any
    state: SimpleState
    player: int
    kind: type[Action]

    @property
    def type(self) -> str:
        """The kind of action."""
        return type_name(self.kind)

    @property
    def text(self) -> str:
        """The description of the action for people."""
        if issubclass(self.kind, SimpleAction):
            return self.kind.help or self.type
        return "end the turn" if self.state.active else "wait for the rest of the round"

    def check(self, action: Action) -> Verdict:
        """Return whether this action is legal now."""
        verdict: Verdict = self.game.check(self.state, action)
        return verdict

    def candidates(self) -> Iterator[Action]:
        """Yield the legal examples of each model."""
        return (action for action in self._list_actions() if self.check(action))

    def _list_actions(self) -> Iterator[Action]:
        if not issubclass(self.kind, SimpleAction):
            yield Pass(player=self.player)
            return
        for model in self._users():
            examples = self.kind.examples(self.state, model)
            if not isinstance(examples, Iterable):
                require_result(self.kind.examples, examples, False, "actions: yield each of them")
            for action in examples:
                if not isinstance(action, self.kind):
                    expected = f"actions of the class {self.kind.__name__}"
                    require_result(self.kind.examples, action, False, expected)
                yield action

    def _users(self) -> Sequence[SimpleModel]:
        """Return the models that may still do this kind of action."""
        ready = self.state.ready_models(self.player)
        uses = getattr(self.kind, "uses", 1)
        return [model for model in ready if model.used.count(self.type) < uses]

    def sample(self, rng: random.Random) -> Action | None:
        """Return a legal action of this kind at random, or None if none was found."""
        if not issubclass(self.kind, SimpleAction):
            return Pass(player=self.player)
        models = list(self._users())
        rng.shuffle(models)
        for model in models:
            action = self.kind.sample(self.state, model, rng)
            is_valid = action is None or isinstance(action, self.kind)
            require_result(self.kind.sample, action, is_valid, "an action or None")
            if action is not None and self.check(action):
                return action
        return next(self.candidates(), None)
