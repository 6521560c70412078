"""Discs, the rules set: how a game is begun, told and shown, on top of how it is played (`tests.made_up.discs`)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field, ValidationError

from tests.made_up import OPTIONS
from tests.made_up.discs import (
    D6,
    FORMS,
    HIDDEN,
    HITS,
    SPACE,
    TOKENS,
    Concede,
    DiscPlay,
    Happened,
    Keep,
    Move,
    Play,
    Shoot,
    State,
    TokenQuestion,
    Wait,
    hit_on,
    shot,
)
from wc3d.engine.actions import Action, Event, RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import Dice, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import ActionKind, Chances, GamePlan, MissionEntry, Outcome
from wc3d.errors import InputError
from wc3d.presentation.evidence_view import Ghost, Stroke
from wc3d.presentation.palette import Livery, Pen, Role
from wc3d.presentation.preview import Preview, make_preview, point_above_model
from wc3d.presentation.view_models import (
    DisplayedRoll,
    EventDisplay,
    InfoSheet,
    ModelLabel,
    Roster,
    RosterRow,
    ScoreTable,
    SheetRow,
    SheetSection,
    TurnBar,
)
from wc3d.table.body import Body
from wc3d.table.maps.map_file import map_data, table_from_map
from wc3d.table.maps.strict_json import Id, StrictModel, validation_faults
from wc3d.table.table import Table

LIVERIES = (Livery((92, 160, 232), 1), Livery((232, 120, 84), 2))


class Setup(StrictModel):
    """A game before it begins, as a file holds it."""

    names: tuple[Id, Id]
    rounds: int = Field(ge=1, le=100)
    map: dict[str, Any]


class Told:
    """Tells a game, a line an event."""

    def __init__(self, start: State, reader: int | None) -> None:
        self.state, self.reader = start, reader

    def format_lines(self, happened: Iterable[Event]) -> list[str]:
        lines = []
        for event in happened:
            assert isinstance(event, Happened)
            lines.append(
                f"{('Nobody', *self.state.names)[event.player]} {event.seen_by(self.reader).words}"
            )
            self.state = event.evolve(self.state)
        return lines

    def format_rest(self) -> list[str]:
        return []


class Discs(DiscPlay):
    """The rules set of discs."""

    options = OPTIONS
    kinds = (
        ActionKind(
            "shoot",
            targets_enemies=True,
            instruction="Click the disc that you shoot at",
            short_name="Shoot",
            button_text="Shoot",
        ),
        ActionKind(
            "move",
            is_done_on_board=True,
            instruction='Point where the disc goes, up to 4" away',
            short_name="Move",
            button_text="Move",
        ),
        ActionKind("keep", short_name="Keep"),
        ActionKind("wait", short_name="Wait"),
    )
    bots: ClassVar[Mapping[str, str]] = {
        "marksman": "tests.made_up.marksman:Marksman",
        **RuleSet.bots,
    }

    # Beginning and ending

    def missions(self) -> tuple[MissionEntry, ...]:
        return (MissionEntry("duel", "Duel", (30, 30), board="crossroads"),)

    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        setup = {
            "names": plan.names,
            "rounds": int(plan.options.get("rounds", 10)),
            "map": map_data(plan.table, Path()),
        }
        return self.rebuild(
            setup, dice or SeededDice(secrets.randbelow(2**53) if plan.seed is None else plan.seed)
        )

    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        try:
            read = Setup.model_validate(setup)
        except ValidationError as error:
            raise InputError(f"setup: {validation_faults(error, setup)[0]}") from None
        ground = table_from_map(read.map, SPACE, "the game's map", Path())
        width, depth = ground.size
        ends: list[Any] = [(width / 2, depth / 2 - 4.9), (width / 2, depth / 2 + 4.9)]
        stood = ground.with_bodies(*(Body(f"disc{p}", "disc", at) for p, at in enumerate(ends, 1)))
        state = State(
            ground,
            read.names,
            read.rounds,
            tuple(body.at for body in stood.bodies),
            agenda=(Play(),),
        )
        return Game(self, state, dice, read.model_dump(mode="json"))

    def plan_of(self, game: Game) -> GamePlan:
        return GamePlan(
            "duel",
            game.start.ground,
            (None, None),
            game.start.names,
            options={"rounds": str(game.start.rounds)},
        )

    def outcome(self, game: Game) -> Outcome:
        s: State = game.state
        return Outcome(
            s.winner,
            s.why,
            s.first,
            (s.hits[1], s.hits[0]),
            (s.hits[0] // HITS, s.hits[1] // HITS),
            s.round,
        )

    def split_state(self, state: State) -> tuple[State, Any]:
        return replace(state, ground=None), state.ground  # type: ignore[arg-type]

    def join_state(self, changing: State, lasting: Any) -> State:
        return replace(changing, ground=lasting)

    # Words

    def table(self, state: State) -> Table:
        return state.table

    def player_names(self, state: State) -> tuple[str, str]:
        return state.names

    def owner(self, state: State, id: str) -> int:
        return {"disc1": 1, "disc2": 2}.get(id, 0)

    def display_name(self, state: State, id: str) -> str:
        player = self.owner(state, id)
        return f"Disc of {state.names[player - 1]}" if player else id

    def teller(self, start: State, reader: int | None) -> Told:
        return Told(start, reader)

    def describe(self, state: State, action: Action) -> str:
        if isinstance(action, Move):
            return f"move to ({action.to[0]:g}, {action.to[1]:g})"
        return f"keep the {action.token}" if isinstance(action, Keep) else action.type

    def explain_action(self, state: State, action: Action) -> str:
        return TOKENS[action.token] if isinstance(action, Keep) else ""

    def describe_question(self, state: State) -> list[str]:
        return (
            ["Which token do you keep in secret?"]
            if isinstance(find_open_question(state), TokenQuestion)
            else []
        )

    def question_subject(self, state: State) -> str | None:
        asked = find_open_question(state)
        return f"disc{asked.player}" if asked else None

    def clock(self, state: State) -> str:
        return f"round {state.round} of {state.rounds}" if state.round else "before the first round"

    def standings(self, state: State) -> list[str]:
        return [
            f"{name} was hit {hits} of {HITS} times"
            for name, hits in zip(state.names, state.hits, strict=True)
        ]

    def describe_ending(self, state: State) -> str:
        return f"{('Nobody', *state.names)[state.winner]} wins: {state.why}"

    def parse_action(self, game: Game, line: str) -> Action | None:
        word, *rest = line.split()
        if word not in FORMS:
            return None
        data: dict[str, Any] = {"type": word, "player": game.to_act or 1}
        try:
            if word == "move":
                data["to"] = tuple(map(float, rest))
            elif word == "shoot":
                data["target"] = shot(data["player"]).target
            elif word == "keep":
                data["token"] = " ".join(rest)
            return self.read_action(data)
        except (RefusedError, ValueError):
            raise InputError(f"expected {FORMS[word]}") from None

    def command_forms(self) -> Mapping[str, str]:
        return FORMS

    # Screens

    def asks_in_private(self, state: State, player: int) -> bool:
        return isinstance(find_open_question(state), TokenQuestion)

    def labels(self, state: State, player: int | None = None) -> tuple[ModelLabel, ...]:
        return tuple(
            ModelLabel(
                b.id,
                b.id,
                self.display_name(state, b.id),
                livery,
                point_above_model(b),
                b.at,
                HITS - hits,
                HITS,
            )
            for b, livery, hits in zip(state.table.bodies, LIVERIES, state.hits, strict=True)
        )

    def liveries(self, state: State) -> Mapping[str, Livery]:
        return {"disc1": LIVERIES[0], "disc2": LIVERIES[1]}

    def roster(self, state: State, player: int) -> Roster:
        left = HITS - state.hits[player - 1]
        row = RosterRow(f"disc{player}", "Disc", f"{left}/{HITS}", health_share=left / HITS)
        return Roster(player, (self._token(state, player),), (row,))

    def _token(self, state: State, player: int) -> str:
        token = state.tokens[player - 1]
        return {"": "no token", HIDDEN: "a hidden token"}.get(token) or TOKENS[token]

    def sheet(self, state: State, id: str) -> InfoSheet | None:
        if not (player := self.owner(state, id)):
            return None
        token = SheetSection("Token", (SheetRow(self._token(state, player)),))
        return InfoSheet(
            id,
            self.display_name(state, id),
            (self.standings(state)[player - 1],),
            sections=(token,),
        )

    def turn_bar(self, state: State) -> TurnBar:
        return TurnBar(
            self.title, state.active, self.clock(state), f"{state.hits[1]}:{state.hits[0]}", "hits"
        )

    def score(self, state: State, log: Sequence[Event]) -> ScoreTable:
        return ScoreTable(
            ("", "hits"),
            ((state.names[0], str(state.hits[1])), (state.names[1], str(state.hits[0]))),
        )

    def happening(self, state: State, event: Event) -> EventDisplay:
        assert isinstance(event, Happened)
        if event.kind == "ended":
            return EventDisplay()
        id, at = f"disc{event.player}", state.places[event.player - 1]
        if event.kind == "moved":
            return EventDisplay(tracks={id: event.track}, places=event.track)
        if event.kind == "shot":
            roll = DisplayedRoll(event.player, "a shot", ((D6, (event.face,)),))
            line = (at, state.places[2 - event.player])
            return EventDisplay(
                attack=Stroke(line, Pen.CLEAR), ends_attack=True, roll=roll, places=line
            )
        return EventDisplay(
            hurt_models=(id,) * (event.kind == "hit"),
            places=(at,),
            round=dict(event.change).get("round", 0),
        )

    def preview(self, state: State, action: Action) -> Preview | None:
        if not isinstance(action, Move | Shoot):
            return None
        verdict = self.check(state, action)
        legal, words, strokes, ghosts = bool(verdict), verdict.text, [], []
        here, there = state.places[action.player - 1], state.places[2 - action.player]
        pen = Pen.PATH if legal else Pen.REFUSED
        if isinstance(action, Move):
            strokes = [Stroke((here, (*action.to, here[2])), pen)]
            ghosts = (
                [
                    Ghost(
                        Body("", "disc", (*action.to, here[2]), sizes=SPACE.bases).volume,
                        Role.END,
                        "here",
                    )
                ]
                if legal
                else []
            )
        else:
            strokes = [Stroke((here, there), pen)]
            chances = self.chances(state, action)
            words = f"{chances.hit:.0%} to hit" if legal and chances else words
        return make_preview(
            state.table,
            action.type,
            legal,
            words,
            strokes=strokes,
            ghosts=ghosts,
            action=action if legal else None,
            verdict=verdict,
        )

    def placement_action(
        self, state: State, player: int, id: str, at: tuple[float, float]
    ) -> Action | None:
        return Move(player=player, to=at) if id == f"disc{player}" else None

    def suggest_actions(self, state: State, player: int, id: str) -> Iterator[tuple[str, Action]]:
        if id == f"disc{player}":
            yield "shoot", shot(player)

    def pass_action(self, player: int) -> Action:
        return Wait(player=player)

    def concede_action(self, player: int) -> Action:
        return Concede(player=player)

    # Chances and worth

    def chances(self, state: State, action: Action) -> Chances | None:
        if not isinstance(action, Shoot):
            return None
        need = hit_on(state, action.player)
        hit = (7 - need) / 6
        return Chances(
            "the shot",
            hit,
            hit if state.hits[2 - action.player] == HITS - 1 else 0.0,
            f"{need} or more on a d6",
        )

    def evaluate(self, state: State, player: int) -> float:
        return float(state.hits[2 - player] - state.hits[player - 1])


DISCS = Discs()
