"""Formatting of lengths in inches."""

from __future__ import annotations


def format_inches(
    length: float | None,
    decimals: int = 2,
    finer_below: float = 0.1,
    finer: int = 4,
    trim: bool = False,
) -> str:
    """Return a length as text: 6.50", 0.0312", a dash for None.

    The text has `decimals` decimals, or `finer` decimals below `finer_below` inches. `trim`
    removes zeros at the end: 6.5".
    """
    if length is None:
        return "–"
    length += 0.0  # avoid "-0"
    text = f"{length:.{finer if 0 < abs(length) < finer_below else decimals}f}"
    return f'{text.rstrip("0").rstrip(".") if trim and "." in text else text}"'


def format_brief_inches(length: float) -> str:
    """Return a length for use in a sentence: 6.5", 0.31", 0.004", under 0.0001"."""
    return (
        'under 0.0001"'
        if 0 < length < 0.5e-4
        else format_inches(length, finer_below=0.01, trim=True)
    )


def format_length(inches: float) -> str:
    """Return a length to a tenth of an inch: 7.3". Only a length of zero becomes 0"."""
    tenths = round(inches, 1) + 0.0
    if tenths or not inches:
        return f'{tenths:g}"'
    hundredths = round(inches, 2) + 0.0
    return f'{hundredths:g}"' if hundredths else 'under 0.01"'
