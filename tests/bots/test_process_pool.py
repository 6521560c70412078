"""Tasks done by several processes: every task has its outcome, and a process that dies costs no more than its own task."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from wc3d.bots.process_pool import TaskResult, run_in_processes


def halved(number: int) -> int:
    """Half of an even number. 7 kills its process, 3 leaves it, other odd ones raise."""
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 3:
        os._exit(5)
    if number % 2:
        raise ValueError(f"{number}\nis odd")
    return number // 2


def noted(folder: str) -> None:
    """Says which process it is, and then does not end for a long time."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)


@pytest.mark.slow
def test_every_task_has_its_outcome_whatever_becomes_of_its_process() -> None:
    ticks: list[None] = []
    found = {o.task: o for o in run_in_processes(halved, range(9), 2, lambda: ticks.append(None))}
    assert {n: found[n].answer for n in found} == {
        0: 0,
        1: None,
        2: 1,
        3: None,
        4: 2,
        5: None,
        6: 3,
        7: None,
        8: 4,
    }
    assert (
        found[1].fault.startswith("ValueError: 1 is odd (")
        and "test_process_pool.py, line " in found[1].fault
    )
    assert (found[3].fault, found[7].fault) == (
        "its process ended unexpectedly (exit code 5)",
        "its process ended unexpectedly (signal 9)",
    )
    assert not any(found[n].fault for n in range(0, 9, 2))
    assert ticks


def test_no_task_is_no_work() -> None:
    nothing: list[TaskResult[int, int]] = list(run_in_processes(halved, [], 2))
    assert nothing == []


def test_closed_early_it_ends_its_processes_at_once(tmp_path: Path) -> None:
    class StopError(Exception):
        """What comes in the middle of it, as Ctrl-C does."""

    def stop() -> None:
        if any(tmp_path.iterdir()):
            raise StopError

    began = time.monotonic()
    try:
        with closing(run_in_processes(noted, [str(tmp_path)], 1, stop)) as outcomes:
            list(outcomes)
    except StopError:
        pass
    (worker,) = tmp_path.iterdir()
    assert time.monotonic() - began < 60
    with pytest.raises(ProcessLookupError):
        os.kill(int(worker.name), 0)
