"""The rules of Neo-Mechanika as one object for the engine, screens, terminal, bots and files."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from wc3d.engine.actions import Action, Correction, Event, Verdict
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game, View
from wc3d.engine.options import GameOption
from wc3d.engine.receipt import Receipt
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan, Outcome
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.display import happenings, open_question, ownership
from wc3d.games.neo_mechanika.display import markers as board_marks
from wc3d.games.neo_mechanika.display import offers as screen_offers
from wc3d.games.neo_mechanika.display.labels import facings_of, labels_of, liveries_of
from wc3d.games.neo_mechanika.display.roster import roster_of
from wc3d.games.neo_mechanika.display.score import describe_ending, point_lines, score_table
from wc3d.games.neo_mechanika.display.sheet import card_sheet
from wc3d.games.neo_mechanika.display.turn_bar import make_announcement, turn_bar_of
from wc3d.games.neo_mechanika.previews import action_words, actions, side_colors
from wc3d.games.neo_mechanika.previews.action_preview import describe_refusal
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules import saved_setup
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.book.switches import (
    describe_switch,
    format_switches,
    parse_switches,
    switch_choices,
)
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.decisions import DECISIONS
from wc3d.games.neo_mechanika.rules.events import AttackDeclared, Damaged, Repositioned, Scored
from wc3d.games.neo_mechanika.rules.forces import named_forces
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, check_force, mission_limits
from wc3d.games.neo_mechanika.rules.forces.scoring_units import count_scoring_units
from wc3d.games.neo_mechanika.rules.missions import secondary
from wc3d.games.neo_mechanika.rules.missions.mission import mission as mission_meant
from wc3d.games.neo_mechanika.rules.missions.mission import mission_entries, mission_entry
from wc3d.games.neo_mechanika.rules.missions.victory import game_outcome
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_RADIUS_IN, place_objectives
from wc3d.games.neo_mechanika.rules.options import (
    EDGES,
    MERCY,
    OPTIONS,
    REACTIONS,
    SECONDARIES,
    SECONDARY,
    SWITCHES_OPTION,
)
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import State, Where, digest, state_seen_by
from wc3d.games.neo_mechanika.rules.turn.unknown_cards import sample_possible_state
from wc3d.games.neo_mechanika.text import (
    action_parser,
    board_text,
    formatting,
    question_words,
    terminal_commands,
)
from wc3d.games.neo_mechanika.text.action_syntax import ACTION_FORMS
from wc3d.games.neo_mechanika.text.log import LogWriter, format_scoreboard
from wc3d.presentation.view_models import DeploymentZone, ModelLabel
from wc3d.table.table import Table

RULINGS_WITH_OPTION = ("mercy", "secondary_missions", "reactions_after_passing", "walks_over_edges")
"""The rulings that have an option of their own in addition to the switches."""


class NeoMechanika(RuleSet):
    """The rules of Warcaster: Neo-Mechanika. `RuleSet` documents the methods."""

    name = "neo-mechanika"
    steps = FRAME_STEPS
    title = "Warcaster: Neo-Mechanika"
    space = SPACE
    kinds = screen_offers.ACTION_KINDS
    dice_looks = happenings.DICE_LOOKS
    options = OPTIONS
    action_weights: ClassVar[Mapping[str, float]] = {
        "attack": 12.0,
        "deploy": 10.0,
        "advance": 6.0,
        "place_gate": 5.0,
        "use": 3.0,
        "play": 4.0,
        "charge": 4.0,
        "activate": 8.0,
        "place": 4.0,
        "choose": 3.0,
        "discard": 1.0,
        "pass": 1.0,
        "clear": 0.3,
        "recall": 0.2,
    }
    naming_help = terminal_commands.NAMES_HELP
    score_help = "points, Arc, activation tokens, objectives"
    bots: ClassVar[Mapping[str, str]] = {
        "regular": "wc3d.games.neo_mechanika.bots.strengths:make_regular",
        "veteran": "wc3d.games.neo_mechanika.bots.search:VeteranPlayer",
        "recruit": "wc3d.games.neo_mechanika.bots.strengths:make_recruit",
        "random": "wc3d.games.neo_mechanika.bots.random_player:ApproachingRandomPlayer",
    }
    hint_bot: ClassVar[str] = "wc3d.games.neo_mechanika.bots.adviser:ADVISER"
    former_bots: ClassVar[Mapping[str, str]] = {"greedy": "recruit"}

    # Engine

    to_act = staticmethod(DECISIONS.to_act)
    check = staticmethod(DECISIONS.check)
    decide = staticmethod(DECISIONS.decide)
    offers = staticmethod(DECISIONS.offers)
    seen_by = staticmethod(state_seen_by)
    digest = staticmethod(digest)
    read_action = staticmethod(act.read_action)

    def determinize(self, view: View, rng: random.Random) -> State:
        return sample_possible_state(view.state, view.player, view.log, rng)

    def explain(self, state: State, id: str, name: str) -> Receipt:
        if not state.is_on_table(id):
            raise KeyError(f"{id} is not on the table")
        return current_stat(state, id, name.upper())

    # Start and end

    missions = staticmethod(mission_entries)
    mission = staticmethod(mission_entry)
    forces = staticmethod(named_forces.sample_forces)
    random_forces = staticmethod(named_forces.random_forces)

    def force(self, named: str, mission_id: str, seed: int | str) -> Force:
        return named_forces.resolve_force(named, mission_limits(mission_meant(mission_id)), seed)

    def can_score(self, named: str, mission_id: str) -> bool:
        return (
            count_scoring_units(
                self.force(named, mission_id, 0), mission_meant(mission_id), CARDS()
            )
            > 0
        )

    def describe_option(self, option: GameOption, value: str, mission: str) -> str:
        return describe_switch(value) if option.name == SWITCHES_OPTION else ""

    def describe_force(self, named: str, mission: str) -> str:
        return named_forces.describe_force(named)

    def check_force(self, force: Force, mission_id: str) -> Verdict:
        return check_force(force, CARDS(), mission_limits(mission_meant(mission_id)))

    def force_data(self, force: Force) -> Any:
        return force.model_dump(mode="json")

    def option_choices(self, option: GameOption, mission: str) -> tuple[tuple[str, str], ...]:
        if mission_meant(mission).skirmish and option.name in (SECONDARY, SECONDARIES):
            return ()
        if option.name == SWITCHES_OPTION:
            return switch_choices(RULINGS_WITH_OPTION)
        if option.name != SECONDARY:
            return option.choices
        return tuple(
            (m.id, f"{m.name} ({m.points} VP)") for m in secondary.SECONDARY_MISSIONS.values()
        )

    def objectives(
        self, mission: str, table: Table
    ) -> tuple[tuple[str, tuple[float, float, float], float], ...]:
        plan = mission_meant(mission).scaled_to(table.size)
        return tuple(
            (o.name, o.at, OBJECTIVE_RADIUS_IN) for o in place_objectives(plan, table).values()
        )

    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        flags = GameOptions(
            mercy=bool(plan.options.get(MERCY)),
            secondary_missions=int(plan.options.get(SECONDARIES) or 1),
            reactions_after_passing=bool(plan.options.get(REACTIONS)),
            walks_over_edges=bool(plan.options.get(EDGES)),
        )
        options = parse_switches(plan.options.get(SWITCHES_OPTION) or (), flags)
        prepared = saved_setup.prepare_game(
            plan.table,
            plan.forces,
            plan.mission,
            seed=plan.seed,
            dice=dice,
            options=options,
            secondary=plan.options.get(SECONDARY, ((), ())),
            names=plan.names,
        )
        return Game(self, *prepared)

    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        return Game(self, *saved_setup.restore_game(setup, dice))

    def plan_of(self, game: Game) -> GamePlan:
        setup = game.start.setup
        options = {
            MERCY: setup.options.mercy,
            SECONDARIES: str(setup.options.secondary_missions),
            SECONDARY: setup.secondary,
            REACTIONS: setup.options.reactions_after_passing,
            EDGES: setup.options.walks_over_edges,
            SWITCHES_OPTION: format_switches(setup.options, RULINGS_WITH_OPTION),
        }
        return GamePlan(setup.mission, setup.table, setup.forces, setup.names, options=options)

    shared_setup = staticmethod(saved_setup.shared_setup)

    def outcome(self, game: Game) -> Outcome:
        return game_outcome(game.state, game.log)

    def content_digest(self) -> str:
        return CARDS().digest

    # State in plain data

    owner = staticmethod(ownership.owner_of)
    group = staticmethod(ownership.group_of)
    display_name = staticmethod(formatting.display_name)
    name_in_group = staticmethod(ownership.name_in_group)

    def table(self, state: State) -> Table:
        return state.table

    def player_names(self, state: State) -> tuple[str, str]:
        return state.setup.names

    def seated_side(self, state: State, player: int) -> str:
        return state.players[player].side

    def split_state(self, state: State) -> tuple[State, Any]:
        return replace(state, setup=None), state.setup  # type: ignore[arg-type]

    def join_state(self, changing: State, lasting: Any) -> State:
        return replace(changing, setup=lasting)

    # Words and typed input

    describe = staticmethod(action_words.describe_action)
    explain_action = staticmethod(action_words.explain_action)
    describe_question = staticmethod(question_words.describe_question)
    question_subject = staticmethod(question_words.question_subject)
    clock = staticmethod(question_words.describe_progress)
    describe_moment = staticmethod(question_words.describe_moment)
    examples = staticmethod(terminal_commands.example_actions)
    completions = staticmethod(terminal_commands.list_completions)
    parse_action = staticmethod(action_parser.parse_action)

    def teller(self, start: State, reader: int | None) -> LogWriter:
        return LogWriter(start, reader)

    def describe_refusal(self, state: State, verdict: Verdict) -> str:
        return describe_refusal(verdict)

    def standings(self, state: State) -> list[str]:
        return question_words.describe_standings(state) if state.round else []

    def scoreboard(self, state: State, log: Sequence[Event]) -> list[str]:
        return [
            *question_words.describe_standings(state),
            *board_text.list_objectives(state),
            *format_scoreboard(log, state),
        ]

    def describe_position(self, state: State) -> list[str]:
        return [*board_text.draw_board(state), *board_text.list_units(state)]

    def refusal_page(self, verdict: Verdict) -> str:
        return describe_page(verdict.page)

    def command_forms(self) -> Mapping[str, str]:
        return ACTION_FORMS

    def player_queries(self) -> Mapping[str, Callable[[Game, str], list[str]]]:
        return terminal_commands.LOOKUPS

    def player_query_help(self) -> Sequence[str]:
        return terminal_commands.LOOKUP_HELP

    # The current question and its answers

    question_anchor = staticmethod(open_question.question_anchor)
    is_reaction = staticmethod(open_question.is_reaction)
    asks_in_private = staticmethod(open_question.is_question_private)
    ids_in_action = staticmethod(screen_offers.ids_in_action)
    acting_model = staticmethod(screen_offers.acting_model)
    action_target = staticmethod(screen_offers.action_target)
    with_target = staticmethod(screen_offers.with_target)
    chances = staticmethod(screen_offers.attack_chances)
    preview = staticmethod(actions.preview_action)
    suggest_actions = staticmethod(screen_offers.suggest_actions)

    def placement_action(
        self, state: State, player: int, id: str, at: tuple[float, float]
    ) -> Action | None:
        if id in state.units and state.units[id].where is Where.RESERVE:
            return act.Deploy(player=player, unit=id, places={state.units[id].models[0]: at})
        return (
            act.Advance(player=player, model=id, path=(at,))
            if id in state.models and state.is_on_table(id)
            else None
        )

    def pass_action(self, player: int) -> Action:
        return act.Pass(player=player)

    def concede_action(self, player: int) -> Action:
        return act.Concede(player=player)

    def correct_model(self, state: State, action: Correction) -> Event:
        at = self.table(state).corrected_position(action.model, action.at)
        if action.model not in state.models:
            raise InputError(f"model {action.model!r}: only models can be repositioned")
        return Repositioned(action.model, at, ": ".join(filter(None, ("the judge", action.why))))

    # Display

    markers = staticmethod(board_marks.objective_markers)
    edges = staticmethod(board_marks.table_edges)
    liveries = staticmethod(liveries_of)
    facings = staticmethod(facings_of)
    side_colors = staticmethod(side_colors.player_colors)
    roster = staticmethod(roster_of)
    sheet = staticmethod(card_sheet)
    turn_bar = staticmethod(turn_bar_of)
    announcement = staticmethod(make_announcement)
    score = staticmethod(score_table)
    point_lines = staticmethod(point_lines)
    describe_ending = staticmethod(describe_ending)
    happening = staticmethod(happenings.happening_of)

    def labels(self, state: State, player: int | None = None) -> tuple[ModelLabel, ...]:
        return labels_of(state)

    def zones(self, state: State, player: int) -> tuple[DeploymentZone, ...]:
        return (
            board_marks.deployment_zones(state, (player,))
            if open_question.is_initial_deployment(state)
            else ()
        )

    def headline(self, state: State) -> str:
        return state.setup.mission.name

    # Odds and evaluation

    def game_swing(self, events: Sequence[Event]) -> tuple[float, ...]:
        scored = [(e.player, e.points) for e in events if isinstance(e, Scored)]
        first_points, second_points = (
            sum(points for player, points in scored if player == p) for p in (1, 2)
        )
        return abs(second_points - first_points), sum(
            e.points for e in events if isinstance(e, Damaged)
        )

    def attack_in_event(self, event: Event) -> tuple[str, str] | None:
        return (event.attacker, event.target) if isinstance(event, AttackDeclared) else None


NEO_MECHANIKA = NeoMechanika()
