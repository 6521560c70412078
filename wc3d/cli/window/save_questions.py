"""What the judge's screen saves: question files of what was asked on its table."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import check_output, write_output
from wc3d.judge.question_file import read_questions
from wc3d.judge.report_data import copy_meshes
from wc3d.registry import judge_book
from wc3d.table.maps.map_file import map_dict
from wc3d.ui.judge.solve import whose
from wc3d.ui.judge.verdict_view import Papers


def save_questions(papers: Papers, out_name: str, map_file: Path | None = None) -> Path:
    """Write a question file that `wc3d judge` reads; the map is named if it came from a file, else it is inside.

    Meshes that came out of a page are written beside it.
    """
    path = check_output(out_name, ".json")
    data = as_file(papers, path.parent, map_file)
    copy_meshes(data["map"], path.parent)
    write_output(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    return path


def as_file(papers: Papers, folder: Path, map_file: Path | None = None) -> dict[str, Any]:
    """The question file for a folder. Raises FileError for questions that are none."""
    table: Any = map_dict(papers.table, folder)
    if map_file is not None and not papers.built:
        try:
            table = Path(os.path.relpath(map_file.resolve(), folder.resolve())).as_posix()
        except ValueError:  # on another drive
            table = map_file.resolve().as_posix()
    data: dict[str, Any] = {"name": papers.name} if papers.name else {}
    book = judge_book(papers.table.policy.game)
    models = [book.model.entry(body) for body in papers.models]
    data |= {**whose(papers.table), "map": table, "models": models, "questions": list(papers.questions)}
    read_questions(data, "the window", book.types, book.model)
    return data
