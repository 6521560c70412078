"""The rule set of WARMACHINE: one object through which the engine, screens, bots and files use the
game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from wc3d.engine.actions import LEGAL, Action, Correction, Event, Verdict
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.options import GameOption
from wc3d.engine.receipt import Receipt
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan, MissionEntry, Outcome
from wc3d.errors import InputError
from wc3d.games.warmachine.display import (
    attack_preview,
    happenings,
    labels_and_lists,
    previews,
    surroundings,
)
from wc3d.games.warmachine.display import chances as worth
from wc3d.games.warmachine.display import clouds as hazes
from wc3d.games.warmachine.display import offers as screen_offers
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import forces as battlegroups
from wc3d.games.warmachine.rules import saved_setup, victory
from wc3d.games.warmachine.rules.all_handlers import FRAME_STEPS
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.decisions import DECISIONS
from wc3d.games.warmachine.rules.editions import describe_switch, switch_choices
from wc3d.games.warmachine.rules.events import AttackDeclared, Damaged, Deployed, ModelRemoved
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion
from wc3d.games.warmachine.rules.frames import Attacking
from wc3d.games.warmachine.rules.handler_registry import refuse
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.options import EDITION, OPTIONS, ROUNDS, SWITCHES
from wc3d.games.warmachine.rules.questions.sight import attack_exhibit
from wc3d.games.warmachine.rules.sight_in_game import clouds_on_table
from wc3d.games.warmachine.rules.space.policy import SPACE
from wc3d.games.warmachine.rules.state import State, digest
from wc3d.games.warmachine.rules.stats import current_stat
from wc3d.games.warmachine.text import (
    action_parser,
    action_words,
    board_text,
    player_queries,
    question_words,
)
from wc3d.games.warmachine.text.force_words import describe_force
from wc3d.games.warmachine.text.formatting import display_name as called
from wc3d.games.warmachine.text.log import LogWriter
from wc3d.games.warmachine.text.log import format_scoreboard as score_lines
from wc3d.games.warmachine.text.player_queries import measuring_refusal as not_measured
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.view_models import ModelLabel
from wc3d.table.table import Table

REACTION_QUESTIONS = (FreeStrikeQuestion, ReinforceQuestion)
"""The questions that a player answers while an action is being resolved."""


class Warmachine(RuleSet):
    """The rules of WARMACHINE. `RuleSet` documents each method; most methods only call the module
    that does the work.
    """

    name = "warmachine"
    title = "WARMACHINE"
    steps = FRAME_STEPS
    space = SPACE
    kinds = screen_offers.ACTION_KINDS
    dice_looks = happenings.DICE_LOOKS
    options = OPTIONS
    action_weights: ClassVar[Mapping[str, float]] = {
        "attack": 14.0,
        "activate": 8.0,
        "advance": 6.0,
        "charge": 8.0,
        "slam": 3.0,
        "headbutt": 2.0,
        "throw": 2.0,
        "lock": 1.0,
        "cast": 5.0,
        "feat": 1.0,
        "run": 2.0,
        "assign": 4.0,
        "upkeep": 2.0,
        "deploy": 10.0,
        "choose": 3.0,
        "stand": 8.0,
        "regenerate": 1.0,
        "pass": 1.0,
        "order": 3.0,
        "combined": 14.0,
    }
    bots: ClassVar[Mapping[str, str]] = {
        "regular": "wc3d.games.warmachine.bots.regular:BattlegroupPlayer",
        **RuleSet.bots,
    }
    naming_help = 'Short names work: "anvil", "1.anvil"; add the player\'s number if both players have the model.'
    score_help = "show the surviving models of both battlegroups"

    # Engine

    to_act = staticmethod(DECISIONS.to_act)
    check = staticmethod(DECISIONS.check)
    decide = staticmethod(DECISIONS.decide)
    offers = staticmethod(DECISIONS.offers)
    digest = staticmethod(digest)
    read_action = staticmethod(act.read_action)

    def explain(self, state: State, id: str, name: str) -> Receipt:
        if not state.is_on_table(id):
            raise KeyError(f"{id} is not on the table")
        return current_stat(state, id, name.upper())

    # Start and end of a game

    def missions(self) -> tuple[MissionEntry, ...]:
        boxes = ("anvil_and_hound", "mortar_and_spitter")
        return (
            MissionEntry(
                "battle",
                "Battle",
                (48, 48),
                "battlegroup",
                True,
                "Quick Start rules",
                "salt-flats",
                boxes,
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

    def forces(self, size: str) -> tuple[tuple[str, str], ...]:
        return battlegroups.sample_forces(units=size == "army")

    random_forces = staticmethod(battlegroups.random_forces)

    def describe_option(self, option: GameOption, value: str, mission: str) -> str:
        if option.name == SWITCHES:
            return describe_switch(value)
        return saved_setup.describe_edition(value, mission) if option.name == EDITION else ""

    def option_choices(self, option: GameOption, mission: str) -> tuple[tuple[str, str], ...]:
        return switch_choices() if option.name == SWITCHES else option.choices

    def describe_force(self, named: str, mission: str) -> str:
        return describe_force(named)

    def force(self, named: str, mission: str, seed: int | str) -> battlegroups.Battlegroup:
        return battlegroups.resolve_force(named, seed)

    def check_force(self, force: battlegroups.Battlegroup, mission: str) -> Verdict:
        faults = list(battlegroups.list_faults(force, CARDS()))
        return refuse("no_battlegroup", faults[0], "WM-SET-02") if faults else LEGAL

    def force_data(self, force: battlegroups.Battlegroup) -> Any:
        return force.model_dump(mode="json")

    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        columns, switches = (
            str(plan.options.get(EDITION) or ""),
            tuple(plan.options.get(SWITCHES) or ()),
        )
        edition = saved_setup.edition_for_game(columns, switches, plan.mission)
        prepared = saved_setup.prepare_game(
            plan.table,
            plan.forces,
            edition=edition,
            rounds=int(plan.options.get(ROUNDS) or 0),
            seed=plan.seed,
            mission=plan.mission,
            dice=dice,
            names=plan.names,
        )
        return Game(self, *prepared)

    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        return Game(self, *saved_setup.restore_game(setup, dice))

    def plan_of(self, game: Game) -> GamePlan:
        made = game.start.setup
        options = {
            EDITION: made.edition.name,
            SWITCHES: made.edition.changes,
            ROUNDS: str(made.rounds) if made.rounds else "",
        }
        return GamePlan(
            game.setup.get("mission", "battle"),
            made.table,
            made.forces,
            made.names,
            options=options,
        )

    def outcome(self, game: Game) -> Outcome:
        return victory.game_outcome(game.state, game.log)

    def content_digest(self) -> str:
        return CARDS().digest

    # State in plain values

    display_name = staticmethod(called)

    def owner(self, state: State, id: str) -> int:
        return state.models[id].owner if id in state.models else 0

    def table(self, state: State) -> Table:
        return state.table

    def player_names(self, state: State) -> tuple[str, str]:
        return state.setup.names

    def seated_side(self, state: State, player: int) -> str:
        return state.sides[player - 1]

    def split_state(self, state: State) -> tuple[State, Any]:
        return replace(state, setup=None), state.setup  # type: ignore[arg-type]

    def join_state(self, changing: State, lasting: Any) -> State:
        return replace(changing, setup=lasting)

    # Wording and typed input

    describe = staticmethod(action_words.describe_action)
    action_source = staticmethod(screen_offers.action_source)
    explain_action = staticmethod(action_words.explain_action)
    describe_question = staticmethod(question_words.describe_question)
    question_subject = staticmethod(question_words.question_subject)
    clock = staticmethod(question_words.describe_progress)
    describe_moment = staticmethod(question_words.describe_moment)
    standings = staticmethod(question_words.describe_standings)
    describe_ending = staticmethod(question_words.describe_ending)
    announcement = staticmethod(question_words.make_announcement)

    def describe_position(self, state: State) -> list[str]:
        return [*board_text.draw_board(state), *board_text.list_models(state)]

    parse_action = staticmethod(action_parser.parse_action)

    def teller(self, start: State, reader: int | None) -> LogWriter:
        return LogWriter(start, reader)

    def scoreboard(self, state: State, log: Sequence[Event]) -> list[str]:
        return score_lines(state) if state.round else []

    def headline(self, state: State) -> str:
        one, two = state.setup.forces
        return f"{one.name} against {two.name}"

    def command_forms(self) -> Mapping[str, str]:
        return action_parser.ACTION_FORMS

    def player_queries(self) -> Mapping[str, Callable[[Game, str], list[str]]]:
        return {
            "map": lambda game, rest: board_text.draw_board(game.state),
            "models": lambda game, rest: board_text.list_models(game.state),
            "terrain": lambda game, rest: board_text.list_terrain(game.state),
            "measure": player_queries.look_up_distance,
            "sight": player_queries.look_up_sight,
        }

    def player_query_help(self) -> Sequence[str]:
        return (
            "end                 the same as pass: skip the rest and continue",
            "map                 show the board from above with the facing of each model",
            "models              list every model with its place and state",
            "terrain             list the terrain and its place",
            "measure A to B      measure your control area or your model's path to X,Y; with measure=free, anything",
            "sight A to B        check line of sight and what is in front of the target",
        )

    # The open question and its answers

    ids_in_action = staticmethod(screen_offers.ids_in_action)
    suggest_actions = staticmethod(screen_offers.suggest_actions)
    placement_action = staticmethod(screen_offers.placement_action)
    preview = staticmethod(previews.preview_action)
    chances = staticmethod(worth.attack_chances)
    evaluate = staticmethod(worth.evaluate_position)

    def is_reaction(self, state: State) -> bool:
        return isinstance(find_open_question(state), REACTION_QUESTIONS)

    def question_anchor(self, state: State) -> str | None:
        return question_words.question_subject(state) if self.is_reaction(state) else None

    def pass_action(self, player: int) -> Action:
        return act.Pass(player=player)

    def concede_action(self, player: int) -> Action:
        return act.Concede(player=player)

    def correct_model(self, state: State, action: Correction) -> Event:
        at = self.table(state).corrected_position(action.model, action.at)
        if action.model not in state.models:
            raise InputError(f"model {action.model!r}: a judge can move only models")
        facing = (
            state.models[action.model].facing if action.facing is None else action.facing % 360.0
        )
        return Deployed(
            action.model, at, facing, ": ".join(filter(None, ("the judge", action.why)))
        )

    # Display

    edges = staticmethod(labels_and_lists.table_edges)
    zones = staticmethod(labels_and_lists.deployment_zones)
    liveries = staticmethod(labels_and_lists.liveries_of)
    facings = staticmethod(labels_and_lists.facings_of)
    roster = staticmethod(labels_and_lists.roster_of)
    sheet = staticmethod(labels_and_lists.card_sheet)
    turn_bar = staticmethod(labels_and_lists.turn_bar_of)
    happening = staticmethod(happenings.happening_of)
    clouds = staticmethod(hazes.hazes_of)
    model_surroundings = staticmethod(surroundings.model_surroundings)
    question_preview = staticmethod(attack_preview.question_preview)

    measuring_refusal = staticmethod(not_measured)

    def labels(self, state: State, player: int | None = None) -> tuple[ModelLabel, ...]:
        return labels_and_lists.labels_of(state)

    def game_swing(self, events: Sequence[Event]) -> tuple[float, ...]:
        removed = sum(isinstance(event, ModelRemoved) for event in events)
        return float(removed), float(
            sum(event.points for event in events if isinstance(event, Damaged))
        )

    def attack_in_event(self, event: Event) -> tuple[str, str] | None:
        return (event.attacker, event.target) if isinstance(event, AttackDeclared) else None

    def current_attack(self, state: State) -> tuple[str, str] | None:
        frame = find_frame(state, Attacking)
        there = (
            frame is not None
            and state.is_on_table(frame.attacker)
            and state.is_on_table(frame.target)
        )
        return (frame.attacker, frame.target) if frame is not None and there else None

    def attack_exhibit(
        self, state: State, table: Table, attacker: str, target: str
    ) -> EvidenceView:
        return attack_exhibit(table, attacker, target, clouds_on_table(state))


WARMACHINE = Warmachine()
