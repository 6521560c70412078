"""The choices before a game: mission, forces and options, and the plan of a game."""

from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.options import GameOption
from wc3d.engine.rule_parts import SetupRules
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.rules import saved_setup
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.book.switch_text import (
    describe_switch,
    format_switches,
    name_switch,
    parse_switches,
    switch_choices,
)
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces import named_forces
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, check_force, mission_limits
from wc3d.games.neo_mechanika.rules.forces.scoring_units import count_scoring_units
from wc3d.games.neo_mechanika.rules.missions.book_missions import (
    mission,
    mission_entries,
    mission_entry,
)
from wc3d.games.neo_mechanika.rules.missions.secondary import SECONDARY_MISSIONS
from wc3d.games.neo_mechanika.rules.missions.victory import game_outcome
from wc3d.games.neo_mechanika.rules.options import (
    EDGES,
    MERCY,
    OPTIONS,
    REACTIONS,
    SECONDARIES,
    SECONDARY,
    SWITCHES_OPTION,
)

RULINGS_WITH_OPTION = ("mercy", "secondary_missions", "reactions_after_passing", "walks_over_edges")
"""The rulings that have an option of their own in addition to the switches."""


def force_of(named: str, mission_id: str, seed: int | str) -> Force:
    """Return a named force for a mission. Raises InputError."""
    return named_forces.load_legal_force(named, mission_limits(mission(mission_id)), seed)


def can_score(named: str, mission_id: str) -> bool:
    """Return whether a named force can score in a mission. Raises InputError."""
    force = force_of(named, mission_id, 0)
    return count_scoring_units(force, mission(mission_id), CARDS()) > 0


def check_force_for(force: Force, mission_id: str) -> Verdict:
    """Return whether a force may play a mission."""
    return check_force(force, CARDS(), mission_limits(mission(mission_id)))


def option_choices(option: GameOption, mission_id: str) -> tuple[tuple[str, str], ...]:
    """Return the values of an option for a mission, with display names."""
    if mission(mission_id).skirmish and option.name in (SECONDARY, SECONDARIES):
        return ()
    if option.name == SWITCHES_OPTION:
        return switch_choices(RULINGS_WITH_OPTION)
    if option.name != SECONDARY:
        return option.choices
    return tuple((m.id, f"{m.name} ({m.points} VP)") for m in SECONDARY_MISSIONS.values())


def describe_option(option: GameOption, value: str, mission_id: str) -> str:
    """Return the effect of a switch; empty for other options."""
    return describe_switch(value) if option.name == SWITCHES_OPTION else ""


def option_words(option: GameOption, value: str, mission_id: str) -> tuple[str, str]:
    """Return the plain name of a switch and what it changes; empty for other options."""
    return name_switch(value) if option.name == SWITCHES_OPTION else ("", "")


def prepare_plan(plan: GamePlan, dice: Dice | None) -> saved_setup.PreparedGame:
    """Return the start of a planned game. Raises InputError."""
    flags = GameOptions(
        mercy=bool(plan.options.get(MERCY)),
        secondary_missions=int(plan.options.get(SECONDARIES) or 1),
        reactions_after_passing=bool(plan.options.get(REACTIONS)),
        walks_over_edges=bool(plan.options.get(EDGES)),
    )
    return saved_setup.prepare_game(
        plan.table,
        plan.forces,
        plan.mission,
        seed=plan.seed,
        dice=dice,
        options=parse_switches(plan.options.get(SWITCHES_OPTION) or (), flags),
        secondary=plan.options.get(SECONDARY, ((), ())),
        names=plan.names,
    )


def plan_of(game: Game) -> GamePlan:
    """Return the plan of a game without its seed."""
    setup = game.start.setup
    options: dict[str, Any] = {
        MERCY: setup.options.mercy,
        SECONDARIES: str(setup.options.secondary_missions),
        SECONDARY: setup.secondary,
        REACTIONS: setup.options.reactions_after_passing,
        EDGES: setup.options.walks_over_edges,
        SWITCHES_OPTION: format_switches(setup.options, RULINGS_WITH_OPTION),
    }
    return GamePlan(setup.mission, setup.table, setup.forces, setup.names, options=options)


SETUP = SetupRules(
    missions=mission_entries,
    prepare_game=prepare_plan,
    restore_game=saved_setup.restore_game,
    outcome=lambda game: game_outcome(game.state, game.log),
    options=OPTIONS,
    custom_mission=mission_entry,
    forces=named_forces.sample_forces,
    random_forces=named_forces.random_forces,
    force=force_of,
    check_force=check_force_for,
    can_score=can_score,
    describe_force=named_forces.describe_force,
    force_data=lambda force: force.model_dump(mode="json"),
    option_choices=option_choices,
    describe_option=describe_option,
    option_words=option_words,
    plan_of=plan_of,
    shared_setup=saved_setup.shared_setup,
    content_digest=lambda: CARDS().digest,
)
