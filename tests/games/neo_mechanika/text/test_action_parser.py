"""Whatever can be done can be typed: each action offered in a game is understood from its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from wc3d.cli.play.game_args import load_board
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.previews.action_words import describe_action
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.text.action_parser import parse_action
from wc3d.games.neo_mechanika.text.command_examples import example_actions
from wc3d.games.neo_mechanika.text.typed_names import (
    AmbiguousNameError,
    count_name_words,
    match_name,
)


def at(point: Sequence[float]) -> str:
    """A point as it is typed."""
    return ",".join(repr(float(n)) for n in point)


def put(places: dict[str, Any]) -> str:
    """Models and their places as they are typed."""
    return "".join(f" {id}@{at(p)}" for id, p in places.items())


def step(one: Any) -> str:
    """A step of a path as it is typed."""
    if isinstance(one, act.JumpStep):
        return f"jump:{at(one.jump)}"
    return f"ladder:{one.ladder}@{at(one.to)}" if isinstance(one, act.LadderStep) else at(one)


def deploy(a: Any) -> str:
    """A deployment as it is typed."""
    first, *others = a.places
    joined = "".join(f" with {id}" for id in a.attachments) + (
        f" through {a.gate}" if a.gate else ""
    )
    return (
        f"deploy {a.unit}{joined} {at(a.places[first])}{put({id: a.places[id] for id in others})}"
    )


TYPED: dict[str, Callable[[Any], str]] = {
    "pass": lambda a: "pass",
    "choose": lambda a: f"choose {a.option}",
    "charge": lambda a: f"charge {a.on}",
    "clear": lambda a: "clear " + " ".join(f"{id} {arc}" for id, arc in a.arc.items()),
    "activate": lambda a: f"activate {a.unit}",
    "recall": lambda a: f"recall {a.unit}",
    "discard": lambda a: f"discard {a.card}",
    "attack": lambda a: f"attack {a.model} {a.weapon} {a.target} {a.mode}",
    "use": lambda a: f"use {a.ability} {a.model} {a.target}",
    "play": lambda a: f"play {a.card} {a.on}" + (f" through {a.channel}" if a.channel else ""),
    "place": lambda a: f"place {a.model} {at(a.at)}",
    "place_gate": lambda a: f"gate {at(a.at)} {a.arc}" + (f" by {a.nominee}" if a.nominee else ""),
    "deploy": deploy,
    "advance": lambda a: (
        f"advance {a.model} {' '.join(map(step, a.path)) if a.path or a.others else 'stay'}{put(a.others)}"
    ),
}


@pytest.mark.slow
def test_what_is_offered_can_be_typed_and_is_described() -> None:
    forces = (
        sample_force("iron_star_alliance_skirmish"),
        sample_force("aeternus_continuum_skirmish"),
    )
    kinds: Counter[str] = Counter()
    for seed in range(3):
        game = new_game(load_board("watchtowers"), forces, "chaos_theory", seed=seed)
        players = {p: ApproachingRandomPlayer(f"{seed}/{p}") for p in (1, 2)}
        while game.to_act is not None:
            chosen = players[game.to_act].choose(game.view(game.to_act))
            for action in (*(a for o in game.offers() for a in example_actions(o, 2)), chosen):
                assert parse_action(game, TYPED[action.type](action)) == action
                assert describe_action(game.state, action)
                kinds[action.type] += 1
            game.apply(chosen)
    assert set(kinds) >= {
        "attack",
        "advance",
        "deploy",
        "play",
        "place_gate",
        "charge",
        "clear",
        "recall",
        "discard",
        "use",
    }


def test_short_names() -> None:
    known = {
        "1.dusk_wolf.1": "Dusk Wolf 1",
        "1.dusk_wolf.2": "Dusk Wolf 2",
        "1.fang.1": "Artemis Fang",
        "1.art.1": "Art",
    }
    assert match_name("wolf_2", known, "unit") == "1.dusk_wolf.2"
    assert match_name("d w 1", known, "unit") == "1.dusk_wolf.1"
    assert (
        match_name("ART", known, "unit") == "1.art.1"
    )  # the whole name comes before the beginning of one
    assert match_name("arte", known, "unit") == "1.fang.1"
    assert match_name("1.fang.1", known, "unit") == "1.fang.1"
    assert match_name("B2", known, "unit", {"1.fang.1": "B2"}) == "1.fang.1"
    with pytest.raises(AmbiguousNameError, match="'wolf' is ambiguous: Dusk Wolf 1 or Dusk Wolf 2"):
        match_name("wolf", known, "unit")
    for nothing in ("cat", "", "@", "?"):
        with pytest.raises(InputError, match="there is no unit"):
            match_name(nothing, known, "unit")


def test_names_of_several_words_are_typed_as_they_are_read() -> None:
    forces = (sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish"))
    game = new_game(load_board("crossroads"), forces, "chaos_theory", seed=3)
    for option in ("first", "south"):
        game.apply(act.Choose(player=game.to_act or 0, option=option))
    for typed, unit in (
        ("deploy dusk wolf 2 15,26", "1.dusk_wolf.2"),
        ("deploy wolf2 15,26", "1.dusk_wolf.2"),
        ("deploy fire team 15,26", "1.ranger_fire_team.1"),
        ("deploy Ranger Fire Team 15 26", "1.ranger_fire_team.1"),
    ):
        action = parse_action(game, typed)
        assert isinstance(action, act.Deploy) and action.unit == unit
        assert next(iter(action.places.values())) == (15.0, 26.0)
        game.check(action)


def test_a_name_ends_where_the_next_word_begins() -> None:
    known = {"1.dusk_wolf.1": "Dusk Wolf 1", "1.dusk_wolf.2": "Dusk Wolf 2"}
    for words, count in (
        (["dusk", "wolf", "1", "rail", "gun"], 3),
        (["wolf", "1", "1"], 2),  # the second number is not of the name
        (["wolf", "at", "2"], 1),
        (["1.dusk_wolf.1", "2"], 1),
        (["A", "1"], 1),
        (["cat", "wolf"], 1),
    ):
        assert count_name_words(words, known, {"1.dusk_wolf.1": "A"}) == count, words


def test_a_squad_without_room_is_refused_for_its_leader_s_place() -> None:
    forces = (sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish"))
    game = new_game(load_board("crossroads"), forces, "chaos_theory", seed=3)
    for option in ("first", "south"):
        game.apply(act.Choose(player=game.to_act or 0, option=option))
    action = parse_action(game, "deploy fire team 15,4")
    assert action is not None and game.check(action).code == "too_far"


def test_what_both_sides_have_is_told_and_typed_with_its_owner() -> None:
    forces = (sample_force("marcher_worlds_skirmish"), sample_force("marcher_worlds_skirmish"))
    game = new_game(load_board("crossroads"), forces, "chaos_theory", seed=3, names=("Anna", "Ben"))
    for option in ("first", "south"):
        game.apply(act.Choose(player=game.to_act or 0, option=option))
    mine, theirs = ("Anna", "Ben") if game.to_act == 1 else ("Ben", "Anna")
    for typed in ("dusk wolf 2", f"{mine}'s dusk wolf 2"):
        action = parse_action(game, f"deploy {typed} 15,26")
        assert isinstance(action, act.Deploy) and action.unit == f"{game.to_act}.dusk_wolf.2"
    other = parse_action(game, f"deploy {theirs}'s dusk wolf 2 15,26")
    assert other is not None and game.check(other).code == "not_yours"
    with pytest.raises(
        InputError, match=rf"'wolf' is ambiguous: {mine}'s Dusk Wolf 1 or {mine}'s Dusk Wolf 2\?"
    ):
        parse_action(game, "deploy wolf 15,26")


@pytest.mark.parametrize("place", ["3,3", "-3,3", "3.0,3,3", "void gate 3,3"])
def test_a_place_is_not_read_as_a_name_with_these_digits(place: str) -> None:
    with pytest.raises(
        InputError, match=r"expected a name \(target\), found coordinates [-.,\d]*3,3"
    ):
        match_name(place, {"2.gate.3": "Void Gate 3"}, "target")
