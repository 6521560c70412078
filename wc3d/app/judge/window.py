"""`wc3d judge FILE --window`: the file's board, models and questions on the judge's screen, answered as `wc3d judge` answers."""
from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.app.judge.book import judge_book
from wc3d.errors import InputError
from wc3d.judge.doubt import Doubt
from wc3d.judge.fields import AskedQuestion
from wc3d.judge.question_case import Dispute
from wc3d.judge.question_file import read_questions
from wc3d.judge.question_type import QuestionType
from wc3d.judge.question_types import question_type
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.view.board.judge.judgement import Court, Judgement, Papers

if TYPE_CHECKING:
    from wc3d.progress import Progress
    from wc3d.view.board.judge.screen import Judge


def dispute_of(table: Table, question: Mapping[str, Any]) -> Dispute:
    """A dispute about one question on a table. Raises FileError for a question that is none."""
    plain = {key: value for key, value in question.items() if not key.startswith("_")}
    models = [model_entry(body) for body in table.bodies]
    given = {"map": {}, "models": models, "questions": [plain]}
    types = judge_book().types
    return Dispute("the window", read_questions(given, "the window", types), table, Path(), given, types)


def model_entry(body: Body) -> dict[str, Any]:
    """A model as a question file has it."""
    entry: dict[str, Any] = {"id": body.id, "base": body.base, "position": list(body.at)}
    return entry | ({"kind": body.kind} if body.kind != "unit" else {})


def judge_question(table: Table, question: Mapping[str, Any], progress: Any = None) -> Judgement:
    """The answer that `wc3d judge` gives, with its exhibit and side cut (`_cut`: points wide and high, pixels a point).

    With `_haste` a question that takes long gets its verdict alone, so that it can follow a model that is being dragged.
    """
    from wc3d.judge.answers import answer
    from wc3d.view.paper.cross_section import side_cut

    dispute, read, type = _read(table, question)
    if question.get("_haste") and type.glance is not None:
        shown = type.glance(table, read)
        return Judgement(shown, (shown.headline,), full=False)
    judged = answer(dispute, read, progress)
    shown, cut = judged.exhibit(), question.get("_cut")
    return Judgement(shown, tuple(judged.lines()), judged.contract(), side_cut(table, shown, *cut) if cut else None)


def _read(table: Table, question: Mapping[str, Any]) -> tuple[Dispute, AskedQuestion, QuestionType]:
    """A question on a table as it is read, and its type."""
    dispute = dispute_of(table, question)
    (read,) = dispute.file.all_questions
    return dispute, read, question_type(read.type, dispute.types)


def doubt_answer(table: Table, question: Mapping[str, Any], progress: Any = None) -> Doubt:
    """Does the answer stand a doubt of `_inches`?"""
    _, read, type = _read(table, question)
    return type.doubt(table, read, float(question["_inches"]), progress)


def save_questions(papers: Papers, out: str, map_file: Path | None = None) -> Path:
    """Write a question file that `wc3d judge` reads; the map is named if it came from a file, else it is inside.

    Meshes that came out of a page are written beside it.
    """
    from wc3d.app.output.files import check_output
    from wc3d.judge.embedded import copy_meshes
    from wc3d.writing import write_output

    path = check_output(out, ".json")
    given = as_file(papers, path.parent, map_file)
    copy_meshes(given["map"], path.parent)
    text = json.dumps(given, indent=1, ensure_ascii=False) + "\n"
    write_output(path, text)
    return path


def as_file(papers: Papers, folder: Path, map_file: Path | None = None) -> dict[str, Any]:
    """The question file for a folder. Raises FileError for questions that are none."""
    from wc3d.table.maps.map_file import map_dict

    table: Any = map_dict(papers.table, folder)
    if map_file is not None and not papers.built:
        try:
            table = Path(os.path.relpath(map_file.resolve(), folder.resolve())).as_posix()
        except ValueError:  # on another drive
            table = map_file.resolve().as_posix()
    given: dict[str, Any] = {"name": papers.name} if papers.name else {}
    given |= {"map": table, "models": [model_entry(b) for b in papers.models], "questions": list(papers.questions)}
    read_questions(given, "the window", judge_book().types)
    return given


def court(map_file: Path | None = None) -> Court:
    """Those who answer and write, for a board that came from a map file or not."""
    from wc3d.app.judge.page import write_page

    save, report = partial(save_questions, map_file=map_file), partial(write_page, map_file=map_file)
    return Court(judge_question, doubt_answer, save, report, judge_book())


@dataclass(frozen=True, eq=False)
class Read:
    """What the judge's screen shows of a file."""

    table: Table
    map_file: Path | None
    questions: Sequence[Mapping[str, Any]]
    name: str


def read_file(progress: Progress | None, path: Path) -> Read:
    """Read a question file, a report page or a map. Raises InputError."""
    from wc3d.games import space_of, table_from_map
    from wc3d.judge.question_case import MapShelf, find_map, open_dispute, read_data
    from wc3d.judge.question_file import is_question_file

    if path.suffix.lower() == ".jsonl":
        raise InputError(f"{path}: the window shows one .json question file, not a .jsonl file")
    data = read_data(path)
    if not is_question_file(data):
        return Read(table_from_map(data, str(path), path.parent), path, (), path.stem)
    dispute = open_dispute(path, MapShelf(space_of()), judge_book().types)
    given = dispute.file.map
    map_file = find_map(given, str(path), path.parent) if isinstance(given, str) else None
    questions = [question for question in dispute.given.get("questions") or [dispute.given.get("question")] if question]
    return Read(dispute.table, map_file, questions, dispute.file.name or path.stem)


def screen_of(read: Read) -> Judge:
    """The judge's screen for a file that was read."""
    from wc3d.view.board.judge.screen import Judge

    return Judge(read.table, court(read.map_file), read.questions, read.name)


def judge_screen(path: Path) -> Judge:
    """The judge's screen for a question file, a report page or a map. Raises InputError."""
    return screen_of(read_file(None, path))


def show(path: Path) -> int:
    """Open the window on a file and stay until it is closed."""
    from wc3d.app.window.doors import show as show_window

    screen = judge_screen(path)
    return show_window(screen, f"wc3d: {screen.case.name}", f"wc3d judge {path}", (path, "dispute"))
