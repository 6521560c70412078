"""Every game can be shown: each state and event as labels, lists, cards and pictures, which name only what there is."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

from tests.conformance.games import PLAYERS, VIEWERS, Played, ids_of, listed
from wc3d.presentation.preview import Preview


def seen(played: Played) -> list[tuple[Any, int | None]]:
    """Some states as everyone sees them."""
    return [
        (played.rules.play.seen_by(state, viewer), viewer)
        for state in played.some
        for viewer in VIEWERS
    ]


def test_labels_stand_over_models(played: Played) -> None:
    for state, _ in seen(played):
        bodies = {body.id: body for body in played.rules.queries.table(state).bodies}
        labels = played.rules.display.labels(state)
        assert len({label.id for label in labels}) == len(labels)
        for label in labels:
            assert label.foot == bodies[label.id].at and label.at[2] > label.foot[2]
            assert label.name and 0 <= label.health <= label.boxes and label.points >= 0
            assert label.livery.side == played.rules.queries.owner(state, label.id)
            assert (
                label.id in played.rules.queries.group(state, label.group)
                or label.group == label.id
            )


def test_everything_dressed_stands_on_the_table(played: Played) -> None:
    for state, _ in seen(played):
        bodies = {body.id for body in played.rules.queries.table(state).bodies}
        assert bodies <= set(
            played.rules.display.liveries(state)
        ) or not played.rules.display.liveries(state)
        assert set(played.rules.display.facings(state)) <= set(played.rules.display.liveries(state))
        one, other = played.rules.display.side_colors(state)
        assert one != other and all(0 <= part <= 255 for part in (*one, *other))


def test_marks_lie_on_the_table(played: Played) -> None:
    for state, _ in seen(played):
        width, depth = played.rules.queries.table(state).size
        for marker in played.rules.display.markers(state):
            assert marker.id and marker.name and marker.owner in (0, *PLAYERS)
            assert 0 <= marker.foot[0] <= width and 0 <= marker.foot[1] <= depth


def test_edges_zones_and_questions_lie_on_the_table(played: Played) -> None:
    rules = played.rules
    for state, _ in seen(played):
        table = rules.queries.table(state)
        for edge in rules.display.edges(state):
            assert edge.player in PLAYERS
        for player in PLAYERS:
            for zone in rules.display.zones(state, player):
                assert zone.player == player
                assert all(
                    0 <= low < high <= size
                    for low, high, size in zip(zone.low, zone.high, table.size, strict=True)
                )
        asked_at = rules.queries.question_anchor(state)
        assert asked_at is None or asked_at in {body.id for body in table.bodies}
        for id in (body.id for body in table.bodies):
            assert "\n" not in rules.text.name_in_group(state, id)
    for mission in rules.setup.missions():
        for name, place, radius in rules.display.objectives(
            mission.id, rules.queries.table(played.states[0])
        ):
            assert name and len(place) == 3 and radius >= 0


def test_a_state_can_be_sent_to_another_process(played: Played) -> None:
    """Bots think there."""
    sent: dict[int, Any] = {}  # what stays the same for a whole game is sent once
    for state, _ in seen(played):
        changing, lasting = played.rules.play.split_state(state)
        if id(lasting) not in sent:
            sent[id(lasting)] = pickle.loads(pickle.dumps(lasting))
        again = played.rules.play.join_state(
            pickle.loads(pickle.dumps(changing)), sent[id(lasting)]
        )
        assert played.rules.play.digest(again) == played.rules.play.digest(state)
        assert played.rules.play.to_act(again) == played.rules.play.to_act(state)
    assert pickle.loads(pickle.dumps(played.rules)) is played.rules


def test_an_action_can_be_aimed_elsewhere(played: Played) -> None:
    rules = played.rules
    for state in played.some:
        bodies = {body.id for body in rules.queries.table(state).bodies}
        for action in listed(rules, state, 5):
            target = rules.queries.action_target(action)
            if target in bodies:
                aimed = rules.search.with_target(state, action, target)
                assert rules.queries.action_target(aimed) == target and rules.play.check(
                    state, aimed
                )


def test_every_player_has_a_list(played: Played) -> None:
    for state, _ in seen(played):
        for player in PLAYERS:
            roster = played.rules.display.roster(state, player)
            assert roster.player == player and len({row.id for row in roster.rows}) == len(
                roster.rows
            )
            for row in roster.rows:
                assert row.name and (row.health_share is None or 0 <= row.health_share <= 1)
                assert played.rules.queries.owner(state, row.id) in (0, player)


def test_whatever_is_listed_or_stands_there_has_a_card(played: Played) -> None:
    for state, _ in seen(played)[::4]:
        rules = played.rules
        known = {body.id for body in rules.queries.table(state).bodies} | {
            row.id for p in PLAYERS for row in rules.display.roster(state, p).rows
        }
        for id in known:
            sheet = rules.display.sheet(state, id)
            assert sheet is not None and sheet.id and sheet.title, id
            assert all(
                section.title and all(row.words for row in section.rows)
                for section in sheet.sections
            )
        for id in ("no such thing", "", *ids_of(rules, state)):
            assert rules.display.sheet(state, id) is None or id


def test_the_bar_and_the_score_are_shown_at_any_time(played: Played) -> None:
    for state, viewer in seen(played):
        bar = played.rules.display.turn_bar(state)
        assert bar.heading and bar.active in (0, *PLAYERS) and 0 <= bar.step <= len(bar.steps)
        score = played.rules.display.score(state, played.game.view(viewer).log)
        assert score is None or all(len(row) == len(score.heads) for row in score.rows)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_event_looks_like_something(played: Played, viewer: int | None) -> None:
    rules = played.rules
    for state, event in played.events():
        bodies = {body.id for body in rules.queries.table(state).bodies} | {
            body.id for body in rules.queries.table(event.evolve(state)).bodies
        }
        happening = rules.display.happening(
            rules.play.seen_by(state, viewer), event.seen_by(viewer)
        )
        assert set(happening.tracks) <= bodies and set(happening.hurt_models) <= bodies | set(
            rules.display.liveries(state)
        )
        assert all(len(track) >= 1 for track in happening.tracks.values())
        assert all(math.isfinite(number) for point in happening.places for number in point)
        if happening.roll is not None:
            assert happening.roll.player in PLAYERS and happening.roll.why
            assert all(name and faces for name, faces in happening.roll.dice)


def test_rolls_are_shown(played: Played) -> None:
    """Each action whose dice were rolled shows them."""
    rolls = [turn for turn in played.game.turns if turn.drawn.rolls]
    shown = sum(
        played.rules.display.happening(state, event).roll is not None
        for state, event in played.events()
    )
    assert not rolls or shown


def test_every_action_can_be_previewed(played: Played) -> None:
    rules = played.rules
    for state in played.some:
        player = rules.play.to_act(state)
        view = rules.play.seen_by(state, player)
        digest = rules.play.digest(view)
        tried = (
            action
            for id in ids_of(rules, view)
            for _, action in rules.search.suggest_actions(view, player or 1, id)
        )
        for action in (*listed(rules, view, 4), *tried):
            preview = rules.display.preview(view, action)
            legal = bool(rules.play.check(view, action))
            assert preview is None or isinstance(preview, Preview)
            if preview is not None:
                assert preview.kind and preview.legal in (None, legal)
                assert preview.action is None or legal
                assert set(preview.marks.roles) <= {
                    body.id for body in rules.queries.table(view).bodies
                }
            chances = rules.search.chances(view, action)
            assert chances is None or (0 <= chances.hit <= 1 and 0 <= chances.destroy <= 1), (
                "a blast may destroy where it misses"
            )
        assert rules.play.digest(view) == digest


def test_a_model_put_down_asks_for_something_that_is_offered(played: Played) -> None:
    rules = played.rules
    for state in played.some[:-1]:
        player = rules.play.to_act(state)
        assert player
        view = rules.play.seen_by(state, player)
        offered = {offer.type for offer in rules.play.offers(view, player)}
        for body in rules.queries.table(view).bodies:
            x, y, _ = body.at
            for at in ((x, y), (x + 1, y + 1), (-5.0, 900.0)):
                action = rules.search.placement_action(view, player, body.id, at)
                assert (
                    action is None
                    or (action.type in offered and action.player == player)
                    or not rules.play.check(view, action)
                )
        assert rules.search.placement_action(view, player, "no such thing", (3.0, 3.0)) is None


def test_what_one_would_try_is_answered(played: Played) -> None:
    rules = played.rules
    for state in played.some:
        for player in PLAYERS:
            view = rules.play.seen_by(state, player)
            for id in ids_of(rules, view):
                for words, action in rules.search.suggest_actions(view, player, id):
                    assert words and action.player == player
                    assert rules.play.check(view, action) or rules.play.check(view, action).text


def test_passing_and_conceding_are_actions(played: Played) -> None:
    rules = played.rules
    for player in PLAYERS:
        for action in (rules.search.pass_action(player), rules.search.concede_action(player)):
            assert action is None or action.player == player
    conceding = rules.search.concede_action(1)
    assert conceding is None or rules.play.check(played.states[0], conceding)


def test_every_state_has_a_worth(played: Played) -> None:
    """Finite, and what is good for one is bad for the other."""
    rules = played.rules
    for state in (played.game.start, *played.states):
        one, other = (
            rules.search.evaluate(rules.play.seen_by(state, player), player) for player in PLAYERS
        )
        assert math.isfinite(one) and math.isfinite(other)
        assert not (one > 1e-6 and other > 1e-6 and min(one, other) > 0.5 * max(one, other)), (
            one,
            other,
        )
    winner = rules.setup.outcome(played.game).winner
    if winner:
        assert rules.search.evaluate(played.game.state, winner) >= rules.search.evaluate(
            played.game.state, 3 - winner
        )


def test_showing_changes_nothing(played: Played) -> None:
    """A state's hash is the same after everything above was asked of it; so is its table."""
    rules = played.rules
    for state in played.some:
        digest = rules.play.digest(state)
        bodies = rules.queries.table(state).bodies
        for player in PLAYERS:
            rules.display.labels(state)
            rules.display.roster(state, player)
            for id in ids_of(rules, state):
                rules.display.sheet(state, id)
        rules.display.turn_bar(state)
        rules.display.score(state, played.game.log)
        assert (rules.play.digest(state), rules.queries.table(state).bodies) == (digest, bodies)
