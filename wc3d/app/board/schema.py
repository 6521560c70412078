"""`wc3d schema map|questions`: the JSON Schema of a file format, for editors and other programs."""
from __future__ import annotations

import argparse
import json

from wc3d.games import judge_book


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("format", choices=("map", "questions"), help="which format")


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    if arguments.format == "map":
        from wc3d.table.maps.map_file import map_schema

        schema = map_schema()
    else:
        from wc3d.judge.question_file import question_schema

        schema = question_schema(judge_book().types)
    print(json.dumps(schema, indent=2))
    return 0
