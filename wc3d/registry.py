"""The registry that finds games, the plug-ins on top, by name and imports a part at its first use.

A game is a rules set (`wc3d.engine.ruleset.RuleSet`) and optional parts for features beyond the
general screens and commands: its window displays and commands. A new game adds an entry to `GAMES`
(or calls `register`, as tests do), or is a package with an entry point of the group "wc3d.games".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wc3d._internal.data_files import ShippedKind, UnknownFileError, find_shipped_or_own_file
from wc3d._internal.game_folders import GAMES_GROUP, find_game_folder
from wc3d._internal.memo import Size, memo_per_process
from wc3d._internal.plugins import (
    describe_entry_point,
    find_entry_points,
    has_module,
    load_entry_point,
    print_warning,
)
from wc3d._internal.plugins import load_object as load_object
from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError, describe_import_error

if TYPE_CHECKING:
    from pathlib import Path

    from wc3d.engine.game import Game
    from wc3d.engine.options import GameOption
    from wc3d.engine.replay import Rebuild
    from wc3d.engine.ruleset import RuleSet
    from wc3d.engine.ruleset_types import Rulebook
    from wc3d.geometry.points import XY
    from wc3d.judging.dispute import MapCache
    from wc3d.judging.question_types import JudgeBook
    from wc3d.table.features import Feature
    from wc3d.table.space_policy import SpacePolicy
    from wc3d.table.table import Table
    from wc3d.table.table_state import Ladder


@dataclass(frozen=True)
class BookEntry:
    """A game's rulebook: the `Rulebook` as "module:name", and the function that describes its
    rulings.

    `judge` is its data for the judge (`wc3d.judging.question_types.JudgeBook`). `note` is a note to
    readers about its wording; `examples` are some ids of rules.
    """

    rules: str
    rulings: str = ""
    judge: str = "wc3d.judging.question_types:EMPTY_JUDGE_BOOK"
    note: str = ""
    examples: str = ""


@dataclass(frozen=True)
class CommandEntry:
    """A game's own command: its module, and its help in a line."""

    module: str
    help: str


@dataclass(frozen=True)
class GameEntry:
    """The parts of a game, each as "module:name", for `wc3d.games.register` or an entry point.

    `id` is the name on the command line, `name` the one in files, and `title` the one for people.
    Only `rules` and `space` are needed to play. A package names its entry as an entry point of the
    group "wc3d.games".

    >>> from wc3d.games import GameEntry, game_entry
    >>> game_entry("warmachine").rules
    'wc3d.games.warmachine.ruleset:WARMACHINE'
    """

    id: str
    name: str
    title: str
    rules: str
    space: str
    """The space policy (`wc3d.table.space_policy.SpacePolicy`), in a module quick to import."""
    options: str = ""
    """The additional options for a new game (`GameOption` tuple), in a module quick to import."""
    cautions: str = ""
    """The function that returns lines of warnings for the state of a new game."""
    book: BookEntry = BookEntry("")
    """The rulebook, in modules that are quick to import."""
    cards: str = ""
    """The function that takes paths and returns a context with more cards."""
    interaction: str = ""
    """The game's own hand controls (a `wc3d.ui.game_hooks.ControllerHooks`; no graphics)."""
    window: str = ""
    """The game's own displays in the window (a `wc3d.window.play.game_hooks.WindowHooks`)."""
    commands: Mapping[str, CommandEntry] = field(default_factory=dict)
    """The game's own subcommands."""
    lessons: str = ""
    """The lessons for new players: a tuple of `wc3d.ui.lesson_file.LessonEntry`, the easiest first;
    "" for none.
    """
    mission_file: str = ""
    """The pydantic model of a custom mission file; "" for none."""


NEO_MECHANIKA = GameEntry(
    "neo_mechanika",
    "neo-mechanika",
    "Warcaster: Neo-Mechanika",
    rules="wc3d.games.neo_mechanika.ruleset:NEO_MECHANIKA",
    space="wc3d.games.neo_mechanika.rules.space:SPACE",
    options="wc3d.games.neo_mechanika.rules.options:OPTIONS",
    cautions="wc3d.games.neo_mechanika.rules.missions.cautions:list_cautions",
    book=BookEntry(
        rules="wc3d.games.neo_mechanika.rules.book.rulebook:BOOK",
        rulings="wc3d.games.neo_mechanika.rules.book.ruling_text:describe_rulings",
        judge="wc3d.games.neo_mechanika.rules.book.judge_book:JUDGE_BOOK",
        note="In the rules of Warcaster: Neo-Mechanika, AD means Action Die (white) and PD means Power Die (red).",
        examples="NM-ATK-05, SIL-73",
    ),
    cards="wc3d.games.neo_mechanika.rules.cards:using_cards",
    interaction="wc3d.games.neo_mechanika.ui.interaction:NeoMechanikaControllerHooks",
    window="wc3d.games.neo_mechanika.ui.window_hooks:NeoMechanikaWindowHooks",
    commands={
        "force": CommandEntry(
            "wc3d.games.neo_mechanika.cli.force",
            "list what a force can include; check, print, build or import a force, or make a random one",
        ),
        "card": CommandEntry(
            "wc3d.games.neo_mechanika.cli.card",
            "print a card: stats, weapons, rules and doubts (without a name, list all cards)",
        ),
        "odds": CommandEntry(
            "wc3d.games.neo_mechanika.cli.odds",
            "compute the exact chances of an attack: to hit, to cause each amount of damage, to destroy the target",
        ),
    },
    lessons="wc3d.games.neo_mechanika.ui.lessons:LESSONS",
    mission_file="wc3d.games.neo_mechanika.rules.missions.mission_file:MissionModel",
)

WARMACHINE = GameEntry(
    "warmachine",
    "warmachine",
    "WARMACHINE",
    rules="wc3d.games.warmachine.ruleset:WARMACHINE",
    space="wc3d.games.warmachine.rules.space.policy:SPACE",
    options="wc3d.games.warmachine.rules.options:OPTIONS",
    book=BookEntry(
        rules="wc3d.games.warmachine.rules.book.rulebook:BOOK",
        rulings="wc3d.games.warmachine.rules.book.ruling_text:describe_rulings",
        judge="wc3d.games.warmachine.rules.judge_questions.judge_book:JUDGE_BOOK",
        note="",
        examples="WM-CHG-05, RUL-25",
    ),
    cards="wc3d.games.warmachine.rules.cards:using_cards",
    interaction="wc3d.games.warmachine.ui.interaction:WarmachineControllerHooks",
    window="wc3d.games.warmachine.ui.window_hooks:WarmachineWindowHooks",
    lessons="wc3d.games.warmachine.ui.lessons:LESSONS",
    commands={
        "card": CommandEntry(
            "wc3d.games.warmachine.cli.card",
            "print a card: stats, weapons, rules and doubts (without a name, list all cards)",
        ),
        "odds": CommandEntry(
            "wc3d.games.warmachine.cli.odds",
            "compute the exact chances of attacks: to hit, to mark each number of boxes, to disable systems, to remove the target",
        ),
        "force": CommandEntry(
            "wc3d.games.warmachine.cli.force",
            "list battlegroups; check, print, build or import a battlegroup, or make a random one",
        ),
    },
)

GAMES: dict[str, GameEntry] = {NEO_MECHANIKA.id: NEO_MECHANIKA, WARMACHINE.id: WARMACHINE}
"""Every game by its id. The first is the default."""


def register(entry: GameEntry) -> None:
    """Register a game."""
    GAMES[entry.id] = entry


def game_entry(id: str = "") -> GameEntry:
    """Return a game by its id or by its name in files; the first by default. Raises InputError."""
    if not id:
        return next(iter(GAMES.values()))
    for games in (lambda: GAMES, all_games):
        for entry in games().values():
            if id in (entry.id, entry.name):
                return entry
    raise InputError(
        f"unknown game {id[:60]!r}; {_describe_game_folder(id)}expected one of {', '.join(GAMES)}{suggest_similar(id, GAMES)}"
    )


def _describe_game_folder(id: str) -> str:
    """Return how to install a game whose folder is here; "" without such a folder."""
    folder = find_game_folder(id)
    if folder is None:
        return ""
    return (
        f"the folder {folder} holds this game: run python -m pip install -e {folder}, "
        f"and wc3d check --game {id} if it is still unknown; otherwise "
    )


@memo_per_process(Size.FEW)
def all_games() -> Mapping[str, GameEntry]:
    """Return every game by its id, including those of installed packages.

    A package cannot replace a game of this program. A game that cannot be used is left out, with a
    warning.
    """
    for point in find_entry_points(GAMES_GROUP).values():
        try:
            entry = load_entry_point(point)
            if not isinstance(entry, GameEntry):
                wrong = f"expected a wc3d.games.GameEntry, found {type(entry).__name__}"
                raise InputError(f"{describe_entry_point(point)} cannot be used ({wrong})")
            if entry.id in GAMES and GAMES[entry.id] != entry:
                raise InputError(
                    f"{describe_entry_point(point)} cannot be used: there is already a game {entry.id}"
                )
            for fault in find_entry_faults(entry):
                raise InputError(f"{describe_entry_point(point)} cannot be used: {fault}")
        except InputError as error:
            print_warning(error)
        else:
            GAMES.setdefault(entry.id, entry)
    return GAMES


def find_entry_faults(entry: GameEntry) -> Iterator[str]:
    """Yield what is wrong with the parts of a game, so that no fault shows in a game."""
    from wc3d.table.space_policy import SpacePolicy

    loaders: Mapping[str, Callable[[], object]] = {
        "options": lambda: game_options(entry),
        "rules": lambda: load_rules(entry),
        "space": lambda: load_object(entry.space),
    }
    for part, load in loaders.items():
        try:
            value = load()
        except InputError as error:
            yield str(error)
        except (Exception, SystemExit) as error:
            cause = describe_import_error(error)
            yield f"its {part} {getattr(entry, part)} cannot be loaded ({cause})"
        else:
            if part == "space" and not isinstance(value, SpacePolicy):
                yield f"its space {entry.space} is not a SpacePolicy"
    yield from _find_missing_modules(entry)


def _find_missing_modules(entry: GameEntry) -> Iterator[str]:
    """Yield the other parts whose module does not exist, without an import."""
    places = {
        "book": entry.book.rules,
        "cautions": entry.cautions,
        "cards": entry.cards,
        "interaction": entry.interaction,
        "window": entry.window,
        "lessons": entry.lessons,
        "mission_file": entry.mission_file,
    }
    places |= {f"command {name}": command.module for name, command in entry.commands.items()}
    for part, place in places.items():
        module = place.partition(":")[0]
        if module and not has_module(module):
            yield f"its {part} {place} cannot be loaded (there is no module {module})"


def load_rules(entry: GameEntry) -> RuleSet:
    """Return a game's rules after a check. Raises InputError that names what is missing."""
    return _load_checked_rules(entry.rules, entry.name, entry.title)


@memo_per_process(Size.FEW)
def _load_checked_rules(place: str, name: str, title: str) -> RuleSet:
    from wc3d.engine.check_rules import describe_missing_functions, find_rules_fault

    try:
        rules: RuleSet = load_object(place)
    except TypeError as error:
        if not (fault := describe_missing_functions(error)):
            raise
        raise InputError(f"{title} cannot be played: {fault}") from None
    if fault := find_rules_fault(rules, place, name):
        raise InputError(f"{title} cannot be played: {fault}")
    return rules


def playable_games() -> tuple[GameEntry, ...]:
    """Return the games with playable rules."""
    return tuple(entry for entry in GAMES.values() if entry.rules)


def space_policy_of(id: str = "") -> SpacePolicy:
    """Return a game's space policy. Raises InputError for an unknown game or a missing policy."""
    entry = game_entry(id)
    if not entry.space:
        raise InputError(
            f"{entry.title} cannot be judged yet; wc3d has only its rules, rulings, cards and odds"
        )
    return load_object(entry.space)


def load_map(path: str | Path, game: str = "") -> Table:
    """Return the table of a map file, or of a shipped board by its name, for a game.

    A file of that name in the working folder comes before the shipped board. `game` is the id of
    the game whose rules the table follows: "neo_mechanika" (the default for "") or "warmachine".
    Raises MapError, which lists every fault with its place, and InputError for an unknown game.

    >>> wc3d.load_map("ravine").size
    (48.0, 48.0)
    """
    from wc3d.table.maps import map_file

    try:
        file = find_shipped_or_own_file(path, ShippedKind.BOARD)
    except UnknownFileError as error:
        raise map_file.MapError(str(path), [map_file.FileFault("", error.reason)]) from None
    return map_file.load_map(file, space_policy_of(game))


def table_from_map(
    data: Any, source: str = "map", folder: Path | None = None, game: str = ""
) -> Table:
    """Return the table of a map given as an object, for a game.

    `data` is the parsed content of a map file. `source` is its name in error messages, and
    `folder` contains its mesh files. Raises MapError and InputError as `load_map` does.

    >>> hut = {"id": "hut", "kind": "structure",
    ...        "shape": {"type": "box", "center": [15, 15], "size": [4, 4], "height": 3}}
    >>> wc3d.table_from_map({"size": [30, 30], "terrain": [hut]}).feature("hut").high
    3.0
    """
    from wc3d.table.maps import map_file

    return map_file.table_from_map(data, space_policy_of(game), source, folder)


def new_table(
    size: XY,
    features: Iterable[Feature] = (),
    ladders: Iterable[Ladder] = (),
    *,
    name: str = "",
    game: str = "",
) -> Table:
    """Return a table of `size` (width, depth) in inches with terrain and ladders, for a game.

    The limits of a map file apply. Raises MapError with every fault, such as a duplicate id, and
    InputError for a size that is not two numbers.

    >>> wall = wc3d.feature("wall", "structure", wc3d.box((15, 15), (6, 0.5), height=2))
    >>> rungs = wc3d.Ladder("rungs", (15, 14), bottom=0, top=2)
    >>> board = wc3d.new_table((30, 30), [wall], [rungs], name="Yard")
    >>> board.name, len(board.features), len(board.ladders)
    ('Yard', 1, 1)
    """
    from wc3d.table.maps import build_board

    return build_board.build_table(size, features, ladders, name, space_policy_of(game))


def rebuilder(path: str | Path) -> Rebuild:
    """Return the function that rebuilds the game of a saved file, for `load`. Raises InputError.

    >>> callable(rebuilder(save_example()))
    True
    """
    from wc3d.engine.replay import read_rules_name

    name = read_rules_name(path)
    try:
        return rules_of(name).rebuild
    except InputError as error:
        raise InputError(f"{path} line 1: {error}") from None


def rules_of(id: str = "") -> RuleSet:
    """Return the rules of a game by its id or file name. Raises InputError.

    >>> wc3d.games.rules_of("warmachine").title
    'WARMACHINE'
    """
    entry = game_entry(id)
    if not entry.rules:
        raise InputError(
            f"{entry.title} cannot be played yet; wc3d has only its rules, rulings, cards and odds"
        )
    return load_rules(entry)


def load_controller_hooks(rules: RuleSet) -> Any:
    """Return the game's class for hand controls; None if it has none or is not registered."""
    return _load_part(rules, "interaction")


def load_window_hooks(rules: RuleSet) -> Any:
    """Return the class of a game's own displays in the window; None if there is none."""
    return _load_part(rules, "window")


def _load_part(rules: RuleSet, part: str) -> Any:
    place = next((getattr(entry, part) for entry in GAMES.values() if entry.name == rules.name), "")
    return load_object(place) if place else None


def mission_file_model(rules: RuleSet) -> Any:
    """Return the pydantic model of a game's custom mission files; None if it has none."""
    return _load_part(rules, "mission_file")


def game_options(entry: GameEntry) -> tuple[GameOption, ...]:
    """Return the additional options for a new game."""
    return load_object(entry.options) if entry.options else ()


def load_lessons(rules: RuleSet) -> Any:
    """Return a game's lessons (`wc3d.ui.lesson_file.LessonEntry`); empty if it has none."""
    return _load_part(rules, "lessons") or ()


def start_cautions(game: Game) -> tuple[str, ...]:
    """Return warnings about a new game, a line each: its differences from the mission."""
    get_cautions = _load_part(game.rules, "cautions")
    return get_cautions(game.state) if get_cautions else ()


def load_rulebook(id: str = "") -> Rulebook:
    """Return a game's rulebook. Raises InputError if it has none."""
    entry = game_entry(id)
    if not entry.book.rules:
        raise InputError(f"wc3d has no rules for {entry.title} to look up")
    return load_object(entry.book.rules)


def load_judge_book(id: str = "") -> JudgeBook:
    """Return the rulebook's data for the judge. Raises InputError for an unknown game."""
    return load_object(game_entry(id).book.judge)


def map_cache(game: str = "", edition: str = "") -> MapCache:
    """Return an empty cache of maps for a game. Questions on the same map then read it once.

    `edition` names an edition of the game. A question file may name another game or edition.
    Raises InputError for an unknown game or edition.

    >>> len(map_cache("warmachine").types) > len(map_cache().types)
    True
    """
    from wc3d.judging.dispute import MapCache

    space = space_policy_of(game)
    book = load_judge_book(game)
    return MapCache(
        space.of_edition(edition) if edition else space,
        book.types,
        model=book.model,
        other=map_cache,
    )


def describe_rulings(id: str, words: Sequence[str], full: bool) -> list[str]:
    """Describe the rulings with these words, where the book is silent. Raises InputError."""
    entry = game_entry(id)
    if not entry.book.rulings:
        raise InputError(f"wc3d has no rulings for {entry.title}")
    return load_object(entry.book.rulings)(words, full)


def with_added_cards(id: str, paths: Sequence[str]) -> AbstractContextManager[object]:
    """Return a context that adds these folders and files of cards. Raises InputError."""
    if not paths:
        return nullcontext()
    entry = game_entry(id)
    if not entry.cards:
        raise InputError(f"--cards: wc3d cannot add cards to {entry.title}")
    return load_object(entry.cards)(paths)
