"""The named columns of the rows that learners see, and the sizes of the blocks of rows.

Places are seen from the player's own table edge: x to the right, y away from it. Places, lengths
and heights are shares of the table's width. Stats and counts are tenths. Flags are 0 or 1. Columns
named `*_number` are numbers of `numbers.json`, divided by 1024. Columns named `*_row` point to a row
of another block: (row + 1) / 128, or 0 for none.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import get_args

from wc3d.games.neo_mechanika.rules.cards import CypherKind, TargetKind
from wc3d.games.neo_mechanika.rules.custom_rule_format import Effect, Energy
from wc3d.rl.feature_rows import Columns, prefixed
from wc3d.rl.name_tables import load_name_tables

NUMBERS = load_name_tables(Path(str(files(__package__).joinpath("numbers.json"))))
"""The stable numbers of all names, by the kind of name."""

MAX_UNITS, MAX_MODELS, MAX_GATES, MAX_OBJECTIVES, MAX_CARDS = 48, 96, 20, 16, 64
"""The numbers of rows. The player's own rows are first, in the order of the force; extra rows are
cut."""

MAX_ABILITIES = 256
"""The width of the table of abilities, one column for each number; own abilities share the last 64.
"""

WEAPON_SLOTS = 4
"""The number of weapons in a model's row."""

ENERGIES = get_args(Energy)
QUALITIES = (
    "blast",
    "corrosion",
    "fire",
    "lock_down",
    "repulsor",
    "spray",
    "strafe",
    "system_failure",
)
EFFECTS = get_args(Effect)
CYPHER_KINDS = get_args(CypherKind)
TARGET_KINDS = get_args(TargetKind)
EXPIRIES = ("resolved", "turn", "pulse_round")

PLACE = ("x", "y", "z")
STATS = ("spd", "str", "mat", "rat", "foc", "def", "arm")

SIDE_NAMES = ("points", "well", "hand", "rack", "discard", "reserve", "in_play", "strength")

GAME = Columns(
    (
        "round",
        "tracker",
        "turn",
        *(f"step_{step}" for step in range(10)),
        "to_act",
        "own_turn",
        "first",
        "skirmish",
        "turns_per_round",
        "table_width",
        "table_depth",
        "mission_number",
        *prefixed("question", NUMBERS["question"].names),
        "question_other",
        "question_amount",
        "question_unit_row",
        "question_model_row",
        "acting_unit_row",
        "attacker_row",
        "attack_target_row",
        *prefixed("own", SIDE_NAMES),
        *prefixed("other", SIDE_NAMES),
    )
)

UNIT = Columns(
    (
        "present",
        "own",
        "card_number",
        "squad",
        "solo",
        "warjack",
        "hero",
        "reserve",
        "in_play",
        "gone",
        "arc",
        "charged",
        "activated",
        "activating",
        "advanced",
        "alive",
        "alive_share",
        *PLACE,
        "carrying",
        "cost",
        "cyphers",
        "boosts",
        "used",
        "attached",
        "deployed_on",
    )
)

WEAPON = Columns(
    (
        "present",
        "weapon_number",
        "copy",
        "melee",
        "ranged",
        "rng",
        "pow",
        *prefixed("energy", ENERGIES),
        *prefixed("quality", QUALITIES),
    )
)

SUBJECT = (
    "in_play",
    *PLACE,
    "raised",
    "health",
    "health_share",
    "carrying",
    "unit_arc",
    "unit_activated",
    *STATS,
)
"""The columns of a model's row that choice rows repeat for the actor and the target."""

MODEL = Columns(
    (
        "present",
        "own",
        *SUBJECT,
        "max_health",
        *prefixed("effect", EFFECTS),
        "unit_row",
        "card_number",
        "squad",
        "solo",
        "warjack",
        "attachment",
        "hero",
        "small",
        "medium",
        "large",
        *(
            name
            for slot in range(WEAPON_SLOTS)
            for name in prefixed(f"weapon_{slot}", WEAPON.names)
        ),
    )
)

GATE = Columns(("present", "own", *PLACE, "arc", *prefixed("effect", EFFECTS)))

OBJECTIVE = Columns(
    (
        "present",
        *PLACE,
        "kind_number",
        "number",
        "portable",
        "gives_cover",
        "active",
        "own_side",
        "other_side",
        "secured_by_own",
        "secured_by_other",
        "scored_by_own",
        "scored_by_other",
        "carrier_row",
        "worth",
        "squad_may_hold",
        "solo_may_hold",
        "warjack_may_hold",
    )
)

CYPHER = Columns(
    (
        "cypher_number",
        *prefixed("cypher", CYPHER_KINDS),
        "cypher_pow",
        *prefixed("energy", ENERGIES),
        *prefixed("expires", EXPIRIES),
        *prefixed("target", TARGET_KINDS),
    )
)

CARD = Columns(
    (
        "present",
        "in_own_hand",
        "in_own_discard",
        "in_other_discard",
        "on_unit",
        "played_by_own",
        "unit_row",
        "model_row",
        *CYPHER.names,
    )
)

VIA_POINTS = 3
"""The number of a path's first points in a choice row."""

PARTS = 6
"""The number of named parts in a choice row: models with places, or holders with Arc."""

CHOICE = Columns(
    (
        *prefixed("is", NUMBERS["action"].names),
        "action_number",
        "unit_row",
        "model_row",
        "gate_row",
        "target_unit_row",
        "target_model_row",
        "target_gate_row",
        "target_objective_row",
        "channel_row",
        *prefixed("weapon", WEAPON.names),
        "mode_number",
        *CYPHER.names,
        "ability_number",
        "ability_copy",
        "option_number",
        "amount",
        *prefixed("actor", SUBJECT),
        "target_own",
        *prefixed("target", SUBJECT),
        "target_distance",
        "goes",
        *prefixed("to", PLACE),
        "distance",
        "path_length",
        "path_points",
        *(name for point in range(VIA_POINTS) for name in prefixed(f"via_{point}", PLACE)),
        "path_turn_x",
        "path_turn_y",
        "jumps",
        "ladder_row",
        "nearer_objective",
        "nearer_enemy",
        "parts",
        *(
            name
            for part in range(PARTS)
            for name in prefixed(f"part_{part}", ("row", "amount", *PLACE))
        ),
    )
)
"""The columns of a choice. The acting unit, model and void gate come first, then the target."""
