"""Random boards for hosted games, built in a process of their own so that other games go on."""

from __future__ import annotations

import time
from typing import Any

from wc3d._internal.progress import Progress
from wc3d.board_generator.generate import generate_board
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.registry import space_policy_of
from wc3d.workers.background import BackgroundProcess

MAX_BUILDING_S = 180.0
"""The time after which the host gives up a random board. Seconds."""

POLL_INTERVAL_S = 0.05


def make_random_map(progress: Progress, style: str, size: XY, seed: str) -> dict[str, Any]:
    """Return the map of a random board. Raises InputError."""
    return generate_board(style, size, seed, space_policy_of(), progress).map


def generate_map_in_process(style: str, size: XY, seed: str) -> Any:
    """Return the map of a random board, built by another process. Raises InputError."""
    process = BackgroundProcess()
    try:
        process.start_task("random board", make_random_map, style, size, seed)
        end = time.monotonic() + MAX_BUILDING_S
        while time.monotonic() < end:
            report = process.poll()
            if report is not None and report.is_finished:
                if report.failure:
                    raise InputError(report.failure)
                return report.answer
            time.sleep(POLL_INTERVAL_S)
    finally:
        process.stop()
    raise InputError("the random board took too long; try another seed or an included board")
