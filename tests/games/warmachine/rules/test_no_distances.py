"""WM-GEO-38: before anything is declared a game tells no distance that the player may not know, through any of its doors.

Two games are compared that differ in one thing: a model stands a hundredth of an inch nearer in one than in the other, on the two
sides of a distance at which something changes (a range, a charge, a spell, an inch of cover). All that is told must be the same.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.warmachine.rules.building import LARGE, MEDIUM, SMALL, box, field
from tests.games.warmachine.rules.playing import battle, do, happened
from wc3d.cli.play.terminal_session import TerminalSession
from wc3d.engine.actions import RefusedError
from wc3d.engine.dice import ScriptedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import GameJournal
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import Attacking, AttackPlan
from wc3d.games.warmachine.rules.fighting.targeting import defense_receipt
from wc3d.games.warmachine.rules.forces import load_legal_force
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.games.warmachine.text.action_parser import ACTION_FORMS
from wc3d.table.features import Feature

NEARER = 0.004
"""Inches to each side of a distance: too little to be read off a place, which is told to a tenth."""

COARSE = 0.06
"""Inches to which pictures of the two games must agree: they show where models stand."""

OWN_MOVES = (act.Advance, act.Run)
"""What a player may measure at any time: how far a model of his own can go (WM-RUL-07)."""


def apart(x: float, y: float, far: float, one: float, other: float) -> tuple[float, float]:
    """The place of a model so far south of another, base to base."""
    return x, y - far - one - other


# All that a player is told


def told(game: Game, player: int, tmp: Path) -> Iterator[tuple[str, Any]]:
    """Every door with what comes through it."""
    rules = game.rules
    state = game.state
    yield from actions_told(game, player)
    for id in state.models:
        yield f"card of {id}", texts_of(rules.display.sheet(state, id))
        yield (
            f"wanted of {id}",
            [
                (words, *action_told(game, action))
                for words, action in rules.search.suggest_actions(state, player, id)
                if not isinstance(action, OWN_MOVES)
            ],
        )
    shown = [
        rules.display.labels(state),
        rules.display.roster(state, 1),
        rules.display.roster(state, 2),
        rules.display.turn_bar(state),
    ]
    yield "labels and lists", [texts_of(each) for each in shown]
    there = [id for id in state.models if state.is_on_table(id)]
    yield "around", [rules.display.model_surroundings(state, id, player) for id in there]
    yield "asked marks", rules.display.question_preview(state)
    yield "clouds", rules.display.clouds(state)
    yield "markers", rules.display.markers(state)
    yield "zones", rules.display.zones(state, player)
    yield (
        "words",
        [
            rules.text.describe_question(state),
            rules.text.standings(state),
            rules.text.describe_moment(state),
            rules.text.headline(state),
            rules.text.describe_position(state),
            rules.text.point_lines(state),
            rules.text.scoreboard(state, game.log),
        ],
    )
    yield (
        "explained",
        [
            str(rules.play.explain(state, id, name))
            for id in state.models
            if state.is_on_table(id)
            for name in ("DEF", "ARM", "SPD", "MAT", "RAT", "STR")
        ],
    )
    yield "typed", typed(game, tmp)
    yield "the view", seen(game, player)
    for reader in (None, 1, 2):
        yield (
            f"log for {reader}",
            rules.text.teller(game.start, reader).format_lines(game.logs[reader]),
        )


def actions_told(game: Game, player: int) -> Iterator[tuple[str, Any]]:
    """What is offered and what is refused, with chances and pictures, of every action that could be listed."""
    for offer in game.view(player).offers:
        listed = [action for action in offer.candidates() if not isinstance(action, OWN_MOVES)]
        yield f"offer {offer.type}", [(offer.text, *action_told(game, action)) for action in listed]


def action_told(game: Game, action: Any) -> tuple[Any, ...]:
    """What is told of one action before it is chosen: the verdict, the words, the chances, the picture."""
    rules = game.rules
    state = game.state
    verdict = game.check(action)
    chances = rules.search.chances(state, action)
    picture = rules.display.preview(state, action)
    return (
        verdict.legal,
        verdict.code,
        str(verdict),
        rules.text.describe_refusal(state, verdict),
        rules.text.describe(state, action),
        rules.text.explain_action(state, action),
        None if chances is None else (chances.hit.hex(), chances.words),
        picture,
        texts_of(picture),
    )


def seen(game: Game, player: int) -> list[Any]:
    """The state as a player has it, without the places of models, which are seen."""
    view = game.view(player)
    models = [dataclasses.replace(m, at=None) for m in view.state.models.values()]
    rest = [
        getattr(view.state, f.name)
        for f in dataclasses.fields(view.state)
        if f.name not in ("models", "setup", "agenda")
    ]
    return [models, rest, [type(frame) for frame in view.state.agenda], view.to_act]


def typed(game: Game, tmp: Path) -> list[str]:
    """The terminal: what is listed, what it says to orders that are asked with `why not`, and to all that can be looked up."""
    session = TerminalSession(game, GameJournal(game, tmp / "kept.jsonl"), None, {})  # type: ignore[arg-type]
    ids = [id for id, m in game.state.models.items() if m.at is not None]
    out = StringIO()
    spells = [
        s.id
        for m in game.state.models.values()
        if m.is_warcaster
        for s in game.state.setup.caster_card(m.id).spells
    ]
    weapons = [w.id for id in ids for w in game.state.setup.card_of(id).weapons]
    orders = [
        *ACTION_FORMS,
        *(
            f"{word} {id}"
            for word in ("charge", "slam", "headbutt", "push", "special x")
            for id in ids
        ),
    ]
    orders += [f"cast {spell} {id}" for spell in dict.fromkeys(spells) for id in ids]
    orders += [f"attack {weapon} {id}" for weapon in dict.fromkeys(weapons) for id in ids]
    lines = ["models", "terrain", "score", "log", "help", *(f"why not {order}" for order in orders)]
    lines += [f"{word} {a} to {b}" for word in ("measure", "sight") for a in ids for b in ids]
    with redirect_stdout(out):
        for line in lines:
            print(f"> {line}")
            try:
                session._answer(line)
            except (InputError, RefusedError) as error:
                print(error)
    return out.getvalue().splitlines()


# Comparing


def texts_of(value: Any) -> list[str]:
    """Every text in something shown, in order: these must be the same to the letter."""
    if isinstance(value, str):
        return [value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [t for f in dataclasses.fields(value) for t in texts_of(getattr(value, f.name))]
    if isinstance(value, Mapping):
        return [t for key, each in value.items() for t in (*texts_of(key), *texts_of(each))]
    return (
        [t for each in value for t in texts_of(each)]
        if isinstance(value, tuple | list | frozenset)
        else []
    )


def difference(a: Any, b: Any, where: str = "") -> str:
    """Where two things differ by more than where the models stand; "" if they do not."""
    if type(a) is not type(b):
        return f"{where}: {a!r} and {b!r}"
    if isinstance(a, float | np.floating):
        return "" if abs(a - b) <= COARSE else f"{where}: {a} and {b}"
    if hasattr(a, "bounds") and hasattr(a, "area"):
        return difference(
            [*map(float, a.bounds), float(a.area) ** 0.5],
            [*map(float, b.bounds), float(b.area) ** 0.5],
            where,
        )
    if isinstance(a, np.ndarray):
        return "" if a.shape == b.shape and np.allclose(a, b, atol=COARSE) else f"{where}: arrays"
    if dataclasses.is_dataclass(a) and not isinstance(a, type):
        parts = [
            (f.name, getattr(a, f.name), getattr(b, f.name))
            for f in dataclasses.fields(a)
            if f.name not in HIDDEN
        ]
        return next((d for name, x, y in parts if (d := difference(x, y, f"{where}.{name}"))), "")
    if isinstance(a, Mapping):
        return difference(list(a.items()), list(b.items()), where)
    if isinstance(a, tuple | list):
        if len(a) != len(b):
            return f"{where}: {len(a)} and {len(b)} things: {[x for x in a if x not in b]} {[x for x in b if x not in a]}"
        return next(
            (
                d
                for k, (x, y) in enumerate(zip(a, b, strict=True))
                if (d := difference(x, y, f"{where}[{k}]"))
            ),
            "",
        )
    return (
        ""
        if isinstance(a, type) or a == b or not isinstance(a, str | int | bool | bytes)
        else f"{where}: {a!r} and {b!r}"
    )


HIDDEN = ("evidence", "sizes", "verdict")
"""Fields that no door shows as they are: what a verdict was made from is drawn by pictures, which are compared themselves."""


def must_be_alike(
    near: Game, far: Game, player: int, tmp: Path, allowed: tuple[str, ...] = ()
) -> None:
    """All that is told in two games is the same, but for what is allowed."""
    for (door, a), (same, b) in zip(told(near, player, tmp), told(far, player, tmp), strict=True):
        assert door == same
        if door not in allowed:
            assert difference(a, b) == "", f"{door} tells a distance: {difference(a, b)}"


# The scenes


PLACE = 20.0, 30.0
BASES = {"1.marshal": SMALL, "1.mortar": LARGE, "1.spitter": MEDIUM}
TWO = ("mortar_and_spitter", "anvil_and_hound")


def pair(attacker: str, far: float, moved: bool = False, edition: str = "") -> tuple[Game, Game]:
    """Two games in which an attacker stands so far from an enemy Anvil, a little less and a little more."""
    games = []
    for off in (-NEARER, NEARER):
        x, y = apart(*PLACE, far, BASES[attacker], LARGE)
        placed: dict[str, Any] = {
            attacker: (x, y, 90.0, {"focus": 3}),
            "2.anvil": (PLACE[0], PLACE[1] + off, 270.0),
        }
        game = battle(placed, boxes=TWO, edition=edition)
        do(game, act.Activate, model=attacker)
        if moved:
            do(game, act.Advance, model=attacker, facing=90.0)
        games.append(game)
    return games[0], games[1]


ATTACKERS = ("1.marshal", "1.mortar", "1.spitter")


@pytest.mark.rule("WM-GEO-38")
@pytest.mark.rule("WM-RNG-03")
@pytest.mark.rule("WM-RUL-07")
@pytest.mark.parametrize("attacker", ATTACKERS)
@pytest.mark.parametrize("moved", [False, True], ids=["may still charge", "has moved"])
def test_nothing_tells_how_far_an_enemy_is(attacker: str, moved: bool, tmp_path: Path) -> None:
    """At every half inch from beyond reach to beyond every range: ranges, charges, slams, spells, areas, and stealth."""
    for half_inches in range(5, 34, 1 if moved else 3):
        far = half_inches / 2
        allowed = (
            ("typed",) if attacker == "1.marshal" and far == 12.0 else ()
        )  # its own control area may be measured
        must_be_alike(*pair(attacker, far, moved), 1, tmp_path, allowed)


@pytest.mark.rule("WM-GEO-38")
def test_the_own_control_area_is_all_that_is_told_at_its_rim(tmp_path: Path) -> None:
    near, far = (typed(game, tmp_path) for game in pair("1.marshal", 12.0, True))
    differing = [(a, b) for a, b in zip(near, far, strict=True) if a != b]
    assert differing and all(
        "control area of" in a and "control area of" in b for a, b in differing
    )


@pytest.mark.rule("WM-GEO-38")
@pytest.mark.parametrize("what", ["wall", "screen"])
def test_nothing_tells_whether_what_protects_is_within_an_inch(what: str, tmp_path: Path) -> None:
    games = []
    for off in (-NEARER, NEARER):
        placed: dict[str, Any] = {
            "1.mortar": (PLACE[0], 18.0, 90.0, {"focus": 3}),
            "2.spitter": (*PLACE, 270.0),
        }
        terrain: tuple[Feature, ...] = ()
        if what == "wall":
            terrain = (
                box(
                    "w", "obstacle", (PLACE[0], PLACE[1] - MEDIUM - 1.0 - off - 0.25), (6, 0.5), 1.0
                ),
            )
        else:
            across = 1.5
            away = LARGE + MEDIUM + 1.0 + off
            placed["2.mortar"] = (
                PLACE[0] + across,
                PLACE[1] - math.sqrt(away**2 - across**2),
                90.0,
            )
        game = battle(placed, boxes=(TWO[0], TWO[0]), terrain=terrain)
        do(game, act.Activate, model="1.mortar")
        games.append(game)
    shot = Attacking(
        "",
        "1.mortar",
        "2.spitter",
        AttackPlan("ranged", "cannon", "cannon", origin="1.mortar", range=14),
    )
    better = [int(defense_receipt(game.state, shot).value) for game in games]
    assert better == [13 + (4 if what == "wall" else 2), 13], "the rules know the difference"
    must_be_alike(games[0], games[1], 1, tmp_path)


@pytest.mark.rule("WM-GEO-38")
def test_nor_how_far_two_enemies_are_or_which_is_nearer(tmp_path: Path) -> None:
    for far in (4.0, 9.0):
        games = []
        for off in (-NEARER, NEARER):
            x, y = apart(*PLACE, far, LARGE, LARGE)
            placed: dict[str, Any] = {
                "1.mortar": (x, y, 90.0, {"focus": 3}),
                "2.anvil": (PLACE[0], PLACE[1] + off, 270.0),
                "2.hound": (x, y - far - LARGE - MEDIUM, 270.0),
            }
            game = battle(placed, boxes=TWO)
            do(game, act.Activate, model="1.mortar")
            games.append(game)
        must_be_alike(games[0], games[1], 1, tmp_path)
        first, second = (
            [dict(a)["path"] for o in game.offers() if o.type == "run" for a in o.candidates()]
            for game in games
        )
        assert len(first) > 5 and difference(first, second) == "", (
            "who is nearer is not listed first"
        )


@pytest.mark.rule("WM-GEO-38")
@pytest.mark.rule("WM-FOC-04")
def test_the_enemys_control_area_is_not_told_either(tmp_path: Path) -> None:
    """The active player looks at the enemy's warcaster and its warjack, 12 inches apart."""
    games = []
    for off in (-NEARER, NEARER):
        x, y = apart(*PLACE, 12.0, SMALL, LARGE)
        placed: dict[str, Any] = {
            "1.mortar": (40.0, 10.0, 90.0),
            "2.marshal": (x, y, 90.0, {"focus": 3}),
            "2.anvil": (PLACE[0], PLACE[1] + off, 270.0),
        }
        games.append(battle(placed, boxes=TWO))
    must_be_alike(games[0], games[1], 1, tmp_path)


@pytest.mark.rule("WM-GEO-38")
def test_what_was_declared_is_measured_and_told(tmp_path: Path) -> None:
    """The harness sees: after the shot the two games tell different things, and so does a game in which measuring is free."""
    near, far = pair("1.mortar", 14.0, True)
    for game in (near, far):
        game.dice = ScriptedDice([[1, 1], [1], [1], [6, 6], [1, 1], [1]] * 2)
        do(game, act.Attack, model="1.mortar", weapon="cannon", target="2.anvil")
    assert not happened(near, events.OutOfRange) and happened(far, events.OutOfRange)
    with pytest.raises(AssertionError, match="tells a distance"):
        must_be_alike(near, far, 1, tmp_path)


@pytest.mark.rule("WM-RUL-07")
def test_where_measuring_is_free_all_may_be_measured(tmp_path: Path) -> None:
    near, _ = pair("1.mortar", 14.0, True, edition="measure=free")
    found = [line for line in typed(near, tmp_path) if line.startswith("Mortar to Anvil: ")]
    assert found and float(found[0].split()[3].rstrip('",')) == pytest.approx(13.996, abs=0.006)
    kept, _ = pair("1.mortar", 14.0, True)
    said = typed(kept, tmp_path)
    assert not any(line.startswith("Mortar to Anvil: ") for line in said)
    assert any("distances only after you declare" in line for line in said)


@pytest.mark.rule("WM-GEO-38")
def test_the_log_from_any_seat_tells_nothing_before_something_is_declared(tmp_path: Path) -> None:
    """A turn in which models turn, run beside each other and focus is divided; then the other player's begins."""
    games = pair("1.mortar", 8.0)
    for game in games:
        do(game, act.Advance, model="1.mortar", facing=60.0)
        do(game, act.Pass)
        do(game, act.Activate, model="1.marshal")
        do(game, act.Run, model="1.marshal", path=((2.0, 9.0),))
        while game.to_act == 1:
            do(game, act.Pass)
        assert any(
            "run" in line
            for line in game.rules.text.teller(game.start, 2).format_lines(game.logs[2])
        )
    for player in (1, 2):
        must_be_alike(games[0], games[1], player, tmp_path)


@pytest.mark.program("how something is told")
def test_what_cannot_be_measured_is_told_in_a_line(tmp_path: Path) -> None:
    plan = GamePlan(
        "battle",
        field(),
        (load_legal_force(TWO[0], 1), load_legal_force(TWO[1], 1)),
        ("Anna", "Ben"),
        1,
        {},
    )
    for game, rest, words in (
        (WARMACHINE.new_game(plan), "marshal to anvil", "no model is on the table yet"),
        (pair("1.mortar", 8.0)[0], "mortar", "expected two names"),
        (pair("1.mortar", 8.0)[0], "dragon to anvil", "unknown model"),
        (pair("1.mortar", 8.0)[0], "1,1 to anvil", "found coordinates 1,1"),
        (pair("1.mortar", 8.0)[0], "anvil to 3,3", "distances only after you declare"),
        (pair("1.mortar", 8.0)[0], "mortar to mortar", "distances only after you declare"),
    ):
        with pytest.raises(InputError, match=words):
            WARMACHINE.text.player_queries["measure"](game, rest)
    mine = WARMACHINE.text.player_queries["measure"](pair("1.mortar", 8.0)[0], "mortar to 22,20")
    assert "the straight path costs" in mine[0] and WARMACHINE.text.player_queries["measure"](
        pair("1.mortar", 8.0)[0], "mortar to 2,2"
    ) == ["Mortar to 2,2: too far even for a run"]
