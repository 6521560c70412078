"""`wc3d los MAP --from small@4,4 --to large@20,20,5`: answer a line of sight question."""

from __future__ import annotations

import argparse
from typing import Any

from wc3d._internal.atomic_write import check_output_path
from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
from wc3d.cli.shared_arguments import add_quality_argument, read_quality
from wc3d.errors import InputError
from wc3d.registry import map_cache


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument(
        "map", metavar="MAP", help="a board file, or the name of an included board"
    )
    form_help = "base and position in inches, such as large@20,20,5 (at height 5) or small@4,4 (on the highest floor there)"
    command.add_argument(
        "--from", dest="viewer", metavar="BASE@X,Y", required=True, help=f"the viewer: {form_help}"
    )
    command.add_argument(
        "--to",
        dest="target",
        metavar="BASE@X,Y",
        required=True,
        help="the target, in the same form",
    )
    command.add_argument(
        "--json", action="store_true", help="print the answer as JSON, for programs"
    )
    command.add_argument(
        "--picture", metavar="OUT.png", help="draw the answer in 3D, from above and from the side"
    )
    add_quality_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Answer the question, as `wc3d judge` does."""
    from wc3d.cli.judge.command import answer_dispute, draw_answers, print_answers
    from wc3d.cli.output.progress import show_compiling
    from wc3d.judging.dispute import read_dispute, read_json_or_report
    from wc3d.judging.question_file import is_question_file

    picture = (
        check_output_path(arguments.picture, ".png") if arguments.picture is not None else None
    )
    quality = read_quality(arguments, "--picture OUT.png", picture is not None)
    viewer = parse_model("--from", arguments.viewer)
    target = parse_model("--to", arguments.target)
    if viewer["id"] == target["id"]:
        target["id"] += " (to)"
    path = find_shipped_or_own_file(arguments.map, ShippedKind.BOARD, ShippedKind.QUESTIONS)
    board = read_json_or_report(path)
    if is_question_file(board):
        raise InputError(
            f"{path}: expected a board, not a question file (wc3d judge answers its questions)"
        )
    questions = {
        "map": board,
        "models": [viewer, target],
        "questions": [{"type": "sight", "from": viewer["id"], "to": target["id"]}],
    }
    with show_compiling():
        dispute = read_dispute(questions, str(path), path.parent, map_cache())
    answers = answer_dispute(dispute)
    print_answers(dispute, answers, arguments.json)
    if picture:
        draw_answers(dispute, answers, picture, quiet=arguments.json, quality=quality)
    return 0


def parse_model(option: str, text: str) -> dict[str, Any]:
    """Parse a model from "small@4,4" or "large@20,20,5". Raises InputError."""
    from wc3d.table.maps.strict_json import MAX_COORDINATE_IN

    base, _, position = text.partition("@")
    try:
        numbers = [float(number) for number in position.split(",")]
    except ValueError:
        numbers = []
    if (
        base not in ("small", "medium", "large")
        or len(numbers) not in (2, 3)
        or not all(abs(n) <= MAX_COORDINATE_IN for n in numbers)
    ):
        raise InputError(
            f"{option} {text}: expected a base and a place in inches, for example small@4,4 or large@20,20,5"
        )
    return {"id": text, "base": base, "position": numbers}
