"""The made-up game played by hand, without graphics: discs are dragged and shot at, nothing hidden is shown, all can be saved."""
from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import CASES
from tests.made_up.discs import D6, Concede, Keep, Move, TokenQuestion, Wait, shot
from wc3d.engine.agenda import question
from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import load
from wc3d.registry import rebuilder
from wc3d.scene.picking import RayHit
from wc3d.ui.controller import Interaction
from wc3d.ui.play_session import PlaySession, TypedRolls


class Notes:
    """Hears what a person is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, words: str) -> None:
        self.said.append(words)

    def complain(self, words: object) -> None:
        self.said.append(str(words))


class Person(Interaction):
    """A person at a game."""

    def __init__(self, game: Game, **more: Any) -> None:
        self.seat, self.notes = PlaySession(game, **more), Notes()
        super().__init__(self.seat, self.notes)

    def sit_down(self) -> None:
        """The screen was passed on."""
        self.seat.sit_down()
        self.follow()


def begun(**more: Any) -> Person:
    """Anna's first turn: she keeps a lens, Ben a shield."""
    game = CASES[0].new(3)
    game.apply(Keep(player=1, token="lens"))
    game.apply(Keep(player=2, token="shield"))
    return Person(game, **more)


def at(x: float, y: float) -> RayHit:
    """The mouse over a place of the board."""
    return RayHit("table", "", (x, y, 0.0), 1.0, True)


def over(hand: Interaction, id: str) -> RayHit:
    """The mouse over a disc."""
    return RayHit("body", id, hand.rules.table(hand.state).body(id).at, 1.0, True)


def test_tokens_are_chosen_in_private() -> None:
    hand = Person(CASES[0].new(3))
    for player in (1, 2):
        assert hand.seat.pass_to == player and hand.session.asked == 0 and not hand.menu.kinds
        hand.sit_down()
        assert [item.words for item in hand.menu.of("keep")] == ["keep the lens", "keep the shield"]
        assert hand.do(hand.menu.of("keep")[player - 1].action)
    assert hand.session.game.state.tokens == ("lens", "shield")
    assert hand.seat.pass_to == 0 and hand.state.tokens == ("?", "?")


def test_a_disc_is_dragged_to_where_it_goes() -> None:
    hand = begun()
    assert hand.picked == "disc1" and list(hand.movable) == ["disc1"] and hand.able() == ("disc1",)
    assert not hand.may_drag("disc2") and hand.may_drag("disc1")
    hand.drag(at(15, 14))
    (shown,) = hand.previews()
    assert shown.legal is False and "Overturned cart" in shown.words and shown.action is None
    hand.drag(at(15, 7))
    (shown,) = hand.previews()
    assert shown.legal is True and shown.action == Move(player=1, to=(15, 7)) and len(shown.marks.ghosts) == 1
    hand.drop(at(15, 7))
    assert hand.session.game.turns[-1].action == Move(player=1, to=(15, 7)) and hand.notes.said == []
    assert hand.rules.table(hand.state).body("disc1").at == (15, 7, 0)


def test_a_disc_is_taken_by_its_button_and_put_down_by_a_click() -> None:
    hand = begun()
    (handle,) = hand.handles("disc1")
    assert handle.words == "Move Disc of Anna" and hand.handles("disc2") == ()
    hand.take(handle.what)
    hand.click(at(15, 14))
    assert hand.notes.said == ["Overturned cart, south in the way"] and hand.session.game.to_act == 1
    hand.click(at(14, 7))
    assert hand.session.game.turns[-1].action == Move(player=1, to=(14, 7))


def test_the_other_disc_is_lit_and_shot_at() -> None:
    hand = begun()
    ((id, (item,)),) = hand.lit().items()
    assert (id, item.action, item.words) == ("disc2", shot(1), "shoot") and hand.menu.chances(item) is not None
    hand.take_aim([item])
    hand.click(over(hand, "disc2"))
    assert hand.session.game.turns[-1].action == shot(1)
    (roll,) = hand.seat.staging.rolls
    assert roll.player == 1 and roll.dice[0][0] == D6


def test_what_cannot_be_done_is_explained() -> None:
    hand = begun()
    hand.do(Move(player=1, to=(15, 7)))
    hand.sit_down()
    assert hand.lit() == {} and hand.session.asked == 2
    assert [(refusal.words, refusal.verdict.code) for refusal in hand.why_not("disc2")] == [("shoot", "too_far")]
    assert not hand.do(shot(2)) and 'the other disc is 10.9" away, more than 8"' in hand.notes.said


def test_nobody_is_shown_the_others_token() -> None:
    hand = begun()
    for seen in (hand, begun(bots={2: "random"}), begun(bots={1: "random"})):
        reader = seen.seat.reader
        for player in (1, 2):
            shown = repr(seen.rules.sheet(seen.state, f"disc{player}"))
            assert (("a hidden token" in shown) == (reader != player) and "the first" in shown) or reader != player
        told = [line.words for line in seen.seat.log.lines]
        assert ("Anna keeps a token" in told) == (reader != 1) and ("Ben keeps a token" in told) == (reader != 2)


def test_the_key_waits_and_undo_takes_back_what_dice_have_not_decided() -> None:
    hand = begun()
    hand.end()
    hand.end()
    assert [turn.action for turn in hand.session.game.turns[-2:]] == [Wait(player=1), Wait(player=2)]
    hand.undo()
    assert hand.session.game.to_act == 2 and hand.notes.said == ["Undid 1 action"]
    hand.undo_to(2)
    assert hand.session.game.to_act == 1 and len(hand.session.game.turns) == 2
    hand.do(shot(1))
    hand.undo()
    assert hand.notes.said[-1] == "dice were rolled or a card was revealed after that action"


def test_bots_think_in_a_process_of_their_own() -> None:
    hand = begun(bots={2: "marksman"}, seed="1")
    hand.end()
    end = time.monotonic() + 60
    while hand.session.game.to_act == 2 and time.monotonic() < end:
        hand.seat.poll()
        time.sleep(0.02)
    assert hand.session.game.turns[-1].action == shot(2) and hand.seat.stuck == ""
    assert hand.seat.viewer == 1
    hand.seat.close()


def test_dice_are_typed_in_roll_by_roll() -> None:
    typed = TypedRolls()
    typed.given = [(4,), (3,)]
    plan = CASES[0].plan()
    game = CASES[0].rules.new_game(plan, TypedDice(typed, SeededDice(1)))
    typed.given.clear()
    hand = Person(game, typed=typed)
    for token in (0, 1):
        hand.sit_down()
        hand.do(hand.menu.of("keep")[token].action)
    hand.do(shot(1))
    assert hand.seat.wanted is not None and hand.seat.wanted.why == "a shot" and hand.session.asked == 0
    hand.seat.type_roll((6,))
    assert hand.seat.wanted is None and hand.session.game.state.tokens == ("", "")


def test_the_game_is_kept_as_it_goes_on_and_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    hand = begun(path=path, bots={2: "careful"})
    hand.seat.keep()
    hand.end()
    hand.seat.close()
    again = load(path, rebuilder(path))
    assert again.digest() == hand.session.game.digest() and again.bots == {2: "careful"}


def test_whoever_gives_up_has_lost() -> None:
    hand = begun()
    hand.do(Concede(player=1))
    assert hand.session.game.over and hand.rules.outcome(hand.session.game).winner == 2
    assert hand.session.asked == 0 and not hand.menu.kinds and question(hand.state) is None


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_played_by_clicks_alone(seed: int) -> None:
    hand = Person(CASES[0].new(seed))
    while not hand.session.game.over:
        if hand.seat.pass_to:
            hand.sit_down()
        done = len(hand.session.game.turns)
        if isinstance(question(hand.state), TokenQuestion):
            hand.do(hand.menu.of("keep")[seed % 2].action)
        elif hand.lit():
            ((id, items),) = hand.lit().items()
            hand.take_aim(items)
            hand.click(over(hand, id))
        else:
            me = hand.movable[0]
            hand.take(me)
            for item in hand.menu.of("move"):
                hand.click(at(*item.action.to))  # type: ignore[attr-defined]
                if len(hand.session.game.turns) > done:
                    break
            else:
                hand.cancel()
                hand.end()
        assert len(hand.session.game.turns) == done + 1
