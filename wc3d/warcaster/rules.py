"""The rules of Neo-Mechanika as one object: what the engine, screens, the terminal, bots and files ask of a game."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from wc3d.engine.actions import Action, Event, Offer, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.engine.answers import GamePlan, MissionEntry, Outcome
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.modifiers import Receipt
from wc3d.table.table import Table
from wc3d.warcaster import decisions
from wc3d.warcaster.abilities.stats import stat
from wc3d.warcaster.actions import read_action
from wc3d.warcaster.book.rulings import GameOptions
from wc3d.warcaster.cards import CARDS
from wc3d.warcaster.chapters import STEPS
from wc3d.warcaster.events import AttackDeclared, Damaged, Scored
from wc3d.warcaster.forces.force_files import Force, check_force, limits_of
from wc3d.warcaster.forces.named_forces import named_force, random_forces, sample_forces
from wc3d.warcaster.handlers import Ask
from wc3d.warcaster.missions.mission import mission
from wc3d.warcaster.missions.mission_entries import mission_entries
from wc3d.warcaster.missions.result import outcome_of
from wc3d.warcaster.options import MERCY, OPTIONS, SECONDARY
from wc3d.warcaster.previews.action_preview import describe_refusal
from wc3d.warcaster.previews.action_words import describe_action, meaning
from wc3d.warcaster.saved_setup import prepare, prepare_again
from wc3d.warcaster.screen.facts import ScreenFacts
from wc3d.warcaster.screen.groups import owner_of
from wc3d.warcaster.space import SPACE
from wc3d.warcaster.state import State, digest, hidden_from
from wc3d.warcaster.words import board_text, terminal
from wc3d.warcaster.words.action_parser import parse_action
from wc3d.warcaster.words.action_syntax import FORMS
from wc3d.warcaster.words.log import Chronicle, scoreboard
from wc3d.warcaster.words.question_words import about, clock, describe_question, moment, standings
from wc3d.warcaster.words.vocabulary import name


class NeoMechanika(ScreenFacts):
    """The rules of Warcaster: Neo-Mechanika. Each method is the door to the module that answers it; the doors of screens are in
    `ScreenFacts`."""

    name = "neo-mechanika"
    steps = STEPS
    title = "Warcaster: Neo-Mechanika"
    space = SPACE
    options = OPTIONS
    taste: ClassVar[Mapping[str, float]] = {
        "attack": 12.0, "deploy": 10.0, "advance": 6.0, "place_gate": 5.0, "use": 3.0, "play": 4.0, "charge": 4.0,
        "activate": 8.0, "place": 4.0, "choose": 3.0, "discard": 1.0, "pass": 1.0, "clear": 0.3, "recall": 0.2,
    }  # fmt: skip
    naming_help = terminal.NAMES_HELP
    score_help = "points, Arc, activation tokens, objectives"
    bots: ClassVar[Mapping[str, str]] = {
        "greedy": "wc3d.players.neo_mechanika.greedy:GreedyPlayer",
        "random": "wc3d.players.neo_mechanika.random_legal:EagerPlayer",
    }

    # What the engine asks

    def to_act(self, state: State) -> int | None:
        """Whose action is awaited? None when the game is over."""
        return decisions.to_act(state)

    def check(self, state: State, action: Action) -> Verdict:
        """May this be done now? A refusal has a code, a sentence and a page."""
        return decisions.check(state, action)

    def decide(self, resolution: Resolution, action: Action) -> None:
        """Do what was asked, and all that follows, up to the next question."""
        decisions.decide(resolution, action)

    def offers(self, state: State, player: int) -> tuple[Ask, ...]:
        """What may be asked now by this player."""
        return decisions.offers(state, player)

    def seen_by(self, state: State, player: int | None) -> State:
        """The state as a player knows it."""
        return hidden_from(state, player)

    def explain(self, state: State, id: str, name: str) -> Receipt:
        """A stat of a model or void gate as it is now, with its receipt. Raises KeyError for what is not on the table."""
        if not state.on_table(id):
            raise KeyError(f"{id} is not on the table")
        return stat(state, id, name.upper())

    def digest(self, state: State) -> str:
        """The state's hash."""
        return digest(state)

    def read_action(self, data: dict[str, Any]) -> Action:
        """An action from its JSON form. Raises RefusedError."""
        return read_action(data)

    # Beginning and end

    def missions(self) -> tuple[MissionEntry, ...]:
        """The missions, skirmishes first."""
        return mission_entries()

    def forces(self, size: str) -> tuple[tuple[str, str], ...]:
        """The sample forces of a size."""
        return sample_forces(size)

    def random_forces(self) -> tuple[tuple[str, str], ...]:
        """The Factions of which a force can be made by chance."""
        return random_forces()

    def force(self, named: str, mission_id: str, seed: int | str) -> Force:
        """A force by the name of a sample, as "random:FACTION", or by a file's path. Raises InputError."""
        return named_force(named, limits_of(mission(mission_id)), seed)

    def check_force(self, force: Force, mission_id: str) -> Verdict:
        """Is this a legal force for this mission?"""
        return check_force(force, CARDS(), limits_of(mission(mission_id)))

    def force_data(self, force: Force) -> Any:
        """A force as JSON."""
        return force.model_dump(mode="json")

    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        """A new game, with these dice or with dice of the plan's seed. Raises InputError for whatever does not fit."""
        chosen = GameOptions(mercy=bool(plan.options.get(MERCY, False)))
        prepared = prepare(
            plan.table, plan.forces, plan.mission, seed=plan.seed, dice=dice, options=chosen,
            secondary=plan.options.get(SECONDARY, ((), ())), names=plan.names,
        )  # fmt: skip
        return Game(self, *prepared)

    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        """The game of a saved setup, its opening rolled with these dice. Raises InputError."""
        return Game(self, *prepare_again(setup, dice))

    def outcome(self, game: Game) -> Outcome:
        """How a game that is over has ended."""
        return outcome_of(game.state, game.log)

    def content_digest(self) -> str:
        """A hash of the cards."""
        return CARDS().digest

    # The state, plainly

    def table(self, state: State) -> Table:
        """The table with everything that stands on it."""
        return state.table

    def player_names(self, state: State) -> tuple[str, str]:
        """What the players are called."""
        return state.setup.names

    def owner(self, state: State, id: str) -> int:
        """Whose a model, unit or void gate is; 0 for nobody's."""
        return owner_of(state, id)

    def name_of(self, state: State, id: str) -> str:
        """What a unit, model, void gate or objective is called."""
        return name(state, id)

    # Words

    def teller(self, start: State, reader: int | None) -> Chronicle:
        """What tells the game, from its first state on."""
        return Chronicle(start, reader)

    def describe(self, state: State, action: Action) -> str:
        """An action in words, as an offer is listed."""
        return describe_action(state, action)

    def meaning(self, state: State, action: Action) -> str:
        """What the Cypher or ability behind an action does."""
        return meaning(state, action)

    def describe_question(self, state: State) -> list[str]:
        """What the open question is about, in a few lines."""
        return describe_question(state)

    def about(self, state: State) -> str | None:
        """The model or unit that the open question is about."""
        return about(state)

    def clock(self, state: State) -> str:
        """How far the game is: "Pulse round 2, turn 3, step 4"."""
        return clock(state)

    def moment(self, state: State) -> str:
        """Where the game stands: "Pulse round 2, turn 3, step 4: the Activation Phase"."""
        return moment(state)

    def standings(self, state: State) -> list[str]:
        """Points, Arc, cards and activation tokens of each player."""
        return standings(state) if state.round else []

    def scoreboard(self, state: State, log: Sequence[Event]) -> list[str]:
        """Points and what they were scored for, Arc, tokens, objectives."""
        return [*standings(state), *board_text.objectives(state), *scoreboard(log, state)]

    def position(self, state: State) -> list[str]:
        """The board from above, and all units."""
        return [*board_text.plan(state), *board_text.units(state)]

    def refusal(self, state: State, verdict: Verdict) -> str:
        """A refusal as one sentence with its page, terrain by its name."""
        return describe_refusal(verdict)

    # The terminal

    def examples(self, offer: Offer, most: int) -> list[Action]:
        """Some actions of a kind that is offered, to be listed."""
        return terminal.examples(offer, most)

    def parse_action(self, game: Game, line: str) -> Action | None:
        """The action that a typed line asks for."""
        return parse_action(game, line)

    def forms(self) -> Mapping[str, str]:
        """How each kind of action is typed."""
        return FORMS

    def lookups(self) -> Mapping[str, Callable[[Game, str], list[str]]]:
        """What can be looked up: cards, rules, distances, lines of sight, the board."""
        return terminal.LOOKUPS

    def lookup_help(self) -> Sequence[str]:
        """What can be looked up, for help."""
        return terminal.LOOKUP_HELP

    # Chances and worth

    def swing(self, events: Sequence[Event]) -> tuple[float, ...]:
        """The difference of victory points that was made, then the damage that was dealt."""
        scored = [(e.player, e.points) for e in events if isinstance(e, Scored)]
        one, two = (sum(points for player, points in scored if player == p) for p in (1, 2))
        return abs(two - one), sum(e.points for e in events if isinstance(e, Damaged))

    def attack_in(self, event: Event) -> tuple[str, str] | None:
        """Who attacks whom where an attack is declared."""
        return (event.attacker, event.target) if isinstance(event, AttackDeclared) else None


NEO_MECHANIKA = NeoMechanika()
