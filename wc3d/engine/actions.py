"""Actions, offers, verdicts and events."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

PLAYERS = (1, 2)


def opponent_of(player: int) -> int:
    """Return the opponent of a player."""
    return 3 - player


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on an action. It is true if the action is legal.

    - `legal`: the same as a bool. `code`: one word, such as "not_now"; "legal" if legal.
    - `text`: a refusal in a sentence. `rule`: the id of the rule.
    - `page`: its page in the game's book. `source`: both in words ("p. 30, MOV-03").
    - `evidence`: the basis of the verdict: a move, a line of sight, a receipt.

    >>> verdict = game.check(Choose(player=2, option="left"))
    >>> bool(verdict), verdict.legal
    (False, False)
    """

    legal: bool
    code: str = "legal"
    text: str = ""
    page: str = ""
    rule: str = ""
    evidence: Any = field(default=None, compare=False)
    source: str = field(default="", compare=False)

    def __bool__(self) -> bool:
        return self.legal

    @property
    def reason(self) -> str:
        """The text for people: without the code, with the page of the rule."""
        return self.text + (f" ({self.source})" if self.source else "")

    def __str__(self) -> str:
        if self.legal:
            return self.text or "legal"
        return f"{self.code}: {self.reason}"


LEGAL = Verdict(True)


class RefusedError(Exception):
    """The rules reject an action. Nothing has changed. `verdict` says why.

    >>> try:
    ...     copy(game).apply(Choose(player=1, option="first"))
    ... except wc3d.RefusedError as error:
    ...     print(error.verdict.code)
    wrong_player
    """

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


Inches = Annotated[float, Field(strict=True)]
"""A finite number of inches in an action. JSON's true and "3" are rejected."""


class Action(BaseModel):
    """An action of a player. A frozen value with a JSON form, in which `type` names its kind.

    The actions of a game are subclasses: see `wc3d.games.neo_mechanika.rules.actions`. Unknown
    keys and wrong types raise pydantic's ValidationError; `game.rules.play.read_action(data)`
    raises RefusedError instead.

    >>> action = Choose(player=2, option="first")
    >>> action.model_dump()
    {'type': 'choose', 'player': 2, 'option': 'first'}
    >>> game.rules.play.read_action(action.model_dump()) == action
    True
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    type: str
    player: int = Field(strict=True)


class Pass(Action):
    """Continue without an action: go to the next step, end the activity, or decline a choice."""

    type: Literal["pass"] = "pass"


class Concede(Action):
    """Give up the game."""

    type: Literal["concede"] = "concede"


class Choose(Action):
    """Choose an option of the open question. `option` is one that the question names.

    >>> [action.option for action in game.offers()[0].candidates()]
    ['first', 'south', 'north']
    """

    type: Literal["choose"] = "choose"
    option: str


class Correction(Action):
    """A judge's correction of a model's position (`at`, in plan, on the highest level there) and
    facing.

    It belongs to no player (`player` is 0), needs no rule, and is in the record like any action.
    """

    type: Literal["correction"] = "correction"
    player: Literal[0] = 0
    model: str = Field(max_length=100)
    at: tuple[Inches, Inches]
    facing: Annotated[float, Field(strict=True)] | None = None
    why: str = Field("", max_length=200)


def read_correction(data: Any) -> Correction | None:
    """Parse a correction; None for any other kind of action. Raises RefusedError."""
    if not isinstance(data, dict) or data.get("type") != "correction":
        return None
    action = read_action(
        data, actions_by_type(Correction), {"at": "expected a place: two numbers in inches"}
    )
    assert isinstance(action, Correction)
    return action


def actions_by_type(*kinds: type[Action]) -> dict[str, type[Action]]:
    """Return kinds of actions by their names in files."""
    return {kind.model_fields["type"].default: kind for kind in kinds}


def read_action(data: Any, kinds: Mapping[str, type[Action]], forms: Mapping[str, str]) -> Action:
    """Parse an action of one of these kinds. `forms` describe the expected format of special
    parts.

    Raises RefusedError (code "unreadable") with the place of the fault.
    """
    kind = (
        kinds.get(data.get("type", ""))
        if isinstance(data, dict) and isinstance(data.get("type"), str)
        else None
    )
    if kind is None:
        raise RefusedError(
            Verdict(
                False, "unreadable", f"an action needs a type; expected one of {', '.join(kinds)}"
            )
        )
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        part, *_ = first["loc"] or ("",)
        place = ".".join(str(p) for p in first["loc"][:2] if "[" not in str(p))
        problem = forms.get(str(part), first["msg"].lower()) if part in data else "missing"
        raise RefusedError(
            Verdict(False, "unreadable", f"{data['type']}: {place}: {problem}")
        ) from None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. A frozen value; the events of a game are subclasses.

    `RULE` is the id of the rule that made it happen. `reveals` says whether it shows a hidden card.

    >>> type(game.log[0]).__name__, game.log[0].seen_by(2).cards[0]
    ('Shuffled', '?')
    """

    RULE: ClassVar[str] = ""

    @property
    def reveals(self) -> bool:
        """Return whether the event revealed a hidden card to any player."""
        return False

    def evolve(self, state: Any) -> Any:
        """Return the state after the event."""
        return state

    def seen_by(self, player: int | None) -> Event:
        """Return the event as a player knows it. None means a spectator."""
        return self


class Offer(Protocol):
    """One kind of action that may be done now. Positions are continuous, so not all can be listed.

    - `type`: the kind of action. `player`: who may do it. `text`: its description for people.
    - `check(action)`: whether this action is legal now, as a `Verdict`.
    - `candidates()`: yields actions of this kind: all of them if finite, else useful examples.
    - `sample(rng)`: a legal action of this kind at random, or None if none was found.

    >>> offer = game.offers()[0]
    >>> action = offer.sample(random.Random(1))
    >>> offer.type, action.type, bool(offer.check(action))
    ('choose', 'choose', True)
    """

    @property
    def type(self) -> str:
        """The kind of action."""

    @property
    def player(self) -> int:
        """The player who may do it."""

    @property
    def text(self) -> str:
        """The description of the action for people."""

    def check(self, action: Action) -> Verdict:
        """Return whether this action is legal now."""

    def candidates(self) -> Iterable[Action]:
        """Yield actions of this kind: all of them if finite, else useful examples."""

    def sample(self, rng: random.Random) -> Action | None:
        """Return a legal action of this kind at random, or None if none was found."""
