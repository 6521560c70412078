"""Typefaces embedded in a PDF file: only the used letters, with a mapping for search and copy."""

from __future__ import annotations

import io
import logging
import zlib
from collections.abc import Collection
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from wc3d._internal.memo import Size, memo_per_process

REPLACEMENT_LETTER = "?"
"""The replacement for a letter that the typeface lacks."""

logging.getLogger("fontTools").setLevel(logging.ERROR)


@memo_per_process(Size.FEW)
def letters_in_font(file: Path) -> frozenset[int]:
    """Return the code points of the letters in a font."""
    with TTFont(file, lazy=True) as font:
        return frozenset(font.getBestCmap())


class Typeface:
    """A subset of a typeface for a PDF. Letters are numbered in the order of the embedded file."""

    def __init__(self, file: Path, name: str, letters: Collection[str]) -> None:
        self.name = name
        font_codes = letters_in_font(file)
        codes = sorted(
            {ord(letter) for letter in letters if ord(letter) in font_codes}
            | {ord(REPLACEMENT_LETTER), ord(" ")}
        )
        font = TTFont(file)
        options = subset.Options(
            layout_features=[], hinting=False, notdef_outline=True, name_IDs=[]
        )
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=codes)
        cutter.subset(font)
        buffer = io.BytesIO()
        font.save(buffer)
        self._file = buffer.getvalue()
        self._font = font
        self.letter_numbers = {
            chr(letter): font.getGlyphID(glyph)
            for letter, glyph in font.getBestCmap().items()
            if letter in codes
        }

    def to_pdf_string(self, words: str) -> str:
        """Return text as a PDF string."""
        return (
            "<"
            + "".join(
                f"{self.letter_numbers.get(letter, self.letter_numbers[REPLACEMENT_LETTER]):04x}"
                for letter in words
            )
            + ">"
        )

    def pdf_objects(self, first: int) -> list[bytes]:
        """Return the typeface's PDF objects, numbered from `first`, which is its main object."""
        font = self._font
        em = self._font["head"].unitsPerEm
        wide = [round(font["hmtx"][glyph][0] * 1000 / em) for glyph in font.getGlyphOrder()]
        head = font["head"]
        lines = font["hhea"]
        box = " ".join(
            str(round(v * 1000 / em)) for v in (head.xMin, head.yMin, head.xMax, head.yMax)
        )
        rise, fall = (round(v * 1000 / em) for v in (lines.ascent, lines.descent))
        mapping = "\n".join(
            f"<{n:04x}> <{c.encode('utf-16-be').hex()}>" for c, n in self.letter_numbers.items()
        )
        words = (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /wc3d def /CMapType 2 def\n"
            "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
            f"{_split_hundreds(mapping.splitlines())}\nendcmap CMapName currentdict /CMap defineresource pop end end"
        )
        whole = (
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{self.name} /Encoding /Identity-H "
            f"/DescendantFonts [{first + 1} 0 R] /ToUnicode {first + 4} 0 R >>"
        )
        letters = (
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{self.name} /FontDescriptor {first + 2} 0 R "
            "/CIDToGIDMap /Identity /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/W [0 [{' '.join(map(str, wide))}]] >>"
        )
        looks = (
            f"<< /Type /FontDescriptor /FontName /{self.name} /Flags 4 /FontBBox [{box}] /ItalicAngle 0 /Ascent {rise} "
            f"/Descent {fall} /CapHeight {round(0.711 * 1000)} /StemV 90 /FontFile2 {first + 3} 0 R >>"
        )
        file = pdf_stream(self._file, f"/Length1 {len(self._file)} ")
        return [whole.encode(), letters.encode(), looks.encode(), file, pdf_stream(words.encode())]


def _split_hundreds(rows: list[str]) -> str:
    """Return the rows of a letter table, in blocks of up to a hundred."""
    parts = [rows[k : k + 100] for k in range(0, len(rows), 100)]
    return "\n".join(
        f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar" for part in parts
    )


def pdf_stream(data: bytes, extra: str = "") -> bytes:
    """Return data as a PDF stream object."""
    packed = zlib.compress(data)
    return (
        f"<< /Length {len(packed)} {extra}/Filter /FlateDecode >>\nstream\n".encode()
        + packed
        + b"\nendstream"
    )
