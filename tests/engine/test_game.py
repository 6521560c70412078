"""The one door: what is refused changes nothing, what is done can be taken back up to dice and hidden cards, views hide."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy

import pytest

from tests.engine.counting import Add, Added, Shuffled, counting
from wc3d.engine.actions import RefusedError
from wc3d.engine.dice import DiceRecord, DiceWantedError, RecordedDice, ScriptedDice
from wc3d.engine.game import Game


def test_actions_are_done_in_turn_until_the_game_is_over() -> None:
    game = counting(goal=5)
    assert (game.to_act, game.over) == (1, False)
    assert game.apply(Add(player=1, number=4)) == (Added(4),)
    assert (game.to_act, game.state.total) == (2, 4)
    game.apply(Add(player=2, number=1))
    assert (game.to_act, game.over) == (None, True)
    assert game.offers() == ()


def test_what_is_refused_changes_nothing() -> None:
    game = counting()
    before = game.state
    verdict = game.check(Add(player=1, number=-1))
    assert (verdict.legal, verdict.code) == (False, "negative")
    with pytest.raises(RefusedError, match="negative: nothing is taken away"):
        game.apply(Add(player=1, number=-1))
    assert game.state is before and not game.turns and not game.record


def test_nothing_changes_when_the_dice_are_wanting() -> None:
    game = counting(dice=ScriptedDice())
    before = game.state
    with pytest.raises(DiceWantedError) as wanted:
        game.apply(Add(player=1, dice=2))
    assert game.state is before and not game.turns
    assert str(wanted.value) == "roll 2 d4: adding"
    game.apply(Add(player=1, dice=2), RecordedDice(DiceRecord(((3, 4),))))
    assert game.state.total == 7 and game.turns[0].drawn == DiceRecord(((3, 4),))


def test_taking_back_goes_to_the_state_before_and_stays_in_the_record() -> None:
    game = counting()
    states = [game.state]
    for number in (1, 2, 3):
        game.apply(Add(player=game.to_act or 0, number=number))
        states.append(game.state)
    game.undo(2)
    assert game.state is states[1] and game.log[-1] == Added(1)
    assert [len(game.logs[p]) for p in (None, 1, 2)] == [2, 2, 2]
    assert len(game.turns) == 1 and len(game.record) == 4
    assert game.undoable() == 1


def test_dice_and_revealed_cards_are_not_taken_back() -> None:
    for final in (Add(player=1, dice=1), Add(player=1, look=True)):
        game = counting()
        game.apply(final)
        game.apply(Add(player=2, number=1))
        assert game.undoable() == 1
        game.undo()
        with pytest.raises(RefusedError, match="dice were rolled or a card was revealed"):
            game.undo()


@pytest.mark.parametrize("count", [0, -1, 1])
def test_nothing_to_take_back(count: int) -> None:
    with pytest.raises(RefusedError, match="nothing to undo"):
        counting().undo(count)


def test_a_view_hides_what_its_player_does_not_know() -> None:
    game = counting()
    game.apply(Add(player=1, number=1))
    assert len(game.state.cards) == 5
    for player in (None, 1, 2):
        view = game.view(player)
        assert view.state.cards == () and view.to_act == 2
        shuffled = view.log[0]
        assert isinstance(shuffled, Shuffled) and len(shuffled.order) == (5 if player == 1 else 0)


def test_a_state_is_a_value() -> None:
    one = counting()
    two = counting()
    assert one.state == two.state and one.digest() == two.digest()
    one.apply(Add(player=1, dice=1))
    assert one.digest() != two.digest()


@pytest.mark.parametrize("copied", [copy, deepcopy])
def test_a_copy_is_a_game_of_its_own(copied: Callable[[Game], Game]) -> None:
    """What is done, taken back or rolled in one is nothing to the other (U10)."""
    game = counting(dice=ScriptedDice([(3, 4), (1, 1)]))
    game.apply(Add(player=1, number=1))
    other = copied(game)
    other.apply(Add(player=2, dice=2))
    other.bots[1] = "random"
    assert (len(game.turns), len(game.record), game.bots) == (1, 1, {})
    assert game.state.total == 1 and other.state.total == 8
    assert (
        len(game.view(1).log) + 1 == len(game.log) + 1 == len(other.view(1).log) == len(other.log)
    )
    game.undo()
    assert len(other.turns) == 2
    game.apply(Add(player=1, number=1))
    assert (
        game.apply(Add(player=2, dice=2)) == other.turns[1].events
    )  # the same dice, none of them taken away


def numbers(game: Game) -> list[float]:
    """The numbers that the actions of a counting game added."""
    return [turn.action.number for turn in game.turns if isinstance(turn.action, Add)]


def play(game: Game, *added: int) -> Game:
    """Let the players add these numbers in turn."""
    for number in added:
        game.apply(Add(player=game.to_act or 0, number=number))
    return game


def test_redo_repeats_undone_actions_in_their_order() -> None:
    game = play(counting(), 1, 2, 3)
    final = game.digest()
    game.undo()
    game.undo(2)
    assert game.redoable() == 3
    game.redo()
    assert numbers(game) == [1] and game.redoable() == 2
    game.redo(2)
    assert (numbers(game), game.digest(), game.redoable()) == ([1, 2, 3], final, 0)
    assert game.log[-3:] == (Added(1), Added(2), Added(3)) and game.logs[1][-3:] == list(
        game.log[-3:]
    )
    with pytest.raises(RefusedError, match="cannot_redo: nothing to redo"):
        game.redo()


def test_another_action_ends_redo_and_the_same_one_keeps_it() -> None:
    game = play(counting(), 1, 2)
    game.undo(2)
    play(game, 1)
    assert game.redoable() == 1
    play(game, 3)
    assert game.redoable() == 0


def test_dice_that_were_taken_back_by_agreement_cannot_be_redone() -> None:
    game = play(counting(), 1)
    game.apply(Add(player=2, dice=1))
    game.undo(2, agreed=True)
    assert game.redoable() == 0


def test_a_copy_has_its_own_actions_to_redo() -> None:
    game = play(counting(), 1)
    game.undo()
    other = copy(game)
    other.redo()
    assert game.redoable() == 1 and not game.turns
