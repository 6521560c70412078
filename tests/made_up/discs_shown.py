"""Discs, the rules set: how a game is begun, told and shown, on top of how it is played (`tests.made_up.discs`)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from tests.made_up import OPTIONS
from tests.made_up.discs import (
    D6,
    FORMS,
    HIDDEN,
    HITS,
    PLAY,
    SPACE,
    TOKENS,
    Concede,
    Happened,
    Keep,
    Move,
    Play,
    Shoot,
    State,
    TokenQuestion,
    Wait,
    check,
    hit_on,
    read_action,
    shot,
)
from wc3d.engine.actions import Action, Event, RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import Dice, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.rule_parts import (
    DisplayRules,
    PreparedGame,
    QueryRules,
    SearchRules,
    SetupRules,
    TextRules,
)
from wc3d.engine.ruleset import COMMON_BOTS, RuleSet
from wc3d.engine.ruleset_types import ActionKind, Chances, GamePlan, MissionEntry, Outcome
from wc3d.errors import InputError
from wc3d.presentation.display_values import (
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
from wc3d.presentation.evidence_view import Ghost, Stroke
from wc3d.presentation.palette import Livery, Pen, Role
from wc3d.presentation.preview import Preview, make_preview, point_above_model
from wc3d.table.body import Body
from wc3d.table.maps.map_file import map_data, table_from_map
from wc3d.table.maps.strict_json import Id, StrictModel, validation_faults

LIVERIES = (Livery((92, 160, 232), 1), Livery((232, 120, 84), 2))


class Setup(StrictModel):
    """A game before it begins, as a file holds it."""

    names: tuple[Id, Id]
    rounds: int = Field(ge=1, le=100)
    map: dict[str, Any]


class Told:
    """Tells a game, a line an event."""

    def __init__(self, start: State, reader: int | None) -> None:
        self.state = start
        self.reader = reader

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


# Beginning and ending


def prepare_game(plan: GamePlan, dice: Dice | None) -> PreparedGame:
    setup = {
        "names": plan.names,
        "rounds": int(plan.options.get("rounds", 10)),
        "map": map_data(plan.table, Path()),
    }
    return restore_game(
        setup, dice or SeededDice(secrets.randbelow(2**53) if plan.seed is None else plan.seed)
    )


def restore_game(setup: dict[str, Any], dice: Dice) -> PreparedGame:
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
    return state, dice, read.model_dump(mode="json")


def plan_of(game: Game) -> GamePlan:
    return GamePlan(
        "duel",
        game.start.ground,
        (None, None),
        game.start.names,
        options={"rounds": str(game.start.rounds)},
    )


def outcome(game: Game) -> Outcome:
    s: State = game.state
    return Outcome(
        s.winner,
        s.why,
        s.first,
        (s.hits[1], s.hits[0]),
        (s.hits[0] // HITS, s.hits[1] // HITS),
        s.round,
    )


# Words


def owner(state: State, id: str) -> int:
    return {"disc1": 1, "disc2": 2}.get(id, 0)


def display_name(state: State, id: str) -> str:
    player = owner(state, id)
    return f"Disc of {state.names[player - 1]}" if player else id


def describe(state: State, action: Action) -> str:
    if isinstance(action, Move):
        return f"move to ({action.to[0]:g}, {action.to[1]:g})"
    return f"keep the {action.token}" if isinstance(action, Keep) else action.type


def explain_action(state: State, action: Action) -> str:
    return TOKENS[action.token] if isinstance(action, Keep) else ""


def describe_question(state: State) -> list[str]:
    return (
        ["Which token do you keep in secret?"]
        if isinstance(find_open_question(state), TokenQuestion)
        else []
    )


def question_subject(state: State) -> str | None:
    asked = find_open_question(state)
    return f"disc{asked.player}" if asked else None


def clock(state: State) -> str:
    return f"round {state.round} of {state.rounds}" if state.round else "before the first round"


def standings(state: State) -> list[str]:
    return [
        f"{name} was hit {hits} of {HITS} times"
        for name, hits in zip(state.names, state.hits, strict=True)
    ]


def describe_ending(state: State) -> str:
    return f"{('Nobody', *state.names)[state.winner]} wins: {state.why}"


def parse_action(game: Game, line: str) -> Action | None:
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
        return read_action(data)
    except (RefusedError, ValueError):
        raise InputError(f"expected {FORMS[word]}") from None


# Screens


def asks_in_private(state: State, player: int) -> bool:
    return isinstance(find_open_question(state), TokenQuestion)


def labels(state: State) -> tuple[ModelLabel, ...]:
    return tuple(
        ModelLabel(
            b.id,
            b.id,
            display_name(state, b.id),
            livery,
            point_above_model(b),
            b.at,
            HITS - hits,
            HITS,
        )
        for b, livery, hits in zip(state.table.bodies, LIVERIES, state.hits, strict=True)
    )


def roster(state: State, player: int) -> Roster:
    left = HITS - state.hits[player - 1]
    row = RosterRow(f"disc{player}", "Disc", f"{left}/{HITS}", health_share=left / HITS)
    return Roster(player, (_token(state, player),), (row,))


def _token(state: State, player: int) -> str:
    token = state.tokens[player - 1]
    return {"": "no token", HIDDEN: "a hidden token"}.get(token) or TOKENS[token]


def sheet(state: State, id: str) -> InfoSheet | None:
    if not (player := owner(state, id)):
        return None
    token = SheetSection("Token", (SheetRow(_token(state, player)),))
    return InfoSheet(
        id,
        display_name(state, id),
        (standings(state)[player - 1],),
        sections=(token,),
    )


def turn_bar(state: State) -> TurnBar:
    return TurnBar(
        DISCS.title, state.active, clock(state), f"{state.hits[1]}:{state.hits[0]}", "hits"
    )


def score(state: State, log: Sequence[Event]) -> ScoreTable:
    return ScoreTable(
        ("", "hits", "for"),
        ((state.names[0], str(state.hits[1]), ""), (state.names[1], str(state.hits[0]), "")),
    )


def happening(state: State, event: Event) -> EventDisplay:
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


def preview(state: State, action: Action) -> Preview | None:
    if not isinstance(action, Move | Shoot):
        return None
    verdict = check(state, action)
    legal = bool(verdict)
    words = verdict.text
    strokes = []
    ghosts = []
    here = state.places[action.player - 1]
    there = state.places[2 - action.player]
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
        odds = chances(state, action)
        words = f"{odds.hit:.0%} to hit" if legal and odds else words
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


def placement_action(state: State, player: int, id: str, at: tuple[float, float]) -> Action | None:
    return Move(player=player, to=at) if id == f"disc{player}" else None


def suggest_actions(state: State, player: int, id: str) -> Iterator[tuple[str, Action]]:
    if id == f"disc{player}":
        yield "shoot", shot(player)


# Chances and worth


def chances(state: State, action: Action) -> Chances | None:
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


KINDS = (
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

DISCS = RuleSet(
    name="discs",
    title="Discs",
    place="tests.made_up.discs_shown:DISCS",
    setup=SetupRules(
        missions=lambda: (MissionEntry("duel", "Duel", (30, 30), board="crossroads"),),
        prepare_game=prepare_game,
        restore_game=restore_game,
        outcome=outcome,
        options=OPTIONS,
        plan_of=plan_of,
    ),
    play=PLAY,
    text=TextRules(
        teller=Told,
        describe=describe,
        headline=lambda state: "Discs",
        display_name=display_name,
        player_names=lambda state: state.names,
        explain_action=explain_action,
        action_source=describe,
        describe_question=describe_question,
        clock=clock,
        describe_moment=clock,
        standings=standings,
        scoreboard=lambda state, log: standings(state),
        describe_ending=describe_ending,
        parse_action=parse_action,
        command_forms=FORMS,
    ),
    display=DisplayRules(
        happening=happening,
        roster=roster,
        turn_bar=turn_bar,
        kinds=KINDS,
        labels=labels,
        liveries=lambda state: {"disc1": LIVERIES[0], "disc2": LIVERIES[1]},
        sheet=sheet,
        score=score,
        preview=preview,
    ),
    queries=QueryRules(
        table=lambda state: state.table,
        owner=owner,
        question_subject=question_subject,
        asks_in_private=asks_in_private,
    ),
    search=SearchRules(
        action_weights={"shoot": 8.0, "move": 4.0},
        suggest_actions=suggest_actions,
        placement_action=placement_action,
        pass_action=lambda player: Wait(player=player),
        concede_action=lambda player: Concede(player=player),
        chances=chances,
        evaluate=lambda state, player: float(state.hits[2 - player] - state.hits[player - 1]),
    ),
    bots={"marksman": "tests.made_up.marksman:Marksman", **COMMON_BOTS},
)
"""The rules set of discs."""
