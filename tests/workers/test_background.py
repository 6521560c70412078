"""The process beside the window: what it keeps, how it tells, and that nothing that goes wrong there stops the window."""

import os
import time

import pytest

from wc3d.errors import InputError
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
