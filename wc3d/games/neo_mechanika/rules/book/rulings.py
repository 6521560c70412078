"""The rulings as named values: how we read what the book leaves open, the numbers of the rules, and what players may switch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from wc3d.games.neo_mechanika.rules.book.rulebook import Value, find_rule, rules_by_id
from wc3d.table.space_numbers import BASES, SpaceNumbers

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


# Numbers that the rules state, by name. Inches where nothing else is said.

TABLE_SIDE_IN, SKIRMISH_TABLE_SIDE_IN = 48.0, 30.0  # NM-CMP-01
MIN_STAT = 1  # NM-STA-13
STEALTH_RANGE_IN = 8.0  # NM-STA-17
START_WELL_ARC = 7  # NM-SET-04: in the well; it is all a player ever has
HAND_SIZE = 5  # NM-CYP-01: cards
INITIAL_DEPLOYMENT_COST = 5  # NM-SET-07
INITIAL_DEPTH_IN = 5.0  # NM-SET-07: from the own table edge
MAX_GATE_ARC, MAX_WARJACK_ARC, MAX_SOLO_ARC, MAX_SQUAD_ARC = (
    5,
    3,
    1,
    1,
)  # NM-ARC-07: the most Arc on each
MAX_GATES = 2  # NM-GAT-01: a player's, at one time
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
TURNS_PER_ROUND, SKIRMISH_TURNS_PER_ROUND = 5, 3  # NM-PUL-02: each player's in a Pulse round
OBJECTIVE_DIAMETER_MM = 40  # NM-SIL-129
COVERING_OBJECTIVE_HEIGHT_IN = 1.0  # NM-SIL-130


RULINGS_VERSION = 4
"""The number of our readings of the rules so far. A game is played to its end by those it was begun with: 2 came when nobody
was asked any more about what does nothing, 3 when walks along edges were refused, 4 when it was ruled what changes inside an
attack and no ability was used without effect."""

RULINGS_INSIDE_ATTACKS = 4
"""From these readings on a reroll rolls the same dice, a redirected blast stays in place, and a drag ends beside the attacker."""

REROLL_RULING = "NM-SIL-158"
"""The ruling that says which dice a reroll rolls."""

REPEATED_REROLL_RULING = "NM-SIL-159"
"""The ruling that says how often a roll is made again."""

REDIRECTED_BLAST_RULING = "NM-SIL-160"
"""The ruling that says whom the blast of a hit damages that another model takes."""

OWN_PLACE_RULING = "NM-SIL-161"
"""The ruling that says from where to where a model is put within inches of its own place."""

DRAG_RULING = "NM-SIL-162"
"""The ruling that says how far a model is dragged."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: the entry of the rule book it is on, its name, the value the game uses, and which values may be chosen."""

    id: str
    name: str
    value: Value
    options: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        if not self.options:
            object.__setattr__(self, "options", (self.value,))

    @property
    def text(self) -> str:
        """The ruling in words; for a plain rule its own words."""
        entry = find_rule(self.id)
        return entry.ruling or entry.text

    @property
    def why(self) -> str:
        """Why it is read so; empty for a plain rule."""
        return find_rule(self.id).why

    @property
    def page(self) -> str:
        """The page of the book, as the rule book prints it: "34", "26†"."""
        return find_rule(self.id).page


class GameOptions(BaseModel):
    """What the players may agree on before a game, where the rule book leaves a choice. Each is a ruling with several options."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    mercy: bool = False
    """NM-SIL-01: a player with no unit and no void gate in play at the end of their own turn loses."""

    reactions_after_passing: bool = False
    """NM-SIL-151: who has passed in a moment for abilities is asked again once the other player has used one."""

    walks_over_edges: bool = False
    """NM-SIL-154: a walk may lead along an edge with part of the base in the air, such as over the top of a thin wall."""

    rerolls_count_dice_again: bool = False
    """NM-SIL-158: a reroll counts its pool again as things stand then, instead of rolling the same dice."""

    rerolls_repeat: bool = False
    """NM-SIL-159: an ability that costs Arc may make the same roll again as often as it is paid for."""

    redirected_blasts_follow: bool = False
    """NM-SIL-160: the blast of a hit that another model takes is measured from that model."""

    put_within_by_center: bool = False
    """NM-SIL-161: a model put "within" inches of its own place goes so far with its center, not from edge to edge."""

    gates_stop_jumps: bool = False
    """NM-SIL-163: a jump stops at a void gate as at any other model."""

    secondary_missions: int = Field(default=1, ge=0, le=5)
    """NM-SIL-138: how many each player picks; 0 if the players did not agree to use them."""


@cache
def silence_rulings() -> tuple[Ruling, ...]:
    """Every silence of the book, in its order, with the value the game uses, as the rule book has it beside the ruling."""
    entries = (entry for entry in rules_by_id().values() if entry.kind == "silence")
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
"""Which entry of the rule book each value of the space policy stands in."""

SPACE_RULINGS: tuple[Ruling, ...] = (
    Ruling("NM-STA-10", "bases", _BASES),
    *(Ruling(id, name, getattr(SPACE_NUMBERS, name)) for name, id in _SPACE_RULES.items()),
)
"""The values of the space policy, which the table uses."""
