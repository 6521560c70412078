"""What every preview is: marks to draw, signs, facts, and whether it may be done; with the words they share."""
from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Any, TypeVar

from wc3d.engine.actions import Action, Verdict, page_said
from wc3d.evidence.exhibit import XY, XYZ, Area, Circle, Exhibit, Ghost, Stroke, roles_of
from wc3d.evidence.palette import RGB, Role
from wc3d.geometry.solids import Cylinder
from wc3d.table.table import Body
from wc3d.view.window.screen import Tag
from wc3d.warcaster.abilities.stats import stat
from wc3d.warcaster.fighting.damage import DamageRoll, case_of, may_be_hurt
from wc3d.warcaster.odds.chances import left, strikes
from wc3d.warcaster.state import State

T = TypeVar("T")
Rows = tuple[tuple[str, str], ...]

YES: RGB = (96, 214, 140)
NO: RGB = (255, 120, 104)
MAYBE: RGB = (246, 190, 72)
QUIET: RGB = (150, 160, 170)
"""The colours of signs: each sign also says it in words."""


@dataclass(frozen=True, eq=False)
class Preview:
    """What would happen. `legal` is None where there is nothing to allow. `action` does it; None if it cannot be done now.

    `verdict` is the game's own answer that all of it was made from (a Verdict, a Spray, a Blast, a Slam, ...).
    """

    kind: str
    legal: bool | None
    words: str
    marks: Exhibit
    tags: tuple[Tag, ...] = ()
    facts: Rows = ()
    action: Action | None = None
    verdict: Any = None


def kept(state: State, key: Hashable, make: Callable[[], T]) -> T:
    """An answer worked out once for each state."""
    notes = state.notes
    name = ("preview", key)
    if name not in notes:
        notes[name] = make()
    found: T = notes[name]
    return found


def latest(state: State, what: str, key: Hashable, make: Callable[[], T]) -> T:
    """The newest answer of a sort, kept until another is asked for: for what follows the mouse and is drawn many times."""
    notes, name = state.notes, ("latest", what)
    if name not in notes or notes[name][0] != key:
        notes[name] = key, make()
    found: T = notes[name][1]
    return found


def preview(
    state: State, kind: str, legal: bool | None, words: str, *, badge: str = "", rule: str = "", facts: Rows = (),
    tags: Sequence[Tag] = (), roles: Mapping[str, Role] | None = None, strokes: Iterable[Stroke] = (),
    ghosts: Iterable[Ghost] = (), circles: Iterable[Circle] = (), areas: Iterable[Area] = (),
    notes: Mapping[str, str] | None = None, marked: Mapping[str, str] | None = None,
    hull: tuple[Cylinder, Cylinder] | None = None, cut: Sequence[XY] = (), action: Action | None = None, verdict: Any = None,
) -> Preview:  # fmt: skip
    """A preview with its marks put together. `badge`: the verdict in a word or two; `rule`: where it is written."""
    known = {f.id for f in state.table.features}
    marks = Exhibit(
        kind=kind, verdict=badge or {True: "LEGAL", False: "NOT LEGAL", None: kind.upper()}[legal], headline=words, good=legal,
        rule=rule, facts=facts, roles={**roles_of(state.table), **(roles or {})}, notes=notes or {},
        marked={id: word for id, word in (marked or {}).items() if id in known}, strokes=tuple(strokes), ghosts=tuple(ghosts),
        circles=tuple(circles), areas=tuple(areas), hull=hull, cut=tuple(cut),
    )  # fmt: skip
    return Preview(kind, legal, words, marks, tuple(tags), facts, action, verdict)


def refusal(state: State, verdict: Verdict) -> str:
    """A refusal as one sentence with its page, terrain by its name."""
    page, text = page_said(verdict.page), verdict.text
    for feature in state.table.features:
        if feature.id in text:
            text = re.sub(rf"(?<![\w-]){re.escape(feature.id)}(?![\w-])", feature.name, text)
    text = text[:1].upper() + text[1:]
    return f"{text} ({page})." if page else f"{text}."


def called(state: State, id: str) -> str:
    """What a model or a feature of terrain is called."""
    known = any(f.id == id for f in state.table.features)
    return state.table.feature(id).name if known else state.name(id)


def head(body: Body, up: float = 0.25) -> XYZ:
    """Just above a model."""
    x, y, z = body.at
    return x, y, z + body.height + up


def middle(points: Sequence[XYZ]) -> XYZ:
    """The point half way along a track."""
    lengths = [dist(a, b) for a, b in pairwise(points)]
    half = sum(lengths) / 2
    for (a, b), long in zip(pairwise(points), lengths, strict=True):
        if long >= half and long > 0:
            x, y, z = (p + (q - p) * half / long for p, q in zip(a, b, strict=True))
            return x, y, z
        half -= long
    return points[-1]


def inch(value: float) -> str:
    """Inches as a player says them: one decimal, two where one would be 0."""
    return f'{value:.2f}"' if 0 < abs(value) < 0.095 else f'{value:.1f}"'


def share(chance: float) -> str:
    """A chance in per cent; never 0% or 100% unless it is."""
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 < chance < 1 - 1e-12:
        return ">99%"
    return f"{chance:.0%}"


@dataclass(frozen=True, slots=True)
class Hurt:
    """What one damage roll may do: its dice, the target's ARM, the points to be expected, and the chances of any and of all."""

    pow: int
    power: int
    arm: int
    points: float
    any: float
    destroy: float

    @property
    def words(self) -> str:
        """It in half a line."""
        if self.arm <= 0:
            return "no damage"
        dice = f"POW {self.pow}" + (f" + {self.power} PD" if self.power else "")
        return f"{dice} against ARM {self.arm}: hurt {share(self.any)}, destroyed {share(self.destroy)}"


def hurt_by(state: State, roll: DamageRoll) -> Hurt:
    """What a damage roll may do to its target as things stand, its dice not rolled yet."""
    case = case_of(state, roll)
    if not may_be_hurt(state, roll.target, case):
        return Hurt(roll.pow, roll.power_dice, 0, 0.0, 0.0, 0.0)
    arm = int(stat(state, roll.target, "ARM", case).value)
    rolled = strikes(roll.pow, roll.power_dice)
    points = [(chance, min(left(state, roll.target), n // arm)) for n, chance in enumerate(rolled)]
    return Hurt(
        roll.pow, roll.power_dice, arm, sum(c * p for c, p in points), sum(c for c, p in points if p),
        sum(c for c, p in points if p >= left(state, roll.target)),
    )  # fmt: skip
