"""Plain values that a game gives a screen to draw: labels, rosters, sheets, scores and events.

The rules make them (`DisplayRules.labels`, `DisplayRules.sheet`, ...). The window, a page and a
terminal draw them. Icons are characters of the icon font (`wc3d.presentation.icons`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from wc3d.engine.dice import Die
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.evidence_view import XY, XYZ, Stroke
from wc3d.presentation.palette import RGB, Livery


@dataclass(frozen=True)
class LabelSign:
    """A sign on a label: an icon, a short word for it, and a color. A `count` over 1 is shown."""

    icon: str
    short: str = ""
    rgb: RGB = (238, 242, 246)
    count: int = 1


@dataclass(frozen=True)
class ModelLabel:
    """The label over a model on the table. `at` is above its head, `foot` at its base (inches).

    `title` replaces the name as heading. `health` is the number of undamaged boxes out of `boxes`.
    `points` of `max_points` is a resource shown as pips (Arc, focus). `group` is the model's unit.
    `shows_unit_signs` marks the model that carries the unit's signs. `remaining_and_total` counts
    the unit's models. `is_done`: the model has activated. `words` are the lines of its tooltip.
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

    @property
    def has_content(self) -> bool:
        """Whether the label shows more than a name: signs of the unit or health."""
        return bool(self.shows_unit_signs or self.signs or self.boxes > 1)

    def moved_to(self, foot: XYZ) -> ModelLabel:
        """Return the same label over the model at another place."""
        return replace(self, foot=foot, at=(foot[0], foot[1], foot[2] + self.at[2] - self.foot[2]))


@dataclass(frozen=True)
class BoardMarker:
    """A round marker on the board, `radius` inches.

    Models within `reach` inches of its edge count for it. `at` is the place of its label, `foot`
    its center on the ground. `owner` is the player who holds it (0: nobody). `worth` is the score
    it would give. `words` are the lines of its tooltip.
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
    """A player's deployment rectangle, by lowest and highest corner. `front` is its inner edge."""

    low: XY
    high: XY
    front: tuple[XY, XY]
    rgb: RGB
    player: int


@dataclass(frozen=True)
class CloudMark:
    """A cloud on the table: a disc of `radius` inches, drawn `height` inches high.

    `is_harmful`: the cloud damages models. `short` is the word on it, `words` are the lines of its
    tooltip.
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
    """A player's table edge, from one corner to the next."""

    line: tuple[XY, XY]
    rgb: RGB
    player: int


def edges_of_sides(
    size: tuple[float, float], sides: Sequence[str], colors: Sequence[RGB]
) -> tuple[TableEdge, ...]:
    """Return the edges of the players on these sides, "south" or "north"; "" is not chosen yet."""
    width, depth = size
    heights = {"south": 0.0, "north": depth}
    return tuple(
        TableEdge(((0.0, heights[side]), (width, heights[side])), color, player)
        for player, (side, color) in enumerate(zip(sides, colors, strict=True), 1)
        if side in heights
    )


@dataclass(frozen=True)
class RosterRow:
    """A unit or model in a list. `health_share` is None if it is not on the table."""

    id: str
    name: str
    right_text: str = ""
    note: str = ""
    health_share: float | None = None
    tip: tuple[str, ...] = ()


@dataclass(frozen=True)
class Roster:
    """A player's list: the lines under the player's name, and a row for each unit.

    `replay_lines` replace these lines in a replay. They show the player's situation and what the
    viewer knows of hidden information.
    """

    player: int
    facts: tuple[str, ...]
    rows: tuple[RosterRow, ...]
    tip: str = ""
    replay_lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetNumber:
    """A number on a sheet with its receipt. `is_changed`: it differs from the printed number."""

    name: str
    value: str
    receipt: tuple[str, ...] = ()
    is_changed: bool = False


@dataclass(frozen=True)
class SheetRow:
    """A row of a sheet with its tooltip.

    `is_inactive` grays out a rule that does not work now. `is_changed` highlights a row that
    differs from the printed one. `id` names the row.
    """

    words: str
    tip: str = ""
    is_inactive: bool = False
    is_changed: bool = False
    id: str = ""


@dataclass(frozen=True)
class SheetSection:
    """A section of a sheet. `has_heading` shows the title; `is_flowing` puts rows side by side."""

    title: str
    rows: tuple[SheetRow, ...]
    has_heading: bool = True
    is_flowing: bool = False


@dataclass(frozen=True)
class DamageBox:
    """A box of a damage chart: its letter, and whether it is marked or its part is lost.

    Boxes of one `part` are highlighted together. `tip` names the part and what marks the box.
    """

    letter: str = ""
    is_marked: bool = False
    is_lost: bool = False
    part: str = ""
    tip: str = ""


@dataclass(frozen=True)
class DamageBoxes:
    """A model's damage boxes as on its card, by column from the left; None for no box.

    `heads` are the titles of the columns. `parts` explain each group of boxes in one line.
    """

    columns: tuple[tuple[DamageBox | None, ...], ...]
    heads: tuple[str, ...] = ()
    parts: tuple[SheetRow, ...] = ()


@dataclass(frozen=True)
class InfoSheet:
    """The sheet of anything the player can click: a model, a unit, a card or an objective.

    `what` describes its kind in one line, `chart` contains its damage boxes.
    """

    id: str
    title: str
    facts: tuple[str, ...] = ()
    numbers: tuple[SheetNumber, ...] = ()
    sections: tuple[SheetSection, ...] = ()
    what: str = ""
    chart: DamageBoxes | None = None


@dataclass(frozen=True)
class TurnBar:
    """The progress of the game, for the bar at the top.

    `step` (from 1; 0 for none) is the current one of `steps`, each a short word and a full name.
    `active` is the player whose turn it is. `turn` names the turn, `points` is a short form of the
    score.
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
    """The score as a table, with the mission and its progress in `sections`.

    `title` names what is counted. The last two columns contain the sums and what they are for.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sections: tuple[SheetSection, ...] = ()
    title: str = "Score"

    def source_lines(self) -> list[str]:
        """Return a line for each player: the sum, and what it is for."""
        return [
            f"{row[0]} {row[-2]}: {row[-1]}" if row[-1] else f"{row[0]} {row[-2]}"
            for row in self.rows
        ]


_ROLL_WORDS = (" roll", " check")
"""The last words of the part of a roll's reason that names it."""


@dataclass(frozen=True)
class DisplayedRoll:
    """A roll to draw: player, reason, and faces by kind of die. `total` is the result."""

    player: int
    why: str
    dice: tuple[tuple[Die, tuple[int, ...]], ...]
    total: str = ""

    @property
    def label(self) -> str:
        """What the roll is for in a word or two: "Attack", "Command check"."""
        parts = [part.partition(" of ")[0].partition(":")[0] for part in self.why.split(", ")]
        words = next((part for part in parts if part.endswith(_ROLL_WORDS)), parts[0])
        words = words.removesuffix(" roll")
        return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class DieLook:
    """The look of a kind of die: its letter in lists, and the colors of body and ink.

    `round` is the roundness of its corners (0: a square, 1: a disc). Its faces show dots, or
    diamonds if `has_diamonds`.
    """

    letter: str
    body: RGB = (60, 76, 96)
    ink: RGB = (255, 255, 255)
    round: float = 0.2
    has_diamonds: bool = False


@dataclass(frozen=True)
class AreaEffectMark:
    """A short effect: a "burst" or "blast" of `radius` inches, or a "spray" or "ray" to `end`.

    Without `at`, the effect appears where the current attack strikes.
    """

    kind: str
    at: XYZ | None = None
    radius: float = 0.0
    end: XYZ | None = None


@dataclass(frozen=True)
class EventDisplay:
    """The display of one event on the table, based on the state just before the event.

    `tracks` are the paths of models by id. `is_sliding`: the models are placed or fall, and do not
    walk. `manner` is a word for the movement ("walk", "jump", "fly", "fall", "slam", "throw",
    "put"). `strokes` are lines that show the event afterwards.

    `attack` is the line of an attack that begins; `begins_attack` is set even if there is no line.
    `attacker` makes it with `weapon`, a name on a card, and `attack_kind` decides its effects.
    `ends_attack`: the current attack is over. `hurt_models` are damaged or destroyed,
    `destroyed_models` leave the table, `arriving_models` enter it, through `gate` if it is named.
    `damage` is the damage by model, 0 included. `places` are points to look at. `round` is the
    number of a round that begins. `splashes` are short-lived effects. The wrecks of `cleared_models`
    are taken away, as the sentence says that they are in no place of the table any more.

    `sentence` reports the event, `why` its reason. `words` appear briefly next to the model
    `beside_model`: "hit, 2 over". None of these texts reveals later events.
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
    cleared_models: tuple[str, ...] = ()
    places: tuple[XYZ, ...] = ()
    round: int = 0
    splashes: tuple[AreaEffectMark, ...] = ()
    sentence: str = ""
    why: str = ""
    words: str = ""
    beside_model: str = ""
    attacker: str = ""
    attack_kind: AttackKind | None = None
    weapon: str = ""
    damage: Mapping[str, int] = field(default_factory=dict)
    gate: str = ""
