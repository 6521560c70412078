"""The chart of a bot's strength: its games, and which of them it counts."""

from __future__ import annotations

import json
from pathlib import Path

from plot_strength import read_scores
from training_kit.skirmishes import play_skirmish


def test_the_strength_of_a_bot_is_read_by_its_budget(tmp_path: Path) -> None:
    games = [
        {"bots": ["veteran@25", "regular"], "score": 1.0},
        {"bots": ["regular", "veteran@100"], "score": 0.0},
        {"bots": ["regular", "veteran@25"], "score": 0.5},
        {"bots": ["regular", "recruit"], "score": 1.0},
        {"bots": ["veteran@25", "veteran@100"], "score": 1.0},
    ]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{json.dumps(game)}\n" for game in games), encoding="utf-8")
    assert read_scores(path) == ({25: [1.0, 0.5], 100: [1.0]}, {"regular"})
    assert read_scores(path, "veteran@100") == ({25: [1.0]}, {"veteran@100"})


def test_a_skirmish_is_played_from_both_sides() -> None:
    scores = [play_skirmish(("recruit", "random"), number) for number in (0, 1)]
    assert scores == [1.0, 1.0]
    assert play_skirmish(("random", "recruit"), 0) == 0.0
