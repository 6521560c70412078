"""Every game hides what a player does not know: from the player's view, and from everything that is told and shown."""
from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.games import VIEWERS, Case, Played, Twins, ids_of, listed, played_alike
from wc3d.engine.actions import Event
from wc3d.engine.game import Game
from wc3d.engine.ruleset import PLAYERS


@pytest.fixture(params=PLAYERS)
def player(request: pytest.FixtureRequest) -> int:
    """Who does not know."""
    number: int = request.param
    return number


@pytest.fixture
def twins(case: Case, player: int) -> Twins:
    """Two games that are not the same, but as far as the player knows."""
    one, other = played_alike(case, player)
    assert one.digest() != other.digest()
    return one, other


def shown(game: Game, case: Case, player: int) -> dict[str, Any]:
    """Everything that a player is told and shown of a game."""
    rules, view = case.rules, game.view(player)
    teller = rules.teller(game.start, player)
    return {
        "state": rules.digest(view.state),
        "log": view.log,
        "told": [*teller.tell(game.log), *teller.rest()],
        "told of a view": told(rules.teller(rules.seen_by(game.start, player), player), view.log),
        "offers": [(offer.type, offer.text) for offer in view.offers],
        "listed": list(listed(rules, view.state, 5)) if view.to_act == player else [],
        "labels": rules.labels(game.state, player),
        "rosters": [rules.roster(view.state, p) for p in PLAYERS],
        "sheets": [rules.sheet(view.state, id) for id in sorted(ids_of(rules, view.state))],
        "standings": rules.standings(view.state),
        "bar": rules.turn_bar(view.state),
        "score": rules.score(view.state, view.log),
        "worth": rules.evaluate(view.state, player),
    }


def told(teller: Any, log: tuple[Event, ...]) -> list[str]:
    """All lines of a teller."""
    return [*teller.tell(log), *teller.rest()]


def test_what_differs_only_in_what_is_hidden_looks_the_same(case: Case, twins: Twins, player: int) -> None:
    one, other = (shown(game, case, player) for game in twins)
    for part in one:
        assert one[part] == other[part], part


def test_what_is_hidden_is_known_to_its_owner(case: Case, twins: Twins, player: int) -> None:
    """Else the test above would show nothing."""
    one, other = (shown(game, case, 3 - player) for game in twins)
    assert one["state"] != other["state"] and one["log"] != other["log"]


def test_a_spectator_knows_what_both_know(played: Played) -> None:
    digest, seen = played.rules.digest, played.rules.seen_by
    for state in played.some:
        for player in PLAYERS:
            assert digest(seen(seen(state, player), None)) == digest(seen(state, None))


def test_a_view_of_a_view_is_the_view(played: Played) -> None:
    digest, seen = played.rules.digest, played.rules.seen_by
    for state in played.some:
        for viewer in VIEWERS:
            assert digest(seen(seen(state, viewer), viewer)) == digest(seen(state, viewer))
    for _, event in played.events():
        for viewer in VIEWERS:
            assert event.seen_by(viewer).seen_by(viewer) == event.seen_by(viewer)


def test_what_a_player_saw_happen_leads_to_what_the_player_sees(played: Played) -> None:
    """A view can be followed by its own log: the table stands alike."""
    for viewer in VIEWERS:
        state = played.rules.seen_by(played.game.start, viewer)
        for event in played.game.view(viewer).log:
            state = event.evolve(state)
        table, true = played.rules.table(state), played.rules.table(played.game.state)
        assert {body.id: body.at for body in table.bodies} == {body.id: body.at for body in true.bodies}


def test_asking_hides_nothing_from_who_is_asked(played: Played) -> None:
    for state in played.some[:-1]:
        mover = played.rules.to_act(state)
        assert mover and isinstance(played.rules.asks_in_private(state, mover), bool)
        seen = played.rules.seen_by(state, mover)
        assert played.rules.asks_in_private(seen, mover) == played.rules.asks_in_private(state, mover)
        assert played.rules.describe_question(seen) == played.rules.describe_question(state)
