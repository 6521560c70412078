"""The named columns of the rows that learners see, and the sizes of the blocks of rows.

Places are seen from the player's own table edge: x to the right, y away from it. Places, lengths
and heights are shares of the table's width. Directions are two numbers, (x, y). Stats and counts
are tenths. Flags are 0 or 1. Columns named `*_number` are numbers of `numbers.json`, divided by
1024. Columns named `*_row` point to a row of another block: (row + 1) / 128, or 0 for none.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import get_args

from wc3d.games.warmachine.rules.cards import SpellTargets
from wc3d.games.warmachine.rules.vocabulary import Energy
from wc3d.rl.feature_rows import Columns, prefixed
from wc3d.rl.name_tables import load_name_tables

NUMBERS = load_name_tables(Path(str(files(__package__).joinpath("numbers.json"))))
"""The stable numbers of all names, by the kind of name."""

MAX_UNITS, MAX_MODELS, MAX_SPELLS, MAX_CLOUDS = 16, 96, 32, 16
"""The numbers of rows. The player's own rows are first, in the order of the army; extra rows are
cut."""

MAX_TRAITS = 128
"""The width of the table of traits, one column for each number; own traits share the last 64."""

WEAPON_SLOTS = 4
"""The number of weapons in a model's row."""

ENERGIES = get_args(Energy)
SPELL_TARGETS = get_args(SpellTargets)
LOCATIONS = ("L", "R", "H")
SYSTEMS = ("hull", "L", "R", "H", "M", "C", "A")
"""A warjack's systems: the hull, both arms, the head, the movement, the cortex and the arc node."""

PHASES = ("setup", "maintenance", "control", "activation")
MOVEMENTS = ("advance", "run", "charge", "slam", "stand", "none")
COMBAT_ACTIONS = ("melee", "ranged", "special", "power", "bash", "charge", "none")
EFFECT_STATS = ("SPD", "STR", "MAT", "RAT", "DEF", "ARM")

PLACE = ("x", "y", "z")
FACING = ("facing_x", "facing_y")
STATS = ("spd", "str", "mat", "rat", "def", "arm", "cmd", "foc")

SIDE_NAMES = ("models", "boxes_share", "caster_boxes", "caster_focus", "feat_used")

GAME = Columns(
    (
        "round",
        "rounds",
        "turn",
        *prefixed("phase", PHASES),
        "to_act",
        "own_turn",
        "first",
        "table_width",
        "table_depth",
        *prefixed("question", NUMBERS["question"].names),
        "question_other",
        "question_model_row",
        "question_target_row",
        "question_of_damage",
        "acting_model_row",
        "acting_unit_row",
        *prefixed("movement", MOVEMENTS),
        *prefixed("action", COMBAT_ACTIONS),
        "bought",
        "charged_row",
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
        "alive",
        "strength",
        *PLACE,
        "activated",
        "order_charge",
        "order_run",
        "leader_row",
        "fleeing",
    )
)

WEAPON = Columns(
    (
        "present",
        "weapon_number",
        "melee",
        "ranged",
        "rng",
        "power",
        "rof",
        "aoe",
        "spray",
        "reach",
        "open_fist",
        "shield",
        *prefixed("location", LOCATIONS),
        *prefixed("energy", ENERGIES),
    )
)

SUBJECT = (
    "in_play",
    *PLACE,
    "raised",
    *FACING,
    "boxes",
    "health_share",
    "focus",
    "knocked_down",
    "stationary",
    "activated",
    *STATS,
)
"""The columns of a model's row that choice rows repeat for the actor and the target."""

MODEL = Columns(
    (
        "present",
        "own",
        *SUBJECT,
        "max_boxes",
        "assigned",
        "moved",
        "feat_used",
        "fleeing",
        "wreck",
        "inert",
        "lent",
        "holds",
        "held",
        "effects",
        "effect_fire",
        "effect_corrosion",
        *prefixed("effect", EFFECT_STATS),
        *prefixed("system", SYSTEMS),
        *(f"weapon_{slot}_works" for slot in range(WEAPON_SLOTS)),
        "unit_row",
        "leader",
        "card_number",
        "warcaster",
        "warjack",
        "trooper",
        "solo",
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

SPELL = Columns(
    (
        "spell_number",
        "cost",
        "spell_rng",
        "spell_aoe",
        "spell_power",
        "spell_spray",
        "offensive",
        "upkeep",
        "once_per_turn",
        *prefixed("targets", SPELL_TARGETS),
        *prefixed("spell_energy", ENERGIES),
    )
)

CASTER_SPELL = Columns(("present", "own", "caster_row", "upheld_on_row", *SPELL.names))

CLOUD = Columns(("present", "own", "x", "y", "diameter", "power"))

VIA_POINTS = 3
"""The number of a path's first points in a choice row."""

PARTS = 8
"""The number of further models in a choice row."""

CHOICE = Columns(
    (
        *prefixed("is", NUMBERS["action"].names),
        "action_number",
        "unit_row",
        "model_row",
        "target_unit_row",
        "target_model_row",
        "channel_row",
        *prefixed("weapon", WEAPON.names),
        "special",
        *SPELL.names,
        "option_number",
        "part_number",
        "amount",
        "follow",
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
        "faces",
        "to_facing_x",
        "to_facing_y",
        "directed",
        "direction_x",
        "direction_y",
        "stops",
        "stop",
        "nearer_enemy",
        "nearer_caster",
        "parts",
        *(f"part_{part}_row" for part in range(PARTS)),
    )
)
"""The columns of a choice. The acting unit and model come first, then the target."""
