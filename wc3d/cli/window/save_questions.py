"""Question files that the judge's screen saves from its table."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import check_output_path, write_output
from wc3d.judging.question_file import read_question_file
from wc3d.judging.report_data import copy_report_meshes
from wc3d.registry import load_judge_book
from wc3d.table.maps.map_file import map_data
from wc3d.ui.judge.solve import rules_fields
from wc3d.ui.judge.verdict_view import ReportContents


def save_questions(papers: ReportContents, out_name: str, map_file: Path | None = None) -> Path:
    """Write a question file for `wc3d judge`, which names the map's file or includes the map.

    Meshes from a report page are written next to it.
    """
    path = check_output_path(out_name, ".json")
    data = question_file_data(papers, path.parent, map_file)
    copy_report_meshes(data["map"], path.parent)
    write_output(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    return path


def question_file_data(
    papers: ReportContents, folder: Path, map_file: Path | None = None
) -> dict[str, Any]:
    """Return the question file's data for a folder. Raises FileError for invalid questions."""
    table: Any = map_data(papers.table, folder)
    if map_file is not None and not papers.is_built:
        try:
            table = Path(os.path.relpath(map_file.resolve(), folder.resolve())).as_posix()
        except ValueError:  # on another drive
            table = map_file.resolve().as_posix()
    data: dict[str, Any] = {"name": papers.name} if papers.name else {}
    book = load_judge_book(papers.table.policy.game)
    models = [book.model.entry_of_body(body) for body in papers.models]
    data |= {
        **rules_fields(papers.table),
        "map": table,
        "models": models,
        "questions": list(papers.questions),
    }
    read_question_file(data, "the window", book.types, book.model)
    return data
