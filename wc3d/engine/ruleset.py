"""The interface of a game: everything needed to play, show, describe, search and save it.

Methods with a sensible answer for every game have a default here. Features unique to a game are in
its own packages (`wc3d.registry`).
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from wc3d._internal.suggestions import suggest_similar
from wc3d.engine.actions import LEGAL, Action, Correction, Event, Offer, RefusedError, Verdict
from wc3d.engine.agenda import Resolution, StepRegistry, find_open_question
from wc3d.engine.dice import Dice
from wc3d.engine.display_rules import DisplayRules
from wc3d.engine.game import Game, View
from wc3d.engine.options import GameOption
from wc3d.engine.receipt import Receipt
from wc3d.engine.ruleset_types import ActionKind, Chances, GamePlan, MissionEntry, Outcome, Teller
from wc3d.errors import InputError

if TYPE_CHECKING:  # return types of rules, which the engine does not inspect
    from wc3d.presentation.evidence_view import EvidenceView
    from wc3d.presentation.view_models import DieLook
    from wc3d.table.space_policy import SpacePolicy
    from wc3d.table.table import Table


class RuleSet(DisplayRules):
    """The rules of a game: the interface for the engine, screens, bots and files.

    A state is the game's own frozen value. A game must write the abstract methods: `check`,
    `decide`, `offers`, `digest`, `read_action`, `missions`, `new_game`, `rebuild`, `table`,
    `owner`, `teller`, `describe`, `happening`, `roster` and `turn_bar`. The others have a default.
    `tests/made_up` is a game in two modules.

    >>> rules = wc3d.games.rules_of("neo-mechanika")
    >>> rules.title, rules.missions()[0].id
    ('Warcaster: Neo-Mechanika', 'boiling_point')
    """

    name: str
    """The name of the game in files."""
    steps: StepRegistry
    """The functions for each step of its frames."""
    title: str
    """The name of the game for people."""
    space: SpacePolicy
    """The space policy of its tables."""
    kinds: ClassVar[tuple[ActionKind, ...]] = ()
    """The kinds of actions, in listing order."""
    dice_looks: ClassVar[Mapping[str, DieLook]] = {}
    """The appearance of its dice, by the name of the die."""
    action_weights: ClassVar[Mapping[str, float]] = {}
    """The weight of each kind of action for a random player; ending an activity has 1."""
    naming_help: ClassVar[str] = ""
    """A line of help on how to type names in the terminal."""
    score_help: ClassVar[str] = "show the score"
    """The terminal's help for the score, in half a line."""
    options: ClassVar[tuple[GameOption, ...]] = ()
    """The additional options for a new game."""
    bots: ClassVar[Mapping[str, str]] = {
        "careful": "wc3d.bots.one_ply:CarefulPlayer",
        "random": "wc3d.bots.random_player:RandomPlayer",
    }
    """The bots: each name with "module:Class", the default first. Games do not import bots."""
    hint_bot: ClassVar[str] = ""
    """The bot for hints and evaluations, as "module:name" of an `Adviser`; "" for none."""
    former_bots: ClassVar[Mapping[str, str]] = {}
    """Names of bots in older saved games, and the bots that replace them."""

    # Interface for the engine
    def to_act(self, state: Any) -> int | None:
        """Return the player who must act; None when the game is over."""
        current_question = find_open_question(state)
        return current_question.player if current_question is not None else None

    @abstractmethod
    def check(self, state: Any, action: Action) -> Verdict:
        """Return whether an action is legal now."""

    @abstractmethod
    def decide(self, resolution: Resolution, action: Action) -> None:
        """Execute a checked action, up to the next question."""

    @abstractmethod
    def offers(self, state: Any, player: int) -> tuple[Offer, ...]:
        """Return the player's offers."""

    def seen_by(self, state: Any, player: int | None) -> Any:
        """Return the state as a player knows it (None: the common knowledge)."""
        return state

    def determinize(self, view: View, rng: random.Random) -> Any:
        """Return a complete state that may be the true one for the viewer: deal hidden information
        uniformly at random.
        """
        return view.state

    def explain(self, state: Any, id: str, name: str) -> Receipt:
        """Return a number of a model with its receipt. Raises KeyError for unknown names."""
        raise KeyError(f"{name} of {id}")

    @abstractmethod
    def digest(self, state: Any) -> str:
        """Return the state's hash."""

    @abstractmethod
    def read_action(self, data: dict[str, Any]) -> Action:
        """Parse an action. Raises RefusedError if it cannot be read."""

    def correct_model(self, state: Any, action: Correction) -> Event:
        """Return the event of a judge's correction. Raises RefusedError and InputError for an
        impossible correction.
        """
        raise RefusedError(
            Verdict(False, "no_correction", "judges cannot move models in this game")
        )

    @abstractmethod
    def missions(self) -> tuple[MissionEntry, ...]:
        """Return the missions, with the default first, overall and within each size."""

    def mission(self, id: str) -> MissionEntry:
        """Return a mission by its id. Raises InputError with similar ids."""
        missions = {entry.id: entry for entry in self.missions()}
        if id not in missions:
            raise InputError(
                f"unknown mission {id!r}"
                + (suggest_similar(id, missions) or f"; expected one of {', '.join(missions)}")
            )
        return missions[id]

    def usual_mission(self, size: str = "") -> MissionEntry:
        """Return the default mission of a size, or of the first size."""
        entries = [entry for entry in self.missions() if entry.size == size] or self.missions()
        return next((entry for entry in entries if entry.is_default), entries[0])

    def forces(self, size: str) -> tuple[tuple[str, str], ...]:
        """Return the shipped forces for a size of game: the id and the display name of each."""
        return ()

    def can_score(self, named: str, mission_id: str) -> bool:
        """Return whether a named force can score in a mission. Two forces that cannot score always
        draw. Raises InputError.
        """
        return True

    def random_forces(self) -> tuple[tuple[str, str], ...]:
        """Return the Factions or armies for random forces: ("random:NAME", display name)."""
        return ()

    def describe_force(self, named: str, mission: str) -> str:
        """Return a short description of a force's composition and play style; "" if it is not
        known yet.

        Raises InputError.
        """
        return ""

    def option_choices(self, option: GameOption, mission: str) -> tuple[tuple[str, str], ...]:
        """Return an option's values for a mission, with display names; empty for none."""
        return option.choices

    def describe_option(self, option: GameOption, value: str, mission: str) -> str:
        """Return the effect of an option's value, in a sentence; empty if its name is clear."""
        return ""

    def force(self, named: str, mission: str, seed: int | str) -> Any:
        """Return a force by sample name, "random:FACTION", or path. Raises InputError."""
        return None

    def check_force(self, force: Any, mission: str) -> Verdict:
        """Return whether this force may play this mission."""
        return LEGAL

    def force_data(self, force: Any) -> Any:
        """Return a force as JSON data."""
        return force

    @abstractmethod
    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        """Return a new game, by default with dice of the plan's seed. Raises InputError."""

    @abstractmethod
    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        """Return the game of a saved setup, with these dice for its opening. Raises InputError."""

    def plan_of(self, game: Game) -> GamePlan | None:
        """Return the plan of a game without its seed, to propose another game; or None."""
        return None

    def shared_setup(self, setup: dict[str, Any], player: int | None) -> dict[str, Any]:
        """Return a saved setup as a player may know it (None: the common knowledge), with
        placeholders so that it can be rebuilt.
        """
        return {name: value for name, value in setup.items() if name != "seed"}

    def outcome(self, game: Game) -> Outcome:
        """Return the outcome of a finished game."""
        raise NotImplementedError(f"{self.name} does not say how a game ended")

    def content_digest(self) -> str:
        """Return a hash of the game's cards, or "none", to separate results by cards."""
        return "none"

    # Plain data from the state
    @abstractmethod
    def table(self, state: Any) -> Table:
        """Return the table with all models."""

    def player_names(self, state: Any) -> tuple[str, str]:
        """Return the players' names."""
        return ("Player 1", "Player 2")

    @abstractmethod
    def owner(self, state: Any, id: str) -> int:
        """Return the owner of a model or unit; 0 for nobody."""

    def display_name(self, state: Any, id: str) -> str:
        """Return the display name of a model, unit or objective."""
        return id

    def name_in_group(self, state: Any, id: str) -> str:
        """Return a model's name within its unit: its letter; empty for a single model."""
        return ""

    def group(self, state: Any, id: str) -> frozenset[str]:
        """Return the ids selected together with this one: a unit and its models."""
        return frozenset((id,))

    def split_state(self, state: Any) -> tuple[Any, Any]:
        """Return the changing and the constant part of a state, for another process."""
        return state, None

    def join_state(self, changing: Any, lasting: Any) -> Any:
        """Return the state from the two parts of `split_state`."""
        return changing

    def seated_side(self, state: Any, player: int) -> str:
        """Return the table side of a player: "south", "north" or, if not yet known, ""."""
        return ""

    # Text, the terminal, and the parts of an action
    @abstractmethod
    def teller(self, start: Any, reader: int | None) -> Teller:
        """Return a narrator with a player's knowledge (None: a spectator), from `start` on."""

    @abstractmethod
    def describe(self, state: Any, action: Action) -> str:
        """Return an action in words, as in a list of offers."""

    def explain_action(self, state: Any, action: Action) -> str:
        """Return the effect of the card or ability behind an action; empty if there is none."""
        return ""

    def action_source(self, state: Any, action: Action) -> str:
        """Return the source of an action without its target: a card, an ability, a weapon."""
        return self.describe(state, action).partition(" on ")[0]

    def describe_question(self, state: Any) -> list[str]:
        """Return a few lines about the open question, if the offers alone do not explain it."""
        return []

    def question_subject(self, state: Any) -> str | None:
        """Return the model, unit or thing that the open question concerns, or None."""
        return None

    def clock(self, state: Any) -> str:
        """Return the progress of the game in numbers: "Pulse round 2, turn 3, step 4"."""
        return ""

    def describe_moment(self, state: Any) -> str:
        """Return the progress of the game in words: "Pulse round 2, turn 3, step 4: the Activation
        Phase".
        """
        return self.clock(state)

    def standings(self, state: Any) -> list[str]:
        """Return a line on each player's standing; empty at the beginning."""
        return []

    def scoreboard(self, state: Any, log: Sequence[Event]) -> list[str]:
        """Return lines on the players' standings and the sources of their points."""
        return self.standings(state)

    def describe_position(self, state: Any) -> list[str]:
        """Return lines on the position: the board from above, and models on it and in reserve."""
        return []

    def headline(self, state: Any) -> str:
        """Return the name of the mission."""
        return self.title

    def point_lines(self, state: Any) -> list[str]:
        """Return a short line on each player's points: "Anna: 3 VP"."""
        return []

    def describe_ending(self, state: Any) -> str:
        """Return a sentence on the end of the game."""
        return "The game is over"

    def describe_refusal(self, state: Any, verdict: Verdict) -> str:
        """Return a refusal as a sentence with its page."""
        return verdict.text + (f" ({verdict.source})" if verdict.source else "")

    def refusal_page(self, verdict: Verdict) -> str:
        """Return the page of the rule behind a refusal: "p. 30"; empty if there is none."""
        return verdict.source

    def examples(self, offer: Offer, limit: int) -> list[Action]:
        """Return some actions of an offered kind for a list."""
        return list(islice(offer.candidates(), limit))

    def parse_action(self, game: Game, line: str) -> Action | None:
        """Parse a typed line to an action, or None. Raises InputError for an unclear line."""
        return None

    def command_forms(self) -> Mapping[str, str]:
        """Return the typed form of each kind of action, for help."""
        return {}

    def completions(self, game: Game, order: str) -> Sequence[str]:
        """Return Tab completions after an order's word; after "" the possible orders."""
        return ()

    def player_queries(self) -> Mapping[str, Callable[[Game, str], list[str]]]:
        """Return the additional queries: each typed word with the function that answers it."""
        return {}

    def player_query_help(self) -> Sequence[str]:
        """Return a line of help for each query."""
        return ()

    def ids_in_action(self, action: Action) -> tuple[str, ...]:
        """Return the models, units and things that an action names."""
        return tuple(
            v for name, v in action if name not in ("type", "player") and isinstance(v, str) and v
        )

    def acting_model(self, action: Action) -> str:
        """Return the model that carries out an action, or ""."""
        return str(getattr(action, "model", ""))

    def action_target(self, action: Action) -> str:
        """Return the target of an action, or ""."""
        return str(getattr(action, "target", ""))

    def with_target(self, state: Any, action: Action, id: str) -> Action:
        """Return the same action with this model or unit as its target, legal or not."""
        return action.model_copy(update={"target": id})

    # Screens and bots
    def asks_in_private(self, state: Any, player: int) -> bool:
        """Return whether the open question shows hidden information for this player only."""
        return False

    def is_reaction(self, state: Any) -> bool:
        """Return whether the open question is a reaction to something about to resolve."""
        return False

    def question_anchor(self, state: Any) -> str | None:
        """Return the model next to which the table shows the open question; None for a panel."""
        return None

    def announcement(self, old_state: Any, new_state: Any) -> str:
        """Return the announcement between two states, such as the end of a round, or ""."""
        return ""

    def placement_action(
        self, state: Any, player: int, id: str, at: tuple[float, float]
    ) -> Action | None:
        """Return the action that places this model here, legal or not; None if there is none."""
        return None

    def suggest_actions(self, state: Any, player: int, id: str) -> Iterator[tuple[str, Action]]:
        """Yield plausible actions with a unit or against an enemy, legal or not, with names."""
        return iter(())

    def pass_action(self, player: int) -> Action | None:
        """Return the action that passes."""
        return None

    def concede_action(self, player: int) -> Action | None:
        """Return the action that concedes the game."""
        return None

    def chances(self, state: Any, action: Action) -> Chances | None:
        """Return the chances of an action that rolls dice; None for other actions."""
        return None

    def evaluate(self, state: Any, player: int) -> float:
        """Return the value of a state for a player, for bots: higher is better, 0 is even."""
        return 0.0

    def game_swing(self, events: Sequence[Event]) -> tuple[float, ...]:
        """Return the impact of events, most important number first; all 0 for little impact."""
        return ()

    def attack_in_event(self, event: Event) -> tuple[str, str] | None:
        """Return the attacker and the target in an event, or None."""
        return None

    def current_attack(self, state: Any) -> tuple[str, str] | None:
        """Return the attacker and the target if the open question is part of an attack, or None."""
        return None

    def attack_exhibit(
        self, state: Any, table: Table, attacker: str, target: str
    ) -> EvidenceView | None:
        """Return a close-up of an attack, on a table with display names; None for a line."""
        return None
