"""`wc3d photo MARKS.json`: answer questions about a real table from marks in a photograph."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.cli.output.exit_codes import EXIT_BAD_INPUT, EXIT_SUCCESS
from wc3d.errors import InputError, to_one_line
from wc3d.registry import map_cache

if TYPE_CHECKING:
    from wc3d.judge.dispute import MapCache
    from wc3d.photo.judgement import PhotoJudgement


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    file_help = (
        "a file with the marks of a photograph (.json), or with one such file per line (.jsonl)"
    )
    command.add_argument("file", metavar="MARKS.json", nargs="?", help=file_help)
    command.add_argument(
        "--json", action="store_true", help="print the answers as JSON, for programs"
    )


def run(arguments: argparse.Namespace) -> int:
    """Find the camera, answer and print; return the exit code."""
    if arguments.file is None:
        raise InputError(
            "photo: expected a file with marks, such as wc3d photo MARKS.json "
            "(wc3d schema photo prints its format)"
        )
    path = Path(arguments.file)
    if path.suffix.lower() == ".jsonl":
        return judge_marks_lines(path, arguments.json)
    from wc3d.table.maps.strict_json import read_json

    print_judgement(judge_data(read_json(path), str(path), path.parent, map_cache()), arguments)
    return EXIT_SUCCESS


def judge_data(data: Any, source: str, folder: Path, maps: MapCache) -> PhotoJudgement:
    """Return the judgement of parsed marks. Raises FileError."""
    from wc3d.photo.judgement import judge_marks

    return judge_marks(data, source, folder, maps)


def print_judgement(judgement: PhotoJudgement, arguments: argparse.Namespace) -> None:
    """Print a judgement as JSON or as text."""
    if arguments.json:
        print(json.dumps(judgement.to_json(), allow_nan=False), flush=True)
    else:
        print("\n".join(judgement.lines()), flush=True)


def judge_marks_lines(path: Path, as_json: bool) -> int:
    """Judge a .jsonl file line by line, with an error for each bad line; return the exit code."""
    from wc3d.cli.output.read_jsonl import iterate_lines, parse_line

    maps = map_cache()
    bad = 0
    for number, line in iterate_lines(path):
        place = f"{path} line {number}"
        try:
            judgement = judge_data(parse_line(line, place), place, path.parent, maps)
        except InputError as error:
            bad += 1
            if as_json:
                print(json.dumps({"error": to_one_line(error)}), flush=True)
            else:
                sys.stdout.flush()
                print(f"wc3d: {to_one_line(error)}", file=sys.stderr)
            continue
        print_judgement(judgement, argparse.Namespace(json=as_json))
    return EXIT_BAD_INPUT if bad else EXIT_SUCCESS
