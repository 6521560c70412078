"""The six parts of a game's rules: setup, play, text, display, queries and search.

A part is a value that holds functions. Functions without a default are the ones that every game
must write. The types of the parameters say what they are, such as `(State, Player)`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from wc3d.engine.actions import LEGAL, Action, Correction, Event, Offer, RefusedError, Verdict
from wc3d.engine.agenda import Resolution, StepRegistry, find_open_question
from wc3d.engine.dice import Dice
from wc3d.engine.options import GameOption
from wc3d.engine.receipt import Receipt
from wc3d.engine.ruleset_types import ActionKind, Chances, GamePlan, MissionEntry, Outcome, Teller

if TYPE_CHECKING:  # types of results, which the engine does not inspect
    from wc3d.engine.game import Game
    from wc3d.engine.position import View
    from wc3d.presentation.display_values import (
        BoardMarker,
        CloudMark,
        DeploymentZone,
        DieLook,
        EventDisplay,
        InfoSheet,
        ModelLabel,
        Roster,
        ScoreTable,
        TableEdge,
        TurnBar,
    )
    from wc3d.presentation.evidence_view import EvidenceView
    from wc3d.presentation.palette import Livery
    from wc3d.presentation.preview import Preview
    from wc3d.table.table import Table

State: TypeAlias = Any
"""A game's own frozen state."""
Force: TypeAlias = Any
"""A game's own force or army."""
Setup: TypeAlias = dict[str, Any]
"""A saved setup, as JSON."""
Player: TypeAlias = int
"""1 or 2."""
Viewer: TypeAlias = "int | None"
"""A player, or None for a spectator, who has the common knowledge."""
Id: TypeAlias = str
"""The id of a model, unit, objective or of anything else on the table."""
Seed: TypeAlias = "int | str"
PlaceXY: TypeAlias = tuple[float, float]
Rgb: TypeAlias = tuple[int, int, int]
PreparedGame: TypeAlias = "tuple[State, Dice, Setup]"
"""The start of a game: its first state, its dice and its setup."""
Query: TypeAlias = "Callable[[Game, str], list[str]]"
"""The function behind a query in the terminal: the rest of the line to lines of text."""


# Defaults


def no_text(*_: Any) -> str:
    """Return an empty text."""
    return ""


def no_lines(*_: Any) -> list[str]:
    """Return an empty list."""
    return []


def no_items(*_: Any) -> tuple[()]:
    """Return an empty tuple."""
    return ()


def no_entries(*_: Any) -> dict[Any, Any]:
    """Return an empty mapping."""
    return {}


def nothing(*_: Any) -> None:
    """Return None."""


def never(*_: Any) -> bool:
    """Return False."""
    return False


def always(*_: Any) -> bool:
    """Return True."""
    return True


def player_to_act(state: State) -> Player | None:
    """Return the player of the open question."""
    question = find_open_question(state)
    return question.player if question is not None else None


def _explain_nothing(state: State, id: Id, name: str) -> NoReturn:
    raise KeyError(f"this game does not explain {name} of {id}")


def _refuse_correction(state: State, action: Correction) -> NoReturn:
    raise RefusedError(Verdict(False, "no_correction", "judges cannot move models in this game"))


def _hide_seed(setup: Setup, player: Viewer) -> Setup:
    return {name: value for name, value in setup.items() if name != "seed"}


def _refusal_with_source(state: State, verdict: Verdict) -> str:
    return verdict.text + (f" ({verdict.source})" if verdict.source else "")


def _first_candidates(offer: Offer, limit: int) -> list[Action]:
    return list(islice(offer.candidates(), limit))


def _texts_in_action(action: Action) -> tuple[Id, ...]:
    return tuple(
        value
        for name, value in action
        if name not in ("type", "player") and isinstance(value, str) and value
    )


# The parts


@dataclass(frozen=True, kw_only=True)
class SetupRules:
    """The start and the end of a game: missions, forces, options, saved setups and outcomes."""

    missions: Callable[[], tuple[MissionEntry, ...]]
    """Return the missions, with the default first, overall and within each size."""
    prepare_game: Callable[[GamePlan, Dice | None], PreparedGame]
    """Return the start of a new game, by default with dice of the plan's seed. Raises InputError."""
    restore_game: Callable[[Setup, Dice], PreparedGame]
    """Return the start of a saved setup, with these dice for its opening. Raises InputError."""
    outcome: Callable[[Game], Outcome]
    """Return the outcome of a finished game."""
    options: tuple[GameOption, ...] = ()
    """The additional options for a new game."""
    custom_mission: Callable[[str], MissionEntry] | None = None
    """Return the mission of a file. Raises InputError."""
    forces: Callable[[str], tuple[tuple[str, str], ...]] = no_items
    """Return the shipped forces for a size of game: the id and the display name of each."""
    random_forces: Callable[[], tuple[tuple[str, str], ...]] = no_items
    """Return the Factions or armies for random forces: ("random:NAME", display name)."""
    force: Callable[[str, str, Seed], Force] = nothing
    """Return a force by sample name, "random:FACTION", or path, for a mission and with a seed.

    Raises InputError.
    """
    check_force: Callable[[Force, str], Verdict] = lambda force, mission: LEGAL
    """Return whether this force may play this mission."""
    can_score: Callable[[str, str], bool] = always
    """Return whether a named force can score in a mission. Two forces that cannot score always
    draw. Raises InputError.
    """
    describe_force: Callable[[str], str] = no_text
    """Return a short description of a named force's composition and play style; "" if it is not
    known yet. Raises InputError.
    """
    force_data: Callable[[Force], Any] = lambda force: force
    """Return a force as JSON data."""
    option_choices: Callable[[GameOption, str], tuple[tuple[str, str], ...]] = (
        lambda option, mission: option.choices
    )
    """Return an option's values for a mission, with display names; empty for none."""
    describe_option: Callable[[GameOption, str, str], str] = no_text
    """Return the effect of an option's value in a mission, in a sentence; empty if its name is
    clear.
    """
    option_words: Callable[[GameOption, str, str], tuple[str, str]] = lambda *_: ("", "")
    """Return the plain name of an option's value and what it changes in a mission; empty if the
    value's own name is clear.
    """
    plan_of: Callable[[Game], GamePlan | None] = nothing
    """Return the plan of a game without its seed, to propose another game; or None."""
    shared_setup: Callable[[Setup, Viewer], Setup] = _hide_seed
    """Return a saved setup as a player may know it, with placeholders so that it can be rebuilt."""
    content_digest: Callable[[], str] = lambda: "none"
    """Return a hash of the game's cards, or "none", to separate results by cards."""


@dataclass(frozen=True, kw_only=True)
class PlayRules:
    """The course of a game: what is legal, what it does, and what each player knows."""

    steps: StepRegistry
    """The functions for each step of its frames."""
    check: Callable[[State, Action], Verdict]
    """Return whether an action is legal now."""
    decide: Callable[[Resolution, Action], None]
    """Execute a checked action, up to the next question."""
    offers: Callable[[State, Player], tuple[Offer, ...]]
    """Return the player's offers."""
    digest: Callable[[State], str]
    """Return the state's hash."""
    read_action: Callable[[dict[str, Any]], Action]
    """Parse an action. Raises RefusedError if it cannot be read."""
    to_act: Callable[[State], Player | None] = player_to_act
    """Return the player who must act; None when the game is over."""
    seen_by: Callable[[State, Viewer], State] = lambda state, viewer: state
    """Return the state as a player knows it."""
    determinize: Callable[[View, random.Random], State] = lambda view, rng: view.state
    """Return a complete state that may be the true one for the viewer: deal hidden information
    uniformly at random.
    """
    explain: Callable[[State, Id, str], Receipt] = _explain_nothing
    """Return a named number of a model with its receipt. Raises KeyError for unknown names."""
    correct_model: Callable[[State, Correction], Event] = _refuse_correction
    """Return the event of a judge's correction. Raises RefusedError and InputError for an
    impossible correction.
    """
    split_state: Callable[[State], tuple[Any, Any]] = lambda state: (state, None)
    """Return the changing and the constant part of a state, for another process."""
    join_state: Callable[[Any, Any], State] = lambda changing, lasting: changing
    """Return the state from the two parts of `split_state`."""


@dataclass(frozen=True, kw_only=True)
class TextRules:
    """The game in words: in logs, lists, panels and the terminal."""

    teller: Callable[[State, Viewer], Teller]
    """Return a narrator with a player's knowledge, from this state on."""
    describe: Callable[[State, Action], str]
    """Return an action in words, as in a list of offers."""
    headline: Callable[[State], str]
    """Return the name of the game being played, such as its mission."""
    explain_action: Callable[[State, Action], str] = no_text
    """Return the effect of the card or ability behind an action; empty if there is none."""
    action_source: Callable[[State, Action], str] = lambda state, action: action.type
    """Return the source of an action without its target: a card, an ability, a weapon."""
    display_name: Callable[[State, Id], str] = lambda state, id: id
    """Return the display name of a model, unit or objective."""
    name_in_group: Callable[[State, Id], str] = no_text
    """Return a model's name within its unit: its letter; empty for a single model."""
    player_names: Callable[[State], tuple[str, str]] = lambda state: ("Player 1", "Player 2")
    """Return the players' names."""
    describe_question: Callable[[State], list[str]] = no_lines
    """Return a few lines about the open question, if the offers alone do not explain it."""
    clock: Callable[[State], str] = no_text
    """Return the progress of the game in numbers: "Pulse round 2, turn 3, step 4"."""
    describe_moment: Callable[[State], str] = no_text
    """Return the progress of the game in words: "Pulse round 2, turn 3, step 4: the Activation
    Phase".
    """
    standings: Callable[[State], list[str]] = no_lines
    """Return a line on each player's standing; empty at the beginning."""
    scoreboard: Callable[[State, Sequence[Event]], list[str]] = no_lines
    """Return lines on the players' standings and the sources of their points, from the log."""
    describe_position: Callable[[State], list[str]] = no_lines
    """Return lines on the position: the board from above, and models on it and in reserve."""
    point_lines: Callable[[State], list[str]] = no_lines
    """Return a short line on each player's points: "Anna: 3 VP"."""
    describe_ending: Callable[[State], str] = lambda state: "The game is over"
    """Return a sentence on the end of the game."""
    describe_refusal: Callable[[State, Verdict], str] = _refusal_with_source
    """Return a refusal as a sentence with its page."""
    refusal_page: Callable[[Verdict], str] = lambda verdict: verdict.source
    """Return the page of the rule behind a refusal: "p. 30"; empty if there is none."""
    parse_action: Callable[[Game, str], Action | None] = nothing
    """Parse a typed line to an action, or None. Raises InputError for an unclear line."""
    command_forms: Mapping[str, str] = field(default_factory=dict)
    """The typed form of each kind of action, for help."""
    completions: Callable[[Game, str], Sequence[str]] = no_items
    """Return Tab completions after an order's word; after "" the possible orders."""
    player_queries: Mapping[str, Query] = field(default_factory=dict)
    """The additional queries of the terminal: each word with the function that answers it."""
    player_query_help: tuple[str, ...] = ()
    """A line of help for each query."""
    naming_help: str = ""
    """A line of help on how to type names in the terminal."""
    score_help: str = "show the score"
    """The terminal's help for the score, in half a line."""


@dataclass(frozen=True, kw_only=True)
class DisplayRules:
    """The game on a screen: labels, markers, lists, cards, the score, events and previews."""

    happening: Callable[[State, Event], EventDisplay]
    """Return the display of an event on the table, from the state before it."""
    roster: Callable[[State, Player], Roster]
    """Return a player's roster: models on the table and in reserve."""
    turn_bar: Callable[[State], TurnBar]
    """Return the state of the turn for the bar at the top."""
    kinds: tuple[ActionKind, ...] = ()
    """The kinds of actions, in listing order."""
    dice_looks: Mapping[str, DieLook] = field(default_factory=dict)
    """The appearance of its dice, by the name of the die."""
    labels: Callable[[State], tuple[ModelLabel, ...]] = no_items
    """Return the labels above models."""
    markers: Callable[[State], tuple[BoardMarker, ...]] = no_items
    """Return flat markers on the board, such as objectives."""
    objectives: Callable[
        [str, Table], tuple[tuple[str, tuple[float, float, float], float], ...]
    ] = no_items
    """Return the name, place and radius of a mission's objectives before a game."""
    edges: Callable[[State], tuple[TableEdge, ...]] = no_items
    """Return the players' table edges."""
    zones: Callable[[State, Player], tuple[DeploymentZone, ...]] = no_items
    """Return where a player may deploy now."""
    liveries: Callable[[State], Mapping[Id, Livery]] = no_entries
    """Return the livery of each model: its side's color, its side, its silhouette."""
    facings: Callable[[State], Mapping[Id, float]] = no_entries
    """Return the facings of models: degrees counter-clockwise from north."""
    side_colors: Callable[[State], tuple[Rgb, Rgb]] = lambda state: (
        (92, 160, 232),
        (232, 120, 84),
    )
    """Return the players' colors."""
    sheet: Callable[[State, Id], InfoSheet | None] = nothing
    """Return the info card for anything that can be clicked."""
    score: Callable[[State, Sequence[Event]], ScoreTable | None] = nothing
    """Return the score, from the log; None if the game counts no points."""
    announcement: Callable[[State, State], str] = no_text
    """Return the announcement between two states, such as the end of a round, or ""."""
    preview: Callable[[State, Action], Preview | None] = nothing
    """Return the preview of an action; None if it needs no picture."""
    clouds: Callable[[State], tuple[CloudMark, ...]] = no_items
    """Return the temporary clouds."""
    model_surroundings: Callable[[State, Id, Viewer], Preview | None] = nothing
    """Return the surroundings of a selected model: front and back, reach, control area."""
    question_preview: Callable[[State], Preview | None] = nothing
    """Return the open question's preview on the table; None if it needs no picture."""
    attack_evidence: Callable[[State, Table, Id, Id], EvidenceView | None] = nothing
    """Return a close-up of an attack by one model on another, on a table with display names; None
    for a line.
    """


@dataclass(frozen=True, kw_only=True)
class QueryRules:
    """Facts for screens, bots and files: the table, owners, the open question, and actions."""

    table: Callable[[State], Table]
    """Return the table with all models."""
    owner: Callable[[State, Id], int]
    """Return the owner of a model or unit; 0 for nobody."""
    group: Callable[[State, Id], frozenset[Id]] = lambda state, id: frozenset((id,))
    """Return the ids selected together with this one: a unit and its models."""
    seated_side: Callable[[State, Player], str] = no_text
    """Return the table side of a player: "south", "north" or, if not yet known, ""."""
    question_subject: Callable[[State], Id | None] = nothing
    """Return the model, unit or thing that the open question concerns, or None."""
    question_anchor: Callable[[State], Id | None] = nothing
    """Return the model next to which the table shows the open question; None for a panel."""
    is_reaction: Callable[[State], bool] = never
    """Return whether the open question is a reaction to something about to resolve."""
    asks_in_private: Callable[[State, Player], bool] = never
    """Return whether the open question shows hidden information for this player only."""
    measuring_refusal: Callable[[State], str] = no_text
    """Return why players may not measure freely, with the rule; empty if they may."""
    ids_in_action: Callable[[Action], tuple[Id, ...]] = _texts_in_action
    """Return the models, units and things that an action names."""
    acting_model: Callable[[Action], Id] = lambda action: str(getattr(action, "model", ""))
    """Return the model that carries out an action, or ""."""
    action_target: Callable[[Action], Id] = lambda action: str(getattr(action, "target", ""))
    """Return the target of an action, or ""."""
    attack_in_event: Callable[[Event], tuple[Id, Id] | None] = nothing
    """Return the attacker and the target in an event, or None."""
    current_attack: Callable[[State], tuple[Id, Id] | None] = nothing
    """Return the attacker and the target if the open question is part of an attack, or None."""


@dataclass(frozen=True, kw_only=True)
class SearchRules:
    """Actions to consider, and their value: for bots, hints, and clicks on the table."""

    action_weights: Mapping[str, float] = field(default_factory=dict)
    """The weight of each kind of action for a random player; ending an activity has 1."""
    examples: Callable[[Offer, int], list[Action]] = _first_candidates
    """Return some actions of an offered kind for a list, up to a limit."""
    suggest_actions: Callable[[State, Player, Id], Iterator[tuple[str, Action]]] = (
        lambda state, player, id: iter(())
    )
    """Yield plausible actions with a unit or against an enemy, legal or not, with names."""
    placement_action: Callable[[State, Player, Id, PlaceXY], Action | None] = nothing
    """Return the action that places this model here, legal or not; None if there is none."""
    with_target: Callable[[State, Action, Id], Action] = lambda state, action, id: (
        action.model_copy(update={"target": id})
    )
    """Return the same action with this model or unit as its target, legal or not."""
    pass_action: Callable[[Player], Action | None] = nothing
    """Return the action that passes."""
    concede_action: Callable[[Player], Action | None] = nothing
    """Return the action that concedes the game."""
    chances: Callable[[State, Action], Chances | None] = nothing
    """Return the chances of an action that rolls dice; None for other actions."""
    evaluate: Callable[[State, Player], float] = lambda state, player: 0.0
    """Return the value of a state for a player, for bots: higher is better, 0 is even."""
    game_swing: Callable[[Sequence[Event]], tuple[float, ...]] = no_items
    """Return the impact of events, most important number first; all 0 for little impact."""
