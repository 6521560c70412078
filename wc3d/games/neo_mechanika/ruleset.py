"""The rules of Neo-Mechanika as one object: what the engine, screens, the terminal, bots and files ask of a game."""
from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from wc3d.engine.actions import Action, Correction, Event, Verdict
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game, View
from wc3d.engine.modifiers import Receipt
from wc3d.engine.options import Option
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan, Outcome
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.display import happenings, open_question, ownership
from wc3d.games.neo_mechanika.display import markers as board_marks
from wc3d.games.neo_mechanika.display import offers as screen_offers
from wc3d.games.neo_mechanika.display.labels import facings_of, labels_of, liveries_of
from wc3d.games.neo_mechanika.display.roster import roster_of
from wc3d.games.neo_mechanika.display.score import ending_of, points_of, score_of
from wc3d.games.neo_mechanika.display.sheet import sheet_of
from wc3d.games.neo_mechanika.display.turn_bar import news_of, turn_bar_of
from wc3d.games.neo_mechanika.previews import action_words, actions, side_colors
from wc3d.games.neo_mechanika.previews.action_preview import describe_refusal
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules import saved_setup
from wc3d.games.neo_mechanika.rules.abilities.stats import stat
from wc3d.games.neo_mechanika.rules.all_handlers import STEPS
from wc3d.games.neo_mechanika.rules.book.rulebook import page_words
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.book.switches import (
    read_switches,
    switch_choices,
    switch_words,
    written_switches,
)
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.decisions import DECISIONS
from wc3d.games.neo_mechanika.rules.events import AttackDeclared, Damaged, Repositioned, Scored
from wc3d.games.neo_mechanika.rules.forces import named_forces
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, check_force, limits_of
from wc3d.games.neo_mechanika.rules.forces.scorers import scorers
from wc3d.games.neo_mechanika.rules.missions import secondary
from wc3d.games.neo_mechanika.rules.missions.mission import mission as mission_meant
from wc3d.games.neo_mechanika.rules.missions.mission import mission_entries, mission_entry
from wc3d.games.neo_mechanika.rules.missions.victory import outcome_of
from wc3d.games.neo_mechanika.rules.objectives import RADIUS, objectives_of
from wc3d.games.neo_mechanika.rules.options import (
    EDGES,
    MERCY,
    OPTIONS,
    REACTIONS,
    SECONDARIES,
    SECONDARY,
    SWITCHES,
)
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import State, Where, digest, hidden_from
from wc3d.games.neo_mechanika.rules.turn.unknown_cards import some_state
from wc3d.games.neo_mechanika.text import (
    action_parser,
    board_text,
    question_words,
    terminal_commands,
    vocabulary,
)
from wc3d.games.neo_mechanika.text.action_syntax import FORMS
from wc3d.games.neo_mechanika.text.log import Chronicle, scoreboard
from wc3d.presentation.view_models import Label, Zone
from wc3d.table.table import Table

WITH_OPTION = ("mercy", "secondary_missions", "reactions_after_passing", "walks_over_edges")
"""The rulings that have an option of their own besides the switches."""


class NeoMechanika(RuleSet):
    """The rules of Warcaster: Neo-Mechanika. `RuleSet` says what each door is for; most lead straight to what answers."""

    name = "neo-mechanika"
    steps = STEPS
    title = "Warcaster: Neo-Mechanika"
    space = SPACE
    kinds = screen_offers.KINDS
    dice_looks = happenings.DICE_LOOKS
    options = OPTIONS
    taste: ClassVar[Mapping[str, float]] = {
        "attack": 12.0, "deploy": 10.0, "advance": 6.0, "place_gate": 5.0, "use": 3.0, "play": 4.0, "charge": 4.0,
        "activate": 8.0, "place": 4.0, "choose": 3.0, "discard": 1.0, "pass": 1.0, "clear": 0.3, "recall": 0.2,
    }  # fmt: skip
    naming_help = terminal_commands.NAMES_HELP
    score_help = "points, Arc, activation tokens, objectives"
    bots: ClassVar[Mapping[str, str]] = {
        "regular": "wc3d.games.neo_mechanika.bots.planner:RegularPlayer",
        "veteran": "wc3d.games.neo_mechanika.bots.search:VeteranPlayer",
        "recruit": "wc3d.games.neo_mechanika.bots.greedy:RecruitPlayer",
        "random": "wc3d.games.neo_mechanika.bots.random_legal:EagerPlayer",
    }
    adviser: ClassVar[str] = "wc3d.games.neo_mechanika.bots.adviser:ADVISER"
    former_bots: ClassVar[Mapping[str, str]] = {"greedy": "recruit"}

    # What the engine asks

    to_act = staticmethod(DECISIONS.to_act)
    check = staticmethod(DECISIONS.check)
    decide = staticmethod(DECISIONS.decide)
    offers = staticmethod(DECISIONS.offers)
    seen_by = staticmethod(hidden_from)
    digest = staticmethod(digest)
    read_action = staticmethod(act.read_action)

    def determinize(self, view: View, rng: random.Random) -> State:
        return some_state(view.state, view.player, view.log, rng)

    def explain(self, state: State, id: str, name: str) -> Receipt:
        if not state.on_table(id):
            raise KeyError(f"{id} is not on the table")
        return stat(state, id, name.upper())

    # Beginning and end

    missions = staticmethod(mission_entries)
    mission = staticmethod(mission_entry)
    forces = staticmethod(named_forces.sample_forces)
    random_forces = staticmethod(named_forces.random_forces)

    def force(self, named: str, mission_id: str, seed: int | str) -> Force:
        return named_forces.named_force(named, limits_of(mission_meant(mission_id)), seed)

    def can_score(self, named: str, mission_id: str) -> bool:
        return scorers(self.force(named, mission_id, 0), mission_meant(mission_id), CARDS()) > 0

    def option_words(self, option: Option, value: str, mission: str) -> str:
        return switch_words(value) if option.name == SWITCHES else ""

    def force_words(self, named: str, mission: str) -> str:
        return named_forces.force_words(named)

    def check_force(self, force: Force, mission_id: str) -> Verdict:
        return check_force(force, CARDS(), limits_of(mission_meant(mission_id)))

    def force_data(self, force: Force) -> Any:
        return force.model_dump(mode="json")

    def option_choices(self, option: Option, mission: str) -> tuple[tuple[str, str], ...]:
        if mission_meant(mission).skirmish and option.name in (SECONDARY, SECONDARIES):
            return ()
        if option.name == SWITCHES:
            return switch_choices(WITH_OPTION)
        if option.name != SECONDARY:
            return option.choices
        return tuple((m.id, f"{m.name} ({m.points} VP)") for m in secondary.SECONDARY.values())

    def objectives(self, mission: str, table: Table) -> tuple[tuple[str, tuple[float, float, float], float], ...]:
        plan = mission_meant(mission).on(table.size)
        return tuple((o.name, o.at, RADIUS) for o in objectives_of(plan, table).values())

    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        flags = GameOptions(
            mercy=bool(plan.options.get(MERCY)), secondary_missions=int(plan.options.get(SECONDARIES) or 1),
            reactions_after_passing=bool(plan.options.get(REACTIONS)),
            walks_over_edges=bool(plan.options.get(EDGES)),
        )  # fmt: skip
        options = read_switches(plan.options.get(SWITCHES) or (), flags)
        prepared = saved_setup.prepare(
            plan.table, plan.forces, plan.mission, seed=plan.seed, dice=dice, options=options,
            secondary=plan.options.get(SECONDARY, ((), ())), names=plan.names,
        )  # fmt: skip
        return Game(self, *prepared)

    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        return Game(self, *saved_setup.prepare_again(setup, dice))

    def plan_of(self, game: Game) -> GamePlan:
        setup = game.start.setup
        options = {
            MERCY: setup.options.mercy, SECONDARIES: str(setup.options.secondary_missions), SECONDARY: setup.secondary,
            REACTIONS: setup.options.reactions_after_passing, EDGES: setup.options.walks_over_edges,
            SWITCHES: written_switches(setup.options, WITH_OPTION),
        }  # fmt: skip
        return GamePlan(setup.mission, setup.table, setup.forces, setup.names, options=options)

    shared_setup = staticmethod(saved_setup.shared_setup)

    def outcome(self, game: Game) -> Outcome:
        return outcome_of(game.state, game.log)

    def content_digest(self) -> str:
        return CARDS().digest

    # The state, plainly

    owner = staticmethod(ownership.owner_of)
    group = staticmethod(ownership.group_of)
    name_of = staticmethod(vocabulary.name)
    name_in_group = staticmethod(ownership.name_in_group)

    def table(self, state: State) -> Table:
        return state.table

    def player_names(self, state: State) -> tuple[str, str]:
        return state.setup.names

    def side_looked_from(self, state: State, player: int) -> str:
        return state.players[player].side

    def for_sending(self, state: State) -> tuple[State, Any]:
        return replace(state, setup=None), state.setup  # type: ignore[arg-type]

    def put_together(self, changing: State, lasting: Any) -> State:
        return replace(changing, setup=lasting)

    # Words, and what is typed

    describe = staticmethod(action_words.describe_action)
    meaning = staticmethod(action_words.meaning)
    describe_question = staticmethod(question_words.describe_question)
    about = staticmethod(question_words.about)
    clock = staticmethod(question_words.clock)
    moment = staticmethod(question_words.moment)
    examples = staticmethod(terminal_commands.examples)
    nameable = staticmethod(terminal_commands.nameable)
    parse_action = staticmethod(action_parser.parse_action)

    def teller(self, start: State, reader: int | None) -> Chronicle:
        return Chronicle(start, reader)

    def refusal(self, state: State, verdict: Verdict) -> str:
        return describe_refusal(verdict)

    def standings(self, state: State) -> list[str]:
        return question_words.standings(state) if state.round else []

    def scoreboard(self, state: State, log: Sequence[Event]) -> list[str]:
        return [*question_words.standings(state), *board_text.objectives(state), *scoreboard(log, state)]

    def position(self, state: State) -> list[str]:
        return [*board_text.plan(state), *board_text.units(state)]

    def page_of(self, verdict: Verdict) -> str:
        return page_words(verdict.page)

    def forms(self) -> Mapping[str, str]:
        return FORMS

    def lookups(self) -> Mapping[str, Callable[[Game, str], list[str]]]:
        return terminal_commands.LOOKUPS

    def lookup_help(self) -> Sequence[str]:
        return terminal_commands.LOOKUP_HELP

    # The open question and its answers

    asked_at = staticmethod(open_question.asked_at)
    is_reaction = staticmethod(open_question.is_reaction)
    asks_in_private = staticmethod(open_question.asks_in_private)
    named_in = staticmethod(screen_offers.named_in)
    doer_of = staticmethod(screen_offers.doer_of)
    target_of = staticmethod(screen_offers.target_of)
    aim = staticmethod(screen_offers.aim)
    chances = staticmethod(screen_offers.chances_of)
    preview = staticmethod(actions.preview_of)
    wanted = staticmethod(screen_offers.wanted)

    def put_down(self, state: State, player: int, id: str, at: tuple[float, float]) -> Action | None:
        if id in state.units and state.units[id].where is Where.RESERVE:
            return act.Deploy(player=player, unit=id, places={state.units[id].models[0]: at})
        return act.Advance(player=player, model=id, path=(at,)) if id in state.models and state.on_table(id) else None

    def passing(self, player: int) -> Action:
        return act.Pass(player=player)

    def conceding(self, player: int) -> Action:
        return act.Concede(player=player)

    def correction(self, state: State, action: Correction) -> Event:
        at = self.table(state).corrected(action.model, action.at)
        if action.model not in state.models:
            raise InputError(f"model {action.model!r}: only models can be repositioned")
        return Repositioned(action.model, at, ": ".join(filter(None, ("the judge", action.why))))

    # What is shown

    markers = staticmethod(board_marks.markers_of)
    edges = staticmethod(board_marks.table_edges)
    liveries = staticmethod(liveries_of)
    facings = staticmethod(facings_of)
    side_colors = staticmethod(side_colors.colors_of)
    roster = staticmethod(roster_of)
    sheet = staticmethod(sheet_of)
    turn_bar = staticmethod(turn_bar_of)
    news = staticmethod(news_of)
    score = staticmethod(score_of)
    points = staticmethod(points_of)
    ending = staticmethod(ending_of)
    happening = staticmethod(happenings.happening_of)

    def labels(self, state: State, player: int | None = None) -> tuple[Label, ...]:
        return labels_of(state)

    def zones(self, state: State, player: int) -> tuple[Zone, ...]:
        return board_marks.deployment_zones(state, (player,)) if open_question.is_initial(state) else ()

    def headline(self, state: State) -> str:
        return state.setup.mission.name

    # Chances and worth

    def swing(self, events: Sequence[Event]) -> tuple[float, ...]:
        scored = [(e.player, e.points) for e in events if isinstance(e, Scored)]
        first_points, second_points = (sum(points for player, points in scored if player == p) for p in (1, 2))
        return abs(second_points - first_points), sum(e.points for e in events if isinstance(e, Damaged))

    def attack_in(self, event: Event) -> tuple[str, str] | None:
        return (event.attacker, event.target) if isinstance(event, AttackDeclared) else None


NEO_MECHANIKA = NeoMechanika()
