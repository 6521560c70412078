"""Fair dice: a function of three secrets that were committed to; whatever is changed afterwards is found, and named."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import Case, case_of, play_at_random
from wc3d.engine.chain_dice import is_next_link
from wc3d.engine.dice import DiceError, DiceRecord, Die, Roll
from wc3d.engine.fair_dice import (
    SECRET_OWNERS,
    FairDice,
    VerifiedFairDice,
    make_commitment,
    read_fair_dice,
)
from wc3d.engine.replay import file_entries, format_line, load
from wc3d.errors import InputError

D6 = Die("d6", (1, 2, 3, 4, 5, 6))
SECRETS = {who: bytes([number]) * 32 for number, who in enumerate(SECRET_OWNERS)}


def fair(game: str = "g", **changed: bytes) -> FairDice:
    """Dice of known secrets."""
    secrets = {**SECRETS, **changed}
    return FairDice(
        game, {who: make_commitment(game, who, secret) for who, secret in secrets.items()}, secrets
    )


def shown(dice: FairDice, count: int = 40, number: int = 0) -> tuple[int, ...]:
    """What so many d6 show."""
    return dice.roll(Roll((D6,) * count, 1, "a test"), number)


@pytest.mark.parametrize("who", SECRET_OWNERS)
def test_every_share_changes_the_dice(who: str) -> None:
    changed = {who: b"x" * 32}
    secrets = {**SECRETS, **changed}
    other = FairDice("g", {w: make_commitment("g", w, s) for w, s in secrets.items()}, secrets)
    assert shown(fair()) != shown(other) and fair().shuffle(20, 0) != other.shuffle(20, 0)


def test_another_game_has_other_dice() -> None:
    assert shown(fair("g")) != shown(fair("h"))


def test_a_die_is_what_its_number_says() -> None:
    assert shown(fair(), 40)[10:] == shown(fair(), 30, 10)


def test_rolls_that_were_taken_back_fall_anew() -> None:
    dice = fair()
    before = shown(dice)
    dice.renew()
    assert shown(dice) != before


def test_every_face_and_order_comes_about_equally_often() -> None:
    """6000 dice: 1000 each, give or take 5 standard deviations (29 each); 6 orders of 3 cards likewise."""
    faces = Counter(shown(fair(), 6000))
    assert set(faces) == set(D6.faces) and all(
        abs(count - 1000) < 5 * 29 for count in faces.values()
    )
    orders = Counter(fair().shuffle(3, 3 * number) for number in range(1200))
    assert len(orders) == 6 and all(abs(count - 200) < 5 * 13 for count in orders.values())


@pytest.mark.parametrize("who", SECRET_OWNERS)
def test_a_secret_that_was_not_committed_to_is_named(who: str) -> None:
    dice = fair()
    told = "the host" if who == "host" else f"player {who}"
    with pytest.raises(DiceError, match=rf"^the dice secret of {told} does not match the one"):
        FairDice("g", dice.commitments, {**SECRETS, who: b"y" * 32})
    with pytest.raises(DiceError, match=f"^the dice secret of {told}: expected 32 bytes"):
        FairDice("g", dice.commitments, {**SECRETS, who: b"y"})


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"game": 1},
        {"game": "g", "commitments": {}, "secrets": {}},
        {"game": "g", "commitments": {}, "secrets": {"host": "xx", "1": "", "2": ""}},
    ],
)
def test_nonsense_is_told(data: Any) -> None:
    with pytest.raises(DiceError, match=r"^dice.fair: expected"):
        read_fair_dice(data)


# A whole game


@pytest.fixture(params=["discs", "neo_mechanika", "warmachine"])
def case(request: pytest.FixtureRequest) -> Case:
    """A game."""
    return case_of(request.param)


@cache
def lines_of(id: str) -> str:
    """The lines of a game that was played with fair dice past two rolls, one of them taken back by agreement and cast again."""
    case = case_of(id)
    game = case.rules.new_game(case.plan(), fair())
    for again in (False, True):
        begun = len(game.turns)
        for number in range(300):
            if any(turn.drawn.rolls for turn in game.turns[begun:]) or game.over:
                break
            play_at_random(game, f"{number}-{again}", 1)
        if not again:
            game.undo(1, agreed=True)
    return json.dumps(list(file_entries(game)))


def saved(case: Case) -> list[dict[str, Any]]:
    """Such lines, to be changed."""
    lines: list[dict[str, Any]] = json.loads(lines_of(case.id))
    return lines


def put(path: Path, lines: list[dict[str, Any]]) -> Path:
    """The file of these lines, each with its sum."""
    path.write_text("".join(map(format_line, lines)), encoding="utf-8")
    return path


def test_a_game_with_fair_dice_is_proven_as_it_is_loaded(case: Case, tmp_path: Path) -> None:
    lines = saved(case)
    game = load(put(tmp_path / "game.jsonl", lines), case.rules.rebuild)
    assert isinstance(game.dice, FairDice) and any(line.get("agreed") for line in lines)
    assert [json.loads(format_line(entry)) for entry in file_entries(game)] == [
        json.loads(format_line(entry)) for entry in lines
    ]


def test_a_changed_die_is_found_and_named(case: Case, tmp_path: Path) -> None:
    lines = saved(case)
    number, line = [(i, line) for i, line in enumerate(lines, 1) if line.get("rolls")][-1]
    face, *rest = line["rolls"][0]
    others = {f for one in lines for roll in one.get("rolls", ()) for f in roll} | {
        1,
        2,
        3,
        4,
        5,
        6,
    }
    for other in sorted(others - {face}):
        line["rolls"][0] = [other, *rest]
        told = rf"roll for .* is {other} in the file, |a .* die cannot show {other}"
        with pytest.raises(InputError, match=rf"line {number}: ({told})"):
            load(put(tmp_path / "game.jsonl", lines), case.rules.rebuild)


def test_a_die_is_named_by_its_number() -> None:
    recorded = VerifiedFairDice(
        DiceRecord(rolls=((*shown(fair(), 2), 7 - shown(fair(), 3)[2]),)), fair()
    )
    with pytest.raises(
        DiceError,
        match=r"^roll for a test: d6 die 3 of 3 \(die 3 since the start of the game\) is \d in the file, "
        r"but the dice secrets give \d$",
    ):
        recorded.roll(Roll((D6,) * 3, 1, "a test"), 0)
    with pytest.raises(DiceError, match=r"^shuffle of 9 cards: the order in the file differs"):
        VerifiedFairDice(DiceRecord(shuffles=(tuple(range(9)),)), fair()).shuffle(9, 0)


@pytest.mark.parametrize("who", SECRET_OWNERS)
def test_a_changed_secret_is_found_and_named(tmp_path: Path, who: str) -> None:
    case = case_of("discs")
    lines = saved(case)
    lines[0]["dice"]["fair"]["secrets"][who] = "ab" * 32
    told = "the host" if who == "host" else f"player {who}"
    with pytest.raises(
        InputError, match=f"line 1: the dice secret of {told} does not match the one"
    ):
        load(put(tmp_path / "game.jsonl", lines), case.rules.rebuild)


@pytest.mark.parametrize("commitment", ["\u202e", "\u00e4" * 64, "", "ab" * 32])
def test_a_changed_commitment_is_an_error_of_line_1(tmp_path: Path, commitment: str) -> None:
    case = case_of("discs")
    lines = saved(case)
    lines[0]["dice"]["fair"]["commitments"]["2"] = commitment
    with pytest.raises(
        InputError, match="line 1: the dice secret of player 2 does not match the one"
    ):
        load(put(tmp_path / "game.jsonl", lines), case.rules.rebuild)


def test_a_chain_end_that_is_not_ascii_fits_no_link() -> None:
    assert not is_next_link("ab" * 32, "\u00e4" * 64)


def test_a_game_whose_secrets_are_not_shown_yet_can_be_looked_at(
    case: Case, tmp_path: Path
) -> None:
    lines = saved(case)
    del lines[0]["dice"]["fair"]["secrets"]
    assert load(put(tmp_path / "game.jsonl", lines), case.rules.rebuild).turns
