"""Fast tokenization of text mesh files, many lines at once."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.mesh_source import MeshSource, quote_words
from wc3d.meshes.surface import Floats

STRETCH_BYTES = 4_000_000
"""Bytes tokenized at a time."""

MAX_LINE_BYTES = 1_000_000
"""Most bytes of a line."""

WORD_PREFIX_BYTES = 16
"""Bytes that distinguish the first words of unread lines."""

NEWLINE = b"\n"

_NO_SLASHES = bytes.maketrans(b"/", b" ")

IndexArray = NDArray[np.int64]
LineMask = NDArray[np.bool_]


def read_stretches(source: MeshSource, first: int = 1) -> Iterator[TextLines]:
    """Yield a text file in blocks of complete lines, numbered from `first` on.

    Raises MeshError for an overlong line, and if the caller cancels.
    """
    data = source.data
    at = 0
    line = first
    if NEWLINE not in data:  # old files end their lines in other ways
        data = data.replace(b"\r", NEWLINE)
    while at < len(data):
        source.report_progress(at, len(data))
        end = data.find(NEWLINE, at + STRETCH_BYTES) + 1 or len(data)
        if end - at > STRETCH_BYTES + MAX_LINE_BYTES:
            place = f"line {line + data.count(NEWLINE, at, at + STRETCH_BYTES)}"
            raise source.make_error(
                place, f"this line is longer than {MAX_LINE_BYTES:,} characters, the limit"
            )
        yield TextLines(source, data[at:end] + NEWLINE, line)
        line += data.count(NEWLINE, at, end)
        at = end


_BLANKS = np.isin(np.arange(256), list(b" \t\n\v\f\r"))
"""Whether each byte separates words, as for `bytes.split`."""


class TextLines:
    """Lines of a text, split into words. Blank lines are omitted."""

    def __init__(self, source: MeshSource, text: bytes, first: int = 1) -> None:
        self._source = source
        self._bytes = np.frombuffer(text.replace(b"\0", b" "), np.uint8)  # some files are padded
        blank = _BLANKS[self._bytes]
        edges = np.flatnonzero(np.diff(blank, prepend=True))
        self._starts, self._ends = edges[::2], edges[1::2]  # the text ends with a blank
        ends_of_lines = np.flatnonzero(self._bytes == 10)
        line = np.searchsorted(ends_of_lines, self._starts)
        self._first = np.flatnonzero(np.diff(line, prepend=-1))  # the first word of each line
        self._behind = np.append(self._first[1:], len(self._starts))
        self.number: IndexArray = line[self._first] + first
        """The line numbers in the file."""

    @property
    def word_counts(self) -> IndexArray:
        """The number of words in each line."""
        return self._behind - self._first

    @property
    def words(self) -> list[bytes]:
        """Return all words, line by line."""
        return self._bytes.tobytes().split()

    def lines_beginning(self, *words: bytes) -> LineMask:
        """Return which lines begin with any of these words, in lower or upper case."""
        is_match = np.zeros(len(self._first), dtype=bool)
        starts = self._starts[self._first]
        length = self._ends[self._first] - starts
        for word in words:
            alike = length == len(word)
            for i, letter in enumerate(word):
                alike[alike] = self._bytes[starts[alike] + i] | 32 == letter
            is_match |= alike
        return is_match

    def first_words(self, mask: LineMask) -> Iterator[tuple[bytes, int]]:
        """Yield the distinct first words (cut to WORD_PREFIX_BYTES) with their counts of lines."""
        starts = self._starts[self._first[mask]]
        ends = self._ends[self._first[mask]]
        if not len(starts):
            return
        at = np.minimum(starts[:, None] + np.arange(WORD_PREFIX_BYTES), ends[:, None] - 1)
        letters = np.where(
            starts[:, None] + np.arange(WORD_PREFIX_BYTES) < ends[:, None], self._bytes[at], 0
        )
        words, counts = np.unique(
            letters.astype(np.uint8).view(f"S{WORD_PREFIX_BYTES}").reshape(-1), return_counts=True
        )
        yield from zip(words.tolist(), counts.tolist(), strict=True)

    def remainders(self, mask: LineMask) -> Iterator[tuple[int, bytes]]:
        """Yield the index of each of these lines and the text after its first word."""
        for i in np.flatnonzero(mask):
            yield (
                int(i),
                self._bytes[self._ends[self._first[i]] : self._ends[self._behind[i] - 1]]
                .tobytes()
                .strip(),
            )

    def _text(self, mask: LineMask) -> tuple[bytes, IndexArray]:
        """Return the text after the first words of these lines, and each line's word count."""
        marks = np.zeros(len(self._bytes) + 1, dtype=np.int8)
        marks[self._ends[self._first[mask]]] = 1
        marks[self._ends[self._behind[mask] - 1] + 1] = -1
        is_kept = np.cumsum(marks[:-1], dtype=np.int8).astype(bool)
        return self._bytes[is_kept].tobytes(), (self._behind - self._first)[mask] - 1

    def parse_numbers(self, mask: LineMask) -> tuple[Floats, IndexArray]:
        """Return the numbers after the first words, and each line's count. Raises MeshError."""
        text, counts = self._text(mask)
        numbers = parse_array(text, np.float64)
        if len(numbers) != counts.sum():
            numbers = np.array(
                [self._parse_float(word, mask, counts, i) for i, word in enumerate(text.split())],
                dtype=np.float64,
            )
        return numbers, counts

    def parse_all_numbers(self) -> Floats:
        """Return all words as numbers. Raises MeshError for other words."""
        numbers = parse_array(self._bytes.tobytes(), np.float64)
        if len(numbers) == len(self._starts):
            return numbers
        all_lines = np.ones(len(self._first), dtype=bool)
        counts = self.word_counts
        return np.array(
            [self._parse_float(word, all_lines, counts, i) for i, word in enumerate(self.words)],
            dtype=np.float64,
        )

    def _parse_float(self, word: bytes, mask: LineMask, counts: IndexArray, i: int) -> float:
        try:
            return float(word)
        except ValueError:
            # some spellings of non-finite numbers: -1.#IND, -nan(ind)
            if b"#" in word or b"nan" in word.lower():
                return np.nan
            raise self._number_error(word, mask, counts, i) from None

    def _number_error(self, word: bytes, mask: LineMask, counts: IndexArray, i: int) -> Exception:
        line = self.number[mask][np.searchsorted(np.cumsum(counts), i, side="right")]
        return self._source.make_error(
            f"line {line}", f"expected a number, found {quote_words(word)}"
        )

    def parse_corners(self, mask: LineMask) -> tuple[IndexArray, IndexArray, IndexArray]:
        """Parse words such as 3, 3/5, 3//7 or 3/5/7 after the first words of these lines.

        Return their first and second numbers (0 if missing), and each line's word count. Raises
        MeshError for other words.
        """
        text, counts = self._text(mask)
        if b"/" in text:
            for half, whole in (
                (b"//", b"/0/"),
                (b"/ ", b"/0 "),
                (b"/\n", b"/0\n"),
                (b"/\r", b"/0\r"),
                (b"/\t", b"/0\t"),
            ):
                text = text.replace(half, whole)
        letters = np.frombuffer(text, np.uint8)
        starts = np.flatnonzero(np.diff(letters <= 32, prepend=True))[::2]
        slashes = (
            np.add.reduceat(letters == 47, starts, dtype=np.int64)
            if len(starts)
            else np.zeros(0, dtype=np.int64)
        )
        numbers = parse_array(text.translate(_NO_SLASHES), np.int64)
        if len(numbers) != len(starts) + slashes.sum():
            for i, word in enumerate(text.split()):
                if not all(number.lstrip(b"+-").isdigit() for number in word.split(b"/")):
                    raise self._number_error(word, mask, counts, i)
            raise self._source.make_error(
                f"lines {self.number[0]} to {self.number[-1]}",
                "expected the vertex numbers of a face",
            )
        at = np.cumsum(slashes + 1) - slashes - 1
        second = np.where(slashes > 0, numbers[np.minimum(at + 1, len(numbers) - 1)], 0)
        return numbers[at], second, counts


def parse_array(text: bytes, kind: Any) -> NDArray[Any]:
    """Parse numbers separated by blanks; return fewer numbers than words if a word is invalid.

    If no word has a decimal point, a comma counts as one.
    """
    if not text.strip():
        return np.zeros(0, dtype=kind)
    if b"," in text and b"." not in text:
        text = text.replace(b",", b".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            return np.fromstring(text, dtype=kind, sep=" ")
        except ValueError:
            return np.zeros(0, dtype=kind)
