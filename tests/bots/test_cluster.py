"""Tasks done by a Dask cluster: the outcomes are those of our own processes, and what is lost is done again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import LocalCluster

from wc3d.bots import cluster
from wc3d.bots.cluster import describe_difference, local_requirements, run_on_cluster
from wc3d.errors import InputError

pytestmark = pytest.mark.slow  # processes are started and killed

HERE = local_requirements("neo_mechanika")


def thirded(number: int) -> int:
    """A third of a multiple of 3; 7 always kills its process, the others raise."""
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if number % 3:
        raise ValueError(f"{number}\nis no multiple of 3")
    return number // 3


def dies_once(folder: str) -> str:
    """Kills its process the first time."""
    if not (mark := Path(folder) / "was here").exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done by another"


def noted(folder: str) -> None:
    """Says which process it is, and then does not end for a long time."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)


@pytest.fixture
def elsewhere() -> Iterator[LocalCluster]:
    """A cluster that others have started, known by its address."""
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found


def test_every_task_has_its_outcome_whatever_becomes_of_its_worker() -> None:
    found = {o.task: o for o in run_on_cluster(thirded, [0, 1, 7, 9, 12], "local:2", HERE)}
    assert {n: found[n].answer for n in found} == {0: 0, 1: None, 7: None, 9: 3, 12: 4}
    assert (
        found[1].fault.startswith("ValueError: 1 is no multiple of 3 (")
        and "test_cluster.py, line " in found[1].fault
    )
    assert found[7].fault == "the workers that played this game stopped unexpectedly"


def test_what_a_lost_worker_was_at_is_done_by_another(tmp_path: Path) -> None:
    (outcome,) = run_on_cluster(dies_once, [str(tmp_path)], "local:1", HERE)
    assert (outcome.answer, outcome.fault) == ("done by another", "")


def test_a_cluster_of_others_is_used_by_its_address_and_left_as_it_was(
    elsewhere: LocalCluster,
) -> None:
    address = elsewhere.scheduler_address
    for _ in range(2):
        assert [o.answer for o in run_on_cluster(thirded, [3], address, HERE)] == [1]


def test_a_worker_with_another_program_or_other_cards_does_nothing(elsewhere: LocalCluster) -> None:
    address = elsewhere.scheduler_address
    with pytest.raises(InputError, match=r"worker tcp://.* runs another version of wc3d \("):
        list(run_on_cluster(thirded, [3], address, replace(HERE, program="of last year")))
    with pytest.raises(InputError, match=r"worker tcp://.* has other card files$"):
        list(run_on_cluster(thirded, [3], address, replace(HERE, content="other")))
    with pytest.raises(InputError, match=r"worker tcp://.* cannot use the cards: .*no such"):
        list(run_on_cluster(thirded, [3], address, replace(HERE, cards=("/nowhere/cards",))))
    assert describe_difference(HERE) == ""


def test_a_worker_of_many_threads_is_refused() -> None:
    with (
        LocalCluster(
            n_workers=1,
            threads_per_worker=2,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as two,
        pytest.raises(InputError, match="has 2 threads, not 1"),
    ):
        list(run_on_cluster(thirded, [3], two.scheduler_address, HERE))


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT_S", 1.0)
    with (
        LocalCluster(
            n_workers=0, processes=True, host="127.0.0.1", dashboard_address=None
        ) as empty,
        pytest.raises(
            InputError, match="the scheduler has no workers; start at least one with: dask worker"
        ),
    ):
        list(run_on_cluster(thirded, [3], empty.scheduler_address, HERE))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at this address"),
        ("foo", "expected local:N or the address"),
        ("no such thing://x", "no Dask scheduler answers at this address"),
        ("local:0", "expected local:N with N from 1 to 1000"),
        ("local:²", "expected local:N with N from 1 to 1000"),
    ],
)
def test_a_wrong_address_is_one_line(
    address: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT_S", 1.0)
    with pytest.raises(InputError, match=said) as told:
        list(run_on_cluster(thirded, [3], address, HERE))
    assert "\n" not in str(told.value)


def test_without_the_library_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'wc3d\[cluster\]'"):
        list(run_on_cluster(thirded, [3], "local:1", HERE))


def test_closed_early_it_ends_its_processes(tmp_path: Path) -> None:
    class StopError(Exception):
        """What comes in the middle of it, as Ctrl-C does."""

    def stop() -> None:
        if any(tmp_path.iterdir()):
            raise StopError

    with (
        pytest.raises(StopError),
        closing(run_on_cluster(noted, [str(tmp_path)], "local:1", HERE, stop)) as outcomes,
    ):
        list(outcomes)
    (process,) = (int(path.name) for path in tmp_path.iterdir())
    deadline = time.monotonic() + 20
    while _alive(process) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _alive(process)


def _alive(process: int) -> bool:
    """Does it run?"""
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_simulate_plays_the_same_games_on_a_cluster(tmp_path: Path) -> None:
    def lines(*how: str) -> list[str]:
        out = tmp_path / "".join(c for c in how[0] + how[1] if c.isalnum())
        command = [
            sys.executable,
            "-m",
            "wc3d",
            "simulate",
            "--games",
            "2",
            "--bots",
            "random",
            "--forces",
        ]
        command += ["empyreans_skirmish", "--out", str(out), *how]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return sorted(line.partition('"state"')[2] for line in out.read_text().splitlines())

    assert lines("--cluster", "local:2") == lines("--jobs", "1")
