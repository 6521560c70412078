"""The chart of a bot's strength: which games it counts."""

from __future__ import annotations

import json
from pathlib import Path

from plot_strength import read_scores


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
