"""Open boards and saved games by name, save games, and judge questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.data_files import ShippedKind, shipped_files, shipped_folder
from wc3d.errors import InputError
from wc3d.registry import load_map, map_cache, rebuilder

if TYPE_CHECKING:
    from wc3d.engine.game import Game
    from wc3d.judging.dispute import Dispute, MapCache
    from wc3d.judging.solve import Answer
    from wc3d.table.table import Table

QUESTION_SOURCE = "question"
"""The name of a question in error messages if it is an object and not a file."""


class FileNotAllowedError(InputError):
    """A question names a file that is not included in wc3d, and may not open it."""


def boards() -> tuple[str, ...]:
    """Return the names of the included boards.

    >>> wc3d.boards()[:3]
    ('container-yard', 'crossroads', 'glaziers-row')
    """
    folder = shipped_folder("maps")
    files = shipped_files(ShippedKind.BOARD)
    return tuple(sorted(name for name, file in files.items() if file.parent == folder))


def board(name: str, game: str = "") -> Table:
    """Return the table of an included board, for a game.

    Unlike `load_map` it never reads a file of the caller. `game` is "neo_mechanika" (the default
    for "") or "warmachine". Raises InputError for an unknown board or game.

    >>> wc3d.board("crossroads").size
    (30.0, 30.0)
    """
    files = shipped_files(ShippedKind.BOARD)
    if name not in files:
        raise InputError(f"unknown board {name!r}; expected one of {', '.join(boards())}")
    return load_map(files[name], game)


def load_game(path: str | Path) -> Game:
    """Return the saved game of a file, at its last action.

    The file names its game, and every action is played again by the rules. Raises InputError, with
    the line, for a file that is damaged or not a game.

    >>> wc3d.load_game(save_example()).rules.name
    'neo-mechanika'
    """
    from wc3d.engine.replay import load

    return load(path, rebuilder(path))


def save_game(game: Game, path: str | Path) -> None:
    """Save a game to a file, completely or not at all. Raises InputError if it cannot be written.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "game.jsonl"
    >>> wc3d.save_game(game, path)
    >>> wc3d.load_game(path).state == game.state
    True
    """
    from wc3d.engine.replay import save

    save(game, path)


def judge(
    question: Mapping[str, Any] | str | Path, *, folder: str | Path | None = None
) -> list[Answer]:
    """Return the answers to a question file, in order. `question` is its content or its path.

    A question opens no files except included boards and meshes, by their names, so it may come
    from strangers. With `folder`, it may name boards and meshes in that folder. Raises InputError
    with every fault and its place.

    >>> [answer] = wc3d.judge({"map": "ravine", "question": {"type": "range", "from": "a", "to": "b"},
    ...     "models": [{"id": "a", "base": "large", "position": [10, 4]},
    ...                {"id": "b", "base": "small", "position": [22, 31, 5]}]})
    >>> round(answer.verdict.distance, 1)
    28.4
    """
    from wc3d.judging.dispute import read_json_or_report

    if isinstance(question, str | Path):
        source = str(question)
        data = read_json_or_report(Path(question))
    elif isinstance(question, Mapping):
        source = QUESTION_SOURCE
        data = dict(question)
    else:
        raise InputError(
            f"expected a question as a dict or the path of its file, found {type(question).__name__}"
        )
    try:
        return answer_all(read_question(data, source, map_cache(), folder))
    except FileNotAllowedError as error:
        advice = "to let a question open files, pass their folder as `folder`"
        raise InputError(f"{error}; {advice}") from None


def read_question(
    data: Any, source: str, maps: MapCache, folder: str | Path | None = None
) -> Dispute:
    """Return the content of a question file as a dispute that opens only allowed files.

    `source` is its name in error messages. Raises InputError, which is a FileNotAllowedError if
    the question names another file and there is no folder.
    """
    from wc3d.judging.dispute import read_dispute

    place = None if folder is None else Path(folder).resolve()
    if isinstance(data, dict):
        data = data | {"map": _allow_files(data.get("map"), place, source)}
    return read_dispute(data, source, place or shipped_folder("models3d"), maps)


def answer_all(dispute: Dispute, verdict_only: bool = False) -> list[Answer]:
    """Return the answers to all questions of a dispute, in order."""
    from wc3d.judging.solve import answer

    return [answer(dispute, q, verdict_only=verdict_only) for q in dispute.file.all_questions]


def _allow_files(named: Any, folder: Path | None, source: str) -> Any:
    """Return a question's map, with the path of an included board.

    Raises InputError for a file that the caller does not allow.
    """
    if isinstance(named, str):
        return str(_allowed_path(named, folder, ShippedKind.BOARD, source))
    if isinstance(named, dict):
        for shape in _mesh_shapes(named):
            _allowed_path(shape["file"], folder, ShippedKind.MESH, source)
    return named


def _mesh_shapes(map: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the shapes of a map's content that name a file."""
    terrain = map.get("terrain")
    found: list[Any] = []
    for feature in terrain if isinstance(terrain, list | tuple) else ():
        shape = feature.get("shape") if isinstance(feature, dict) else None
        found += shape if isinstance(shape, list | tuple) else [shape]
    return [s for s in found if isinstance(s, dict) and isinstance(s.get("file"), str)]


def _allowed_path(named: str, folder: Path | None, kind: ShippedKind, source: str) -> Path:
    """Return the path of an included file, or of one in the folder. Raises InputError."""
    for name, file in shipped_files(kind).items():
        if named in (name, file.name):
            return file
    if folder is None:
        raise FileNotAllowedError(f'{source}: "{named}" is not included in wc3d')
    try:
        path = (folder / named).resolve()
    except (OSError, ValueError):
        path = folder.parent
    if not path.is_relative_to(folder):
        raise InputError(f'{source}: "{named}" lies outside the folder {folder}')
    return path
