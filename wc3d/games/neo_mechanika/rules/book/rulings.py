"""The rulings as named values: our readings of the book, the numbers of the rules, the options."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK, Value
from wc3d.table.space_constants import BASES, SpaceNumbers

SPACE_NUMBERS = SpaceNumbers(
    bases=BASES,  # p. 32
    obscuring_depth=3.0,  # p. 44
    cover_within=1.0,  # p. 34
    blast_within=2.0,  # p. 34
    blast_models=2,  # p. 34
    obstacle_height=1.0,  # p. 44
    climb_cost=1.0,  # p. 44
    rough_cost=2.0,  # p. 44
    rough_minimum=1.0,  # p. 44
    jump_clear_of_rough=3.0,  # p. 45
    ladder_within=1.0,  # p. 45
    ladder_cost=2.0,  # p. 45
    squad_within=2.0,  # p. 28
)


# Numbers of the rules by name, in inches unless stated otherwise.

TABLE_SIDE_IN, SKIRMISH_TABLE_SIDE_IN = 48.0, 30.0  # NM-CMP-01
MIN_STAT = 1  # NM-STA-13
STEALTH_RANGE_IN = 8.0  # NM-STA-17
START_WELL_ARC = 7  # NM-SET-04: all of a player's Arc
HAND_SIZE = 5  # NM-CYP-01: cards
INITIAL_DEPLOYMENT_COST = 5  # NM-SET-07
INITIAL_DEPTH_IN = 5.0  # NM-SET-07: from the player's table edge
MAX_GATE_ARC, MAX_WARJACK_ARC, MAX_SOLO_ARC, MAX_SQUAD_ARC = (
    5,
    3,
    1,
    1,
)  # NM-ARC-07: the most Arc on each
MAX_GATES = 2  # NM-GAT-01: per player at one time
GATE_RANGE_IN = 5.0  # NM-GAT-03, NM-GAT-04
MIN_GATE_ARC = 1  # NM-GAT-06
GATE_DEF, GATE_ARM = 3, 5  # NM-GAT-08
DEPLOY_RANGE_IN = 1.0  # NM-GAT-16
SQUAD_RANGE_IN = SPACE_NUMBERS.squad_within  # NM-MOV-05, NM-GAT-17
OBJECTIVE_RANGE_IN = 1.0  # NM-OBJ-02, NM-GAT-18
COVER_DICE = 2  # NM-ATK-11
FLIGHT_DICE = 2  # NM-MOV-10
STRAFE_RANGE_IN = 2.0  # NM-STF-02
REPULSOR_SLAM_IN = 3.0  # NM-SLM-08
PULSE_ROUNDS = 3  # NM-PUL-01
TURNS_PER_ROUND, SKIRMISH_TURNS_PER_ROUND = 5, 3  # NM-PUL-02: for each player in a Pulse round
OBJECTIVE_DIAMETER_MM = 40  # NM-SIL-129
COVERING_OBJECTIVE_HEIGHT_IN = 1.0  # NM-SIL-130


RULINGS_VERSION = 4
"""The current version of our rulings. A game keeps the version that it began with.

Version 2 skips choices without effect. Version 3 refuses walks along edges. Version 4 rules on
changes inside an attack and rejects abilities without effect.
"""

RULINGS_INSIDE_ATTACKS = 4
"""The first rulings on changes inside an attack.

Rerolls use the same dice, redirected blasts stay, and drags end at the attacker's base.
"""

REROLL_RULING = "NM-SIL-158"
"""The ruling on the dice of a reroll."""

REPEATED_REROLL_RULING = "NM-SIL-159"
"""The ruling on the number of rerolls of one roll."""

REDIRECTED_BLAST_RULING = "NM-SIL-160"
"""The ruling on the blast of a hit that another model takes."""

OWN_PLACE_RULING = "NM-SIL-161"
"""The ruling on measuring a reposition within inches of the model's own place."""

DRAG_RULING = "NM-SIL-162"
"""The ruling on the distance of a drag."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling: its entry in the rule book, its name, the value in use, and the options."""

    id: str
    name: str
    value: Value
    options: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        if not self.options:
            object.__setattr__(self, "options", (self.value,))

    @property
    def text(self) -> str:
        """The ruling in words; for a plain rule, the rule's own words."""
        entry = BOOK.rule(self.id)
        return entry.ruling or entry.text

    @property
    def why(self) -> str:
        """The reason for the ruling; empty for a plain rule."""
        return BOOK.rule(self.id).why

    @property
    def page(self) -> str:
        """The page of the book, as the rule book prints it: "34", "26†"."""
        return BOOK.rule(self.id).page


class GameOptions(BaseModel):
    """The rulings that the players can choose before a game."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    mercy: bool = False
    """NM-SIL-01: a player with no unit and no void gate at the end of their own turn loses."""

    reactions_after_passing: bool = False
    """NM-SIL-151: a player who passed may react again once the other player has used an ability."""

    walks_over_edges: bool = False
    """NM-SIL-154: a walk may follow an edge with part of the base in the air, as on a thin wall."""

    rerolls_count_dice_again: bool = False
    """NM-SIL-158: a reroll computes its pool again instead of rolling the same dice."""

    rerolls_repeat: bool = False
    """NM-SIL-159: an ability that costs Arc may repeat a roll as often as the player pays."""

    redirected_blasts_follow: bool = False
    """NM-SIL-160: the blast of a hit that another model takes is measured from that model."""

    put_within_by_center: bool = False
    """NM-SIL-161: a model put "within" inches of its own place is measured by its center."""

    gates_stop_jumps: bool = False
    """NM-SIL-163: a void gate stops a jump, like any other model."""

    secondary_missions: int = Field(default=1, ge=0, le=5)
    """NM-SIL-138: the number of secondary missions for each player; 0 to play without them."""


def silence_rulings() -> tuple[Ruling, ...]:
    """Return every silence of the book, in its order, with the value that the game uses."""
    entries = (entry for entry in BOOK.entries.values() if entry.kind == "silence")
    return tuple(
        Ruling(entry.id, entry.name, entry.value, tuple(entry.options)) for entry in entries
    )


_BASES = "; ".join(
    f'{base.name} {base.diameter_mm:g} mm wide, {base.height:g}" tall'
    for base in SPACE_NUMBERS.bases.values()
)

_SPACE_RULES = {
    "obscuring_depth": "NM-TER-06",
    "cover_within": "SPACE-26",
    "blast_within": "NM-BLA-02",
    "blast_models": "NM-BLA-02",
    "obstacle_height": "NM-TER-09",
    "climb_cost": "NM-TER-11",
    "rough_cost": "NM-TER-02",
    "rough_minimum": "NM-TER-02",
    "jump_clear_of_rough": "NM-TER-27",
    "ladder_within": "NM-TER-14",
    "ladder_cost": "NM-TER-14",
    "squad_within": "NM-MOV-05",
}
"""The rule book entry for each value of the space policy."""

SPACE_RULINGS: tuple[Ruling, ...] = (
    Ruling("NM-STA-10", "bases", _BASES),
    *(Ruling(id, name, getattr(SPACE_NUMBERS, name)) for name, id in _SPACE_RULES.items()),
)
"""The values of the space policy as rulings."""
