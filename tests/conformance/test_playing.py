"""Every game can be played by anyone who knows only the engine: what is offered is allowed, what is refused changes nothing."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from tests.conformance.games import PLAYERS, VIEWERS, Case, Played, listed, play_at_random
from wc3d.bots.match import bots_of, play_out
from wc3d.engine.actions import RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.engine.replay import action_data


def test_a_game_at_random_comes_to_its_end(played: Played) -> None:
    assert played.game.over and played.game.turns
    assert played.game.offers() == ()
    assert all(played.rules.play.to_act(state) in PLAYERS for state in played.states[:-1])


def test_the_same_seeds_play_the_same_game(case: Case) -> None:
    one = play_at_random(case.new(7), 7, 25)
    other = play_at_random(case.new(7), 7, 25)
    assert [turn.action for turn in one.turns] == [turn.action for turn in other.turns]
    assert one.log == other.log and one.digest() == other.digest()
    assert play_at_random(case.new(8), 8, 25).log != one.log


def test_whatever_is_offered_is_allowed(played: Played) -> None:
    for state in played.some[:-1]:
        mover = played.rules.play.to_act(state)
        assert mover
        rng = random.Random(1)
        found = 0
        for offer in played.rules.play.offers(state, mover):
            assert offer.player == mover and offer.type and offer.text
            sampled = [action for _ in range(3) if (action := offer.sample(rng)) is not None]
            candidates = [action for action, _ in zip(offer.candidates(), range(10), strict=False)]
            for action in (*sampled, *candidates):
                assert (action.type, action.player) == (offer.type, mover)
                assert offer.check(action) and played.rules.play.check(state, action), action
            found += len(sampled) + len(candidates)
        assert found, f"nothing can be done at {find_open_question(state)}"


def test_only_the_one_who_is_asked_is_offered_anything(played: Played) -> None:
    for state in played.some:
        mover = played.rules.play.to_act(state)
        assert not any(
            played.rules.play.offers(state, player) for player in PLAYERS if player != mover
        )


def test_what_a_player_is_offered_rests_on_what_the_player_knows(played: Played) -> None:
    """Candidates and samples of the state as it is seen are allowed in the true state."""
    for state in played.some[:-1]:
        mover = played.rules.play.to_act(state)
        assert mover
        seen = played.rules.play.seen_by(state, mover)
        assert played.rules.play.to_act(seen) == mover
        assert [o.type for o in played.rules.play.offers(seen, mover)] == [
            o.type for o in played.rules.play.offers(state, mover)
        ]
        for action in listed(played.rules, seen, 5):
            assert played.rules.play.check(state, action), action


def test_what_is_refused_has_a_code_and_a_sentence_and_changes_nothing(
    played: Played, case: Case
) -> None:
    game = play_at_random(case.new(3), 3, 12)
    refused = 0
    for action in played.actions:
        if verdict := game.check(action):
            continue
        before = (game.state, game.digest(), game.log, len(game.record), len(game.turns))
        assert verdict.code not in ("", "legal") and verdict.text, action
        assert case.rules.text.describe_refusal(game.state, verdict)
        with pytest.raises(RefusedError) as error:
            game.apply(action)
        assert error.value.verdict == verdict
        assert (
            game.state is before[0]
            and (game.digest(), game.log, len(game.record), len(game.turns)) == before[1:]
        )
        refused += 1
    assert refused


def test_nothing_can_be_done_when_the_game_is_over(played: Played) -> None:
    for action in played.actions:
        verdict = played.game.check(action)
        assert not verdict and verdict.code and verdict.text


def test_no_action_whatever_breaks_the_rules(played: Played) -> None:
    """Each action of the game, asked at each kind of question and by each player, is answered."""
    for state in played.some:
        for action in played.actions[:: max(1, len(played.actions) // 40)]:
            for player in PLAYERS:
                verdict = played.rules.play.check(
                    state, action.model_copy(update={"player": player})
                )
                assert verdict or (verdict.code and verdict.text)


def test_every_action_has_a_json_form(played: Played) -> None:
    for action in played.actions:
        text = json.dumps(action_data(action), allow_nan=False)
        again = played.rules.play.read_action(json.loads(text))
        assert again == action and type(again) is type(action)


GARBAGE: tuple[Any, ...] = (
    {},
    {"type": "no such thing", "player": 1},
    {"player": 1},
    {"type": None},
    {"type": []},
    [],
    7,
    "move",
    None,
)


def test_what_is_no_action_cannot_be_read(played: Played) -> None:
    kinds = {action.type: action_data(action) for action in played.actions}
    spoiled = (
        {**data, **more}
        for data in kinds.values()
        for more in ({"player": "1"}, {"player": None}, {"no such part": 1})
    )
    for data in (*GARBAGE, *spoiled):
        with pytest.raises(RefusedError) as error:
            played.rules.play.read_action(data)
        assert error.value.verdict.code and error.value.verdict.text


def test_an_action_with_a_part_that_makes_no_sense_is_answered(played: Played) -> None:
    kinds = {action.type: action_data(action) for action in played.actions}
    nonsense: tuple[Any, ...] = ([], "", -1, 1e300)
    for data in [
        {**kind, part: value} for kind in kinds.values() for part in kind for value in nonsense
    ]:
        try:
            action = played.rules.play.read_action(data)
        except RefusedError as error:
            assert error.verdict.text
        else:
            assert all(
                verdict or verdict.text
                for verdict in (played.rules.play.check(state, action) for state in played.some)
            )


def test_states_are_values(played: Played) -> None:
    for state in played.some:
        assert dataclasses.is_dataclass(state) and not isinstance(state, type)
        name = dataclasses.fields(state)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(state, name, None)


def test_events_are_values_and_lead_from_state_to_state(played: Played) -> None:
    for state, event in played.events():
        before = played.rules.play.digest(state)
        event.evolve(state)
        assert played.rules.play.digest(state) == before
        hash(event), hash(event.seen_by(1))
    game = played.game
    assert game.log == (*game.opening[1], *(event for turn in game.turns for event in turn.events))
    for viewer in VIEWERS:
        assert game.view(viewer).log == tuple(event.seen_by(viewer) for event in game.log)


def test_every_bot_of_the_game_plays_it(case: Case) -> None:
    bots = bots_of(case.rules)
    assert "random" in bots
    for made in bots.values():
        game = case.new(6)
        assert (
            play_out(game, {player: made(f"{player}") for player in PLAYERS}, limit=8) == 8
            or game.over
        )
        again = case.new(6)
        play_out(again, {player: made(f"{player}") for player in PLAYERS}, limit=8)
        assert again.digest() == game.digest()


def test_what_can_be_undone_can_be_done_again(case: Case) -> None:
    game = case.new(5)
    undone = 0
    for _ in range(60):
        game = play_at_random(game, len(game.record), 1)
        count = game.undoable()
        if game.over or not count:
            continue
        digest = game.digest()
        log = game.log
        actions = [turn.action for turn in game.turns[-count:]]
        before = game.turns[-count].state_before
        game.undo(count)
        assert game.digest() == case.rules.play.digest(before)
        for action in actions:
            game.apply(action)
        assert (game.digest(), game.log) == (digest, log)
        undone += 1
    assert undone


def test_nothing_is_undone_once_dice_were_rolled(played: Played) -> None:
    assert any(turn.drawn.rolls for turn in played.game.turns)
    for turn in played.game.turns:
        assert turn.is_final or not turn.drawn.rolls


def test_a_game_ends_the_same_way_however_it_is_asked(played: Played) -> None:
    outcome = played.rules.setup.outcome(played.game)
    assert outcome.winner in (0, *PLAYERS) and outcome.first in PLAYERS
    assert outcome.ended and outcome.rounds >= 0 and min(*outcome.points, *outcome.lost) >= 0
    assert played.rules.text.describe_ending(played.game.state)
    again = Game(played.rules, played.game.state, played.game.dice, played.game.setup)
    assert again.over and again.view(1).offers == ()
