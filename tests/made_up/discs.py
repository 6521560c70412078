"""Discs, a made-up game: how it is played. How it is begun, told and shown is in `tests.made_up.discs_shown`.

Each player has a disc and secretly keeps a token: a lens (the first shot hits on 3 or more) or a shield (the first hit does
nothing). A turn is a straight move of up to 4", a shot at the other disc in sight within 8" (4 or more on a d6 hits), or a wait.
Two hits win; after the last round whoever has hit more often does.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from wc3d.engine.actions import LEGAL, Action, Correction, Event, RefusedError, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, StepRegistry, find_open_question
from wc3d.engine.dice import Die
from wc3d.engine.game import View
from wc3d.engine.rule_parts import PlayRules
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body
from wc3d.table.maps.strict_json import Point2D
from wc3d.table.space_constants import BaseSize
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table

D6 = Die("d6", (1, 2, 3, 4, 5, 6))
SPEED = 4.0
RANGE = 8.0
HITS = 2
SPACE = SpacePolicy(bases={"disc": BaseSize("disc", 50, 2.0)})
TOKENS = {
    "lens": "a lens: the first shot hits on 3 or more",
    "shield": "a shield: the first hit does nothing",
}
HIDDEN = "?"
STEPS = StepRegistry()


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
        return self.ground.with_bodies(
            *(Body(f"disc{p}", "disc", at) for p, at in enumerate(self.places, 1))
        )


# What happens


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """Something that happened: to whom, how it is told, and what it changes, of a pair that player's part."""

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
        return replace(self, words="keeps a token", change=(("tokens", HIDDEN),))

    def evolve(self, state: State) -> State:
        changed = dict(self.change)
        for name in {"places", "hits", "tokens"} & changed.keys():
            changed[name] = tuple(
                changed[name] if p == self.player else v
                for p, v in enumerate(getattr(state, name), 1)
            )
        return replace(state, **changed)


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


@STEPS.step(Play, "roll")
def _roll(r: Resolution, frame: Play) -> None:
    faces = (0, 0)
    while faces[0] == faces[1]:
        faces = (r.roll((D6,), 1, "who goes first")[0], r.roll((D6,), 2, "who goes first")[0])
    first = 1 if faces[0] > faces[1] else 2
    r.emit(
        Happened(
            "rolled",
            first,
            f"has the first turn ({max(faces)} against {min(faces)})",
            (("first", first),),
        )
    )


@STEPS.step(Play, "keep")
def _keep(r: Resolution, frame: Play) -> None:
    r.push(TokenQuestion(player=1), TokenQuestion(player=2))


@STEPS.step(Play, "turn")
def _turn(r: Resolution, frame: Play) -> None:
    s: State = r.state
    player = 3 - s.active if s.active else s.first
    round = s.round + (player == s.first)
    if round > s.rounds:
        _end(
            r,
            0 if s.hits[0] == s.hits[1] else 1 if s.hits[1] > s.hits[0] else 2,
            "the rounds are played",
        )
        return
    r.emit(
        Happened(
            "turn",
            player,
            f"begins the turn in round {round}",
            (("round", round), ("active", player)),
        )
    )
    r.push(TurnQuestion(player=player))


@STEPS.step(Play, "again")
def _again(r: Resolution, frame: Play) -> Play:
    return replace(frame, step="turn")


def _end(r: Resolution, winner: int, why: str) -> None:
    r.emit(
        Happened(
            "ended",
            winner,
            f"wins: {why}",
            (("winner", winner), ("why", why), ("active", 0), ("agenda", ())),
        )
    )


def _shoot(r: Resolution, player: int) -> None:
    other = 3 - player
    need = hit_on(r.state, player)
    if need == 3:
        _use(r, player)
    face = r.roll((D6,), player, "a shot")[0]
    r.emit(Happened("shot", player, f"shoots: {face}, and {need} or more hits", face=face))
    if face >= need and r.state.tokens[other - 1] == "shield":
        _use(r, other)
    elif face >= need:
        hits = r.state.hits[other - 1] + 1
        r.emit(Happened("hit", other, "is hit", (("hits", hits),)))
        if hits == HITS:
            _end(r, player, "two hits")


def _use(r: Resolution, player: int) -> None:
    token = r.state.tokens[player - 1]
    r.emit(Happened("used", player, f"shows {TOKENS[token]}", (("tokens", ""),)))


def hit_on(state: State, player: int) -> int:
    """The least that hits."""
    return 3 if state.tokens[player - 1] == "lens" else 4


# What a player can ask for


class Keep(Action):
    """Choose the token that is kept."""

    type: Literal["keep"] = "keep"
    token: Literal["lens", "shield"]


class Move(Action):
    """Move the own disc straight to a point."""

    type: Literal["move"] = "move"
    to: Point2D


class Shoot(Action):
    """Shoot at the other disc."""

    type: Literal["shoot"] = "shoot"
    target: Literal["disc1", "disc2"]


class Wait(Action):
    """Do nothing."""

    type: Literal["wait"] = "wait"


class Concede(Action):
    """Give the game up."""

    type: Literal["concede"] = "concede"


def shot(player: int) -> Shoot:
    """A player's shot at the other disc."""
    return Shoot(player=player, target="disc2" if player == 1 else "disc1")


READER: TypeAdapter[Action] = TypeAdapter(
    Annotated[Keep | Move | Shoot | Wait | Concede, Field(discriminator="type")]
)
ANSWERS: Mapping[type[Question], tuple[str, ...]] = {
    TokenQuestion: ("keep",),
    TurnQuestion: ("shoot", "move", "wait"),
}
FORMS = {
    "keep": "keep lens, keep shield",
    "move": "move X Y",
    "shoot": "shoot",
    "wait": "wait",
    "concede": "concede",
}


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
        return check(self.state, action)

    def candidates(self) -> Iterator[Action]:
        return filter(self.check, self._listed())

    def _listed(self) -> Iterator[Action]:
        if self.type == "keep":
            yield from (
                Keep(player=self.player, token="lens"),
                Keep(player=self.player, token="shield"),
            )
        elif self.type == "move":
            yield from (self._move(math.tau * i / 8, SPEED - 0.01) for i in range(8))
        else:
            yield shot(self.player) if self.type == "shoot" else Wait(player=self.player)

    def _move(self, angle: float, far: float) -> Move:
        x, y, _ = self.state.places[self.player - 1]
        return Move(
            player=self.player,
            to=(round(x + far * math.cos(angle), 2), round(y + far * math.sin(angle), 2)),
        )

    def sample(self, rng: random.Random) -> Action | None:
        if self.type == "move":
            tried = (self._move(rng.uniform(0, math.tau), rng.uniform(0, SPEED)) for _ in range(20))
            return next(filter(self.check, tried), None)
        found = list(self.candidates())
        return rng.choice(found) if found else None


# What the engine asks


def check(state: State, action: Action) -> Verdict:
    asked = find_open_question(state)
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
        if action.target == f"disc{action.player}":
            return Verdict(False, "own_disc", "nobody shoots at their own disc")
        if (far := state.table.distance("disc1", "disc2")) > RANGE:
            return Verdict(
                False, "too_far", f'the other disc is {far:.1f}" away, more than {RANGE:g}"'
            )
        sight = state.table.sight(f"disc{action.player}", action.target)
        return (
            Verdict(True, evidence=sight)
            if sight
            else Verdict(False, "no_sight", "terrain hides it", evidence=sight)
        )
    return LEGAL


def decide(r: Resolution, action: Action) -> None:
    if isinstance(action, Concede):
        _end(r, 3 - action.player, "the other gave up")
        return
    verdict = check(r.state, action)
    player = action.player
    r.pop()
    if isinstance(action, Keep):
        r.emit(
            Happened("kept", player, f"keeps {TOKENS[action.token]}", (("tokens", action.token),))
        )
    elif isinstance(action, Move):
        track = verdict.evidence.track
        words = f"moves to ({track[-1][0]:g}, {track[-1][1]:g})"
        r.emit(Happened("moved", player, words, (("places", track[-1]),), track))
    elif isinstance(action, Shoot):
        _shoot(r, player)
    else:
        r.emit(Happened("waited", player, "waits"))
    r.run()


def offers(state: State, player: int) -> tuple[Offered, ...]:
    asked = find_open_question(state)
    if asked is None or asked.player != player:
        return ()
    return tuple(Offered(state, player, kind) for kind in ANSWERS[type(asked)])


def seen_by(state: State, player: int | None) -> State:
    return replace(
        state,
        tokens=tuple(t if p == player or not t else HIDDEN for p, t in enumerate(state.tokens, 1)),
    )


def determinize(view: View, rng: random.Random) -> State:
    """A token that its owner did not use for a shot is no lens, one that did not save its owner from a hit no shield."""
    shot = {e.player for e in view.log if isinstance(e, Happened) and e.kind == "shot"}

    def some(token: str, player: int) -> str:
        ruled_out = {"lens": player in shot, "shield": view.state.hits[player - 1] > 0}
        may_be = [t for t in TOKENS if not ruled_out[t]]
        return token if token != HIDDEN else rng.choice(may_be)

    return replace(
        view.state, tokens=tuple(some(token, p) for p, token in enumerate(view.state.tokens, 1))
    )


def digest(state: State) -> str:
    parts = [repr(getattr(state, field.name)) for field in fields(state) if field.name != "ground"]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def correct_model(state: State, action: Correction) -> Event:
    at = state.table.corrected_position(action.model, action.at)
    return Happened(
        "put",
        int(action.model[-1]),
        f"is put elsewhere (the judge: {action.why})",
        (("places", at),),
    )


def read_action(data: dict[str, Any]) -> Action:
    try:
        return READER.validate_python(data)
    except ValidationError:
        raise RefusedError(
            Verdict(False, "unreadable", f"expected an action: {', '.join(FORMS.values())}")
        ) from None


PLAY = PlayRules(
    steps=STEPS,
    check=check,
    decide=decide,
    offers=offers,
    digest=digest,
    read_action=read_action,
    seen_by=seen_by,
    determinize=determinize,
    correct_model=correct_model,
    split_state=lambda state: (replace(state, ground=None), state.ground),
    join_state=lambda changing, lasting: replace(changing, ground=lasting),
)
"""How discs is played. Its words and what is shown of it are in `tests.made_up.discs_shown`."""
