"""`wc3d schema map|questions|mission|photo`: print the JSON Schema of a file format."""

from __future__ import annotations

import argparse
import json

from wc3d.cli.shared_arguments import add_game_argument
from wc3d.errors import InputError
from wc3d.registry import load_judge_book, mission_file_model, rules_of


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument(
        "format", choices=("map", "questions", "mission", "photo"), help="the file format"
    )
    add_game_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    if arguments.format == "map":
        from wc3d.table.maps.map_file import map_schema

        schema = map_schema()
    elif arguments.format == "mission":
        rules = rules_of(arguments.game)
        if (model := mission_file_model(rules)) is None:
            raise InputError(f"schema: {rules.title} has no mission files")
        schema = model.model_json_schema()
    elif arguments.format == "photo":
        from wc3d.photo.marks_file import marks_schema

        book = load_judge_book(arguments.game)
        schema = marks_schema(book.types, book.model)
    else:
        from wc3d.judging.question_file import question_schema

        book = load_judge_book(arguments.game)
        schema = question_schema(book.types, book.model)
    print(json.dumps(schema, indent=2))
    return 0
