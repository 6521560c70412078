"""The types in a game's interface: missions, plans, action kinds, outcomes, rulebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from wc3d.engine.actions import Event

if TYPE_CHECKING:
    from wc3d.table.table import Table


@dataclass(frozen=True)
class MissionEntry:
    """A selectable mission: its id and name, the size of its table in inches, and its size class
    ("skirmish", "full").

    `is_default` makes it the default of its size. `source` is its place in the book ("p. 58").
    `board` is the name of a shipped board or the path of a map file. `forces` are the forces
    offered first. `allows_any_table` allows tables of another size. `summary` describes it in a few
    sentences.
    """

    id: str
    name: str
    table: tuple[float, float]
    size: str = ""
    is_default: bool = False
    source: str = ""
    board: str = ""
    forces: tuple[str, str] = ("", "")
    allows_any_table: bool = False
    summary: str = ""


@dataclass(frozen=True)
class GamePlan:
    """The plan of a new game. `options` are the game's own, by name (see `wc3d.engine.options`), a
    pair if set per player.

    `mission` is its id, or the game's own value for a mission without an id.
    """

    mission: Any
    table: Table
    forces: tuple[Any, Any]
    names: tuple[str, str] = ("Player 1", "Player 2")
    seed: int | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ActionKind:
    """The presentation of a kind of action on a screen.

    - `is_done_on_board`: the player points at the board. `is_endless`: only examples can be listed.
    - `is_for_any_model`: the player first clicks any of their own models.
    - `is_listed`: each action is a button of the question, unless a kind for any model is on offer.
    - `is_on_card`: the action is on the card of its subject.
    - `targets_enemies`: the action targets an enemy, and its targets are highlighted.
    - `instruction`: how to do it, in a sentence. `short_name`: a short name for lists of kinds.
    - `none_text`: the text if no such action is possible.
    - `button_text`: its button on a card. `is_main_button`: whether that button stands out.
    - `may_lack_examples`: the action may be possible even if no example was found.
    - `rank`: the order in lists, lowest first.
    """

    type: str
    is_done_on_board: bool = False
    is_endless: bool = False
    is_for_any_model: bool = False
    is_listed: bool = True
    is_on_card: bool = True
    targets_enemies: bool = False
    instruction: str = ""
    short_name: str = ""
    none_text: str = ""
    button_text: str = ""
    is_main_button: bool = False
    may_lack_examples: bool = False
    rank: int = 0


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game, for tables of results. Player 1's numbers come first."""

    winner: int
    ended: str
    first: int
    points: tuple[int, int]
    lost: tuple[int, int]
    rounds: int


@dataclass(frozen=True)
class Chances:
    """The chances of an action before its roll: to hit, to destroy, and the dice in words."""

    weapon: str
    hit: float
    destroy: float
    words: str
    cover: bool = False


class Teller(Protocol):
    """A narrator of a game in lines, with one player's knowledge. `state` is its present point."""

    state: Any

    def format_lines(self, happened: Iterable[Event]) -> list[str]:
        """Return the lines for events. Incomplete events (an attack) wait."""

    def format_rest(self) -> list[str]:
        """Return the lines for waiting events."""


class Rulebook(Protocol):
    """A rulebook. Its entries are the game's own values; `describe` formats an entry."""

    def is_id(self, text: str) -> bool:
        """Return whether a text has the form of an id, existing or not."""

    def rule(self, id: str) -> Any:
        """Return the rule with this id. Raises InputError with similar ids."""

    def related(self, rule: Any) -> Sequence[Any]:
        """Return the rules that this rule names, and those that name it."""

    def search(self, words: Iterable[str]) -> Sequence[Any]:
        """Return the rules that answer a plain-language question, best first."""

    def describe(self, rule: Any) -> str:
        """Return a rule over several lines, with its text and place."""

    def in_short(self, rule: Any) -> str:
        """Return a rule in one sentence, with its page and its id."""

    def contents(self) -> list[str]:
        """Return every rule, section by section."""
