"""The results file of a series: one line for each game, appended as soon as the game ends."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import write_atomic
from wc3d.errors import InputError, read_bounded_file

if TYPE_CHECKING:
    from wc3d.bots.tournament import GameResult, Series

MAX_FILE_BYTES = 200_000_000
"""The maximum size in bytes of a results file; a game's line has about 500."""

PROGRAM_PARTS = {"version": "version", "cards": "card set"}
"""The fields that describe the program that played the game, with their display names."""


class ResultsWriter:
    """A writer for the results file of a series."""

    def __init__(self, path: str, series: Series) -> None:
        """Open or create the file and cut off an incomplete last line. Raises InputError.

        A file with other content than games of this series is refused and stays unchanged.
        """
        self.path = Path(path)
        results = (
            read_results(self.path) if self.path.exists() else ResultsFile([], b"", is_cut=False)
        )
        self.games = results.games
        require_same_series(series, self.games, self.path)
        try:
            if not self.path.exists() or self.path.read_bytes() != results.content:
                write_atomic(self.path, results.content)
            if results.is_cut:
                print(
                    f"wc3d: {path}: the last line is incomplete; its game is played again",
                    file=sys.stderr,
                )
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None

    def append(self, played: GameResult) -> None:
        """Append a game. Raises InputError; the next run cuts off a partly written line."""
        try:
            with self.path.open("ab") as file:
                file.write((to_json_line(played) + "\n").encode())
        except OSError as error:
            advice = "to continue, run the same command again"
            raise InputError(
                f"{self.path}: cannot be written ({error.strerror or error}); {advice}"
            ) from None


def to_json_line(played: GameResult) -> str:
    """Return a game as a line of JSON."""
    return json.dumps(played.model_dump(mode="json"), ensure_ascii=False)


@dataclass(frozen=True)
class ResultsFile:
    """The games of a file, their exact content, and whether the last line was incomplete."""

    games: list[GameResult]
    content: bytes
    is_cut: bool


def read_results(path: Path) -> ResultsFile:
    """Read a results file. Raises InputError."""
    from wc3d.cli.output.read_jsonl import split_complete_lines

    if path.is_dir():
        raise InputError(f"{path}: expected a results file, not a folder")
    data = read_bounded_file(path, MAX_FILE_BYTES, "a results file")
    lines, is_cut = split_complete_lines(data, _parse_game)
    if is_cut and not lines and not data.startswith(b'{"game"'):
        raise InputError(
            f"{path}: line 1: expected the result of a game, as wc3d simulate --out writes it"
        )
    games = [_parse_game(text, f"{path}: line {number}") for number, text in enumerate(lines, 1)]
    return ResultsFile(games, b"".join(lines), is_cut)


def _parse_game(text: bytes, place: str = "") -> GameResult:
    """Return the game of a line. Raises FileError."""
    from pydantic import ValidationError

    from wc3d.bots.tournament import GameResult
    from wc3d.cli.output.read_jsonl import parse_line
    from wc3d.table.maps.strict_json import FileError, validation_faults

    value = parse_line(text, place)
    try:
        return GameResult.model_validate(value)
    except ValidationError as error:
        raise FileError(place, validation_faults(error, value)) from None


def describe_differences(played: GameResult, series: Series) -> Iterator[str]:
    """Yield the differences between a game and the series."""
    from wc3d.bots.tournament import program_version

    for name, current_value in (
        ("version", program_version()),
        ("cards", series.rules.setup.content_digest()),
    ):
        if (saved_value := getattr(played, name)) != current_value:
            yield f"{PROGRAM_PARTS[name]} {saved_value}, but this program has {PROGRAM_PARTS[name]} {current_value}"
    planned = series.plan_game(played.game)
    expected = {
        "forces": tuple(e.name for e in planned.entrants),
        "bots": planned.bots,
        "mission": planned.mission,
        "map": series.board,
        "seed": series.dice_seed(planned),
    }
    for name, value in expected.items():
        if (saved_value := getattr(played, name)) != value:
            yield f"game {played.game} has {name} {_format_value(saved_value)}, but this command gives it {_format_value(value)}"
    if played.series != series.digest:
        yield f"game {played.game} was played with other forces, another board, other options or an old version"


def require_same_series(series: Series, games: list[GameResult], path: Path) -> None:
    """Raise InputError, with the first different line, for games of another series."""
    for number, played in enumerate(games, 1):
        for fault in describe_differences(played, series):
            raise InputError(
                f"{path}: line {number}: {fault} (repeat the command that wrote the file, or choose another --out)"
            )


def _format_value(value: object) -> str:
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def require_one_series(games: list[GameResult], path: Path) -> None:
    """Raise InputError for a file with games of several series."""
    for number, played in enumerate(games, 1):
        if played.series != games[0].series:
            fault = "this game is from a different series than line 1; expected one series per file"
            raise InputError(f"{path}: line {number}: {fault}")
