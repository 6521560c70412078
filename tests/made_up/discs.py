"""Discs, a made-up game: all that a game brings to be played, saved, told and shown.

Each player has a disc and secretly keeps a token: a lens (the first shot hits on 3 or more) or a shield (the first hit does
nothing). A turn is a straight move of up to 4", a shot at the other disc in sight within 8" (4 or more on a d6 hits), or a wait.
Two hits win; after the last round whoever has hit more often does.
"""
from __future__ import annotations

import hashlib
import math
import random
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field, TypeAdapter, ValidationError

from wc3d.engine.actions import LEGAL, Action, Event, RefusedError, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, question, step
from wc3d.engine.dice import Dice, Die, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.ruleset import ActionKind, Chances, GamePlan, MissionEntry, Option, Outcome, RuleSet
from wc3d.errors import InputError
from wc3d.evidence.exhibit import XYZ, Ghost, Stroke
from wc3d.evidence.game_facts import DiceShown, Happening, Label, Roster, RosterRow, Row, ScoreTable, Section, Sheet, TurnBar
from wc3d.evidence.palette import Livery, Pen, Role
from wc3d.evidence.preview import Preview, head, preview
from wc3d.games import GameEntry
from wc3d.table.maps.map_file import map_dict, table_from_map
from wc3d.table.maps.reading import Flat, Id, Strict, faults_of
from wc3d.table.space_policy import BaseSize, SpacePolicy
from wc3d.table.table import Body, Table

D6 = Die("d6", (1, 2, 3, 4, 5, 6))
SPEED, RANGE, HITS = 4.0, 8.0, 2
SPACE = SpacePolicy(bases={"disc": BaseSize("disc", 50, 0.5)})
TOKENS = {"lens": "a lens: the first shot hits on 3 or more", "shield": "a shield: the first hit does nothing"}
HIDDEN = "?"
LIVERIES = (Livery((92, 160, 232), 1), Livery((232, 120, 84), 2))
OPTIONS = (Option("rounds", "Rounds", "how many rounds are played", (("10", "Ten"), ("5", "Five"))),)


@dataclass(frozen=True)
class State:
    """A game of discs. Pairs hold player 1's part first. A token is empty before it is chosen and after it was used."""

    ground: Table
    names: tuple[str, str]
    rounds: int
    places: tuple[XYZ, ...]
    hits: tuple[int, ...] = (0, 0)
    tokens: tuple[str, ...] = ("", "")
    round: int = 0
    first: int = 0
    active: int = 0
    winner: int = 0
    why: str = ""
    agenda: tuple[Frame, ...] = ()
    drawn: int = 0

    @property
    def table(self) -> Table:
        """The table with both discs."""
        return self.ground.with_bodies(*(Body(f"disc{p}", "disc", at, sizes=SPACE) for p, at in enumerate(self.places, 1)))


def put(pair: tuple[Any, ...], player: int, value: Any) -> tuple[Any, ...]:
    """A pair with one player's part replaced."""
    return (value, pair[1]) if player == 1 else (pair[0], value)


# What happens


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """Something that happened: to whom, how it is told, and the parts of the state that it changes."""

    kind: str
    player: int
    words: str
    change: tuple[tuple[str, Any], ...] = ()
    track: tuple[XYZ, ...] = ()
    face: int = 0

    @property
    def reveals(self) -> bool:
        return self.kind == "used"

    def seen_by(self, player: int | None) -> Happened:
        if self.kind != "kept" or player == self.player:
            return self
        return replace(self, words="keeps a token", change=(("tokens", put(self.change[0][1], self.player, HIDDEN)),))

    def evolve(self, state: State) -> State:
        return replace(state, **dict(self.change))


@dataclass(frozen=True, slots=True)
class Play(Frame):
    """The whole game."""

    STEPS = ("roll", "keep", "turn", "again")


@dataclass(frozen=True, slots=True)
class TokenQuestion(Question):
    """Which token?"""


@dataclass(frozen=True, slots=True)
class TurnQuestion(Question):
    """What does the disc do?"""


@step(Play, "roll")
def _roll(r: Resolution, frame: Play) -> None:
    faces = (0, 0)
    while faces[0] == faces[1]:
        faces = (r.roll((D6,), 1, "who goes first")[0], r.roll((D6,), 2, "who goes first")[0])
    first = 1 if faces[0] > faces[1] else 2
    r.emit(Happened("rolled", first, f"has the first turn ({max(faces)} against {min(faces)})", (("first", first),)))


@step(Play, "keep")
def _keep(r: Resolution, frame: Play) -> None:
    r.push(TokenQuestion(player=1), TokenQuestion(player=2))


@step(Play, "turn")
def _turn(r: Resolution, frame: Play) -> None:
    s: State = r.state
    player = 3 - s.active if s.active else s.first
    round = s.round + (player == s.first)
    if round > s.rounds:
        _end(r, 0 if s.hits[0] == s.hits[1] else 1 if s.hits[1] > s.hits[0] else 2, "the rounds are played")
        return
    r.emit(Happened("turn", player, f"begins the turn in round {round}", (("round", round), ("active", player))))
    r.push(TurnQuestion(player=player))


@step(Play, "again")
def _again(r: Resolution, frame: Play) -> Play:
    return replace(frame, step="turn")


def _end(r: Resolution, winner: int, why: str) -> None:
    r.emit(Happened("ended", winner, f"wins: {why}", (("winner", winner), ("why", why), ("active", 0), ("agenda", ()))))


def _shoot(r: Resolution, player: int) -> None:
    other, need = 3 - player, _need(r.state, player)
    if need == 3:
        _use(r, player)
    face = r.roll((D6,), player, "a shot")[0]
    r.emit(Happened("shot", player, f"shoots: {face}, and {need} or more hits", face=face))
    if face >= need and r.state.tokens[other - 1] == "shield":
        _use(r, other)
    elif face >= need:
        hits = put(r.state.hits, other, r.state.hits[other - 1] + 1)
        r.emit(Happened("hit", other, "is hit", (("hits", hits),)))
        if hits[other - 1] == HITS:
            _end(r, player, "two hits")


def _use(r: Resolution, player: int) -> None:
    token = r.state.tokens[player - 1]
    r.emit(Happened("used", player, f"shows {TOKENS[token]}", (("tokens", put(r.state.tokens, player, "")),)))


def _need(state: State, player: int) -> int:
    return 3 if state.tokens[player - 1] == "lens" else 4


# What a player can ask for


class Keep(Action):
    """Choose the token that is kept."""

    type: Literal["keep"] = "keep"
    token: Literal["lens", "shield"]


class Move(Action):
    """Move the own disc straight to a point."""

    type: Literal["move"] = "move"
    to: Flat


class Shoot(Action):
    """Shoot at the other disc."""

    type: Literal["shoot"] = "shoot"


class Wait(Action):
    """Do nothing."""

    type: Literal["wait"] = "wait"


class Concede(Action):
    """Give the game up."""

    type: Literal["concede"] = "concede"


READER: TypeAdapter[Action] = TypeAdapter(Keep | Move | Shoot | Wait | Concede)
ANSWERS: Mapping[type[Question], tuple[str, ...]] = {TokenQuestion: ("keep",), TurnQuestion: ("shoot", "move", "wait")}
FORMS = {"keep": "keep lens, keep shield", "move": "move X Y", "shoot": "shoot", "wait": "wait", "concede": "concede"}


@dataclass(frozen=True)
class Offered:
    """One kind of action that is offered."""

    state: State
    player: int
    type: str

    @property
    def text(self) -> str:
        return {"keep": "keep a token", "move": f'move up to {SPEED:g}"'}.get(self.type, self.type)

    def check(self, action: Action) -> Verdict:
        return DISCS.check(self.state, action)

    def candidates(self) -> Iterator[Action]:
        return filter(self.check, self._listed())

    def _listed(self) -> Iterator[Action]:
        if self.type == "keep":
            yield from (Keep(player=self.player, token="lens"), Keep(player=self.player, token="shield"))
        elif self.type == "move":
            yield from (self._move(math.tau * i / 8, SPEED - 0.01) for i in range(8))
        else:
            yield Shoot(player=self.player) if self.type == "shoot" else Wait(player=self.player)

    def _move(self, angle: float, far: float) -> Move:
        x, y, _ = self.state.places[self.player - 1]
        return Move(player=self.player, to=(round(x + far * math.cos(angle), 2), round(y + far * math.sin(angle), 2)))

    def sample(self, rng: random.Random) -> Action | None:
        if self.type == "move":
            tried = (self._move(rng.uniform(0, math.tau), rng.uniform(0, SPEED)) for _ in range(20))
            return next(filter(self.check, tried), None)
        found = list(self.candidates())
        return rng.choice(found) if found else None


# The rules set


class Setup(Strict):
    """A game before it begins, as a file holds it."""

    names: tuple[Id, Id]
    rounds: int = Field(ge=1, le=100)
    map: dict[str, Any]


class Told:
    """Tells a game, a line an event."""

    def __init__(self, start: State, reader: int | None) -> None:
        self.state, self.reader = start, reader

    def tell(self, happened: Iterable[Event]) -> list[str]:
        lines = []
        for event in happened:
            assert isinstance(event, Happened)
            lines.append(f"{('Nobody', *self.state.names)[event.player]} {event.seen_by(self.reader).words}")
            self.state = event.evolve(self.state)
        return lines

    def rest(self) -> list[str]:
        return []


class Discs(RuleSet):
    """The rules of discs."""

    name = "discs"
    title = "Discs"
    space = SPACE
    options = OPTIONS
    kinds = (
        ActionKind("shoot", how="Shoot at the other disc", short="Shoot", verb="Shoot"),
        ActionKind("move", by_pointing=True, how='Point where the disc goes, up to 4" away', short="Move", verb="Move"),
        ActionKind("keep", short="Keep"),
        ActionKind("wait", short="Wait"),
    )
    taste: ClassVar[Mapping[str, float]] = {"shoot": 8.0, "move": 4.0}
    bots: ClassVar[Mapping[str, str]] = {"marksman": "tests.made_up.marksman:Marksman"}

    def check(self, state: State, action: Action) -> Verdict:
        asked = question(state)
        if asked is None:
            return Verdict(False, "game_over", "the game is over")
        if isinstance(action, Concede) and action.player in (1, 2):
            return LEGAL
        if action.player != asked.player:
            return Verdict(False, "wrong_player", f"it is player {asked.player}'s to decide now")
        if action.type not in ANSWERS[type(asked)]:
            return Verdict(False, "not_now", f"{action.type} is not possible now")
        if isinstance(action, Move):
            move = state.table.move(f"disc{action.player}", [action.to], SPEED)
            return Verdict(bool(move), move.code or "legal", move.reason, evidence=move)
        if isinstance(action, Shoot):
            if (far := state.table.distance("disc1", "disc2")) > RANGE:
                return Verdict(False, "too_far", f'the other disc is {far:.1f}" away, more than {RANGE:g}"')
            sight = state.table.sight(f"disc{action.player}", f"disc{3 - action.player}")
            return Verdict(True, evidence=sight) if sight else Verdict(False, "no_sight", "terrain hides it", evidence=sight)
        return LEGAL

    def decide(self, r: Resolution, action: Action) -> None:
        if isinstance(action, Concede):
            _end(r, 3 - action.player, "the other gave up")
            return
        verdict, player = self.check(r.state, action), action.player
        r.pop()
        if isinstance(action, Keep):
            tokens = put(r.state.tokens, player, action.token)
            r.emit(Happened("kept", player, f"keeps {TOKENS[action.token]}", (("tokens", tokens),)))
        elif isinstance(action, Move):
            track = verdict.evidence.track
            words = f"moves to ({track[-1][0]:g}, {track[-1][1]:g})"
            r.emit(Happened("moved", player, words, (("places", put(r.state.places, player, track[-1])),), track))
        elif isinstance(action, Shoot):
            _shoot(r, player)
        r.run()

    def offers(self, state: State, player: int) -> tuple[Offered, ...]:
        asked = question(state)
        if asked is None or asked.player != player:
            return ()
        return tuple(Offered(state, player, kind) for kind in ANSWERS[type(asked)])

    def seen_by(self, state: State, player: int | None) -> State:
        return replace(state, tokens=tuple(t if p == player or not t else HIDDEN for p, t in enumerate(state.tokens, 1)))

    def digest(self, state: State) -> str:
        parts = [repr(getattr(state, field.name)) for field in fields(state) if field.name != "ground"]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def read_action(self, data: dict[str, Any]) -> Action:
        try:
            return READER.validate_python(data)
        except ValidationError:
            raise RefusedError(Verdict(False, "unreadable", f"expected an action: {', '.join(FORMS.values())}")) from None

    # Beginning and ending

    def missions(self) -> tuple[MissionEntry, ...]:
        return (MissionEntry("duel", "Duel", (30, 30), board="crossroads"),)

    def new_game(self, plan: GamePlan, dice: Dice | None = None) -> Game:
        setup = {"names": plan.names, "rounds": int(plan.options.get("rounds", 10)), "map": map_dict(plan.table, Path())}
        return self.rebuild(setup, dice or SeededDice(secrets.randbelow(2**53) if plan.seed is None else plan.seed))

    def rebuild(self, setup: dict[str, Any], dice: Dice) -> Game:
        try:
            read = Setup.model_validate(setup)
        except ValidationError as error:
            raise InputError(f"setup: {faults_of(error, setup)[0]}") from None
        ground = replace(table_from_map(read.map, "the game's map", Path()), policy=SPACE)
        width, depth = ground.size
        ends: list[Any] = [(width / 2, depth / 2 - 5), (width / 2, depth / 2 + 5)]
        stood = ground.with_bodies(*(Body(f"disc{p}", "disc", at, sizes=SPACE) for p, at in enumerate(ends, 1)))
        state = State(ground, read.names, read.rounds, tuple(body.at for body in stood.bodies), agenda=(Play(),))
        return Game(self, state, dice, read.model_dump(mode="json"))

    def outcome(self, game: Game) -> Outcome:
        s: State = game.state
        return Outcome(s.winner, s.why, s.first, (s.hits[1], s.hits[0]), (s.hits[0] // HITS, s.hits[1] // HITS), s.round)

    # Words

    def table(self, state: State) -> Table:
        return state.table

    def player_names(self, state: State) -> tuple[str, str]:
        return state.names

    def owner(self, state: State, id: str) -> int:
        return {"disc1": 1, "disc2": 2}.get(id, 0)

    def name_of(self, state: State, id: str) -> str:
        player = self.owner(state, id)
        return f"Disc of {state.names[player - 1]}" if player else id

    def teller(self, start: State, reader: int | None) -> Told:
        return Told(start, reader)

    def describe(self, state: State, action: Action) -> str:
        if isinstance(action, Move):
            return f"move to ({action.to[0]:g}, {action.to[1]:g})"
        return f"keep the {action.token}" if isinstance(action, Keep) else action.type

    def meaning(self, state: State, action: Action) -> str:
        return TOKENS[action.token] if isinstance(action, Keep) else ""

    def question_words(self, state: State) -> list[str]:
        return ["Which token do you keep in secret?"] if isinstance(question(state), TokenQuestion) else []

    def about(self, state: State) -> str | None:
        asked = question(state)
        return f"disc{asked.player}" if asked else None

    def moment(self, state: State) -> str:
        return f"round {state.round} of {state.rounds}" if state.round else "before the first round"

    def standings(self, state: State) -> list[str]:
        return [f"{name} was hit {hits} of {HITS} times" for name, hits in zip(state.names, state.hits, strict=True)]

    def ending(self, state: State) -> str:
        return f"{('Nobody', *state.names)[state.winner]} wins: {state.why}"

    def understand(self, game: Game, line: str) -> Action | None:
        word, *rest = line.split()
        if word not in FORMS:
            return None
        data: dict[str, Any] = {"type": word, "player": game.to_act or 1}
        try:
            if word == "move":
                data["to"] = tuple(map(float, rest))
            elif word == "keep":
                data["token"] = " ".join(rest)
            return self.read_action(data)
        except (RefusedError, ValueError):
            raise InputError(f"expected {FORMS[word]}") from None

    def forms(self) -> Mapping[str, str]:
        return FORMS

    # Screens

    def asks_in_private(self, state: State, player: int) -> bool:
        return isinstance(question(state), TokenQuestion)

    def labels(self, state: State, player: int | None = None) -> tuple[Label, ...]:
        return tuple(
            Label(b.id, b.id, self.name_of(state, b.id), livery, head(b), b.at, HITS - hits, HITS, own=livery.side == player)
            for b, livery, hits in zip(state.table.bodies, LIVERIES, state.hits, strict=True)
        )

    def liveries(self, state: State) -> Mapping[str, Livery]:
        return {"disc1": LIVERIES[0], "disc2": LIVERIES[1]}

    def roster(self, state: State, player: int) -> Roster:
        left = HITS - state.hits[player - 1]
        row = RosterRow(f"disc{player}", "Disc", f"{left}/{HITS}", left=left / HITS)
        return Roster(player, (self._token(state, player),), (row,))

    def _token(self, state: State, player: int) -> str:
        token = state.tokens[player - 1]
        return {"": "no token", HIDDEN: "a hidden token"}.get(token) or TOKENS[token]

    def sheet(self, state: State, id: str) -> Sheet | None:
        if not (player := self.owner(state, id)):
            return None
        token = Section("Token", (Row(self._token(state, player)),))
        return Sheet(id, self.name_of(state, id), (self.standings(state)[player - 1],), sections=(token,))

    def turn_bar(self, state: State) -> TurnBar:
        return TurnBar(self.title, state.active, self.moment(state), f"{state.hits[1]}:{state.hits[0]}", "hits")

    def score(self, state: State, log: Sequence[Event]) -> ScoreTable:
        return ScoreTable(("", "hits"), ((state.names[0], str(state.hits[1])), (state.names[1], str(state.hits[0]))))

    def happening(self, state: State, event: Event) -> Happening:
        assert isinstance(event, Happened)
        if event.kind == "ended":
            return Happening()
        id, at = f"disc{event.player}", state.places[event.player - 1]
        if event.kind == "moved":
            return Happening(tracks={id: event.track}, places=event.track)
        if event.kind == "shot":
            roll = DiceShown(event.player, "a shot", (("d6", (event.face,)),))
            line = (at, state.places[2 - event.player])
            return Happening(attack=Stroke(line, Pen.CLEAR), closes=True, roll=roll, places=line)
        return Happening(hurts=(id,) * (event.kind == "hit"), places=(at,), round=dict(event.change).get("round", 0))

    def preview(self, state: State, action: Action) -> Preview | None:
        if not isinstance(action, Move | Shoot):
            return None
        verdict = self.check(state, action)
        legal, words, strokes, ghosts = bool(verdict), verdict.text, [], []
        here, there = state.places[action.player - 1], state.places[2 - action.player]
        pen = Pen.PATH if legal else Pen.REFUSED
        if isinstance(action, Move):
            strokes = [Stroke((here, (*action.to, here[2])), pen)]
            ghosts = [Ghost(Body("", "disc", (*action.to, here[2]), sizes=SPACE).volume, Role.END, "here")] if legal else []
        else:
            strokes = [Stroke((here, there), pen)]
            chances = self.chances(state, action)
            words = f"{chances.hit:.0%} to hit" if legal and chances else words
        return preview(state.table, action.type, legal, words, strokes=strokes, ghosts=ghosts, action=action if legal else None,
                       verdict=verdict)  # fmt: skip

    def put_down(self, state: State, player: int, id: str, at: tuple[float, float]) -> Action | None:
        return Move(player=player, to=at) if id == f"disc{player}" else None

    def wanted(self, state: State, player: int, id: str) -> Iterator[tuple[str, Action]]:
        if id == f"disc{player}":
            yield "shoot", Shoot(player=player)

    def passing(self, player: int) -> Action:
        return Wait(player=player)

    def conceding(self, player: int) -> Action:
        return Concede(player=player)

    # Chances and worth

    def chances(self, state: State, action: Action) -> Chances | None:
        if not isinstance(action, Shoot):
            return None
        need = _need(state, action.player)
        hit = (7 - need) / 6
        return Chances("the shot", hit, hit if state.hits[2 - action.player] == HITS - 1 else 0.0, f"{need} or more on a d6")

    def evaluate(self, state: State, player: int) -> float:
        return float(state.hits[2 - player] - state.hits[player - 1])


DISCS = Discs()
GAME = GameEntry("discs", "discs", "Discs", rules="tests.made_up.discs:DISCS", options="tests.made_up.discs:OPTIONS")
