"""What a game lets a screen show: labels, rosters, sheets, the score, and what each event looks like. Plain values, no drawing.

A rules set makes them (`RuleSet.labels`, `RuleSet.sheet`, ...); the window, a page and a terminal draw them. Icons are
characters of the icon font the window loads (`wc3d.presentation.icons`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from wc3d.engine.dice import Die
from wc3d.presentation.evidence_view import XY, XYZ, Stroke
from wc3d.presentation.palette import RGB, Livery


@dataclass(frozen=True)
class LabelSign:
    """A small sign on a label: an icon, a short word that says the same, and its color. `count` is written where it is over 1."""

    icon: str
    short: str = ""
    rgb: RGB = (238, 242, 246)
    count: int = 1


@dataclass(frozen=True)
class ModelLabel:
    """What stands over a model on the table. `at` is above its head, `foot` at its base (inches).

    `title` is its heading where that is not its name. `health` of `boxes` are left. `points` of `most` is a resource shown as
    pips (Arc, focus). `group` is the unit it belongs to; `first` says that this model carries the unit's own signs, `left` how
    many of how many models are left. `done`: it has had its turn. `words` are the lines of its tooltip.
    """

    id: str
    group: str
    name: str
    livery: Livery
    at: XYZ
    foot: XYZ
    health: int = 1
    boxes: int = 1
    points: int = 0
    max_points: int = 0
    shows_unit_signs: bool = True
    remaining_and_total: tuple[int, int] = (1, 1)
    is_done: bool = False
    signs: tuple[LabelSign, ...] = ()
    words: tuple[str, ...] = ()
    title: str = ""

    def moved_to(self, foot: XYZ) -> ModelLabel:
        """The same label over a model that is shown elsewhere."""
        return replace(self, foot=foot, at=(foot[0], foot[1], foot[2] + self.at[2] - self.foot[2]))


@dataclass(frozen=True)
class BoardMarker:
    """A round marker on the board, `radius` inches; a model within `reach` inches of its edge counts for it.

    `at` is where its label stands, `foot` its middle on the ground. `owner` is the player who holds it now (0: nobody), `worth`
    what it would bring, `words` the lines of its tooltip.
    """

    id: str
    name: str
    short: str
    at: XYZ
    foot: XYZ
    rgb: RGB
    radius: float
    reach: float
    owner: int = 0
    is_contested: bool = False
    worth: str = ""
    active: bool = False
    portable: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class DeploymentZone:
    """A rectangle of the table in which a player may set up, from its lowest to its highest corner; `front` is its inner edge."""

    low: XY
    high: XY
    front: tuple[XY, XY]
    rgb: RGB
    player: int


@dataclass(frozen=True)
class CloudMark:
    """A cloud on the table: `radius` inches round its center, drawn `height` inches high. `harms`: it hurts whom it touches.

    `short` is the word on it, `words` the lines of its tooltip.
    """

    id: str
    center: XY
    radius: float
    height: float
    rgb: RGB
    short: str
    is_harmful: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableEdge:
    """The edge of the table that is a player's, from one corner to the next."""

    line: tuple[XY, XY]
    rgb: RGB
    player: int


@dataclass(frozen=True)
class RosterRow:
    """A unit or model in a player's list. `left` is the part of its health that is left (None: it is not on the table)."""

    id: str
    name: str
    right_text: str = ""
    note: str = ""
    health_share: float | None = None
    tip: tuple[str, ...] = ()


@dataclass(frozen=True)
class Roster:
    """A player's side of the list: the lines under the player's name, and a row for each unit.

    `standing` are the lines that a replay shows instead: how the player stands, and what the viewer knows of hidden things.
    """

    player: int
    facts: tuple[str, ...]
    rows: tuple[RosterRow, ...]
    tip: str = ""
    replay_lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetNumber:
    """A number on a sheet with how it came about: its receipt, line by line. `changed` if it is not the printed one."""

    name: str
    value: str
    receipt: tuple[str, ...] = ()
    is_changed: bool = False


@dataclass(frozen=True)
class SheetRow:
    """A line of a sheet, and what hovering over it explains. `waits` grays out what does not work right now, `changed` stands
    out because it is not as printed. `id` names it."""

    words: str
    tip: str = ""
    is_inactive: bool = False
    is_changed: bool = False
    id: str = ""


@dataclass(frozen=True)
class SheetSection:
    """A part of a sheet. `heading`: its title stands above it. `flowing`: its rows are names, side by side."""

    title: str
    rows: tuple[SheetRow, ...]
    has_heading: bool = True
    is_flowing: bool = False


@dataclass(frozen=True)
class DamageBox:
    """A box of a damage chart: the letter in it, whether it is `marked`, and whether all that it belongs to is `lost`.

    `part` names what it belongs to: boxes of one part are lit together. `tip` says what that is, and what marks the box.
    """

    letter: str = ""
    is_marked: bool = False
    is_lost: bool = False
    part: str = ""
    tip: str = ""


@dataclass(frozen=True)
class DamageChart:
    """The boxes of a model as its card has them, column by column from the left; None where a column has no box.

    `heads` stand over the columns; `parts` are what the boxes make together, each with a line that explains it.
    """

    columns: tuple[tuple[DamageBox | None, ...], ...]
    heads: tuple[str, ...] = ()
    parts: tuple[SheetRow, ...] = ()


@dataclass(frozen=True)
class InfoSheet:
    """What a card on the screen says about anything that can be clicked: a model, a unit, a card, an objective.

    `what` says in a line what kind of thing it is, `chart` are its damage boxes.
    """

    id: str
    title: str
    facts: tuple[str, ...] = ()
    numbers: tuple[SheetNumber, ...] = ()
    sections: tuple[SheetSection, ...] = ()
    what: str = ""
    chart: DamageChart | None = None


@dataclass(frozen=True)
class TurnBar:
    """Where a game stands, for the bar at the top: `step` (from 1; 0 for none) of `steps`, each a short word and a full name.

    `active` is the player whose turn it is; `turn` names the turn, `points` is the score in short.
    """

    heading: str
    active: int = 0
    turn: str = ""
    points: str = ""
    points_tip: str = ""
    steps: tuple[tuple[str, str], ...] = ()
    step: int = 0


@dataclass(frozen=True)
class ScoreTable:
    """The score as a table (its heads and rows), what the mission asks for, and how it stands.

    `title` says what is counted; the column before the last holds the sums.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sections: tuple[SheetSection, ...] = ()
    title: str = "Score"


@dataclass(frozen=True)
class DisplayedRoll:
    """A roll as dice to be drawn: whose, what for, and for each kind of die what they show. `total` is what it comes to."""

    player: int
    why: str
    dice: tuple[tuple[Die, tuple[int, ...]], ...]
    total: str = ""


@dataclass(frozen=True)
class DieLook:
    """How a kind of die is drawn: a letter in its corner, the colors of its body and its ink, how round its corners are (0: a
    square, 1: a disc)."""

    letter: str
    body: RGB = (60, 76, 96)
    ink: RGB = (255, 255, 255)
    round: float = 0.2


@dataclass(frozen=True)
class AreaEffectMark:
    """Something that spreads for a moment: a "burst" or "blast" round a place, `radius` inches, or a "spray" or "ray" along `to`.

    Without a place it is where the attack under way strikes.
    """

    kind: str
    at: XYZ | None = None
    radius: float = 0.0
    end: XYZ | None = None


@dataclass(frozen=True)
class EventDisplay:
    """What one event looks like on the table, as seen from the state just before it.

    `tracks` are the ways that models take, by id; `slides`: they are put there or fall, and do not walk; `how` says in a word in
    what manner ("walk", "jump", "fly", "fall", "slam", "put"). `strokes` are the lines that show it afterwards. `attack` is the
    line of an attack that begins here, `begins_attack` says so even if nothing can be drawn; `closes` says that the attack under
    way is over. `hurts` names who is hurt or destroyed, `gone` who leaves the table by it, `comes` who comes onto it. `places`
    is where to look; `round` the number of the round that begins here. `splashes` are seen for a moment.

    `told` says in a sentence who does what to whom, `why` why that was possible. `words` is what is written beside the model
    `beside` for a moment: "hit, 2 over". What is known only afterwards is in none of them.
    """

    tracks: Mapping[str, tuple[XYZ, ...]] = field(default_factory=dict)
    is_sliding: bool = False
    manner: str = ""
    strokes: tuple[Stroke, ...] = ()
    attack: Stroke | None = None
    begins_attack: bool = False
    ends_attack: bool = False
    roll: DisplayedRoll | None = None
    hurt_models: tuple[str, ...] = ()
    destroyed_models: tuple[str, ...] = ()
    arriving_models: tuple[str, ...] = ()
    places: tuple[XYZ, ...] = ()
    round: int = 0
    splashes: tuple[AreaEffectMark, ...] = ()
    sentence: str = ""
    why: str = ""
    words: str = ""
    beside_model: str = ""
