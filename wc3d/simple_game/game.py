"""`SimpleGame`: describe a game in a few methods, and get its whole `RuleSet`.

Two players with models take turns. In a turn, a player acts with one model, which may do each kind
of action once. When all models have acted, the round is scored.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field

from wc3d.engine.actions import (
    LEGAL,
    Action,
    Concede,
    Correction,
    Event,
    Pass,
    Verdict,
    actions_by_type,
    opponent_of,
    read_action,
)
from wc3d.engine.agenda import Frame, Question, Resolution, StepRegistry, find_open_question
from wc3d.engine.dice import D6, Dice, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.rule_parts import (
    DisplayRules,
    PlayRules,
    PreparedGame,
    QueryRules,
    SearchRules,
    SetupRules,
    TextRules,
)
from wc3d.engine.ruleset import COMMON_BOTS, RuleSet
from wc3d.engine.ruleset_types import GamePlan, MissionEntry, Outcome
from wc3d.engine.state_digest import state_digest
from wc3d.errors import InputError, require_result
from wc3d.saved_setup import SetupError, parse_setup, read_saved_map
from wc3d.simple_game import displays, texts
from wc3d.simple_game.actions import SimpleAction, SimpleOffer, refuse, type_name
from wc3d.simple_game.check_parts import MAX_ROUNDS, are_actions, find_wrong_part
from wc3d.simple_game.events import (
    ActionUsed,
    FirstPlayerRolled,
    GameFinished,
    ModelRelocated,
    ModelsFinished,
    RoundStarted,
    TurnStarted,
    describe_ending,
)
from wc3d.simple_game.sheets import make_sheet
from wc3d.simple_game.state import SimpleModel, SimpleObjective, SimpleState, place_models
from wc3d.table.maps.map_file import map_data
from wc3d.table.maps.strict_json import FileFault, Id, Name, StrictModel
from wc3d.table.maps.terrain_hash import find_terrain_change, hash_meshes
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.table_state import hash_terrain

DEFAULT_SPACE = SpacePolicy()
"""The space policy of a game that writes none."""

REQUIRED_PARTS = ("name", "title", "place", "actions", "deploy")
"""The parts that every game must write."""

ACTION_WEIGHT = 20.0
"""The weight of an action for a random player, who would else often pass (weight 1)."""

VERDICT_WORDS = "a Verdict: LEGAL, refuse(...) or allowed_if(...)"
ENDING_WORDS = "(winner, reason), with the winner 1, 2 or, for a draw, 0"

HELP_PAGE = "see wc3d guide games"


class SimpleSetup(StrictModel):
    """A game before it begins, as a saved file holds it.

    `terrain` and `meshes` are digests: a game continues only on the same terrain.
    """

    names: tuple[Id, Id]
    mission: Id
    rounds: int = Field(strict=True, ge=1, le=MAX_ROUNDS)
    terrain: Name
    meshes: Name
    map: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SimplePlay(Frame):
    """The whole game."""

    STEPS = ("roll", "round", "turn", "after_turn", "score")


@dataclass(frozen=True, slots=True)
class SimpleTurn(Question):
    """What does the player do with a model?"""


class SimpleGame:
    """A game for two players with models on the table. Write a subclass and take its `rules`.

    A subclass must have `name`, `title`, `place`, `actions` and `deploy`. Everything else has a
    default that it may override. `rules()` raises InputError that names each missing part.
    """

    name: ClassVar[str]
    """The name in files and on the command line."""
    title: ClassVar[str]
    """The name for people."""
    place: ClassVar[str]
    """Where the rules are, as "module:NAME"."""
    actions: ClassVar[tuple[type[SimpleAction], ...]]
    """The kinds of actions."""
    missions: ClassVar[tuple[MissionEntry, ...]] = (
        MissionEntry("standard", "Standard", (30, 30), board="crossroads", allows_any_table=True),
    )
    """The missions, each with its board; the default first."""
    rounds: ClassVar[int] = 3
    """The rounds of a game."""
    state_type: ClassVar[type[SimpleState]] = SimpleState
    """The class of states. A subclass adds facts of your game, each with a default."""
    space: ClassVar[SpacePolicy] = DEFAULT_SPACE
    """The bases, and the rules of sight and moves."""
    bots: ClassVar[Mapping[str, str]] = COMMON_BOTS
    """The bots by name, each as "module:Class"; the default first."""

    # What a game writes

    def deploy(self, board: Table) -> tuple[SimpleModel, ...]:
        """Return the models at the start. They move to the nearest place where they can stand."""
        raise NotImplementedError

    def objectives(self, board: Table) -> tuple[SimpleObjective, ...]:
        """Return the objectives on a board."""
        return ()

    def prepare_state(self, state: Any) -> Any:
        """Return the state at the start: fill in the fields of your own `state_type`."""
        return state

    def next_player(self, state: Any) -> int | None:
        """Return the player whose turn comes next in this round; None when the round is over.

        By default the players alternate, and a player without a ready model is skipped.
        """
        following = opponent_of(state.player) if state.player else state.first
        for player in (following, opponent_of(following)):
            if any(not model.is_done for model in state.models_of(player)):
                return player
        return None

    def score_round(self, r: Resolution) -> None:
        """Score the round that ends: emit `PointsWon`."""

    def find_ending(self, state: Any) -> tuple[int, str] | None:
        """Return the winner and the reason if the game ends before its last round, else None.

        By default it ends when a player has no models.
        """
        alive = [bool(state.models_of(player)) for player in (1, 2)]
        if all(alive):
            return None
        return (1 if alive[0] else 2 if alive[1] else 0), "only one side has models left"

    def find_winner(self, state: Any) -> tuple[int, str]:
        """Return the winner after the last round and the reason; by default by points."""
        first, second = state.points
        winner = 0 if first == second else 1 if first > second else 2
        score = f"{max(first, second)} to {min(first, second)} points"
        return winner, f"{score} after {state.round} rounds"

    def evaluate(self, state: Any, player: int) -> float:
        """Return the value of a state for a player, for bots: higher is better, 0 is even."""
        own, other = player - 1, 2 - player
        health = [sum(model.health for model in state.models_of(side)) for side in (1, 2)]
        points = state.points[own] - state.points[other]
        return 10.0 * points + float(health[own] - health[other])

    # The course of a game

    def check(self, state: Any, action: Action) -> Verdict:
        """Return whether an action is legal now."""
        question = find_open_question(state)
        if question is None:
            return refuse("game_over", "the game is over")
        if isinstance(action, Concede) and action.player in (1, 2):
            return LEGAL
        if action.player != question.player:
            return refuse("wrong_player", f"it is {state.player_name(question.player)}'s turn")
        if isinstance(action, Pass):
            return LEGAL
        if not isinstance(action, self.actions):
            return refuse("not_now", f"{action.type} is not possible now")
        if (refusal := self._check_model(state, action)) is not None:
            return refusal
        verdict = action.check(state)
        if not isinstance(verdict, Verdict):
            require_result(type(action).check, verdict, False, VERDICT_WORDS)
        return verdict

    def _check_model(self, state: Any, action: SimpleAction) -> Verdict | None:
        """Return why this model cannot do this kind of action now; None if it may try."""
        if not state.has_model(action.model):
            return refuse("no_model", f"{action.model}: no such model is on the table")
        model = state.model(action.model)
        if model.player != action.player:
            return refuse("not_yours", f"{model.name} is not your model")
        if model.is_done:
            return refuse("done", f"{model.name} has finished for this round")
        if state.active not in ("", model.id):
            return refuse("other_model", f"{state.name_of(state.active)} acts in this turn")
        if model.used.count(action.type) >= action.uses:
            return refuse("used", f"{model.name} has already done this: {action.type}")
        target = getattr(action, "target", model.id)
        if not state.has_model(target):
            return refuse("no_target", f"{target}: no such model is on the table")
        return None

    def decide(self, r: Resolution, action: Action) -> None:
        """Execute a checked action, up to the next question."""
        if isinstance(action, Concede):
            r.emit(GameFinished(opponent_of(action.player), "the other side gave up"))
            return
        r.pop()
        if isinstance(action, SimpleAction):
            r.emit(ActionUsed(action.model, action.type))
            action.resolve(r)
            if r.state.over:
                return
        state = r.state
        is_active = state.has_model(state.active)
        if (
            isinstance(action, SimpleAction)
            and is_active
            and self._kinds_for(state, state.model(state.active))
            and self._find_ending(state) is None
        ):
            r.push(SimpleTurn(player=action.player))
        else:
            ids = tuple(model.id for model in state.ready_models(action.player))
            r.emit(ModelsFinished(action.player, ids))
        r.run()

    def offers(self, state: Any, player: int) -> tuple[SimpleOffer, ...]:
        """Return the player's offers."""
        question = find_open_question(state)
        if question is None or question.player != player:
            return ()
        active = state.model(state.active) if state.active else None
        kinds: list[type[Action]] = [*self._kinds_for(state, active), Pass]
        return tuple(SimpleOffer(self, state, player, kind) for kind in kinds)

    def _kinds_for(self, state: Any, model: Any) -> list[type[SimpleAction]]:
        """Return the kinds of actions that a model may still do; all of them without a model."""
        used = model.used if model is not None else ()
        return [kind for kind in self.actions if used.count(type_name(kind)) < kind.uses]

    def _steps(self) -> StepRegistry:
        steps = StepRegistry()
        steps.step(SimplePlay, "roll")(self._roll_first_player)
        steps.step(SimplePlay, "round")(self._start_round)
        steps.step(SimplePlay, "turn")(self._start_turn)
        steps.step(SimplePlay, "after_turn")(self._check_ending)
        steps.step(SimplePlay, "score")(self._finish_round)
        return steps

    def _roll_first_player(self, r: Resolution, frame: Frame) -> None:
        faces = (0, 0)
        while faces[0] == faces[1]:
            first, second = (r.roll((D6,), player, "the first turn")[0] for player in (1, 2))
            faces = (first, second)
        r.emit(FirstPlayerRolled(1 if faces[0] > faces[1] else 2, faces))

    def _start_round(self, r: Resolution, frame: Frame) -> None:
        r.emit(RoundStarted(r.state.round + 1))

    def _start_turn(self, r: Resolution, frame: Frame) -> Frame | None:
        player = self.next_player(r.state)
        require_result(self.next_player, player, player in (1, 2, None), "1, 2 or None")
        if player is None:
            return replace(frame, step="score")
        r.emit(TurnStarted(player))
        r.push(SimpleTurn(player=player))
        return None

    def _check_ending(self, r: Resolution, frame: Frame) -> Frame:
        if (ending := self._find_ending(r.state)) is not None:
            r.emit(GameFinished(*ending))
        return replace(frame, step="turn")

    def _find_ending(self, state: Any) -> tuple[int, str] | None:
        """Return the ending that the game's own function finds, checked."""
        ending = self.find_ending(state)
        is_valid = ending is None or _is_ending(ending)
        require_result(self.find_ending, ending, is_valid, f"None or {ENDING_WORDS}")
        return ending

    def _finish_round(self, r: Resolution, frame: Frame) -> Frame:
        self.score_round(r)
        if not r.state.over and (
            r.state.round >= r.state.rounds or self._find_ending(r.state) is not None
        ):
            ending = self._find_ending(r.state) or self.find_winner(r.state)
            require_result(self.find_winner, ending, _is_ending(ending), ENDING_WORDS)
            r.emit(GameFinished(*ending))
        return replace(frame, step="round")

    # The start and the end

    def _prepare(self, plan: GamePlan, dice: Dice | None) -> PreparedGame:
        board_data = map_data(plan.table, Path())
        setup = {
            "names": plan.names,
            "mission": plan.mission,
            "rounds": self.rounds,
            "terrain": hash_terrain(read_saved_map(board_data, self.space)),
            "meshes": hash_meshes(plan.table),
            "map": board_data,
        }
        seed = secrets.randbelow(2**53) if plan.seed is None else plan.seed
        return self._restore(setup, dice or SeededDice(seed))

    def _restore(self, setup: dict[str, Any], dice: Dice) -> PreparedGame:
        saved = parse_setup(SimpleSetup, setup)
        board = read_saved_map(saved.map, self.space)
        if fault := find_terrain_change(board, saved.terrain, saved.meshes):
            raise SetupError("setup", [FileFault("terrain", fault)])
        state = self.prepare_state(
            self.state_type(
                board,
                saved.names,
                saved.rounds,
                place_models(board, self._deploy_models(board)),
                self._list_objectives(board),
                agenda=(SimplePlay(),),
            )
        )
        require_result(
            self.prepare_state, state, isinstance(state, self.state_type), "the changed state"
        )
        return state, dice, saved.model_dump(mode="json")

    def _deploy_models(self, board: Table) -> tuple[SimpleModel, ...]:
        """Return the models that the game's own function deploys, checked."""
        models = self.deploy(board)
        is_valid = isinstance(models, Iterable)
        if is_valid:
            models = tuple(models)
            is_valid = all(isinstance(each, SimpleModel) and _is_place(each.at) for each in models)
        require_result(self.deploy, models, is_valid, "models, each at (x, y)")
        return models

    def _list_objectives(self, board: Table) -> tuple[SimpleObjective, ...]:
        """Return the objectives of the game's own function, checked."""
        objectives = self.objectives(board)
        is_valid = isinstance(objectives, Iterable)
        if is_valid:
            objectives = tuple(objectives)
            is_valid = all(
                isinstance(each, SimpleObjective) and _is_place(each.at) for each in objectives
            )
        require_result(self.objectives, objectives, is_valid, "objectives, each at (x, y)")
        return objectives

    def _evaluate(self, state: Any, player: int) -> float:
        """Return the value from the game's own function, checked."""
        value = self.evaluate(state, player)
        require_result(self.evaluate, value, isinstance(value, (int, float)), "a number")
        return value

    def _plan_of(self, game: Game) -> GamePlan:
        start = game.start
        return GamePlan(game.setup["mission"], start.board, (None, None), start.names)

    def _outcome(self, game: Game) -> Outcome:
        state = game.state
        lost_1, lost_2 = (
            sum(1 for model in state.removed if model.player == player) for player in (1, 2)
        )
        return Outcome(
            state.winner, state.why, state.first, state.points, (lost_1, lost_2), state.round
        )

    # The rules set

    @classmethod
    def missing_parts(cls) -> tuple[str, ...]:
        """Return the names of the parts that a game must write and has not."""
        missing = [name for name in REQUIRED_PARTS if not _has_part(cls, name)]
        actions = getattr(cls, "actions", ())
        for kind in actions if are_actions(actions) else ():
            if not isinstance(kind.model_fields["type"].default, str):
                missing.append(f'{kind.__name__}.type: Literal["..."] = "..."')
            if kind.resolve is SimpleAction.resolve:
                missing.append(f"{kind.__name__}.resolve")
        return tuple(missing)

    def rules(self) -> RuleSet:
        """Return the whole rules set. Raises InputError that names each missing part."""
        if missing := self.missing_parts():
            listed = ", ".join(missing)
            raise InputError(f"the game {type(self).__name__} lacks {listed} ({HELP_PAGE})")
        if fault := find_wrong_part(type(self)):
            raise InputError(f"the game {type(self).__name__}.{fault} ({HELP_PAGE})")
        return RuleSet(
            name=self.name,
            title=self.title,
            place=self.place,
            setup=self._setup_rules(),
            play=self._play_rules(),
            text=self._text_rules(),
            display=self._display_rules(),
            queries=QueryRules(
                table=lambda state: state.table,
                owner=_owner_of,
                question_subject=lambda state: state.active or None,
            ),
            search=self._search_rules(),
            bots=self.bots,
        )

    def _setup_rules(self) -> SetupRules:
        return SetupRules(
            missions=lambda: self.missions,
            prepare_game=self._prepare,
            restore_game=self._restore,
            outcome=self._outcome,
            plan_of=self._plan_of,
        )

    def _play_rules(self) -> PlayRules:
        kinds = actions_by_type(*self.actions, Pass, Concede)
        return PlayRules(
            steps=self._steps(),
            check=self.check,
            decide=self.decide,
            offers=self.offers,
            digest=_digest,
            read_action=lambda data: read_action(data, kinds, {}),
            correct_model=_correct_model,
            split_state=lambda state: (replace(state, board=None), state.board),
            join_state=lambda changing, lasting: replace(changing, board=lasting),
        )

    def _text_rules(self) -> TextRules:
        words = texts.ActionWords(self.actions)
        return TextRules(
            teller=texts.LogTeller,
            describe=_describe_action,
            headline=lambda state: self.title,
            display_name=lambda state, id: state.name_of(id),
            player_names=lambda state: state.names,
            clock=texts.describe_clock,
            describe_moment=texts.describe_clock,
            standings=texts.describe_standings,
            scoreboard=lambda state, log: texts.describe_standings(state),
            describe_position=texts.describe_position,
            describe_ending=lambda state: describe_ending(state, state.winner, state.why),
            parse_action=words.parse,
            command_forms=words.forms(),
            completions=words.complete,
            player_queries=texts.QUERIES,
            player_query_help=texts.QUERY_HELP,
            naming_help="A model is named by its id or its name, without spaces: scout1",
        )

    def _display_rules(self) -> DisplayRules:
        return DisplayRules(
            happening=displays.display_event,
            roster=displays.make_roster,
            turn_bar=lambda state: displays.make_turn_bar(state, self.title),
            kinds=displays.list_action_kinds(self.actions),
            labels=displays.list_labels,
            markers=displays.list_markers,
            liveries=displays.list_liveries,
            sheet=make_sheet,
            score=displays.make_score,
            preview=partial(displays.make_action_preview, self),
            objectives=lambda mission, board: tuple(
                (objective.name, (*objective.at, 0.0), objective.radius)
                for objective in self._list_objectives(board)
            ),
        )

    def _search_rules(self) -> SearchRules:
        return SearchRules(
            action_weights={type_name(kind): ACTION_WEIGHT for kind in self.actions},
            suggest_actions=partial(displays.suggest_actions, self.actions),
            placement_action=partial(displays.make_placement, self.actions),
            pass_action=lambda player: Pass(player=player),
            concede_action=lambda player: Concede(player=player),
            evaluate=self._evaluate,
        )


def _has_part(game: type[SimpleGame], name: str) -> bool:
    """Return whether a game has written a part itself."""
    value = getattr(game, name, None)
    return bool(value) and value is not getattr(SimpleGame, name, None)


def _is_ending(value: Any) -> bool:
    """Return whether a value is a winner and a reason."""
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and value[0] in (0, 1, 2)
        and isinstance(value[1], str)
    )


def _is_place(value: Any) -> bool:
    """Return whether a value is two or three numbers."""
    return (
        isinstance(value, (tuple, list))
        and len(value) in (2, 3)
        and all(isinstance(number, (int, float)) for number in value)
    )


def _owner_of(state: SimpleState, id: str) -> int:
    return next((m.player for m in (*state.models, *state.removed) if m.id == id), 0)


def _digest(state: SimpleState) -> str:
    return state_digest(replace(state, board=None))  # type: ignore[arg-type]


def _describe_action(state: SimpleState, action: Action) -> str:
    if isinstance(action, SimpleAction):
        words = action.describe(state)
        require_result(type(action).describe, words, isinstance(words, str), "a text")
        return words
    return {"pass": "end the turn", "concede": "give up the game"}.get(action.type, action.type)


def _correct_model(state: SimpleState, action: Correction) -> Event:
    if not state.has_model(action.model):
        raise InputError(f"{action.model}: no such model is on the table")
    at = state.table.corrected_position(action.model, action.at)
    return ModelRelocated(action.model, at, action.why)
