"""Every game hides what a player does not know: from the player's view, and from everything that is told and shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conformance.games import (
    PLAYERS,
    VIEWERS,
    Case,
    Played,
    Twins,
    ids_of,
    listed,
    played_alike,
)
from wc3d.animation.steps import make_steps
from wc3d.engine.actions import Action
from wc3d.engine.game import Game


@pytest.fixture(params=PLAYERS)
def player(request: pytest.FixtureRequest) -> int:
    """Who does not know."""
    number: int = request.param
    return number


@pytest.fixture
def twins(case: Case, player: int) -> Twins:
    """Two games that are not the same, but as far as the player knows."""
    one, other = played_alike(case.id, player)
    assert one.digest() != other.digest()
    return one, other


def _told(game: Game, player: int) -> list[str]:
    teller = game.rules.text.teller(game.start, player)
    return [*teller.format_lines(game.log), *teller.format_rest()]


def _listed(game: Game, player: int) -> list[Action]:
    view = game.view(player)
    return list(listed(game.rules, view.state, 5)) if view.to_act == player else []


def _cards(game: Game, player: int) -> list[Any]:
    seen = game.view(player).state
    return [game.rules.display.sheet(seen, id) for id in sorted(ids_of(game.rules, seen))]


SHOWN: dict[str, Callable[[Game, int], Any]] = {
    "state": lambda game, player: game.rules.play.digest(game.view(player).state),
    "log": lambda game, player: game.view(player).log,
    "told": _told,
    "offers": lambda game, player: [(offer.type, offer.text) for offer in game.view(player).offers],
    "listed": _listed,
    "standings": lambda game, player: game.rules.text.standings(game.view(player).state),
    "scoreboard": lambda game, player: game.rules.text.scoreboard(
        game.view(player).state, game.view(player).log
    ),
    "position": lambda game, player: game.rules.text.describe_position(game.view(player).state),
    "labels": lambda game, player: game.rules.display.labels(game.state),
    "rosters": lambda game, player: [
        game.rules.display.roster(game.view(player).state, p) for p in PLAYERS
    ],
    "cards": _cards,
    "bar": lambda game, player: game.rules.display.turn_bar(game.view(player).state),
    "score": lambda game, player: game.rules.display.score(
        game.view(player).state, game.view(player).log
    ),
    "worth": lambda game, player: game.rules.search.evaluate(game.view(player).state, player),
}
"""What a player is told and shown of a game."""


@pytest.mark.parametrize("part", SHOWN)
def test_what_differs_only_in_what_is_hidden_looks_the_same(
    twins: Twins, player: int, part: str
) -> None:
    one, other = twins
    assert SHOWN[part](one, player) == SHOWN[part](other, player)


@pytest.mark.parametrize("part", ["state", "log", "told"])
def test_what_is_hidden_is_known_to_its_owner(twins: Twins, player: int, part: str) -> None:
    """Else the test above would show nothing."""
    one, other = twins
    assert SHOWN[part](one, 3 - player) != SHOWN[part](other, 3 - player)


def test_a_spectator_knows_what_both_know(played: Played) -> None:
    digest = played.rules.play.digest
    seen = played.rules.play.seen_by
    for state in played.some:
        for player in PLAYERS:
            assert digest(seen(seen(state, player), None)) == digest(seen(state, None))


def test_a_view_of_a_view_is_the_view(played: Played) -> None:
    digest = played.rules.play.digest
    seen = played.rules.play.seen_by
    for state in played.some:
        for viewer in VIEWERS:
            assert digest(seen(seen(state, viewer), viewer)) == digest(seen(state, viewer))
    for _, event in played.events():
        for viewer in VIEWERS:
            assert event.seen_by(viewer).seen_by(viewer) == event.seen_by(viewer)


def test_asking_hides_nothing_from_who_is_asked(played: Played) -> None:
    for state in played.some[:-1]:
        mover = played.rules.play.to_act(state)
        assert mover and isinstance(played.rules.queries.asks_in_private(state, mover), bool)
        seen = played.rules.play.seen_by(state, mover)
        assert played.rules.queries.asks_in_private(
            seen, mover
        ) == played.rules.queries.asks_in_private(state, mover)
        assert played.rules.text.describe_question(seen) == played.rules.text.describe_question(
            state
        )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_a_player_hears_leads_from_what_the_player_knew(
    played: Played, viewer: int | None
) -> None:
    """A window at a host shows each action so: it has no other states than those of its player."""
    play = played.rules.play
    for turn in played.game.turns:
        before = play.seen_by(turn.state_before, viewer)
        heard = [event.seen_by(viewer) for event in turn.events]
        make_steps(played.rules, before, heard, viewer=viewer)
