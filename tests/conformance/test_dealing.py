"""What a player does not know can be dealt: whole states that may be the true one, as likely as each other, and playable."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.games import (
    PLAYERS,
    VIEWERS,
    Case,
    Played,
    listed,
    play_at_random,
    played_alike,
)
from wc3d.bots import bot_seed, bots_of
from wc3d.engine.dice import RecordedDice, SeededDice
from wc3d.engine.game import Game, View

DEALT = 4
"""States dealt of each view."""


def views(played: Played, viewer: int | None) -> Iterator[tuple[Any, View]]:
    """States of a game with what a viewer knows there: the state and the log up to it."""
    rules = played.rules
    log = [e.seen_by(viewer) for e in played.game.opening[1]]
    some = {id(state) for state in played.some}
    for turn in played.game.turns:
        if id(turn.state_before) in some:
            asked = rules.play.to_act(turn.state_before)
            offers = (
                rules.play.offers(rules.play.seen_by(turn.state_before, viewer), viewer)
                if viewer is not None and viewer == asked
                else ()
            )
            yield (
                turn.state_before,
                View(
                    rules,
                    viewer,
                    rules.play.seen_by(turn.state_before, viewer),
                    asked,
                    offers,
                    tuple(log),
                ),
            )
        log += [e.seen_by(viewer) for e in turn.events]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_dealt_state_is_seen_as_the_true_one_is(played: Played, viewer: int | None) -> None:
    digest = played.rules.play.digest
    seen = played.rules.play.seen_by
    rng = random.Random(1)
    checked = 0
    for state, view in views(played, viewer):
        for _ in range(DEALT):
            dealt = played.rules.play.determinize(view, rng)
            assert digest(seen(dealt, viewer)) == digest(view.state) == digest(seen(state, viewer))
            assert digest(seen(seen(dealt, None), None)) == digest(seen(state, None))
            checked += 1
    assert checked > DEALT * 5


@pytest.mark.parametrize("viewer", PLAYERS)
def test_a_dealt_state_asks_the_same_of_its_viewer(played: Played, viewer: int) -> None:
    for state, view in views(played, viewer):
        dealt = played.rules.play.determinize(view, random.Random(2))
        if view.to_act == viewer:
            assert list(listed(played.rules, dealt, 5)) == list(listed(played.rules, state, 5))
            assert all(
                played.rules.play.check(dealt, action)
                for action in listed(played.rules, view.state, 5)
            )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_dealt_state_is_played_to_its_end(played: Played, viewer: int | None) -> None:
    """Nothing hidden is left in it that the rules would stumble over: not when cards are drawn, nor when hands are shown."""
    for number, (_, view) in enumerate(views(played, viewer)):
        game = Game(
            played.rules,
            played.rules.play.determinize(view, random.Random(number)),
            SeededDice(number),
            {},
        )
        assert play_at_random(game, number, 40 if number % 8 else 3000).turns


def test_the_same_chance_deals_the_same(played: Played) -> None:
    for _, view in views(played, 1):
        one, other = (
            played.rules.play.digest(played.rules.play.determinize(view, random.Random(5)))
            for _ in range(2)
        )
        assert one == other


@pytest.mark.parametrize("viewer", PLAYERS)
def test_the_true_state_and_others_are_dealt(case: Case, viewer: int) -> None:
    """Two games that the viewer cannot tell apart: both are dealt of the same views, or neither where there are too many."""
    one, other = played_alike(case.id, viewer)
    rng = random.Random(3)
    digest = case.rules.play.digest
    dealt = [
        {digest(case.rules.play.determinize(game.view(viewer), rng)) for _ in range(20)}
        for game in (one, other)
    ]
    assert min(map(len, dealt)) > 1, "always the same is dealt"
    again = [
        digest(case.rules.play.determinize(game.view(viewer), random.Random(4)))
        for game in (one, other)
    ]
    assert again[0] == again[1], "what is dealt depends on what the viewer does not know"


# What bots know


def again(case: Case, game: Game, actions: int, seed: str = "") -> Game:
    """The first so many actions of a game, to be gone on with by dice of that seed."""
    made = Game(case.rules, game.start, RecordedDice(game.opening[0]), {})
    for turn in game.turns[:actions]:
        made.apply(turn.action, RecordedDice(turn.drawn))
    made.dice = SeededDice(seed)
    return made


@pytest.mark.parametrize("viewer", PLAYERS)
def test_bots_choose_the_same_whatever_is_hidden_and_whatever_dice_will_come(
    case: Case, viewer: int
) -> None:
    one, other = played_alike(case.id, viewer)
    asked = [
        k
        for k, turn in enumerate(one.turns)
        if case.rules.play.to_act(turn.state_before) == viewer and turn.state_before.drawn
    ]
    for actions in asked[-1::-5][:4]:
        games = (
            again(case, one, actions, "x"),
            again(case, one, actions, "y"),
            again(case, other, actions, "z"),
        )
        for make in bots_of(case.rules).values():
            first, *rest = (make(bot_seed("s", viewer)).choose(game.view(viewer)) for game in games)
            assert rest == [first, first]
    assert asked
