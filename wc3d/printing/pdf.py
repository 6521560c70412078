"""Pages as a PDF file with vector lines, areas and text at true size. A PDF unit is 1/72 inch."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from wc3d.presentation.palette import RGB
from wc3d.printing.canvas import font_path
from wc3d.printing.pdf_typeface import Typeface, letters_in_font, pdf_stream
from wc3d.printing.printed_plan import Mark, PrintedPage, TextMark

POINTS_PER_INCH = 72.0
"""PDF units per inch."""

TypefacePair = tuple[Typeface, Typeface]
"""The regular and the bold typeface."""


def render_pdf(pages: Sequence[PrintedPage], title: str) -> bytes:
    """Return the PDF file with embedded Latin, Greek and Cyrillic letters.

    Other letters become question marks (see `missing_letters`).
    """
    faces = _make_faces(pages)
    regular, bold = (face.pdf_objects(4 + 5 * k) for k, face in enumerate(faces))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"",
        f"<< /Title <feff{title.encode('utf-16-be').hex()}> /Producer (wc3d) >>".encode(),
        *regular,
        *bold,
    ]
    kids = []
    for page in pages:
        box = f"0 0 {page.width * POINTS_PER_INCH:.4f} {page.height * POINTS_PER_INCH:.4f}"
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        fonts = "/Font << /R 4 0 R /B 9 0 R >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources << {fonts} >> /Contents {number + 1} 0 R >>".encode()
        )
        objects.append(pdf_stream(render_page_content(page, faces)))
    objects[1] = f"<< /Type /Pages /Count {len(pages)} /Kids [{' '.join(kids)}] >>".encode()
    return _join_objects(objects)


def _make_faces(pages: Sequence[PrintedPage]) -> TypefacePair:
    words = [m for page in pages for m in chain(page.board, page.marks) if isinstance(m, TextMark)]
    regular, bold = (
        set("".join(m.text for m in words if m.is_bold == is_bold)) for is_bold in (False, True)
    )
    return Typeface(font_path(False), "WCAAAA+Roboto", regular), Typeface(
        font_path(True), "WCAAAB+Roboto-Bold", bold
    )


def missing_letters(words: str) -> str:
    """Return the letters in `words` that a PDF cannot show, each once."""
    font_codes = letters_in_font(font_path(False))
    return "".join(dict.fromkeys(letter for letter in words if ord(letter) not in font_codes))


def _join_objects(objects: Sequence[bytes]) -> bytes:
    data = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        len(data),
    )
    return data + head + table + tail


def render_page_content(page: PrintedPage, faces: TypefacePair) -> bytes:
    """Return a page's content: the board in its frame, in board inches, then the page's marks."""
    rows = [f"{POINTS_PER_INCH:g} 0 0 {POINTS_PER_INCH:g} 0 0 cm 1 j 1 J"]
    if page.view is not None:
        (x, y), s, (x0, y0, x1, y1) = page.at, page.scale, page.view
        rows.append("q")
        rows.append(f"{x:.5f} {y:.5f} {(x1 - x0) * s:.5f} {(y1 - y0) * s:.5f} re W n")
        rows.append(f"{s:.6f} 0 0 {s:.6f} {x - x0 * s:.5f} {y - y0 * s:.5f} cm")
        rows += [_mark(m, faces) for m in page.board]
        rows.append("Q")
    rows += [_mark(m, faces) for m in page.marks]
    return "\n".join(rows).encode()


def _color(rgb: RGB, operator: str) -> str:
    return " ".join(f"{v / 255:.3f}" for v in rgb) + f" {operator}"


def _mark(mark: Mark, faces: TypefacePair) -> str:
    if isinstance(mark, TextMark):
        return _words(mark, faces)
    rows = [f"[{mark.dash:g}] 0 d" if mark.dash else "[] 0 d"]
    if mark.fill is not None:
        rows.append(_color(mark.fill, "rg"))
    if mark.ink is not None:
        rows.append(f"{_color(mark.ink, 'RG')} {mark.width:g} w")
    for ring in mark.rings:
        (x, y), *rest = ring
        rows.append(
            f"{x:.5f} {y:.5f} m "
            + " ".join(f"{u:.5f} {v:.5f} l" for u, v in rest)
            + (" h" if mark.is_closed else "")
        )
    rows.append(
        {(True, True): "B*", (True, False): "f*", (False, True): "S"}[
            mark.fill is not None, mark.ink is not None
        ]
    )
    return " ".join(rows)


def _words(mark: TextMark, faces: TypefacePair) -> str:
    x, y = mark.at
    left = x - mark.width / 2 if mark.is_centered else x
    plate = ""
    if mark.has_plate:
        plate = f"1 1 1 rg {left - 0.04:.4f} {y - 0.62 * mark.size:.4f} {mark.width + 0.08:.4f} {1.24 * mark.size:.4f} re f "
    font = "RB"[mark.is_bold]
    text = faces[mark.is_bold].to_pdf_string(mark.text)
    return f"{plate}BT {_color(mark.ink, 'rg')} /{font} {mark.size:g} Tf {left:.5f} {y - 0.36 * mark.size:.5f} Td {text} Tj ET"
