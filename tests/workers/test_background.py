"""The process beside the window: what it keeps, how it tells, and that nothing that goes wrong there stops the window."""

import gc
import os
import pickle
import threading
import time
from typing import Any, ClassVar

import pytest

from wc3d.errors import InputError
from wc3d.workers import background
from wc3d.workers.background import BackgroundProcess


def total(progress, more, known):
    assert progress(0, 1)
    return sum(known) + more if more is not None else None


def named(progress, first):
    return repr(first)


def refused(progress):
    raise InputError("board.json: no such file")


def faulty(progress):
    raise ValueError("no such luck")


def gone(progress):
    os._exit(3)


class Told(list):
    """A list that counts how often it has traveled."""

    travels = 0

    def __reduce__(self):
        Told.travels += 1
        return list, (list(self),)


@pytest.fixture(scope="module")
def beside():
    one = BackgroundProcess()
    yield one
    one.stop()


def ended(beside):
    end = time.monotonic() + 60
    report = None
    while beside.is_busy and time.monotonic() < end:
        report = beside.poll()
        time.sleep(0.002)
    assert report is not None and report.is_finished
    return report


def test_what_is_kept_travels_once_however_large_it_is(beside):
    known = Told(range(300_000))
    before = Told.travels
    for more in (1, 2):
        beside.start_task("adding", total, more, known=known)
        assert beside.task_name == "adding"
        assert ended(beside).answer == sum(range(300_000)) + more
    assert Told.travels - before == 1
    beside.start_task("adding", total, 0, known=Told([5]))
    assert ended(beside).answer == 5 and Told.travels - before == 2


def test_nothing_can_be_kept_too(beside):
    beside.start_task("naming", named, first=None)
    assert ended(beside).answer == "None"


def test_nothing_is_an_answer_too(beside):
    beside.start_task("adding", total, None, known=(1,))
    report = ended(beside)
    assert report.answer is None and not report.failure


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (refused, "board.json: no such file"),
        (faulty, "report it (ValueError: no such luck)"),
        (gone, "ended unexpectedly"),
    ],
)
def test_what_goes_wrong_is_told_and_the_next_task_is_done(beside, task, words):
    beside.start_task("reading", task)
    assert words in ended(beside).failure and not beside.task_name
    beside.start_task("adding", total, 1, known=(1, 2))
    assert ended(beside).answer == 4


class Heavy:
    """A value that notes the threads in which it is pickled."""

    threads: ClassVar[list[int]] = []

    def __reduce__(self):
        Heavy.threads.append(threading.get_ident())
        return int, (7,)


def named_and_counted(progress, *, values):
    return len(values)


def test_the_windows_thread_pickles_nothing(beside):
    Heavy.threads.clear()
    beside.start_task("naming", named_and_counted, values=[Heavy() for _ in range(1000)])
    assert ended(beside).answer == 1000
    assert len(Heavy.threads) == 1000 and threading.get_ident() not in Heavy.threads


def test_a_large_value_is_pickled_in_pieces_between_which_others_go_on(monkeypatch):
    pauses: list[float] = []
    monkeypatch.setattr(background.time, "sleep", pauses.append)
    table = [(bytes(1000), str(number)) for number in range(10_000)]
    pickled = background._pickle((1, table), threading.Event())
    assert pickle.loads(pickled) == (1, table)
    assert len(pauses) > len(pickled) / (2 * 65536)


def test_no_collection_stops_the_pickling():
    class Noting:
        def __reduce__(self):
            enabled.append(gc.isenabled())
            return int, (7,)

    enabled: list[bool] = []
    background._pickle((1, Noting()), threading.Event())
    assert enabled == [False] and gc.isenabled()


def test_a_stop_does_not_wait_until_all_is_pickled():
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(background._StoppedError):
        background._pickle((1, [bytes(100_000)]), stopped)


def test_what_changes_while_it_is_pickled_is_pickled_again():
    class Changing:
        def __reduce__(self):
            if not table["tries"]:
                table["tries"].append(1)
                table["more"] = 1
            return int, (7,)

    table: dict[str, Any] = {"tries": [], "changing": Changing(), "last": 0}
    pickled = pickle.loads(background._pickle((1, table), threading.Event()))
    assert pickled == (1, {"tries": [1], "changing": 7, "last": 0, "more": 1})


def test_what_cannot_be_pickled_is_told_and_sent_again_later(beside):
    known = Told([1, 2])
    beside.start_task("adding", total, lambda: 0, known=known)
    assert "program error, please report it" in ended(beside).failure
    beside.start_task("adding", total, 1, known=known)
    assert ended(beside).answer == 4


def test_a_preparation_is_done_first_and_answers_nothing(beside):
    beside.prepare(named, first="prepared")
    assert not beside.is_busy and beside.poll() is None
    beside.start_task("adding", total, 1, known=(1, 2))
    assert ended(beside).answer == 4
    beside.prepare(faulty)
    beside.start_task("adding", total, 2, known=(1, 2))
    report = ended(beside)
    assert report.answer == 5 and not report.failure


def test_a_forgotten_process_ends():
    forgotten = BackgroundProcess()
    forgotten.start()
    assert forgotten._channel is not None
    process = forgotten._channel.process
    del forgotten
    gc.collect()
    process.join(20)
    assert process.exitcode is not None
