"""Export of printable plans: a PDF with pages of paper, or an SVG with the whole board."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from wc3d._internal.atomic_write import write_output
from wc3d._internal.suggestions import pluralize
from wc3d.errors import InputError
from wc3d.printing.printed_plan import PAPER_SIZES, make_pages, make_single_sheet, render_svg
from wc3d.table.table import Table

MAX_LETTERS_SHOWN = 12
"""The number of missing letters listed in a message."""


def require_fonttools(subject: str, advice: str = "") -> None:
    """Raise InputError if the library of PDF files is missing: what needs it, and what to do."""
    if find_spec("fontTools") is None:
        raise InputError(f"{subject} need fonttools; run: pip install 'wc3d[print]'{advice}")


def write_plan(table: Table, path: Path, paper: str = "a4") -> str:
    """Write the plan atomically, in the format of the file's ending, and return a message.

    `paper` is a key of PAPER_SIZES. Raises InputError.
    """
    if path.suffix.lower() == ".svg":
        drawing = make_single_sheet(table)
        write_output(path, render_svg(drawing))
        return f'wrote {path}: one sheet of {drawing.width:.4g}" by {drawing.height:.4g}"'
    if path.suffix.lower() != ".pdf":
        raise InputError(f"{path}: expected a file name that ends in .pdf or .svg")
    if paper not in PAPER_SIZES:
        raise InputError(f"paper {paper!r}: expected one of {', '.join(PAPER_SIZES)}")
    require_fonttools(f"{path}: PDF plans", ", or write an .svg plan")
    from wc3d.printing.pdf import missing_letters, render_pdf

    all_pages = make_pages(table, PAPER_SIZES[paper])
    data = render_pdf(all_pages, table.name or "Board")
    write_output(path, data)
    message = f"wrote {path}: {pluralize(len(all_pages), f'{PAPER_SIZES[paper].name} page')}; print at 100%"
    strange = missing_letters(table.name + "".join(feature.name for feature in table.features))
    return (
        f"{message}; the font lacks {strange[:MAX_LETTERS_SHOWN]} and shows ? instead (SVG plans show every letter)"
        if strange
        else message
    )
