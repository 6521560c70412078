"""The made-up game played by hand, without graphics: discs are dragged and shot at, nothing hidden is shown, all can be saved."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import CASES
from tests.made_up.discs import D6, Concede, Keep, Move, TokenQuestion, Wait, shot
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import load
from wc3d.registry import rebuilder
from wc3d.scene.picking import RayHit
from wc3d.ui.controller import GameController
from wc3d.ui.play_session import PlaySession, TypedRolls


class Notes:
    """Hears what a person is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def show_message(self, words: str) -> None:
        self.said.append(words)

    def show_error(self, words: object) -> None:
        self.said.append(str(words))


class Person(GameController):
    """A person at a game."""

    def __init__(self, game: Game, **more: Any) -> None:
        self.seat = PlaySession(game, **more)
        self.notes = Notes()
        super().__init__(self.seat, self.notes)

    def sit_down(self) -> None:
        """The screen was passed on."""
        self.seat.confirm_handover()
        self.sync()


def begun(**more: Any) -> Person:
    """Anna's first turn: she keeps a lens, Ben a shield."""
    game = CASES[0].new(3)
    game.apply(Keep(player=1, token="lens"))
    game.apply(Keep(player=2, token="shield"))
    return Person(game, **more)


def at(x: float, y: float) -> RayHit:
    """The mouse over a place of the board."""
    return RayHit("table", "", (x, y, 0.0), 1.0, True)


def over(hand: GameController, id: str) -> RayHit:
    """The mouse over a disc."""
    return RayHit("body", id, hand.rules.queries.table(hand.state).body(id).at, 1.0, True)


def test_tokens_are_chosen_in_private() -> None:
    hand = Person(CASES[0].new(3))
    for player in (1, 2):
        assert (
            hand.seat.next_person == player
            and hand.session.person_to_act == 0
            and not hand.menu.kinds_to_list
        )
        hand.sit_down()
        assert [item.words for item in hand.menu.items_of_kind("keep")] == [
            "keep the lens",
            "keep the shield",
        ]
        assert hand.apply_action(hand.menu.items_of_kind("keep")[player - 1].action)
    assert hand.session.game.state.tokens == ("lens", "shield")
    assert hand.seat.next_person == 0 and hand.state.tokens == ("?", "?")


def test_a_disc_is_dragged_to_where_it_goes() -> None:
    hand = begun()
    assert (
        hand.selected_id == "disc1"
        and list(hand.movable_models) == ["disc1"]
        and hand.units_to_act() == ("disc1",)
    )
    assert not hand.begin_drag("disc2") and hand.begin_drag("disc1")
    hand.on_drag(at(15, 14))
    (shown,) = hand.previews()
    assert shown.legal is False and "Overturned cart" in shown.words and shown.action is None
    hand.on_drag(at(15, 7))
    (shown,) = hand.previews()
    assert (
        shown.legal is True
        and shown.action == Move(player=1, to=(15, 7))
        and len(shown.marks.ghosts) == 1
    )
    hand.on_drop(at(15, 7))
    assert (
        hand.session.game.turns[-1].action == Move(player=1, to=(15, 7)) and hand.notes.said == []
    )
    assert hand.rules.queries.table(hand.state).body("disc1").at == (15, 7, 0)


def test_a_disc_is_taken_by_its_button_and_put_down_by_a_click() -> None:
    hand = begun()
    (handle,) = hand.action_starters("disc1")
    assert handle.words == "Move Disc of Anna" and hand.action_starters("disc2") == ()
    hand.begin_pending(handle.target)
    hand.on_click(at(15, 14))
    assert (
        hand.notes.said == ["blocked by Overturned cart, south"] and hand.session.game.to_act == 1
    )
    hand.on_click(at(14, 7))
    assert hand.session.game.turns[-1].action == Move(player=1, to=(14, 7))


def test_the_other_disc_is_lit_and_shot_at() -> None:
    hand = begun()
    ((id, (item,)),) = hand.highlighted_targets().items()
    assert (id, item.action, item.words) == ("disc2", shot(1), "shoot") and hand.menu.chances_of(
        item
    ) is not None
    hand.begin_aiming([item])
    hand.on_click(over(hand, "disc2"))
    assert hand.session.game.turns[-1].action == shot(1)
    (roll,) = hand.seat.animation.rolls
    assert roll.player == 1 and roll.dice[0][0] == D6


def test_what_cannot_be_done_is_explained() -> None:
    hand = begun()
    hand.apply_action(Move(player=1, to=(15, 7)))
    hand.sit_down()
    assert hand.highlighted_targets() == {} and hand.session.person_to_act == 2
    assert [(refusal.words, refusal.verdict.code) for refusal in hand.refusals_for("disc2")] == [
        ("shoot", "too_far")
    ]
    assert (
        not hand.apply_action(shot(2))
        and 'the other disc is 10.9" away, more than 8"' in hand.notes.said
    )


def test_nobody_is_shown_the_others_token() -> None:
    hand = begun()
    for seen in (hand, begun(bots={2: "random"}), begun(bots={1: "random"})):
        reader = seen.seat.reader
        for player in (1, 2):
            shown = repr(seen.rules.display.sheet(seen.state, f"disc{player}"))
            assert (
                ("a hidden token" in shown) == (reader != player) and "the first" in shown
            ) or reader != player
        told = [line.words for line in seen.seat.log.lines]
        assert ("Anna keeps a token" in told) == (reader != 1) and (
            "Ben keeps a token" in told
        ) == (reader != 2)


def test_the_key_waits_and_undo_takes_back_what_dice_have_not_decided() -> None:
    hand = begun()
    hand.end_step()
    hand.end_step()
    assert [turn.action for turn in hand.session.game.turns[-2:]] == [
        Wait(player=1),
        Wait(player=2),
    ]
    hand.undo()
    assert hand.session.game.to_act == 2 and hand.notes.said == ["Undid 1 action"]
    hand.undo_to(2)
    assert hand.session.game.to_act == 1 and len(hand.session.game.turns) == 2
    hand.apply_action(shot(1))
    hand.undo()
    assert hand.notes.said[-1] == "dice were rolled or a card was revealed after that action"


def test_bots_think_in_a_process_of_their_own() -> None:
    hand = begun(bots={2: "marksman"}, seed="1")
    hand.end_step()
    end = time.monotonic() + 60
    while hand.session.game.to_act == 2 and time.monotonic() < end:
        hand.seat.poll()
        time.sleep(0.02)
    assert hand.session.game.turns[-1].action == shot(2) and hand.seat.stop_reason == ""
    assert hand.seat.viewer == 1
    hand.seat.close()


def test_dice_are_typed_in_roll_by_roll() -> None:
    typed = TypedRolls()
    typed.rolls = [(4,), (3,)]
    plan = CASES[0].plan()
    game = CASES[0].rules.new_game(plan, TypedDice(typed, SeededDice(1)))
    typed.rolls.clear()
    hand = Person(game, typed=typed)
    for token in (0, 1):
        hand.sit_down()
        hand.apply_action(hand.menu.items_of_kind("keep")[token].action)
    hand.apply_action(shot(1))
    assert (
        hand.seat.wanted_roll is not None
        and hand.seat.wanted_roll.why == "a shot"
        and hand.session.person_to_act == 0
    )
    hand.seat.type_roll((6,))
    assert hand.seat.wanted_roll is None and hand.session.game.state.tokens == ("", "")


def test_the_game_is_kept_as_it_goes_on_and_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    hand = begun(path=path, bots={2: "careful"})
    hand.seat.save()
    hand.end_step()
    hand.seat.close()
    again = load(path, rebuilder(path))
    assert again.digest() == hand.session.game.digest() and again.bots == {2: "careful"}


def test_whoever_gives_up_has_lost() -> None:
    hand = begun()
    hand.apply_action(Concede(player=1))
    assert hand.session.game.over and hand.rules.setup.outcome(hand.session.game).winner == 2
    assert (
        hand.session.person_to_act == 0
        and not hand.menu.kinds_to_list
        and find_open_question(hand.state) is None
    )


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_played_by_clicks_alone(seed: int) -> None:
    hand = Person(CASES[0].new(seed))
    while not hand.session.game.over:
        if hand.seat.next_person:
            hand.sit_down()
        done = len(hand.session.game.turns)
        if isinstance(find_open_question(hand.state), TokenQuestion):
            hand.apply_action(hand.menu.items_of_kind("keep")[seed % 2].action)
        elif hand.highlighted_targets():
            ((id, items),) = hand.highlighted_targets().items()
            hand.begin_aiming(items)
            hand.on_click(over(hand, id))
        else:
            me = hand.movable_models[0]
            hand.begin_pending(me)
            for item in hand.menu.items_of_kind("move"):
                hand.on_click(at(*item.action.to))  # type: ignore[attr-defined]
                if len(hand.session.game.turns) > done:
                    break
            else:
                hand.cancel()
                hand.end_step()
        assert len(hand.session.game.turns) == done + 1
