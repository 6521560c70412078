"""What a game answers with: missions, plans of new games, kinds of actions, results, chances, what tells it, its book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from wc3d.engine.actions import Event

if TYPE_CHECKING:
    from wc3d.table.table import Table


@dataclass(frozen=True)
class MissionEntry:
    """A mission that can be chosen: its id and name, the table it is played on (inches), its size ("skirmish", "full").

    `usual`: it is meant if none of its size is named. `source` says where it is described ("p. 58"). `board` is the shipped
    board and `forces` are the forces that are offered first. `any_table`: may it be played on a table of another size?
    `told` says in a few sentences what it is about.
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
    """What a new game is made of. `options` are the game's own, by name (see `Option`); one for each player is a pair.

    `mission` is its id, or the game's own value of one that has none.
    """

    mission: Any
    table: Table
    forces: tuple[Any, Any]
    names: tuple[str, str] = ("Player 1", "Player 2")
    seed: int | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ActionKind:
    """How a screen offers a kind of action.

    `by_pointing`: it is done by pointing at the board; `endless`: there are endlessly many, and only examples can be listed.
    `broad`: it is done with any of one's own models, which one clicks first; `listed`: each of its actions is a button of the
    question, unless something broad is asked, too. `on_card`: it stands on the card of what it names. `strikes`: it is aimed
    at an enemy, and its targets are lit. `how` says how it is done, in a sentence; `short` names it in a few words where several
    kinds are offered together; `none` says that nothing of the kind is possible; `verb` is its button on the card of what it is
    done with, and `main` makes that button stand out. `unlisted`: it may be possible although no example of it was found.
    A screen lists kinds by `rank`, lowest first.
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
    """How a game ended, for tables of results. Player 1's numbers come first."""

    winner: int
    ended: str
    first: int
    points: tuple[int, int]
    lost: tuple[int, int]
    rounds: int


@dataclass(frozen=True)
class Chances:
    """The chances of an action before its dice are rolled: of hitting, of destroying, and the dice behind them in words."""

    weapon: str
    hit: float
    destroy: float
    words: str
    cover: bool = False


class Teller(Protocol):
    """Tells a game as it goes on, in lines, as one player knows it. `state` is where the telling has come to."""

    state: Any

    def format_lines(self, happened: Iterable[Event]) -> list[str]:
        """The lines for what has happened; what is not complete yet (an attack) waits."""

    def format_rest(self) -> list[str]:
        """What has waited so far."""


class Rulebook(Protocol):
    """A book of rules. Its entries are the game's own values; `describe` puts them in words that fit the terminal."""

    def is_id(self, text: str) -> bool:
        """Is this written as an id is? (It need not exist.)"""

    def rule(self, id: str) -> Any:
        """The rule with this id. Raises InputError, with ids that look like it."""

    def related(self, rule: Any) -> Sequence[Any]:
        """The rules that this one names, and those that name it."""

    def search(self, words: Iterable[str]) -> Sequence[Any]:
        """The rules that a question in plain words is about, best first."""

    def describe(self, rule: Any) -> str:
        """A rule over several lines: what it says, and where."""

    def in_short(self, rule: Any) -> str:
        """A rule in one sentence, with its page and its id."""

    def contents(self) -> list[str]:
        """Every rule, section by section."""
