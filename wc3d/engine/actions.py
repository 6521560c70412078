"""What is asked (Action), what may be asked (Offer), the answer (Verdict), what happened (Event)."""
from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError


@dataclass(frozen=True, slots=True)
class Verdict:
    """May it be done? Truthy if so. A refusal has a code, a sentence, a page and the rule's id.

    `page` is numbered as the game's book numbers its pages; `source` says in words where the rule is written ("p. 30, MOV-03").
    `evidence` is what the verdict was computed from (a move, a line of sight, a receipt), for drawing and for checking.
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
        """The text for people: without the code, with the place of the rule."""
        return self.text + (f" ({self.source})" if self.source else "")

    def __str__(self) -> str:
        if self.legal:
            return self.text or "legal"
        return f"{self.code}: {self.reason}"


LEGAL = Verdict(True)


class RefusedError(Exception):
    """An action was asked that the rules do not allow now. Nothing has changed. `verdict` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class Action(BaseModel):
    """What a player asks for. A value: frozen, compares, and has a JSON form (`type` names its kind)."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    type: str
    player: int = Field(strict=True)


class Pass(Action):
    """Nothing here, or nothing more: go on to the next step, end what is under way, decline a choice."""

    type: Literal["pass"] = "pass"


class Concede(Action):
    """Give up the game."""

    type: Literal["concede"] = "concede"


class Choose(Action):
    """Pick one of the options that the open question names (what the winner of a roll takes, which ability, which model)."""

    type: Literal["choose"] = "choose"
    option: str


class Correction(Action):
    """A judge puts a model elsewhere on the table: to what `at` says from above, on the highest level there; looking that way.

    It is nobody's move (`player` is 0), no rule is asked, and it is in the record like any action.
    """

    type: Literal["correction"] = "correction"
    player: Literal[0] = 0
    model: str = Field(max_length=100)
    at: tuple[float, float]
    facing: float | None = None
    why: str = Field("", max_length=200)


def read_correction(data: Any) -> Correction | None:
    """A correction of its JSON form; None for any other kind of action. Raises RefusedError for what cannot be read."""
    if not isinstance(data, dict) or data.get("type") != "correction":
        return None
    action = read_action(data, kinds_of(Correction), {"at": "expected a place: two numbers in inches"})
    assert isinstance(action, Correction)
    return action


def kinds_of(*kinds: type[Action]) -> dict[str, type[Action]]:
    """Kinds of actions by the names that files give them."""
    return {kind.model_fields["type"].default: kind for kind in kinds}


def read_action(data: Any, kinds: Mapping[str, type[Action]], forms: Mapping[str, str]) -> Action:
    """An action of one of these kinds from its JSON form. `forms` say what is expected in parts that have a form of their own.

    Raises RefusedError (code "unreadable") that says where it is wrong.
    """
    kind = kinds.get(data.get("type", "")) if isinstance(data, dict) and isinstance(data.get("type"), str) else None
    if kind is None:
        raise RefusedError(Verdict(False, "unreadable", f"an action needs a type: one of {', '.join(kinds)}"))
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        part, *_ = first["loc"] or ("",)
        place = ".".join(str(p) for p in first["loc"][:2] if "[" not in str(p))
        told = forms.get(str(part), first["msg"].lower()) if part in data else "missing"
        raise RefusedError(Verdict(False, "unreadable", f"{data['type']}: {place}: {told}")) from None


@dataclass(frozen=True, slots=True)
class Event:
    """What happened. A value.

    `RULE` is the id of the rule that made it happen; `reveals` whether it shows a hidden card (such an action is never undone).
    """

    RULE: ClassVar[str] = ""

    @property
    def reveals(self) -> bool:
        """Did a hidden card become known to someone?"""
        return False

    def evolve(self, state: Any) -> Any:
        """The state after it."""
        return state

    def seen_by(self, player: int | None) -> Event:
        """The event as a player (None: a spectator) knows it."""
        return self


class Offer(Protocol):
    """One kind of action that may be asked now, and by whom: the table is continuous, so not all can be listed."""

    @property
    def type(self) -> str:
        """The kind of action."""

    @property
    def player(self) -> int:
        """Who may ask for it."""

    @property
    def text(self) -> str:
        """What it does, for people."""

    def check(self, action: Action) -> Verdict:
        """May this action be done now?"""

    def candidates(self) -> Iterable[Action]:
        """The actions of this kind that can be listed: all of them if finite, else the ones worth naming."""

    def sample(self, rng: random.Random) -> Action | None:
        """One legal action of this kind at random, or None if none was found."""
