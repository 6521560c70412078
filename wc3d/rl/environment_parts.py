"""Parts of the environments of all games: boards, rewards and their checks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d._internal.memo import Size, memo_per_process
from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.registry import load_map
from wc3d.table.table import Table


def load_table(board: Table | str | Path | None, default: str, game: str) -> Table:
    """Return a table, an included board by its name, or the table of a map. Raises InputError."""
    if isinstance(board, Table):
        return board
    name = default if board is None else board
    if isinstance(name, str) and name in shipped_files(ShippedKind.BOARD):
        return _load_included_table(name, game)
    return load_map(name, game)


@memo_per_process(Size.FEW)
def _load_included_table(name: str, game: str) -> Table:
    """Return an included board, the same object for all environments of a process.

    Caches about terrain are for one object. Four environments in turn, each with a table of its
    own, took half as long again for a step.
    """
    return load_map(shipped_files(ShippedKind.BOARD)[name], game)


def check_reward(reward: str, rewards: Sequence[str]) -> str:
    """Return a kind of reward. Raises InputError."""
    if reward not in rewards:
        expected = " or ".join(f'"{name}"' for name in rewards)
        raise InputError(
            f"reward {reward!r}: expected {expected}{suggest_similar(str(reward), rewards)}"
        )
    return reward


def is_won(state: Any, player: int) -> float:
    """Return 1 for the winner, -1 for the loser, else 0."""
    if not state.over or not state.winner:
        return 0.0
    return 1.0 if state.winner == player else -1.0
