"""`wc3d judge FILE --window`: the file's board, models and questions on the judge's screen, answered as `wc3d judge` answers."""
from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.errors import InputError
from wc3d.judge.doubt import Doubt, blast_in_doubt, cover_in_doubt, range_in_doubt, sight_in_doubt, tried
from wc3d.judge.question_case import Dispute
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.view.board.judge.judgement import Court, Judgement, Papers

if TYPE_CHECKING:
    from wc3d.progress import Progress
    from wc3d.view.board.judge.screen import Judge

PROVED = {"sight": sight_in_doubt, "cover": cover_in_doubt, "range": range_in_doubt}
ON_FEET = {"stand", "move", "jump", "slam"}
"""Questions about models that stand on something: heights are then not in doubt, only places."""
TELLING = {
    "sight": ("verdict",), "cover": ("cover",), "spray": ("hits",), "blast": ("models", "tied"), "stand": ("standable",),
    "move": ("legal",), "jump": ("legal", "stopped_by", "power"), "slam": ("contacts", "destroyed", "power"),
}  # fmt: skip
"""What of an answer is its verdict: what a doubt must not change."""


def dispute_of(table: Table, question: Mapping[str, Any]) -> Dispute:
    """A dispute about one question on a table. Raises FileError for a question that is none."""
    from wc3d.judge.questions import read_questions

    asked = {key: value for key, value in question.items() if not key.startswith("_")}
    models = [model_entry(body) for body in table.bodies]
    given = {"map": {}, "models": models, "questions": [asked]}
    return Dispute("the window", read_questions(given, "the window"), table, Path(), given)


def model_entry(body: Body) -> dict[str, Any]:
    """A model as a question file has it."""
    entry: dict[str, Any] = {"id": body.id, "base": body.base, "position": list(body.at)}
    return entry | ({"kind": body.kind} if body.kind != "unit" else {})


def judged(table: Table, question: Mapping[str, Any], progress: Any = None) -> Judgement:
    """The answer that `wc3d judge` gives, with its exhibit and side cut (`_cut`: points wide and high, pixels a point).

    With `_haste` a question of sight gets its verdict alone, so that it can follow a model that is being dragged.
    """
    from wc3d.app.judge.command import pairs
    from wc3d.evidence.exhibit import exhibit
    from wc3d.judge.answer_words import told
    from wc3d.judge.answers import answer
    from wc3d.view.measuring.sight_tools import in_haste
    from wc3d.view.paper.cross_section import side_cut

    dispute = dispute_of(table, question)
    if question.get("_haste") and question["type"] == "sight":
        from wc3d.table.sight.sight import sight

        a, b = table.body(question["from"]), table.body(question["to"])
        shown = in_haste(table, a, b, sight(table, a, b))
        return Judgement(shown, (shown.headline,), full=False)
    found = answer(dispute, dispute.file.asked[0], progress)
    contract = found.contract()
    [(asked, verdict)] = pairs([found])
    if question["type"] == "stand":
        asked["position"] = _stood(table, asked["base"], asked["position"])
    shown = exhibit(table, asked, verdict)
    cut = question.get("_cut")
    return Judgement(shown, tuple(told(found)), contract, side_cut(table, shown, *cut) if cut else None)


def _stood(table: Table, base: str, position: Any) -> list[float]:
    from wc3d.judge.question_case import at_height

    return list(at_height(table, base, tuple(position)))


def doubted(table: Table, question: Mapping[str, Any], progress: Any = None) -> Doubt:
    """Does the answer stand a doubt of `_inches`?"""
    dispute = dispute_of(table, question)
    asked, inches = dispute.file.asked[0], float(question["_inches"])
    if asked.type in PROVED:
        between: Any = asked
        return PROVED[asked.type](table, table.body(between.from_), table.body(between.to), inches, progress)
    if asked.type == "blast":
        return blast_in_doubt(table, table.body(asked.target), inches, progress)
    if asked.type == "seen_from":
        return Doubt(inches, None, "an area is painted cell by cell: ask about one place", "there is no verdict to doubt")
    if asked.type == "stand":
        return _stand_in_doubt(table, question, inches, progress)
    from wc3d.judge.questions import models_named

    heights = not _on_feet(table, asked)
    why = _proof(table, asked, inches, progress)
    if why:
        return _standing(inches, why, heights)
    named = list(dict.fromkeys(models_named(asked).values()))
    others = [body.id for body in table.bodies if body.id not in named]
    say = partial(_verdict, question=question)
    return tried(table, [*named, *others], inches, say, progress, heights)


def _proof(table: Table, asked: Any, inches: float, progress: Any) -> str:
    """Why the answer is the same within the doubt; empty if there is no proof."""
    from wc3d.judge.doubt_proofs import jump_proved, spray_proved

    if asked.type == "jump":
        return jump_proved(table, table.body(asked.model), asked.to, inches)
    if asked.type == "spray":
        return spray_proved(table, table.body(asked.from_), table.body(asked.to), asked.range, inches, progress)
    return ""


def _on_feet(table: Table, asked: Any) -> bool:
    """Are heights not in doubt, because all stand on something?"""
    from wc3d.judge.doubt_proofs import is_level

    return asked.type in ON_FEET or (asked.type == "spray" and is_level(table.body(asked.from_), table.body(asked.to)))


def _standing(inches: float, why: str, heights: bool = False) -> Doubt:
    kept = "" if heights else "; heights are not in doubt, models stand on something"
    return Doubt(inches, True, f"stands: no move of up to ±{inches:.4g}\" changes it", why + kept, tried=1)


def _stand_in_doubt(table: Table, question: Mapping[str, Any], inches: float, progress: Any) -> Doubt:
    """The place of the base that is only asked about is in doubt too: it is moved as a model would be."""
    from wc3d.judge.doubt_proofs import standing_proved

    id = next(name for k in range(10_000) if (name := f"the base {k}") not in {b.id for b in table.bodies})
    x, y, z = _stood(table, question["base"], question["position"])
    why = standing_proved(table, question["base"], (x, y, z), inches)
    if why:
        return _standing(inches, why)
    base = Body(id, question["base"], (x, y, z), sizes=table.policy.bases)
    near = [b.id for b in table.bodies if dist(b.at[:2], (x, y)) <= b.radius + base.radius + 2 * inches]

    def verdict(there: Table) -> str:
        return _verdict(there.without(id), {**question, "position": list(there.body(id).at)})

    return tried(table.with_bodies(base), [id, *near], inches, verdict, progress, heights=False)


def _verdict(table: Table, question: Mapping[str, Any]) -> str:
    """The verdict in a few words, the same for the same verdict."""
    from wc3d.judge.answers import answer

    dispute = dispute_of(table, question)
    told = answer(dispute, dispute.file.asked[0]).contract()
    words = []
    for name in TELLING[question["type"]]:
        value = told[name]
        if isinstance(value, bool):
            words.append(name if value else f"not {name}")
        elif isinstance(value, list):
            words.append(f"{name}: {', '.join(sorted(value)) or 'none'}")
        elif value:
            words.append(f"{name.replace('_', ' ')} {value}")
    return ", ".join(words)


def saved(papers: Papers, out: str, map_file: Path | None = None) -> Path:
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
    from wc3d.judge.questions import read_questions
    from wc3d.table.maps.map_file import map_dict

    table: Any = map_dict(papers.table, folder)
    if map_file is not None and not papers.built:
        try:
            table = Path(os.path.relpath(map_file.resolve(), folder.resolve())).as_posix()
        except ValueError:  # on another drive
            table = map_file.resolve().as_posix()
    given: dict[str, Any] = {"name": papers.name} if papers.name else {}
    given |= {"map": table, "models": [model_entry(b) for b in papers.models], "questions": list(papers.questions)}
    read_questions(given, "the window")
    return given


def court(map_file: Path | None = None) -> Court:
    """Those who answer and write, for a board that came from a map file or not."""
    from wc3d.app.judge.page import reported

    return Court(judged, doubted, partial(saved, map_file=map_file), partial(reported, map_file=map_file))


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
    from wc3d.judge.question_case import MapShelf, _find_map, open_dispute, read_data
    from wc3d.judge.questions import is_question_file

    if path.suffix.lower() == ".jsonl":
        raise InputError(f"{path}: the window shows one .json question file, not a .jsonl file")
    data = read_data(path)
    if not is_question_file(data):
        return Read(table_from_map(data, str(path), path.parent), path, (), path.stem)
    dispute = open_dispute(path, MapShelf(space_of()))
    given = dispute.file.map
    map_file = _find_map(given, str(path), path.parent) if isinstance(given, str) else None
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
