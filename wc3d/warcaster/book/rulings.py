"""The rulings as named values: how we read what the book leaves open, the numbers of the rules, and what players may switch."""
from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from wc3d.warcaster.book.rulebook import rule
from wc3d.warcaster.book.space_numbers import NUMBERS

Value = bool | int | float | str

# Numbers that the rules state, by name. Inches where nothing else is said.

TABLE_SIDE, SKIRMISH_TABLE_SIDE = 48.0, 30.0  # NM-CMP-01
STAT_FLOOR = 1  # NM-STA-13
STEALTH_BEYOND = 8.0  # NM-STA-17
START_ARC = 7  # NM-SET-04: in the well; it is all a player ever has
HAND = 5  # NM-CYP-01: cards
INITIAL_DC = 5  # NM-SET-07
INITIAL_DEPTH = 5.0  # NM-SET-07: from the own table edge
GATE_ARC, WARJACK_ARC, SOLO_ARC, SQUAD_ARC = 5, 3, 1, 1  # NM-ARC-07: the most Arc on each
GATES = 2  # NM-GAT-01: a player's, at one time
GATE_WITHIN = 5.0  # NM-GAT-03, NM-GAT-04
GATE_ARC_LEAST = 1  # NM-GAT-06
GATE_DEF, GATE_ARM = 3, 5  # NM-GAT-08
DEPLOY_WITHIN = 1.0  # NM-GAT-16
SQUAD_WITHIN = NUMBERS.squad_within  # NM-MOV-05, NM-GAT-17
OBJECTIVE_WITHIN = 1.0  # NM-OBJ-02, NM-GAT-18
COVER_DICE = 2  # NM-ATK-11
FLIGHT_DICE = 2  # NM-MOV-10
STRAFE_WITHIN = 2.0  # NM-STF-02
REPULSOR_SLAM = 3.0  # NM-SLM-08
PULSE_ROUNDS = 3  # NM-PUL-01
TURNS, SKIRMISH_TURNS = 5, 3  # NM-PUL-02: each player's in a Pulse round
OBJECTIVE_DIAMETER_MM = 40  # NM-SIL-129
COVERING_OBJECTIVE_HEIGHT = 1.0  # NM-SIL-130


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
        entry = rule(self.id)
        return entry.ruling or entry.text

    @property
    def why(self) -> str:
        """Why it is read so; empty for a plain rule."""
        return rule(self.id).why

    @property
    def page(self) -> str:
        """The page of the book, as the rule book prints it: "34", "26†"."""
        return rule(self.id).page


class GameOptions(BaseModel):
    """What the players may agree on before a game, where the rule book leaves a choice. Each is a ruling with several options."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    mercy: bool = False
    """NM-SIL-01: a player with no unit and no void gate in play at the end of the own turn loses."""

    secondary_missions: int = Field(default=1, ge=0, le=5)
    """NM-SIL-138: how many each player picks; 0 if the players did not agree to use them."""


RULINGS: tuple[Ruling, ...] = (
    # Missing pages
    Ruling("NM-SIL-01", "mercy", False, (False, True)),
    Ruling("NM-SIL-02", "starting_the_game_from", "early draft"),
    Ruling("NM-SIL-03", "roll_off_winner_chooses", "first turn or side"),
    Ruling("NM-SIL-04", "initial_deployment_costs_arc", False),
    Ruling("NM-SIL-05", "initial_deployment_within", INITIAL_DEPTH),
    Ruling("NM-SIL-06", "initial_deployment_by", "whole lots, first player first"),
    Ruling("NM-SIL-07", "initial_deployment_may_be_less", True),
    Ruling("NM-SIL-08", "gates_in_play_at_start", 0),
    Ruling("NM-SIL-09", "skirmish_initial_dc", INITIAL_DC),
    Ruling("NM-SIL-10", "pulse_round_end_steps", 4),
    Ruling("NM-SIL-11", "pulse_round_counts", "turns"),
    Ruling("NM-SIL-12", "tracker_advances_after", "second player's turn"),
    Ruling("NM-SIL-13", "later_pulse_rounds_begun_by", "same player"),
    Ruling("NM-SIL-14", "continuous_effects_from", "early draft"),
    Ruling("NM-SIL-15", "mission_without_agreement", "random"),
    Ruling("NM-SIL-16", "mission_layouts", "our own"),
    Ruling("NM-SIL-17", "example_coordinates", "our own"),
    # Dice and stats
    Ruling("NM-SIL-18", "dice_are_capped", False),
    Ruling("NM-SIL-19", "floor_covers_every_printed_number", True),
    Ruling("NM-SIL-20", "floor_applied", "once, at the end"),
    Ruling("NM-SIL-21", "fractions_round", "up"),
    Ruling("NM-SIL-22", "floor_makes_a_missing_stat", False),
    Ruling("NM-SIL-23", "strength_check_target_from", "rule that asks"),
    Ruling("NM-SIL-24", "compound_armor_counts_for_blast", True),
    Ruling("NM-SIL-25", "stealth_helps_the_untargeted", False),
    Ruling("NM-SIL-26", "repeated_d3", "drawn again"),
    # Forces
    Ruling("NM-SIL-27", "fewest_units", 1),
    Ruling("NM-SIL-28", "force_of_one_faction", True),
    Ruling("NM-SIL-29", "same_hero_twice", False),
    Ruling("NM-SIL-30", "weapons_per_hardpoint", 1),
    Ruling("NM-SIL-31", "skirmish_keeps_copies_and_rack", True),
    Ruling("NM-SIL-32", "attachments_of_a_kind", 4),
    # Turn and activation
    Ruling("NM-SIL-33", "activation_is_mandatory", True),
    Ruling("NM-SIL-34", "mandatory_unit_may_be_a_solo", True),
    Ruling("NM-SIL-35", "activation_with_all_tokened", False),
    Ruling("NM-SIL-36", "turn_goes_on_without_units", True),
    Ruling("NM-SIL-37", "readying_looks_at", "units in play"),
    Ruling("NM-SIL-38", "newcomers_delay_readying", True),
    Ruling("NM-SIL-39", "fall_gives_token_outside_activation", True),
    Ruling("NM-SIL-40", "attacks_split_around_advance", False),
    Ruling("NM-SIL-41", "activation_of_a_destroyed_unit_counts", True),
    Ruling("NM-SIL-42", "gate_placing_step", 7),
    Ruling("NM-SIL-43", "warjack_must_fire_all_in_order", False),
    # Arc
    Ruling("NM-SIL-44", "charging_beyond_limit", False),
    Ruling("NM-SIL-45", "own_gate_may_be_cleared_to_zero", True),
    Ruling("NM-SIL-46", "spiked_arc_still_gives_dice", False),
    Ruling("NM-SIL-47", "spike_timing", "own activation, between actions"),
    Ruling("NM-SIL-48", "same_spike_stacks", False),
    Ruling("NM-SIL-49", "squad_arc_gives_dice_to_each_model", True),
    Ruling("NM-SIL-50", "squad_keeps_arc_until", "last model leaves"),
    # Space and movement
    Ruling("NM-SIL-51", "within_is_measured_to", "nearest base edge"),
    Ruling("NM-SIL-52", "touching_is_contact", True),
    Ruling("NM-SIL-53", "slam_stops_at_a_models", "volume"),
    Ruling("NM-SIL-54", "move_goes_on_after_jump_contact", False),
    Ruling("NM-SIL-55", "jump_over_a_model_by", "volume"),
    Ruling("NM-SIL-56", "sight_over_walls_by", "any line"),
    Ruling("NM-SIL-57", "squad_speed_of", "model picked to move"),
    Ruling("NM-SIL-58", "squad_may_advance_nothing", True),
    Ruling("NM-SIL-59", "squad_model_may_be_sacrificed", False),
    Ruling("NM-SIL-60", "squad_repositioning_needs_sight", True),
    Ruling("NM-SIL-61", "fall_onto_a_model_goes_to", "nearest standable place"),
    Ruling("NM-SIL-62", "feature_of_one_inch", "obstacle"),
    Ruling("NM-SIL-63", "structures_are_climbed", False),
    Ruling("NM-SIL-64", "pathfinder_helps_when_slammed", True),
    Ruling("NM-SIL-65", "impassable_stops_flight", True),
    Ruling("NM-SIL-66", "ladder_left_at", "other end"),
    Ruling("NM-SIL-67", "flight_falls_when_moved_involuntarily", True),
    # Attacks
    Ruling("NM-SIL-68", "squad_attacks_at_once", False),
    Ruling("NM-SIL-69", "equal_candidates_chosen_by", "active player"),
    Ruling("NM-SIL-70", "squad_damage_per_model", True),
    Ruling("NM-SIL-71", "on_hit_effects_come", "before damage roll"),
    Ruling("NM-SIL-72", "blast_neighbours_suffer_on_hit_effects", False),
    Ruling("NM-SIL-73", "blast_rolls_get_excess", False),
    Ruling("NM-SIL-74", "blast_neighbours_found", "at the hit"),
    Ruling("NM-SIL-75", "blast_ties_settled_by", "dice"),
    Ruling("NM-SIL-76", "spray_hits_friends", True),
    Ruling("NM-SIL-77", "spray_models_roll_defence", True),
    Ruling("NM-SIL-78", "spray_spares_models_hidden_by", "terrain"),
    Ruling("NM-SIL-79", "spray_reaches_up_by", "3D line"),
    Ruling("NM-SIL-80", "strafe_targets_must_be_legal", True),
    Ruling("NM-SIL-81", "strafe_measured_from", "place at declaration"),
    Ruling("NM-SIL-82", "only_fliers_attack_fliers", False),
    Ruling("NM-SIL-83", "covers_add_up", False),
    Ruling("NM-SIL-84", "melee_needs_sight", True),
    # Slams
    Ruling("NM-SIL-85", "slam_die_for_a_smaller_model", False),
    Ruling("NM-SIL-86", "slam_order", "movement, fall, damage, collateral"),
    Ruling("NM-SIL-87", "slam_die_per_contact", False),
    Ruling("NM-SIL-88", "slam_contact_where_already_touching", True),
    Ruling("NM-SIL-89", "collateral_gets_excess", False),
    Ruling("NM-SIL-90", "slam_from_straight_above_moves", False),
    Ruling("NM-SIL-91", "gates_can_be_slammed", False),
    # Cyphers
    Ruling("NM-SIL-92", "rack_reshuffled_on", "last card drawn"),
    Ruling("NM-SIL-93", "ended_hand_bonus_discards", True),
    Ruling("NM-SIL-94", "discard_is_optional", True),
    Ruling("NM-SIL-95", "instant_cards_count_as_one_of_a_type", False),
    Ruling("NM-SIL-96", "card_is_discarded_with_its_unit", True),
    Ruling("NM-SIL-97", "cards_expire_at_round_end", "those that say so"),
    Ruling("NM-SIL-98", "cards_cost_arc", False),
    Ruling("NM-SIL-99", "illegal_fury_is", "refused"),
    Ruling("NM-SIL-100", "tokened_models_may_channel", True),
    Ruling("NM-SIL-101", "furies_follow_weapon_rules", True),
    Ruling("NM-SIL-102", "hands_are_hidden", True),
    # Gates, deployment, recall
    Ruling("NM-SIL-103", "third_gate_replaces_one", False),
    Ruling("NM-SIL-104", "least_arc_on_placing_a_gate", GATE_ARC_LEAST),
    Ruling("NM-SIL-105", "gate_placing_needs_sight", False),
    Ruling("NM-SIL-106", "gate_nominee", "friendly warrior model"),
    Ruling("NM-SIL-107", "gates_suffer_continuous_effects", True),
    Ruling("NM-SIL-108", "emptied_gate_collapses_after", "every unit is placed"),
    Ruling("NM-SIL-109", "squad_deploys_in_part", False),
    Ruling("NM-SIL-110", "other_squad_models_deployed_within", SQUAD_WITHIN),
    Ruling("NM-SIL-111", "attachment_free_after", "whole squad has left"),
    Ruling("NM-SIL-112", "units_come_back_whole", True),
    Ruling("NM-SIL-113", "tokened_units_may_be_recalled", True),
    Ruling("NM-SIL-114", "carried_objective_bars_deployment", False),
    # Continuous effects
    Ruling("NM-SIL-115", "dice_per_continuous_effect", 1),
    Ruling("NM-SIL-116", "effect_damage_ignores_arm", True),
    Ruling("NM-SIL-117", "effect_hit_again_is_renewed", False),
    Ruling("NM-SIL-118", "effects_rolled_first_for", "first player"),
    Ruling("NM-SIL-119", "corrosion_takes_arm_below_one", False),
    Ruling("NM-SIL-120", "system_failure_stops_channelling", False),
    Ruling("NM-SIL-121", "tune_up_expires", True),
    # Scoring, missions, victory
    Ruling("NM-SIL-122", "equal_points_are", "a draw"),
    Ruling("NM-SIL-123", "scoring_from_one_board", True),
    Ruling("NM-SIL-124", "activation_scored_as", "token is placed"),
    Ruling("NM-SIL-125", "fall_ended_activation_scores", True),
    Ruling("NM-SIL-126", "objective_scored_per_unit", False),
    Ruling("NM-SIL-127", "units_that_cannot_hold_deny", True),
    Ruling("NM-SIL-128", "unit_secures_every_objective_near", True),
    Ruling("NM-SIL-129", "objective_diameter_mm", OBJECTIVE_DIAMETER_MM),
    Ruling("NM-SIL-130", "covering_objective_height", COVERING_OBJECTIVE_HEIGHT),
    Ruling("NM-SIL-131", "slammed_model_may_pick_up", True),
    Ruling("NM-SIL-132", "carrier_may_drop", False),
    Ruling("NM-SIL-133", "token_slammed_off_goes_to", "last point on the table"),
    Ruling("NM-SIL-134", "carrier_far_from_the_ruin_adds_points", False),
    Ruling("NM-SIL-135", "one_roll_for_both_sides", True),
    Ruling("NM-SIL-136", "own_anchors", "two in the own half"),
    Ruling("NM-SIL-137", "removed_objective_harms_models", False),
    Ruling("NM-SIL-138", "secondary_missions", 1, (0, 1, 2, 3, 4, 5)),  # none: the players did not agree to use them (NM-SEC-01)
    Ruling("NM-SIL-139", "body_counts_a_turn", 1),
    Ruling("NM-SIL-140", "owner_emptying_a_gate_is_disrupt", False),
    Ruling("NM-SIL-141", "overrun_counts_partial_squads", True),
    Ruling("NM-SIL-142", "recon_by_any_means", True),
    Ruling("NM-SIL-143", "salvage_counts_falls", False),
    Ruling("NM-SIL-144", "deployment_contradicts_reserve", False),
    Ruling("NM-SIL-145", "repulsor_is", "weapon quality"),
)
"""Every silence of the book, in its order, with the value the game uses."""

_BASES = "; ".join(f'{base.name} {base.diameter_mm:g} mm wide, {base.height:g}" tall' for base in NUMBERS.bases.values())

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
    *(Ruling(id, name, getattr(NUMBERS, name)) for name, id in _SPACE_RULES.items()),
)
"""The values of the space policy, which the table uses."""
