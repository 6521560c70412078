"""The rules of WARMACHINE as one value for the engine, screens, terminal, bots and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wc3d.engine.actions import Correction, Event
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.rule_parts import DisplayRules, PlayRules, QueryRules, SearchRules, TextRules
from wc3d.engine.ruleset import COMMON_BOTS, RuleSet
from wc3d.errors import InputError
from wc3d.games.warmachine.display import (
    attack_chances,
    attack_preview,
    clouds,
    happenings,
    labels_and_lists,
    model_areas,
    offers,
    previews,
)
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.action_dispatcher import DECISIONS
from wc3d.games.warmachine.rules.agenda_frames import Attacking
from wc3d.games.warmachine.rules.all_handlers import FRAME_STEPS
from wc3d.games.warmachine.rules.events import AttackDeclared, Damaged, Deployed, ModelRemoved
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion
from wc3d.games.warmachine.rules.judge_questions.sight import attack_evidence
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.sight_in_game import clouds_on_table
from wc3d.games.warmachine.rules.state import State, digest
from wc3d.games.warmachine.rules.stats import explain_stat
from wc3d.games.warmachine.setup_choices import SETUP
from wc3d.games.warmachine.text import (
    action_parser,
    action_words,
    board_text,
    formatting,
    log,
    player_queries,
    status_words,
)

REACTION_QUESTIONS = (FreeStrikeQuestion, ReinforceQuestion)
"""The questions that a player answers while an action is being resolved."""


def correct_model(state: State, action: Correction) -> Event:
    """Return the event of a judge's correction. Raises InputError."""
    at = state.table.corrected_position(action.model, action.at)
    if action.model not in state.models:
        raise InputError(f"model {action.model!r}: a judge can move only models")
    facing = state.models[action.model].facing if action.facing is None else action.facing % 360.0
    return Deployed(action.model, at, facing, ": ".join(filter(None, ("the judge", action.why))))


def is_reaction(state: State) -> bool:
    """Return whether the open question is a reaction to an action."""
    return isinstance(find_open_question(state), REACTION_QUESTIONS)


def current_attack(state: State) -> tuple[str, str] | None:
    """Return the attacker and the target of the attack being resolved, if both are in play."""
    frame = find_frame(state, Attacking)
    if frame is None or not (state.is_on_table(frame.attacker) and state.is_on_table(frame.target)):
        return None
    return frame.attacker, frame.target


def measure_swing(events: Sequence[Event]) -> tuple[int, int]:
    """Return the number of removed models, and the damage."""
    removed = sum(isinstance(event, ModelRemoved) for event in events)
    return removed, sum(event.points for event in events if isinstance(event, Damaged))


PLAY = PlayRules(
    steps=FRAME_STEPS,
    to_act=DECISIONS.to_act,
    check=DECISIONS.check,
    decide=DECISIONS.decide,
    offers=DECISIONS.offers,
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
    headline=lambda state: " against ".join(force.name for force in state.setup.forces),
    explain_action=action_words.explain_action,
    action_source=offers.action_source,
    display_name=formatting.display_name,
    player_names=lambda state: state.setup.names,
    describe_question=status_words.describe_question,
    clock=status_words.describe_progress,
    describe_moment=status_words.describe_moment,
    standings=status_words.describe_standings,
    scoreboard=lambda state, events: log.format_scoreboard(state) if state.round else [],
    describe_position=lambda state: [
        *board_text.draw_board(state),
        *board_text.list_models(state),
    ],
    describe_ending=status_words.describe_ending,
    parse_action=action_parser.parse_action,
    command_forms=action_parser.ACTION_FORMS,
    player_queries={
        "map": lambda game, rest: board_text.draw_board(game.state),
        "models": lambda game, rest: board_text.list_models(game.state),
        "terrain": lambda game, rest: board_text.list_terrain(game.state),
        "measure": player_queries.look_up_distance,
        "sight": player_queries.look_up_sight,
    },
    player_query_help=(
        "end                 the same as pass: do no more here and go on to the next step",
        "map                 show the board from above, with the facing of each model",
        "models              list every model with its place and condition",
        "terrain             list every terrain feature with its place",
        "measure A to B      measure your control area, or your model's path to X,Y (with measure=free: anything)",
        "sight A to B        check whether A sees B, and what is in front of B",
    ),
    naming_help='Short names work: "anvil", "1.anvil"; add the player\'s number if both players have the model.',
    score_help="show the surviving models of both battlegroups",
)

DISPLAY = DisplayRules(
    kinds=offers.ACTION_KINDS,
    dice_looks=happenings.DICE_LOOKS,
    labels=labels_and_lists.labels_of,
    edges=labels_and_lists.table_edges,
    zones=labels_and_lists.deployment_zones,
    liveries=labels_and_lists.liveries_by_model,
    facings=labels_and_lists.facings_of,
    roster=labels_and_lists.roster_of,
    sheet=labels_and_lists.card_sheet,
    turn_bar=labels_and_lists.turn_bar_of,
    announcement=status_words.make_announcement,
    happening=happenings.happening_of,
    preview=previews.preview_action,
    clouds=clouds.hazes_of,
    model_surroundings=model_areas.model_surroundings,
    question_preview=attack_preview.question_preview,
    attack_evidence=lambda state, table, attacker, target: attack_evidence(
        table, attacker, target, clouds_on_table(state)
    ),
)

QUERIES = QueryRules(
    table=lambda state: state.table,
    owner=lambda state, id: state.models[id].owner if id in state.models else 0,
    seated_side=lambda state, player: state.sides[player - 1],
    question_subject=status_words.question_subject,
    question_anchor=lambda state: (
        status_words.question_subject(state) if is_reaction(state) else None
    ),
    is_reaction=is_reaction,
    measuring_refusal=player_queries.measuring_refusal,
    ids_in_action=offers.ids_in_action,
    attack_in_event=lambda event: (
        (event.attacker, event.target) if isinstance(event, AttackDeclared) else None
    ),
    current_attack=current_attack,
)

SEARCH = SearchRules(
    action_weights={
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
    },
    suggest_actions=offers.suggest_actions,
    placement_action=offers.placement_action,
    pass_action=lambda player: actions.Pass(player=player),
    concede_action=lambda player: actions.Concede(player=player),
    chances=attack_chances.attack_chances,
    evaluate=attack_chances.evaluate_position,
    game_swing=measure_swing,
)

WARMACHINE = RuleSet(
    name="warmachine",
    title="WARMACHINE",
    place="wc3d.games.warmachine.ruleset:WARMACHINE",
    setup=SETUP,
    play=PLAY,
    text=TEXT,
    display=DISPLAY,
    queries=QUERIES,
    search=SEARCH,
    bots={
        "regular": "wc3d.games.warmachine.bots.regular:BattlegroupPlayer",
        "veteran": "wc3d.games.warmachine.bots.planning_player:VeteranPlayer",
        "master": "wc3d.games.warmachine.bots.planning_player:MasterPlayer",
        **COMMON_BOTS,
    },
    hint_bot="wc3d.games.warmachine.bots.adviser:ADVISER",
)
"""The rules of WARMACHINE."""
