"""The made-up game in the terminal: typed and numbered, hot seat and against a bot, with real dice, kept and taken back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wc3d
from tests.cli.typing_in import Play
from wc3d.cli.output import prompt
from wc3d.cli.play import terminal_session

NEW = ("--seed", 3, "--names", "Anna", "Ben")
BEGIN = "keep lens\n2\n"
"""Anna, who goes first with seed 3, keeps a lens, Ben a shield."""


def actions(path: Path) -> list[dict[str, Any]]:
    """The actions of a saved game."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line["action"] for line in lines if "action" in line]


def test_a_game_is_played_by_words_and_numbers_and_is_kept(play: Play, file: Path) -> None:
    said = play(BEGIN + "shoot\nmove 17.82 22.72\nwait\n", *NEW)
    assert (said.code, said.err) == (0, "")
    assert "Anna has the first turn (4 against 3)" in said.out
    assert "Anna (before the first round)\nAnna was hit 0 of 2 times\n" in said.out
    assert (
        "Which token do you keep in secret?\n  keep a token\n    1 keep the lens\n        a lens: the first shot"
        in said.out
    )
    assert (
        "Anna shows a lens: the first shot hits on 3 or more\nAnna shoots: 2, and 3 or more hits\n"
        in said.out
    )
    assert "Ben moves to (17.82, 22.72)" in said.out and "Anna (round 2 of 10)" in said.out
    assert said.out.endswith(f"The game is saved in {file}\n")
    assert [action["type"] for action in actions(file)] == ["keep", "keep", "shoot", "move", "wait"]


def test_what_is_kept_in_secret_is_told_to_nobody(play: Play) -> None:
    said = play(BEGIN + "log\n", *NEW)
    assert "Anna keeps a token\n" in said.out and "Ben keeps a token\n" in said.out
    assert "keeps a lens" not in said.out and "keeps a shield" not in said.out
    assert said.out.count("*** Pass the computer to Ben. ***") == 1


def test_against_a_bot_the_own_token_is_told_and_the_bots_is_not(play: Play, file: Path) -> None:
    said = play("keep shield\nwait\nwait\nlog\n", *NEW, "--bot", "2=marksman")
    assert "Anna keeps a shield: the first hit does nothing\nBen keeps a token\n" in said.out
    assert "Pass the computer" not in said.out and "Ben shoots: " in said.out
    assert '"bots":{"2":"marksman"}' in file.read_text()


@pytest.mark.parametrize("name", ["marksman", "careful", "random"])
def test_two_bots_play_to_the_end(play: Play, file: Path, name: str) -> None:
    said = play("", *NEW, "--rounds", 5, "--bot", f"both={name}")
    assert (said.code, said.err) == (0, "")
    assert " wins: " in said.out.splitlines()[-2]


def test_refusals_and_mistakes_are_one_line_each(play: Play, file: Path) -> None:
    expected = {
        "move 15 14": "No: blocked by Overturned cart, south",
        "move 1": "expected move X Y",
        "keep": "expected keep lens, keep shield",
        "keep shield": "No: keep is not possible now",
        "shot": "unknown command 'shot'; type help for a list",
        "map": "unknown command 'map'; type help for a list",
        "99": "expected a number from 1 to 4",
        "why not move 15 3": 'No: the path costs 7.1", more than the allowance of 4"',
        "why not shoot": "Allowed: shoot",
        "why not sing": "expected an action after 'why not': keep, move, shoot, wait, concede",
    }
    said = play(BEGIN + "\n".join(expected) + "\n", *NEW)
    answers = [part.split("\n", 2)[:2] for part in said.out.split("> ")[3:-1]]
    assert dict(answers) == expected
    assert len(actions(file)) == 2


def test_help_names_what_can_be_typed(play: Play) -> None:
    said = play("help\nscore\n", *NEW)
    assert "  keep lens, keep shield\n  move X Y\n  shoot\n  wait\n  concede\n" in said.out
    assert said.out.count("Anna was hit 0 of 2 times") == 2


def test_a_move_can_be_taken_back_dice_and_tokens_shown_cannot(play: Play, file: Path) -> None:
    said = play(BEGIN + "move 12.18 7.28\nundo\nwait\nundo 2\nkeep shield\nshoot\nundo\n", *NEW)
    assert "1 action undone" in said.out and "2 actions undone" in said.out
    assert said.out.rstrip().endswith(f"The game is saved in {file}")
    assert "No: dice were rolled or a card was revealed after that action" in said.out
    assert [action["type"] for action in actions(file)] == [
        "keep",
        "keep",
        "move",
        "wait",
        "keep",
        "shoot",
    ]


def test_dice_of_ones_own_are_asked_for_one_by_one(play: Play) -> None:
    said = play(
        "3\n3\n2\n9\n5\n" + BEGIN + "wait\nshoot\n4\n", "--dice", "typed", "--names", "Anna", "Ben"
    )
    assert (
        "Roll 1 d6 for player 1 (who goes first): 3\nRoll 1 d6 for player 2 (who goes first): 3\n"
        in said.out
    )  # again: equal
    assert "a d6 die cannot show 9, only 1, 2, 3, 4, 5, 6 (who goes first)" in said.out
    assert "Ben has the first turn (5 against 2)" in said.out
    assert "Roll 1 d6 for player 1 (a shot): 4\nAnna shows a lens" in said.out
    assert (
        "Anna shoots: 4, and 3 or more hits\nBen shows a shield: the first hit does nothing"
        in said.out
    )


def test_a_saved_game_goes_on(play: Play, file: Path, tmp_path: Path) -> None:
    play(BEGIN + "wait\n", *NEW)
    copy = tmp_path / "copy.jsonl"
    said = play(f"save {copy}\nshoot\n", "--load", file)
    assert "Anna has the first turn (4 against 3)" in said.out and "Ben (round 1 of 10)" in said.out
    assert len(actions(file)) == 4 and len(actions(copy)) == 3
    again = play("", "--load", copy, "--bot", "1")
    assert (again.code, again.err) == (0, "")


def test_a_damaged_game_is_recovered(play: Play, wc3d: Wc3d, file: Path) -> None:
    play(BEGIN + "wait\n", *NEW)
    file.write_text(file.read_text()[:-20])
    assert f"{file} line 4: unfinished" in play("", "--load", file).one_line()
    said = play("", "--load", file, "--recover")
    assert (
        f"{file} line 4: unfinished: the program stopped while writing it; the game continues"
        in said.out
    )
    assert len(actions(file)) == 2 and "intact: 2 actions" in wc3d("replay", file, "--verify").out


def test_in_a_terminal_the_screen_is_wiped_before_it_is_passed_on(
    play: Play, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    class Terminal(prompt.PromptInput):
        def __init__(self) -> None:
            super().__init__()
            self.terminal = True

    lines = iter([*BEGIN.splitlines()[:1], "", "2", "", "wait"])

    def typed(asked: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(prompt, "PromptInput", Terminal)
    monkeypatch.setattr("builtins.input", typed)
    said = play("", *NEW)
    assert said.out.count(terminal_session.CLEAR_SCREEN_CODE) >= 2


REFUSED = (
    (("--game", "chess"), "unknown game 'chess'; expected one of neo_mechanika, warmachine, discs"),
    (("--mercy",), "--mercy: Discs has no such option"),
    (("--rounds", 7), "argument --rounds: invalid choice: '7'"),
    (("--mission", "race"), "unknown mission 'race'; expected one of duel"),
    (("--force1", "x"), "--force1, --force2: Discs has no forces to choose"),
    (("--cards", "x"), "--cards: wc3d cannot add cards to Discs"),
    (("--bot", "2=greedy"), "unknown bot 'greedy'; expected one of marksman, careful, random"),
    (("--names", "A", "A"), "--names: expected two different names, found A twice"),
)


@pytest.mark.parametrize(("given", "told"), REFUSED, ids=lambda value: str(value)[:20])
def test_what_the_game_has_not_is_refused_in_a_line(
    play: Play, given: tuple[object, ...], told: str, file: Path
) -> None:
    assert told in play("", *given).one_line()
    assert not file.exists()


def test_the_other_game_has_no_options_of_this_one(wc3d: Wc3d, file: Path) -> None:
    told = wc3d("play", "--save", file, "--rounds", 5).one_line()
    assert "--rounds: Warcaster: Neo-Mechanika has no such option" in told


def test_it_has_no_book_of_rules_and_no_rulings(wc3d: Wc3d) -> None:
    assert (
        "wc3d has no rules for Discs to look up"
        in wc3d("rules", "--game", "discs", "cover").one_line()
    )
    assert "wc3d has no rulings for Discs" in wc3d("rulings", "--game", "discs").one_line()
