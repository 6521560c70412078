"""Nobody in a bot's chair foresees the dice: neither by its own seed nor by what it is shown."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.conformance.games import case_of
from wc3d.bots import bot_seed
from wc3d.bots.tournament import Entrant, Series, make_bots
from wc3d.engine.dice import SeededDice
from wc3d.registry import game_entry


def guesses(seed: str) -> list[Any]:
    """Seeds that somebody who knows a bot's own would try for the dice."""
    parts = seed.split("/")
    return [
        seed,
        *parts,
        *("/".join(parts[:k]) for k in range(1, len(parts))),
        f"{seed}/0",
        int(seed, 16),
    ]


@pytest.mark.parametrize("dice_seed", ["7", 7, "1/0", "a/b"])
@pytest.mark.parametrize("player", [1, 2])
def test_a_bot_s_seed_is_not_the_dice_s(dice_seed: int | str, player: int) -> None:
    """One hit in six is chance; all would be foresight."""
    true = SeededDice(dice_seed)
    mine = bot_seed(dice_seed, player)
    for guess in guesses(mine):
        foreseen = sum(true.draw(n, 6) == SeededDice(guess).draw(n, 6) for n in range(90))
        rng = random.Random(guess)
        foretold = sum(true.draw(n, 6) == rng.randrange(6) for n in range(90))
        assert max(foreseen, foretold) < 36, guess
    assert bot_seed(dice_seed, 1) != bot_seed(dice_seed, 2)


def test_bots_of_a_series_get_no_seed_of_its_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr(
        "wc3d.bots.tournament.make_bot", lambda rules, name, seed: given.append(seed)
    )
    case = case_of("discs")
    entrants = (Entrant("all"),)
    bots = ("random", "random")
    series = Series(
        entrants, (case.entry.id,), "m", case.plan().table, bots, "77", {}, game_entry("discs")
    )
    planned = series.plan_game(0)
    make_bots(series, planned)
    assert given == [bot_seed(series.dice_seed(planned), player) for player in (1, 2)]
    assert not any("77" in seed.split("/") or series.dice_seed(planned) in seed for seed in given)


def test_a_view_names_no_seed() -> None:
    """All of what a player is handed, written out, holds no word of it."""
    for id in ("discs", "neo_mechanika"):
        game = case_of(id).new("a-secret-seed")
        for player in (None, 1, 2):
            view = game.view(player)
            assert "a-secret-seed" not in repr(
                (view.state, view.log, [offer.text for offer in view.offers])
            )
            assert not hasattr(view, "dice") and not hasattr(view.state, "dice")
