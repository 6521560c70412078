"""How far the solids between two volumes would have to shrink to open a line of sight."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wc3d.geometry.solid_union import SolidUnion
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.geometry.tolerances import SHORT_BY_STEP_IN
from wc3d.geometry.visibility import Occluder, Occluders, SightResult

FIRST_TRIAL_IN = 0.24
"""The first shrinkage that is tried, in inches: more than half of all blocked lines open at it."""

MIN_LIMIT_IN = 1.0
"""The least distance from the line in which solids are prepared for trials, in inches."""

MAX_SHORT_BY_CELLS = 3_000
"""The number of cells after which shrunk solids still count as blocking. Most need far fewer."""

MAX_GUESS_CELLS = 200
"""The same number for a guess, which a trial checks."""


class ShrinkSearch:
    """A search for the smallest shrinkage of solids that opens a line between two volumes.

    Building the shrunk solids takes most of the time of a trial. So `_guess` grows the solids of an
    open trial again, which keeps their shape except for what vanished, and trials check the guess.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        woods: tuple[Occluder, ...],
        a: Cylinder,
        b: Cylinder,
        depth: float,
    ) -> None:
        self._pieces = pieces
        self._woods = woods
        self._ends = a, b
        self._depth = depth
        self._union: SolidUnion | None = None
        self._limit = 0.0
        self._vanishing_trials = 0
        self._shut = 0.0
        self._open = math.inf
        self._open_solids: Occluders | None = None

    def find_opening(self) -> float:
        """Return the shrinkage in inches that opens a line, exact to within `SHORT_BY_STEP_IN`."""
        by = FIRST_TRIAL_IN
        while not self._try(by):
            by *= 4.0
        while (width := self._open - self._shut) > SHORT_BY_STEP_IN:
            self._approach()
            if SHORT_BY_STEP_IN < self._open - self._shut > width / 2.0:
                self._try((self._open + self._shut) / 2.0)
        return round(self._open, 4)

    def _approach(self) -> None:
        """Follow the guesses while each finds a line and they get lower, then try a bit less."""
        gains: list[float] = []
        while (guess := self._guess()) is not None:
            gain = self._open - guess
            if gain < SHORT_BY_STEP_IN / 2.0:
                break
            if not self._try(guess):
                self._try(min(guess + SHORT_BY_STEP_IN, self._open))
                return
            gains.append(gain)
            if len(gains) == 1 and not self._try_below_open():
                return
            if len(gains) > 2 and gain < 0.9 * gains[-2]:
                rest = gain * gain / (gains[-2] - gain)  # of a geometric series
                if not self._try(max(self._open - rest, self._shut + SHORT_BY_STEP_IN / 2.0)):
                    return
        if guess is None and (size := self._next_vanishing()) is not None:
            self._try(size)
        else:
            self._try_below_open()

    def _try_below_open(self) -> bool:
        """Return whether a line is open a bit below the open shrinkage; if not, that is the end."""
        if self._open - self._shut <= SHORT_BY_STEP_IN:
            return False
        return self._try(self._open - 0.99 * SHORT_BY_STEP_IN)

    def _try(self, by: float) -> bool:
        """Return whether a line is open when the solids shrink by `by`, and remember it."""
        if self._union is None or by > self._limit:
            self._limit = max(by, MIN_LIMIT_IN)
            self._union = SolidUnion(self._pieces, *self._ends, self._limit)
        solids = Occluders((*self._woods, Occluder(self._union.shrink(by))), are_merged=True)
        if not self._is_open(solids):
            self._shut = by
            return False
        self._open = by
        self._open_solids = solids
        return True

    def _guess(self) -> float | None:
        """Return the open shrinkage less the growth that closes the open trial's line again.

        It is None if no growth does: what closes the line has vanished from that trial.
        """
        assert self._open_solids is not None
        grown = 0.0
        closed = self._open - self._shut
        if self._is_open(self._open_solids, closed):
            return None
        while closed - grown > SHORT_BY_STEP_IN / 3.0:
            middle = (grown + closed) / 2.0
            if self._is_open(self._open_solids, middle):
                grown = middle
            else:
                closed = middle
        return self._open - grown

    def _next_vanishing(self) -> float | None:
        """Return a shrinkage between shut and open at which a solid near the line vanishes.

        The first is the least, as most lines are blocked by the thinnest wall; later ones are the
        middle one.
        """
        assert self._union is not None
        sizes = [
            size + SHORT_BY_STEP_IN / 4.0
            for size in self._union.vanishing_sizes
            if self._shut < size and size + SHORT_BY_STEP_IN / 2.0 < self._open
        ]
        self._vanishing_trials += 1
        return sizes[0 if self._vanishing_trials == 1 else len(sizes) // 2] if sizes else None

    def _is_open(self, solids: Occluders, grow: float = 0.0) -> bool:
        found = solids.find_open_line(
            *self._ends,
            depth=self._depth,
            budget=MAX_GUESS_CELLS if grow else MAX_SHORT_BY_CELLS,
            grow=grow,
        )
        return found[0] is SightResult.CLEAR
