"""Run tasks on a Dask cluster: processes of this machine (`local:4`), or remote ones by a
scheduler's address.

A worker must have the same program and cards, or its games would differ from the series. Each
worker is checked before its first task. The task of a lost worker is repeated by another one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from wc3d._internal.data_files import DATA_FOLDER_NAME, data_folder, shipped_folder
from wc3d._internal.memo import Size, memo_per_process
from wc3d.bots import process_pool
from wc3d.bots.process_pool import (
    TICK_S,
    TaskResult,
    count_cores,
    describe_error,
    ignore_interrupts,
)
from wc3d.bots.tournament import program_version
from wc3d.errors import InputError
from wc3d.geometry.sight_solver import compile_sight_search
from wc3d.registry import game_entry, load_object, with_added_cards

if TYPE_CHECKING:
    from distributed import Client, Future
    from tornado.ioloop import IOLoop

T = TypeVar("T")
A = TypeVar("A")

INSTALL_HINT = (
    "--cluster needs distributed, which is not installed; run: pip install 'wc3d[cluster]'"
)

SCHEDULER_TIMEOUT_S = 8.0
"""The timeout in seconds for a scheduler's answer and for its first worker."""

NO_WORKER_TIMEOUT_S = 60.0
"""The timeout in seconds for a cluster without workers."""


@dataclass(frozen=True)
class WorkerRequirements:
    """The game id, the card files, and hashes of the program and all cards, which workers check."""

    game: str
    cards: tuple[str, ...]
    program: str
    content: str


@memo_per_process(Size.FEW)
def program_digest() -> str:
    """Return a hash of the program's code and data, including its boards, at any location."""
    home = Path(__file__).parents[1]
    hashed = hashlib.sha256()
    own = [
        p
        for kind in ("*.py", "*.toml", "*.json")
        for p in home.rglob(kind)
        if DATA_FOLDER_NAME not in p.relative_to(home).parts
    ]
    boards = [
        *shipped_folder("maps").rglob("*.json"),
        *(p for p in shipped_folder("models3d").glob("*") if p.is_file()),
    ]
    for base, paths in ((home, own), (data_folder(), boards)):
        for path in sorted(paths):
            hashed.update(path.relative_to(base).as_posix().encode() + path.read_bytes())
    return hashed.hexdigest()[:16]


def local_requirements(game: str, cards: Sequence[str] = ()) -> WorkerRequirements:
    """Return this process's requirements. Raises InputError for unusable cards."""
    paths = tuple(str(Path(path).resolve()) for path in cards)
    with with_added_cards(game, paths):
        return WorkerRequirements(
            game,
            paths,
            program_digest(),
            load_object(game_entry(game).rules).setup.content_digest(),
        )


def run_tasks(
    work: Callable[[T], A],
    tasks: Sequence[T],
    jobs: int,
    meanwhile: Callable[[], object],
    *,
    cluster: str = "",
    game: str = "",
    cards: Sequence[str] = (),
) -> Generator[TaskResult[T, A], None, None]:
    """Yield the result of each task as it arrives, from local processes (0: one for each core) or
    from a cluster.

    `game` and `cards` are the requirements for the workers of a cluster.

    Close the iterator to stop early. Raises InputError if the cluster is unavailable or unusable,
    or if all workers have disconnected.
    """
    if not cluster:
        return process_pool.run_in_processes(
            work, tasks, min(jobs or count_cores(), len(tasks)), meanwhile
        )
    return run_on_cluster(work, tasks, cluster, local_requirements(game, cards), meanwhile)


def run_on_cluster(
    work: Callable[[T], A],
    tasks: Iterable[T],
    cluster: str,
    conditions: WorkerRequirements,
    meanwhile: Callable[[], object] = lambda: None,
) -> Generator[TaskResult[T, A], None, None]:
    """Yield the result of each task as it arrives from a cluster: "local:N" or a scheduler's
    address.

    `work` must be a function of a module (or a partial of one). Close the iterator to stop early
    and cancel open tasks. Raises InputError.
    """
    remaining_tasks = iter(tasks)
    with open_cluster(cluster) as client:
        _check_workers(client, conditions, cluster)
        futures: dict[Future, T] = {}
        crew = _Crew(client, cluster)
        try:
            while True:
                # Submit one task per worker only: Dask also blames tasks queued at a worker that
                # died three times.
                for task in islice(remaining_tasks, max(0, crew.size() - len(futures))):
                    futures[client.submit(_do_task, work, task, conditions, pure=False)] = task
                if not futures:
                    return
                for future in _finished_futures(futures):
                    yield _read_outcome(future, futures.pop(future), cluster)
                meanwhile()
        finally:
            client.cancel(list(futures), force=True)


@contextmanager
def open_cluster(cluster: str) -> Iterator[Client]:
    """Open a client of a cluster. Raises InputError if there is none."""
    if find_spec("distributed") is None:
        raise InputError(INSTALL_HINT)
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")
    with _open_scheduler(cluster) as address:
        try:
            client = Client(address, timeout=SCHEDULER_TIMEOUT_S, set_as_default=True)
        except (OSError, ValueError, RuntimeError):
            raise InputError(
                f"--cluster {cluster}: no Dask scheduler answers at this address"
            ) from None
        with client:
            yield client


@contextmanager
def _open_scheduler(cluster: str) -> Iterator[Any]:
    """Yield the scheduler's address; for "local:N", start a cluster with N workers meanwhile."""
    if not cluster.startswith("local:"):
        if ":" not in cluster:
            raise InputError(
                f"--cluster {cluster}: expected local:N or the address of a Dask scheduler, for example tcp://10.0.0.5:8786"
            )
        yield cluster
        return
    number = cluster.removeprefix("local:")
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= 1000):
        raise InputError(f"--cluster {cluster}: expected local:N with N from 1 to 1000")
    from distributed import LocalCluster

    compile_sight_search()  # before several processes compile it at once
    with (
        tempfile.TemporaryDirectory(prefix="wc3d-cluster-", ignore_cleanup_errors=True) as folder,
        _event_loop() as loop,
    ):
        with ignore_interrupts():  # workers ignore Ctrl-C: this process ends them
            local = LocalCluster(
                loop=loop,
                n_workers=int(number),
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
                local_directory=folder,
            )
        with local:
            yield local


@contextmanager
def _event_loop() -> Iterator[IOLoop]:
    """Run an event loop in a thread. Dask's own must start within 10 s, which a busy machine
    misses."""
    from tornado.ioloop import IOLoop

    async def current() -> IOLoop:
        return IOLoop.current()

    with ignore_interrupts():
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, name="cluster", daemon=True)
        thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(current(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _check_workers(client: Client, conditions: WorkerRequirements, cluster: str) -> None:
    """Raise InputError unless all workers match and run one task at a time."""
    prefix = f"--cluster {cluster}:"
    try:
        client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT_S)
    except TimeoutError:
        raise InputError(
            f"{prefix} the scheduler has no workers; start at least one with: dask worker {cluster} --nthreads 1"
        ) from None
    for worker, threads in sorted(client.nthreads().items()):
        if threads != 1:
            raise InputError(
                f"{prefix} worker {worker} has {threads} threads, not 1; start it with: dask worker --nthreads 1"
            )
    try:
        differences = client.run(describe_difference, conditions)
    except Exception as error:  # any error of a worker with an old or missing wc3d
        raise InputError(f"{prefix} a worker cannot run wc3d: {describe_error(error)}") from None
    for worker, fault in sorted(differences.items()):
        if fault:
            raise InputError(f"{prefix} worker {worker} {fault}")


@memo_per_process(Size.FEW)
def describe_difference(conditions: WorkerRequirements) -> str:
    """Return how this process differs from the requirements, as a clause; empty if it matches."""
    if conditions.program != program_digest():
        return f"runs another version of wc3d ({program_version()})"
    try:
        local_cards = local_requirements(conditions.game, conditions.cards)
    except InputError as error:
        return f"cannot use the cards: {error}"
    return "" if local_cards.content == conditions.content else "has other card files"


def _do_task(
    work: Callable[[Any], Any], task: Any, conditions: WorkerRequirements
) -> tuple[Any, str]:
    """Run a task on a worker; return its answer and an error message, one of them empty."""
    if fault := describe_difference(conditions):  # a worker that joined late
        return None, f"a worker {fault}"
    try:
        with with_added_cards(conditions.game, conditions.cards):
            return work(task), ""
    except Exception as error:
        return None, describe_error(error)


def _finished_futures(futures: Iterable[Future]) -> list[Future]:
    """Return the finished futures, after a short wait for the first."""
    from distributed import wait

    try:
        return list(wait(list(futures), timeout=TICK_S, return_when="FIRST_COMPLETED").done)
    except TimeoutError:
        return []


def _read_outcome(future: Future, task: T, cluster: str) -> TaskResult[T, Any]:
    """Return the result of a task. Raises InputError if the scheduler is gone."""
    if future.status == "finished":
        answer, fault = future.result()
        return TaskResult(task, answer, fault)
    if future.status == "error":
        error = future.exception()
        is_killed = type(error).__name__ == "KilledWorker"
        return TaskResult(
            task,
            None,
            "the workers that played this game stopped unexpectedly"
            if is_killed
            else describe_error(error),
        )
    raise InputError(f"--cluster {cluster}: the connection to the scheduler was lost")


class _Crew:
    """The workers of a cluster."""

    def __init__(self, client: Client, cluster: str) -> None:
        self.client = client
        self.cluster = cluster
        self.seen = time.monotonic()

    def size(self) -> int:
        """Return the number of workers. Raises InputError after a timeout without any."""
        try:
            number = len(self.client.nthreads())
        except (OSError, RuntimeError):
            raise InputError(
                f"--cluster {self.cluster}: the connection to the scheduler was lost"
            ) from None
        if number:
            self.seen = time.monotonic()
        elif time.monotonic() - self.seen > NO_WORKER_TIMEOUT_S:
            raise InputError(f"--cluster {self.cluster}: all workers have disconnected")
        return number
