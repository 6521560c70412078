"""`wc3d judge FILE --report OUT.html`: an offline page with verdicts, rules, pictures and
questions.

The page includes the question file, its map and its meshes, so `wc3d judge OUT.html` can answer
the questions again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from wc3d import __version__
from wc3d._internal.atomic_write import write_output
from wc3d._internal.progress import Progress
from wc3d.cli.output.progress import ProgressLine
from wc3d.errors import InputError
from wc3d.judging.dispute import Dispute
from wc3d.judging.report_data import (
    MAX_MESH_BYTES,
    MAX_PAGE_BYTES,
    ReportData,
    find_mesh_shapes,
    fits_in_page,
    pack_mesh,
)
from wc3d.judging.solve import Answer
from wc3d.meshes.ply import triangles_to_ply
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.units import FORMAT_UNITS_AND_UP
from wc3d.registry import load_judge_book
from wc3d.table.maps.map_file import map_data
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.strict_json import read_bytes
from wc3d.table.space_rules import Citation
from wc3d.web.report_page import CitedRule, PageAnswer, SideAnswer, render_report_page

MAX_WHOLE_MESH_BYTES = 500_000
"""Bytes: a larger mesh file is reduced to its triangles."""

MAX_MESHES_CHARS = 3_000_000
"""The maximum characters of meshes in a page. The largest that do not fit are left out."""


def write_report(
    dispute: Dispute,
    answers: list[Answer],
    out_path: Path,
    asides: Sequence[Sequence[SideAnswer]] = (),
) -> None:
    """Write the complete page or nothing; `asides` are the additional answers for each answer.

    Raises InputError if a mesh file is missing or the page would be too large to read.
    """
    with ProgressLine("pictures drawn for the report") as progress:
        page = render_report(dispute, answers, progress, asides).encode(errors="backslashreplace")
    if len(page) > MAX_PAGE_BYTES:
        size = f"{len(page) / 1e6:.0f} MB, more than {MAX_PAGE_BYTES / 1e6:g} MB"
        raise InputError(
            f"{out_path}: the page would take {size}; ask fewer questions or simplify the meshes"
        )
    write_output(out_path, page)


def render_report(
    dispute: Dispute,
    answers: list[Answer],
    progress: Progress | None = None,
    asides: Sequence[Sequence[SideAnswer]] = (),
) -> str:
    """Return the page's HTML."""
    entries = [
        page_answer(answer, asides[number] if asides else ())
        for number, answer in enumerate(answers)
    ]
    title = dispute.file.name or Path(dispute.where).stem
    return render_report_page(
        dispute.table, title, entries, embed_dispute(dispute), __version__, progress
    )


def page_answer(answer: Answer, asides: Sequence[SideAnswer] = ()) -> PageAnswer:
    """Return an answer in the page's format, with its `asides`."""
    question = answer.question.model_dump(by_alias=True, mode="json")
    notes = (*answer.remarks, *answer.others)
    numbers = {
        key: value
        for key, value in answer.to_json().items()
        if key not in ("type", "rules", "notes")
    }
    rules = [cite_rule(citation, answer.table.policy.game) for citation in answer.citations]
    return PageAnswer(
        question, answer.evidence_view(), answer.answer_lines(), notes, numbers, rules, asides
    )


def cite_rule(citation: Citation, game: str) -> CitedRule:
    """Return a rule of a game in the program's words, with its page and its rulings about space."""
    return CitedRule(
        citation.id, citation.page, citation.text, load_judge_book(game).rulings(citation.id)
    )


def embed_dispute(dispute: Dispute) -> ReportData:
    """Return the questions with map and meshes. Raises FileError for a missing mesh file."""
    board = map_data(dispute.table)
    shapes = [
        shape
        for feature in dispute.table.features
        for shape in feature.shapes
        if isinstance(shape, MeshShape)
    ]
    mesh_files = {
        path: _read_mesh(path)
        for path in {shape.path: None for shape in shapes if shape.path is not None}
    }
    room = MAX_MESHES_CHARS
    left_out = list[Path]()
    for large, (data, _) in sorted(mesh_files.items(), key=lambda item: len(item[1][0])):
        room = room - len(pack_mesh(data)) if fits_in_page(data, room) else -1
        if room < 0:
            left_out.append(large)
    meshes: dict[str, bytes] = {}
    for shape, entry in zip(shapes, find_mesh_shapes(board), strict=True):
        path = shape.path
        if path is None:
            continue
        if path in left_out:
            entry["file"] = path.name
        else:
            data, suffix = mesh_files[path]
            entry["file"] = _add_mesh(meshes, path.stem, suffix, data)
            units, up = FORMAT_UNITS_AND_UP.get(
                path.suffix.lower(), ("in", "z")
            )  # The new suffix has other defaults.
            entry |= (
                {"units": shape.units or units, "up": shape.up or up}
                if suffix != path.suffix.lower()
                else {}
            )
    return ReportData(
        {**dispute.given, "map": board}, meshes, _describe_meshes(mesh_files, left_out)
    )


def _describe_meshes(
    mesh_files: Mapping[Path, tuple[bytes, str]], left_out: Sequence[Path]
) -> list[str]:
    """Describe the meshes that the page reduces or leaves out."""
    notes = []
    bare = [
        path.name
        for path, (_, suffix) in mesh_files.items()
        if suffix != path.suffix.lower() and path not in left_out
    ]
    if bare:
        notes.append(f"The page shows {', '.join(bare)} without textures.")
    if left_out:
        names = ", ".join(path.name for path in left_out)
        is_single = len(left_out) == 1
        verb = "is" if is_single else "are"
        files = "this file" if is_single else "these files"
        notes.append(
            f"The page leaves out {names}, which {verb} too large. To answer the questions again, put {files} next to the page."
        )
    return notes


def _read_mesh(path: Path) -> tuple[bytes, str]:
    """Return a mesh file's bytes and suffix for a page. Raises InputError.

    A large file, or one that needs other files, becomes bare triangles.
    """
    data = read_bytes(path, MAX_MESH_BYTES)
    suffix = path.suffix.lower()
    if len(data) <= MAX_WHOLE_MESH_BYTES and suffix not in (".gltf", ".obj"):
        return data, suffix
    return triangles_to_ply(read_surface(path).triangles), ".ply"


def _add_mesh(meshes: dict[str, bytes], stem: str, suffix: str, data: bytes) -> str:
    """Add a mesh and return its name, which has only safe letters."""
    safe = re.sub(r"[^A-Za-z0-9_-]", "_", stem)[:60] or "mesh"
    names = (f"{safe}{f'-{number}' if number > 1 else ''}{suffix}" for number in count(1))
    return next(name for name in names if meshes.setdefault(name, data) == data)
