"""`wc3d judge FILE`: answer the questions of a file, prove the answers and draw them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.atomic_write import check_output_path
from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
from wc3d.cli.output.colors import print_styled as say
from wc3d.cli.output.exit_codes import EXIT_BAD_INPUT, EXIT_NEGATIVE, EXIT_SUCCESS
from wc3d.cli.output.progress import ProgressLine, show_compiling
from wc3d.cli.shared_arguments import add_quality_argument, read_quality
from wc3d.errors import InputError, describe_program_error, to_one_line
from wc3d.registry import map_cache

if TYPE_CHECKING:
    from wc3d.judging.dispute import Dispute, MapCache
    from wc3d.judging.solve import Answer
    from wc3d.scene.quality import Quality


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    file_help = "a question file (.json), a file with one question file per line (.jsonl), a report (.html), or the name of an included file"
    command.add_argument("file", metavar="FILE", help=file_help)
    command.add_argument(
        "--json", action="store_true", help="print the answers as JSON, for programs"
    )
    command.add_argument(
        "--verdict-only",
        action="store_true",
        help="leave out the evidence (line, clearance, blockers, short_by), which is faster",
    )
    command.add_argument(
        "--picture",
        metavar="OUT.png",
        help="draw each answer in 3D, from above and from the side (OUT.png, OUT-2.png, ...)",
    )
    add_quality_argument(command)
    window_help = "open the file in a window to move models, change questions, save and share"
    command.add_argument("--window", action="store_true", help=window_help)
    report_help = (
        "write a web page with the answers, rules and pictures; any browser opens it offline"
    )
    command.add_argument("--report", metavar="OUT.html", help=report_help)


def run(arguments: argparse.Namespace) -> int:
    """Answer, print and draw; return the exit code."""
    from wc3d.judging.dispute import open_dispute
    from wc3d.table.maps.strict_json import FileError

    path = find_shipped_or_own_file(arguments.file, ShippedKind.QUESTIONS, ShippedKind.BOARD)
    if arguments.window:
        if (
            arguments.json
            or arguments.verdict_only
            or arguments.picture is not None
            or arguments.quality is not None
            or arguments.report is not None
        ):
            raise InputError(
                "--window: cannot be used with --json, --verdict-only, --picture, --quality or --report"
            )
        return show_window(path)
    picture = (
        check_output_path(arguments.picture, ".png") if arguments.picture is not None else None
    )
    quality = read_quality(arguments, "--picture OUT.png", picture is not None)
    report = (
        check_output_path(arguments.report, ".html", ".htm")
        if arguments.report is not None
        else None
    )
    if arguments.verdict_only and (picture or report):
        raise InputError(
            "--verdict-only: cannot be used with --picture or --report, which show the evidence"
        )
    if path.suffix.lower() == ".jsonl":
        if picture or report:
            raise InputError(
                f"{path}: --picture and --report need one .json question file, not a .jsonl file"
            )
        return judge_jsonl_file(path, arguments.json, arguments.verdict_only)
    try:
        dispute = open_dispute(path, map_cache())
    except FileError as error:
        if not error.has_places or path.suffix.lower() != ".json":
            raise
        raise InputError(f"{error}; wc3d check {path} lists all errors") from None
    answers = answer_dispute(dispute, arguments.verdict_only)
    differing = print_answers(dispute, answers, arguments.json)
    if report:  # before the pictures, because the page does not need a graphics library
        from wc3d.cli.output.html_report import write_report

        write_report(dispute, answers, report)
    if picture:
        draw_answers(dispute, answers, picture, quiet=arguments.json, quality=quality)
    return EXIT_NEGATIVE if differing and not arguments.json else EXIT_SUCCESS


def show_window(path: Path) -> int:
    """Open the window on a file and run it until it is closed."""
    from wc3d.cli.window.screens import open_judge_screen, run_window

    screen = open_judge_screen(path)
    return run_window(screen, f"wc3d: {screen.case.name}", f"wc3d judge {path}", (path, "dispute"))


def answer_dispute(dispute: Dispute, verdict_only: bool = False) -> list[Answer]:
    """Return the answers to all questions in order; with `verdict_only`, without evidence."""
    from wc3d.judging.solve import answer

    answers: list[Answer] = []
    total = len(dispute.file.all_questions)
    for number, question in enumerate(dispute.file.all_questions, 1):
        label = f"question {number} of {total} ({question.type})"
        with show_compiling(), ProgressLine(label, timed=True) as progress:
            answers.append(answer(dispute, question, progress, verdict_only=verdict_only))
    return answers


def print_answers(dispute: Dispute, answers: list[Answer], as_json: bool) -> int:
    """Print the answers of one file and return the number that differ from the expected ones."""
    from wc3d.judging.solve import list_rules

    if as_json:
        print(answers_to_json_line(dispute, answers))
        return 0
    expected = [e for e in dispute.file.expected_answers if e is not None]
    differing = print_verdicts(dispute, answers)
    rules = list_rules(answers)
    if rules:
        print("\n".join(["", "Rules applied:", *rules]))
    if expected:
        print(f"\n{len(expected) - differing} of {len(expected)} answers as expected")
    return differing


VERDICT_STYLES = {"clear": "green", "blocked": "red", "undecided": "yellow"}
"""The terminal styles of sight verdicts; other answers are bold."""


def answers_to_json_line(dispute: Dispute, answers: list[Answer]) -> str:
    """Return the answers as one line of JSON, with the models whose places are given in words."""
    from wc3d.judging.solve import to_json_value

    line: dict[str, Any] = {"answers": [answer.to_json() for answer in answers]}
    solved = [
        {"id": id, "position": to_json_value(body.at)}
        for id, (_, body) in dispute.models_in_words.items()
    ]
    return json.dumps(line | ({"models": solved} if solved else {}), allow_nan=False)


def print_verdicts(dispute: Dispute, answers: list[Answer]) -> int:
    """Print the answers as text with any unexpected results, and return the number of those."""
    from wc3d.judging.answer_text import format_point
    from wc3d.judging.solve import differences

    differing = 0
    known_notes: set[str] = set()
    if dispute.file.name:
        print(f"{dispute.file.name}:")
    for id, (words, body) in dispute.models_in_words.items():
        print(f"{id} {words}: at {format_point(body.at)}")
    if not answers:
        print("this file contains no questions")
    for answer, expected in zip(answers, dispute.file.expected_answers, strict=True):
        first, *later_lines = answer.lines(known_notes)
        say(first, VERDICT_STYLES.get(str(answer.to_json().get("verdict")), "bold"))
        if later_lines:
            print("\n".join(later_lines))
        known_notes.update(answer.others)
        contract = answer.to_json()
        unordered = answer.type.unordered_fields
        wrong = differences(expected, contract, dispute.file.tolerance, unordered, answer.left_out)
        for difference in wrong:
            say(f"  NOT AS EXPECTED: {difference}", "red")
        differing += bool(wrong)
    return differing


def judge_jsonl_file(path: Path, as_json: bool, verdict_only: bool) -> int:
    """Answer a .jsonl file line by line, with an error for each bad line; return the exit code."""
    from wc3d.cli.output.read_jsonl import iterate_lines

    maps = map_cache()
    bad = expected = differing = 0
    with ProgressLine(f"{path}: lines", beside_output=True) as progress:
        for number, line in iterate_lines(path):
            progress(number, 0)
            try:
                dispute, answers = judge_jsonl_line(
                    line, f"{path} line {number}", path.parent, maps, verdict_only
                )
            except InputError as error:
                bad += 1
                print_line_error(error, as_json)
                continue
            if as_json:
                print(answers_to_json_line(dispute, answers), flush=True)
            else:
                expected += sum(e is not None for e in dispute.file.expected_answers)
                differing += print_verdicts(dispute, answers)
    if expected and not as_json:
        print(f"\n{expected - differing} of {expected} answers as expected")
    if bad:
        return EXIT_BAD_INPUT
    return EXIT_NEGATIVE if differing and not as_json else EXIT_SUCCESS


def judge_jsonl_line(
    line: bytes, place: str, folder: Path, maps: MapCache, verdict_only: bool
) -> tuple[Dispute, list[Answer]]:
    """Return a .jsonl line's dispute and its answers. Raises InputError for a bad line."""
    from wc3d.cli.output.read_jsonl import parse_line
    from wc3d.judging.dispute import read_dispute
    from wc3d.judging.solve import answer

    try:
        dispute = read_dispute(parse_line(line, place), place, folder, maps)
        return dispute, [
            answer(dispute, question, verdict_only=verdict_only)
            for question in dispute.file.all_questions
        ]
    except InputError:
        raise
    except Exception as error:  # later lines still need answers
        raise InputError(f"{place}: {describe_program_error(error)}") from error


def print_line_error(error: InputError, as_json: bool) -> None:
    """Report a bad line in its place."""
    if as_json:
        print(json.dumps({"error": to_one_line(error)}), flush=True)
    else:
        sys.stdout.flush()
        print(f"wc3d: {to_one_line(error)}", file=sys.stderr)


def draw_answers(
    dispute: Dispute,
    answers: list[Answer],
    out_path: Path,
    quiet: bool,
    quality: Quality | None = None,
) -> None:
    """Draw the answers as OUT.png, OUT-2.png ..., or just the table. Raises NoGraphicsError."""
    from wc3d.panda.answer_picture import draw_answer_pages, draw_table_page
    from wc3d.scene.mesh_looks import unread_look_notes

    paths = [] if answers else [draw_table_page(dispute.table, out_path, quality=quality)]
    with ProgressLine("pictures drawn") as progress:
        for number, answer in enumerate(answers, 1):
            progress(number - 1, len(answers))
            page = (
                out_path
                if number == 1
                else out_path.with_name(f"{out_path.stem}-{number}{out_path.suffix}")
            )
            views = [answer.evidence_view()]
            paths += draw_answer_pages(dispute.table, views, page, quality=quality)
    for note in unread_look_notes(dispute.table.features):
        print(f"wc3d: note: {note}", file=sys.stderr)
    if not quiet:
        print("\nDrawn: " + ", ".join(map(str, paths)))
