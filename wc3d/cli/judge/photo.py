"""`wc3d photo MARKS.json`: answer questions about a real table from marks in a photograph."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.atomic_write import check_output_path
from wc3d.cli.output.exit_codes import EXIT_BAD_INPUT, EXIT_SUCCESS
from wc3d.errors import InputError, to_one_line
from wc3d.registry import map_cache

if TYPE_CHECKING:
    from wc3d.judging.dispute import MapCache
    from wc3d.photo.judgement import PhotoJudgement


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    file_help = (
        "a file with the marks of a photograph (.json), a report about one (.html), or a file with "
        "one such file per line (.jsonl); without it, the page for marking opens in the browser"
    )
    command.add_argument("file", metavar="MARKS.json", nargs="?", help=file_help)
    report_help = "write a web page with the marks, the verdicts and their drawing; any browser opens it offline"
    command.add_argument("--report", metavar="OUT.html", help=report_help)
    command.add_argument(
        "--picture", metavar="PHOTO.jpg", help="the photograph, to show it in the report"
    )
    phone_help = "let phones in your network open the page, and print the link for them"
    command.add_argument("--phone", action="store_true", help=phone_help)
    command.add_argument(
        "--json", action="store_true", help="print the answers as JSON, for programs"
    )


def run(arguments: argparse.Namespace) -> int:
    """Find the camera, answer and print; return the exit code."""
    if arguments.file is None:
        return serve_page(arguments)
    if arguments.phone:
        raise InputError("--phone: cannot be used with a file")
    path = Path(arguments.file)
    if arguments.picture is not None and arguments.report is None:
        raise InputError("--picture: expected --report OUT.html, which shows the picture")
    report = (
        check_output_path(arguments.report, ".html", ".htm")
        if arguments.report is not None
        else None
    )
    if path.suffix.lower() == ".jsonl":
        if report is not None:
            raise InputError(f"{path}: --report needs one .json file, not a .jsonl file")
        return judge_marks_lines(path, arguments.json)
    marks = read_marks(path)
    print_judgement(judge_data(marks, str(path), path.parent, map_cache()), arguments)
    if report is not None:
        save_report(marks, path, report, arguments.picture)
    return EXIT_SUCCESS


def serve_page(arguments: argparse.Namespace) -> int:
    """Open the page for marking a photograph; return the exit code."""
    given = {"--json": arguments.json, "--report": arguments.report, "--picture": arguments.picture}
    for option, value in given.items():
        if value:
            raise InputError(
                f"{option}: expected a file with marks, such as wc3d photo MARKS.json {option}"
            )
    from wc3d.cli.host.photo_page import serve_photo_page

    return serve_photo_page(arguments.phone)


def read_marks(path: Path) -> Any:
    """Return the marks in a file or in a report. Raises FileError."""
    from wc3d.photo.judgement import PHOTO_ELEMENT, unwrap_case
    from wc3d.table.maps.strict_json import FileError, FileFault, read_json

    if path.suffix.lower() not in (".html", ".htm"):
        return unwrap_case(read_json(path))
    from wc3d.judging.report_data import read_embedded_json

    marks = read_embedded_json(path, PHOTO_ELEMENT)
    if marks is None:
        fault = "contains no marks of a photograph; expected a report of wc3d photo"
        raise FileError(str(path), [FileFault("", fault)])
    return marks


def save_report(marks: Any, path: Path, out: Path, picture: str | None) -> None:
    """Write a report about the marks, with the photograph if it is given."""
    from wc3d._internal.atomic_write import write_atomic
    from wc3d.printing.photograph import reduce_photograph
    from wc3d.web.photo_report import EMPTY_PICTURE, PHOTO_PLACEHOLDER, render_photo_report

    image = EMPTY_PICTURE
    if picture is not None:
        size = marks["photo"]["width"], marks["photo"]["height"]
        image = reduce_photograph(Path(picture), size)
    page = render_photo_report(marks, path.parent).replace(PHOTO_PLACEHOLDER, image)
    write_atomic(out, page.encode())


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
