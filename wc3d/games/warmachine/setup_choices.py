"""The choices before a game: mission, battlegroups and options, and the plan of a game."""

from __future__ import annotations

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.options import GameOption
from wc3d.engine.rule_parts import SetupRules
from wc3d.engine.ruleset_types import GamePlan, MissionEntry
from wc3d.games.warmachine.rules import forces, saved_setup, victory
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.editions import describe_switch, name_switch, switch_choices
from wc3d.games.warmachine.rules.options import EDITION, OPTIONS, ROUNDS, SWITCHES
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.text.force_description import describe_force

MISSIONS = (
    MissionEntry(
        "battle",
        "Battle",
        (48, 48),
        "battlegroup",
        True,
        "Quick Start rules",
        "salt-flats",
        ("anvil_and_hound", "mortar_and_spitter"),
        summary=victory.GOAL_TEXT,
    ),
    MissionEntry(
        saved_setup.ARMIES_MISSION,
        "Army battle with units",
        (48, 48),
        "army",
        True,
        "first edition reference sheet",
        "salt-flats",
        ("pikes_and_rifles", "husks_and_brute"),
        summary=victory.GOAL_TEXT + victory.GOAL_TEXT_WITH_UNITS,
    ),
)


def check_force(force: forces.Battlegroup, mission: str) -> Verdict:
    """Return whether a battlegroup is legal."""
    faults = list(forces.list_faults(force, CARDS()))
    return refuse("no_battlegroup", faults[0], "WM-SET-02") if faults else LEGAL


def option_choices(option: GameOption, mission: str) -> tuple[tuple[str, str], ...]:
    """Return the values of an option, with display names."""
    return switch_choices() if option.name == SWITCHES else option.choices


def describe_option(option: GameOption, value: str, mission: str) -> str:
    """Return the effect of a switch or an edition; empty for other options."""
    if option.name == SWITCHES:
        return describe_switch(value)
    return saved_setup.describe_edition(value, mission) if option.name == EDITION else ""


def option_words(option: GameOption, value: str, mission: str) -> tuple[str, str]:
    """Return the question that a switch answers, and its answer; empty for other options."""
    return name_switch(value) if option.name == SWITCHES else ("", "")


def prepare_plan(plan: GamePlan, dice: Dice | None) -> saved_setup.PreparedGame:
    """Return the start of a planned game. Raises InputError."""
    columns = str(plan.options.get(EDITION) or "")
    switches = tuple(plan.options.get(SWITCHES) or ())
    return saved_setup.prepare_game(
        plan.table,
        plan.forces,
        edition=saved_setup.edition_for_game(columns, switches, plan.mission),
        rounds=int(plan.options.get(ROUNDS) or 0),
        seed=plan.seed,
        mission=plan.mission,
        dice=dice,
        names=plan.names,
    )


def plan_of(game: Game) -> GamePlan:
    """Return the plan of a game without its seed."""
    setup = game.start.setup
    options = {
        EDITION: setup.edition.name,
        SWITCHES: setup.edition.changes,
        ROUNDS: str(setup.rounds) if setup.rounds else "",
    }
    mission = game.setup.get("mission", "battle")
    return GamePlan(mission, setup.table, setup.forces, setup.names, options=options)


SETUP = SetupRules(
    missions=lambda: MISSIONS,
    prepare_game=prepare_plan,
    restore_game=saved_setup.restore_game,
    outcome=lambda game: victory.game_outcome(game.state, game.log),
    options=OPTIONS,
    forces=lambda size: forces.sample_forces(units=size == "army"),
    random_forces=forces.random_forces,
    force=lambda named, mission, seed: forces.load_legal_force(named, seed),
    check_force=check_force,
    describe_force=describe_force,
    force_data=lambda force: force.model_dump(mode="json"),
    option_choices=option_choices,
    describe_option=describe_option,
    option_words=option_words,
    plan_of=plan_of,
    content_digest=lambda: CARDS().digest,
)
