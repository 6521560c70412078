"""The rules of Neo-Mechanika as one value for the engine, screens, terminal, bots and files."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from wc3d.engine.actions import Action, Correction, Event
from wc3d.engine.game import View
from wc3d.engine.rule_parts import DisplayRules, PlayRules, QueryRules, SearchRules, TextRules
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.display import (
    board_markers,
    happenings,
    labels,
    offers,
    open_question,
    ownership,
    roster,
    score,
    sheet,
    turn_bar,
)
from wc3d.games.neo_mechanika.previews import action_preview, action_words, side_colors
from wc3d.games.neo_mechanika.previews.actions import preview_action
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.abilities.stats import explain_stat
from wc3d.games.neo_mechanika.rules.action_dispatcher import DECISIONS
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.events import AttackDeclared, Damaged, Repositioned, Scored
from wc3d.games.neo_mechanika.rules.state import State, digest, state_seen_by
from wc3d.games.neo_mechanika.rules.turn.unknown_cards import sample_possible_state
from wc3d.games.neo_mechanika.setup_choices import SETUP
from wc3d.games.neo_mechanika.text import (
    action_parser,
    board_text,
    command_examples,
    formatting,
    log,
    status_words,
)
from wc3d.games.neo_mechanika.text.action_syntax import ACTION_FORMS


def sample_state(view: View, rng: random.Random) -> State:
    """Return a random state that matches a view."""
    return sample_possible_state(view.state, view.player, view.log, rng)


def correct_model(state: State, action: Correction) -> Event:
    """Return the event of a judge's correction. Raises InputError."""
    at = state.table.corrected_position(action.model, action.at)
    if action.model not in state.models:
        raise InputError(f"model {action.model!r}: only models can be repositioned")
    return Repositioned(action.model, at, ": ".join(filter(None, ("the judge", action.why))))


def write_scoreboard(state: State, events: Sequence[Event]) -> list[str]:
    """Return the standings, the objectives, and the sources of points."""
    return [
        *status_words.describe_standings(state),
        *board_text.list_objectives(state),
        *log.format_scoreboard(events, state),
    ]


def action_source(state: State, action: Action) -> str:
    """Return an action in words, without its target."""
    return action_words.describe_action(state, action).partition(" on ")[0]


def measure_swing(events: Sequence[Event]) -> tuple[int, int]:
    """Return the difference in points scored, and the damage."""
    scored = [(e.player, e.points) for e in events if isinstance(e, Scored)]
    first_points, second_points = (
        sum(points for player, points in scored if player == p) for p in (1, 2)
    )
    damage = sum(e.points for e in events if isinstance(e, Damaged))
    return abs(second_points - first_points), damage


PLAY = PlayRules(
    steps=FRAME_STEPS,
    to_act=DECISIONS.to_act,
    check=DECISIONS.check,
    decide=DECISIONS.decide,
    offers=DECISIONS.offers,
    seen_by=state_seen_by,
    determinize=sample_state,
    digest=digest,
    read_action=actions.read_action,
    explain=explain_stat,
    correct_model=correct_model,
    split_state=lambda state: (replace(state, setup=None), state.setup),
    join_state=lambda changing, lasting: replace(changing, setup=lasting),
)

TEXT = TextRules(
    teller=log.LogWriter,
    describe=action_words.describe_action,
    headline=lambda state: state.setup.mission.name,
    explain_action=action_words.explain_action,
    action_source=action_source,
    display_name=formatting.display_name,
    name_in_group=ownership.name_in_group,
    player_names=lambda state: state.setup.names,
    describe_question=status_words.describe_question,
    clock=status_words.describe_progress,
    describe_moment=status_words.describe_moment,
    standings=lambda state: status_words.describe_standings(state) if state.round else [],
    scoreboard=write_scoreboard,
    describe_position=lambda state: [
        *board_text.draw_board(state),
        *board_text.list_units(state),
    ],
    point_lines=score.point_lines,
    describe_ending=score.describe_ending,
    describe_refusal=lambda state, verdict: action_preview.describe_refusal(verdict),
    refusal_page=lambda verdict: describe_page(verdict.page),
    parse_action=action_parser.parse_action,
    command_forms=ACTION_FORMS,
    completions=command_examples.list_completions,
    player_queries=command_examples.LOOKUPS,
    player_query_help=command_examples.LOOKUP_HELP,
    naming_help=command_examples.NAMES_HELP,
    score_help="show the score, Arc, activation tokens and objectives",
)

DISPLAY = DisplayRules(
    kinds=offers.ACTION_KINDS,
    dice_looks=happenings.DICE_LOOKS,
    labels=labels.labels_of,
    markers=board_markers.objective_markers,
    objectives=board_markers.mission_objectives,
    edges=board_markers.table_edges,
    zones=lambda state, player: (
        board_markers.deployment_zones(state, (player,))
        if open_question.is_initial_deployment(state)
        else ()
    ),
    liveries=labels.liveries_by_model,
    facings=labels.facings_of,
    side_colors=side_colors.player_colors,
    roster=roster.roster_of,
    sheet=sheet.card_sheet,
    turn_bar=turn_bar.turn_bar_of,
    announcement=turn_bar.make_announcement,
    score=score.score_table,
    happening=happenings.happening_of,
    preview=preview_action,
)

QUERIES = QueryRules(
    table=lambda state: state.table,
    owner=ownership.owner_of,
    group=ownership.group_of,
    seated_side=lambda state, player: state.players[player].side,
    question_subject=status_words.question_subject,
    question_anchor=open_question.question_anchor,
    is_reaction=open_question.is_reaction,
    asks_in_private=open_question.is_question_private,
    ids_in_action=offers.ids_in_action,
    acting_model=offers.acting_model,
    action_target=offers.action_target,
    attack_in_event=lambda event: (
        (event.attacker, event.target) if isinstance(event, AttackDeclared) else None
    ),
)

SEARCH = SearchRules(
    action_weights={
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
    },
    examples=command_examples.example_actions,
    suggest_actions=offers.suggest_actions,
    placement_action=offers.placement_action,
    with_target=offers.with_target,
    pass_action=lambda player: actions.Pass(player=player),
    concede_action=lambda player: actions.Concede(player=player),
    chances=offers.attack_chances,
    game_swing=measure_swing,
)

NEO_MECHANIKA = RuleSet(
    name="neo-mechanika",
    title="Warcaster: Neo-Mechanika",
    place="wc3d.games.neo_mechanika.ruleset:NEO_MECHANIKA",
    setup=SETUP,
    play=PLAY,
    text=TEXT,
    display=DISPLAY,
    queries=QUERIES,
    search=SEARCH,
    bots={
        "regular": "wc3d.games.neo_mechanika.bots.strengths:make_regular",
        "veteran": "wc3d.games.neo_mechanika.bots.planning_player:PlanningPlayer",
        "master": "wc3d.games.neo_mechanika.bots.planning_player:MasterPlayer",
        "recruit": "wc3d.games.neo_mechanika.bots.strengths:make_recruit",
        "random": "wc3d.games.neo_mechanika.bots.random_player:ApproachingRandomPlayer",
    },
    hint_bot="wc3d.games.neo_mechanika.bots.adviser:ADVISER",
    former_bots={"greedy": "recruit"},
    bot_ratings={"recruit": 1062, "regular": 1500, "veteran": 1647},
)
"""The rules of Warcaster: Neo-Mechanika."""
