"""A verdict as the judge's screen shows it: in words, in numbers, and with everything that a picture of it shows."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wc3d.table.table import Body, Table
from wc3d.view.exhibits import Exhibit
from wc3d.view.sighting import Drawing
from wc3d.view.worker import Solver


@dataclass(frozen=True, eq=False)
class Judgement:
    """The answer to one question: `lines` in words, `contract` as `wc3d judge --json` prints it; `full`: not only in haste."""

    exhibit: Exhibit
    lines: tuple[str, ...]
    contract: Mapping[str, Any] = field(default_factory=dict)
    cut: Drawing | None = None
    full: bool = True


@dataclass(frozen=True)
class Papers:
    """What is written to a file: a table, the models on it, the questions, a name; `built`: the board is not its file's."""

    table: Table
    models: Sequence[Body]
    questions: Sequence[Mapping[str, Any]]
    name: str = ""
    built: bool = False


@dataclass(frozen=True)
class Court:
    """Who answers and who writes. All but `save` work in a process of their own, so they are functions of a module.

    `judge` gives a Judgement (`_haste`, `_cut`: in haste, with a side cut), `doubt` a `table.doubt.Doubt` for `_inches`. `save`
    writes a question file, `report` a page for a browser, of the question's `papers` to `out`; they give the path written.
    """

    judge: Solver
    doubt: Solver
    save: Callable[[Papers, str], Path]
    report: Solver | None = None
