"""A rules set: everything a game must answer to be played, shown, told, searched and saved. One object.

What has a sensible answer for every game has a default here; what no two games share lies in their own rooms (`wc3d.registry`).
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

if TYPE_CHECKING:  # the nouns that rules answer with; the engine itself looks into none of them
    from wc3d.presentation.evidence_view import EvidenceView
    from wc3d.presentation.view_models import DieLook
    from wc3d.table.space_policy import SpacePolicy
    from wc3d.table.table import Table


class RuleSet(DisplayRules):
    """The rules of a game: everything that the engine, screens, bots and files ask a game.

    A state is the game's own frozen value. A game must write the abstract methods: `check`,
    `decide`, `offers`, `digest`, `read_action`, `missions`, `new_game`, `rebuild`, `table`,
    `owner`, `teller`, `describe`, `happening`, `roster` and `turn_bar`. The others have a default.
    `tests/made_up` is a game in two modules.

    >>> rules = wc3d.games.rules_of("neo-mechanika")
    >>> rules.title, rules.missions()[0].id
    ('Warcaster: Neo-Mechanika', 'boiling_point')
    """

    name: str
    """How files name it."""
    steps: StepRegistry
    """What is done at each step of its frames."""
    title: str
    """What people call it."""
    space: SpacePolicy
    """What the table is asked with."""
    kinds: ClassVar[tuple[ActionKind, ...]] = ()
    """The kinds of actions, in the order in which they are listed."""
    dice_looks: ClassVar[Mapping[str, DieLook]] = {}
    """How its dice are drawn, by the name of the die."""
    action_weights: ClassVar[Mapping[str, float]] = {}
    """How much an eager random player likes each kind of action, next to 1 for ending what it does."""
    naming_help: ClassVar[str] = ""
    """How names are typed in the terminal, in a line."""
    score_help: ClassVar[str] = "show the score"
    """What the terminal says of the score, in half a line."""
    options: ClassVar[tuple[GameOption, ...]] = ()
    """What can be chosen for a new game besides."""
    bots: ClassVar[Mapping[str, str]] = {
        "careful": "wc3d.bots.one_ply:CarefulPlayer",
        "random": "wc3d.bots.random_player:RandomPlayer",
    }
    """Who can play it: each bot's name and "module:Class", the usual one first; players know games, not the other way round."""
    hint_bot: ClassVar[str] = ""
    """Who gives hints and says how a game stands: "module:name" of an `Adviser`; "" if nobody does."""
    former_bots: ClassVar[Mapping[str, str]] = {}
    """Names that bots had when older games were saved, and who plays on for them."""

    # What the engine asks
    def to_act(self, state: Any) -> int | None:
        """Whose action is awaited? None when the game is over."""
        current_question = find_open_question(state)
        return current_question.player if current_question is not None else None

    @abstractmethod
    def check(self, state: Any, action: Action) -> Verdict:
        """May this be done now?"""

    @abstractmethod
    def decide(self, resolution: Resolution, action: Action) -> None:
        """Do what was asked (it has been checked), up to the next question."""

    @abstractmethod
    def offers(self, state: Any, player: int) -> tuple[Offer, ...]:
        """What may be asked now by this player."""

    def seen_by(self, state: Any, player: int | None) -> Any:
        """The state as a player knows it (None: what both know)."""
        return state

    def determinize(self, view: View, rng: random.Random) -> Any:
        """A whole state that may be the true one, as far as the viewer knows: what is hidden is dealt at random, all alike."""
        return view.state

    def explain(self, state: Any, id: str, name: str) -> Receipt:
        """A number of a model as it is now, with its receipt. Raises KeyError for what is not there."""
        raise KeyError(f"{name} of {id}")

    @abstractmethod
    def digest(self, state: Any) -> str:
        """The state's hash."""

    @abstractmethod
    def read_action(self, data: dict[str, Any]) -> Action:
        """An action from its JSON form. Raises RefusedError for what cannot be read."""

    def correct_model(self, state: Any, action: Correction) -> Event:
        """What happens when a judge puts a model elsewhere. Raises RefusedError and InputError for what cannot be."""
        raise RefusedError(
            Verdict(False, "no_correction", "judges cannot move models in this game")
        )

    @abstractmethod
    def missions(self) -> tuple[MissionEntry, ...]:
        """What can be played, the usual one first; of each size the usual one first."""

    def mission(self, id: str) -> MissionEntry:
        """A mission by its id. Raises InputError, with ids that look like it."""
        missions = {entry.id: entry for entry in self.missions()}
        if id not in missions:
            raise InputError(
                f"unknown mission {id!r}"
                + (suggest_similar(id, missions) or f"; expected one of {', '.join(missions)}")
            )
        return missions[id]

    def usual_mission(self, size: str = "") -> MissionEntry:
        """The mission that is meant if none is named: the usual one of a size, or of the first size."""
        entries = [entry for entry in self.missions() if entry.size == size] or self.missions()
        return next((entry for entry in entries if entry.is_default), entries[0])

    def forces(self, size: str) -> tuple[tuple[str, str], ...]:
        """The forces that come with the program for a size of game: the name of each, and what it is called."""
        return ()

    def can_score(self, named: str, mission_id: str) -> bool:
        """Can a force that is named so score in a mission? Two that cannot only draw. Raises InputError."""
        return True

    def random_forces(self) -> tuple[tuple[str, str], ...]:
        """What forces can be made of by chance: the name of each Faction or army ("random:NAME"), and what it is called."""
        return ()

    def describe_force(self, named: str, mission: str) -> str:
        """What a force that can be chosen is made of and how it plays, in a few words; "" where that is not known yet.

        Raises InputError.
        """
        return ""

    def option_choices(self, option: GameOption, mission: str) -> tuple[tuple[str, str], ...]:
        """The values of an option that can be chosen for a mission, and what each is called; empty if there are none."""
        return option.choices

    def describe_option(self, option: GameOption, value: str, mission: str) -> str:
        """What a value of an option means for a game of this mission, in a sentence; empty where its name says it."""
        return ""

    def force(self, named: str, mission: str, seed: int | str) -> Any:
        """A force by the name of a sample, as "random:FACTION", or by a file's path. Raises InputError."""
        return None

    def check_force(self, force: Any, mission: str) -> Verdict:
        """May this force play this mission?"""
        return LEGAL

    def force_data(self, force: Any) -> Any:
        """A force as JSON."""
        return force

    @abstractmethod
    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        """A new game, with these dice or with dice of the plan's seed. Raises InputError for whatever does not fit."""

    @abstractmethod
    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        """The game of a saved setup, its opening rolled with these dice. Raises InputError."""

    def plan_of(self, game: Game) -> GamePlan | None:
        """The plan of which a game was made, without seed, so that another one like it can be agreed on; None if none can."""
        return None

    def shared_setup(self, setup: dict[str, Any], player: int | None) -> dict[str, Any]:
        """A saved setup as a player may know it (None: what both know), what is hidden filled up so that it can be rebuilt."""
        return {name: value for name, value in setup.items() if name != "seed"}

    def outcome(self, game: Game) -> Outcome:
        """How a game that is over has ended."""
        raise NotImplementedError(f"{self.name} does not say how a game ended")

    def content_digest(self) -> str:
        """A hash of the cards it plays with, or "none": results of other cards are not mixed."""
        return "none"

    # The state, plainly
    @abstractmethod
    def table(self, state: Any) -> Table:
        """The table with everything that stands on it."""

    def player_names(self, state: Any) -> tuple[str, str]:
        """What the players are called."""
        return ("Player 1", "Player 2")

    @abstractmethod
    def owner(self, state: Any, id: str) -> int:
        """Whose a model or unit is; 0 for nobody's."""

    def display_name(self, state: Any, id: str) -> str:
        """What a model, unit or objective is called."""
        return id

    def name_in_group(self, state: Any, id: str) -> str:
        """What a model is called among those of its unit: its letter; empty where it stands for itself."""
        return ""

    def group(self, state: Any, id: str) -> frozenset[str]:
        """The ids that are picked together with this one: a unit and its models."""
        return frozenset((id,))

    def split_state(self, state: Any) -> tuple[Any, Any]:
        """The state in two parts, for another process: what changes, and what stays the same for a whole game."""
        return state, None

    def join_state(self, changing: Any, lasting: Any) -> Any:
        """The state of its two parts (see `for_sending`)."""
        return changing

    def seated_side(self, state: Any, player: int) -> str:
        """The table side at which a player sits: "south", "north" or, if not known yet, empty."""
        return ""

    # Words, the terminal, and what an action names
    @abstractmethod
    def teller(self, start: Any, reader: int | None) -> Teller:
        """What tells the game, from its first state on, as a player knows it (None: a spectator)."""

    @abstractmethod
    def describe(self, state: Any, action: Action) -> str:
        """An action in words, as an offer is listed."""

    def explain_action(self, state: Any, action: Action) -> str:
        """What the card or ability behind an action does, in words; empty if there is none."""
        return ""

    def action_source(self, state: Any, action: Action) -> str:
        """What an action is done with, its target left out: a card, an ability, a weapon."""
        return self.describe(state, action).partition(" on ")[0]

    def describe_question(self, state: Any) -> list[str]:
        """What the open question is about, in a few lines, where the offers alone do not say it."""
        return []

    def question_subject(self, state: Any) -> str | None:
        """The model, unit or thing that the open question is about, or None."""
        return None

    def clock(self, state: Any) -> str:
        """How far the game is, in numbers: "Pulse round 2, turn 3, step 4"."""
        return ""

    def describe_moment(self, state: Any) -> str:
        """Where the game stands, in a few words: "Pulse round 2, turn 3, step 4: the Activation Phase"."""
        return self.clock(state)

    def standings(self, state: Any) -> list[str]:
        """How the players stand, a line each; nothing before there is something to tell."""
        return []

    def scoreboard(self, state: Any, log: Sequence[Event]) -> list[str]:
        """How the players stand and what they have scored for, in lines."""
        return self.standings(state)

    def describe_position(self, state: Any) -> list[str]:
        """Where everything is, in lines: the board from above, and what is on it and beside it."""
        return []

    def headline(self, state: Any) -> str:
        """What is being played: the mission's name."""
        return self.title

    def point_lines(self, state: Any) -> list[str]:
        """The players' points, a short line each: "Anna: 3 VP"."""
        return []

    def describe_ending(self, state: Any) -> str:
        """How the game ended, in a sentence."""
        return "The game is over"

    def describe_refusal(self, state: Any, verdict: Verdict) -> str:
        """A refusal as one sentence with its page."""
        return verdict.text + (f" ({verdict.source})" if verdict.source else "")

    def refusal_page(self, verdict: Verdict) -> str:
        """Where the rule behind a refusal is written: "p. 30"; empty if nowhere."""
        return verdict.source

    def examples(self, offer: Offer, limit: int) -> list[Action]:
        """Some actions of a kind that is offered, to be listed."""
        return list(islice(offer.candidates(), limit))

    def parse_action(self, game: Game, line: str) -> Action | None:
        """The action that a typed line asks for; None if it names no action. Raises InputError for one that is not clear."""
        return None

    def command_forms(self) -> Mapping[str, str]:
        """How each kind of action is typed, for help."""
        return {}

    def completions(self, game: Game, order: str) -> Sequence[str]:
        """What can be named after an order's word, for Tab; after "" what may stand in an order's place."""
        return ()

    def player_queries(self) -> Mapping[str, Callable[[Game, str], list[str]]]:
        """What can be looked up besides: the word that is typed, and what answers the words after it, in lines."""
        return {}

    def player_query_help(self) -> Sequence[str]:
        """What can be looked up, for help: a line each."""
        return ()

    def ids_in_action(self, action: Action) -> tuple[str, ...]:
        """The models, units and things that an action names."""
        return tuple(
            v for name, v in action if name not in ("type", "player") and isinstance(v, str) and v
        )

    def acting_model(self, action: Action) -> str:
        """The model that does it, empty if none does."""
        return str(getattr(action, "model", ""))

    def action_target(self, action: Action) -> str:
        """What it is aimed at, empty if it has no target."""
        return str(getattr(action, "target", ""))

    def with_target(self, state: Any, action: Action, id: str) -> Action:
        """The same action with this model or unit as its target, whether or not that is legal."""
        return action.model_copy(update={"target": id})

    # Screens, and bots
    def asks_in_private(self, state: Any, player: int) -> bool:
        """Must the screen be this player's own before the open question is shown (it is about hidden things)?"""
        return False

    def is_reaction(self, state: Any) -> bool:
        """Is something about to be resolved, to which the open question lets a player react?"""
        return False

    def question_anchor(self, state: Any) -> str | None:
        """The model beside which the open question is asked on the table; None if it is asked in a panel."""
        return None

    def announcement(self, old_state: Any, new_state: Any) -> str:
        """What has to be announced between two states: that a round is over. Empty if nothing."""
        return ""

    def placement_action(
        self, state: Any, player: int, id: str, at: tuple[float, float]
    ) -> Action | None:
        """The action that putting this model down here asks for, whether or not it is legal; None if there is none."""
        return None

    def suggest_actions(self, state: Any, player: int, id: str) -> Iterator[tuple[str, Action]]:
        """What a player would try with a unit of theirs, or against an enemy, and what it is called, though it may be refused."""
        return iter(())

    def pass_action(self, player: int) -> Action | None:
        """The action that goes on without doing anything."""
        return None

    def concede_action(self, player: int) -> Action | None:
        """The action that gives the game up."""
        return None

    def chances(self, state: Any, action: Action) -> Chances | None:
        """The chances of an action that rolls dice; None for others."""
        return None

    def evaluate(self, state: Any, player: int) -> float:
        """How well a player stands, for bots: more is better, 0 is even."""
        return 0.0

    def game_swing(self, events: Sequence[Event]) -> tuple[float, ...]:
        """How much what happened has changed the game, the weightiest number first; all 0 if nothing much."""
        return ()

    def attack_in_event(self, event: Event) -> tuple[str, str] | None:
        """Who attacks whom in an event; None if nobody does."""
        return None

    def current_attack(self, state: Any) -> tuple[str, str] | None:
        """Who attacks whom where something is asked in the middle of an attack; None if nobody does."""
        return None

    def attack_exhibit(
        self, state: Any, table: Table, attacker: str, target: str
    ) -> EvidenceView | None:
        """An attack close up, on a table whose models have the names people use; None: as a line of sight."""
        return None
