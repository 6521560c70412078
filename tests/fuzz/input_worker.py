"""Runs the program on one input after the other in a process of its own, and says what is wrong with how it took each."""

from __future__ import annotations

import contextlib
import io
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

import numba

from tests.fuzz.input_kinds import Kind, made_input
from wc3d._internal.memo import use_terrain
from wc3d.cli.main import main
from wc3d.cli.output.progress import ProgressLine
from wc3d.errors import CONTROL_CHARACTERS_PATTERN, InputError, to_one_line
from wc3d.window.shell.settings import load_settings

PATIENCE = 10.0
"""Seconds of the processor after which what shows how far it is is stopped, as by Ctrl-C."""

SAFETY = 4_000_000_000
"""Bytes of address space beyond what there was: what would take more is stopped, for the machine's sake."""

SETTINGS: Any = numba.config

TEXTS = (".html", ".svg", ".json", ".jsonl")
"""Outputs that hold text."""


class TooLongError(BaseException):
    """An input took too long; its traceback says where."""


@dataclass(frozen=True)
class Result:
    """What became of an input: its kind, whether it was taken or refused, and what was wrong ("" if nothing)."""

    kind: str
    ended: str
    fault: str = ""
    words: str = ""
    detail: str = ""


class Runner:
    """One process's way of running inputs: a folder of its own, its streams in files, and an eye on what is written."""

    def __init__(self, kinds: tuple[Kind, ...], seed: str, folder: Path) -> None:
        self.kinds, self.seed, self.folder = kinds, seed, folder
        self.work = folder / "work"
        self.streams = [open(folder / name, "w+b", buffering=0) for name in ("out", "err")]  # noqa: SIM115
        self.outside: list[str] = []
        self.watching = bool(seed)
        self.base = _memory()
        self.allowed = (
            tuple(str(p) for p in (folder, Path(tempfile.gettempdir()), os.devnull)) + _caches()
        )
        sys.addaudithook(self._heard)
        signal.signal(signal.SIGPROF, _too_long)
        self.signs, self.until, self.most = 0, 0.0, 0.0
        shown = ProgressLine.__call__

        def tell(line: ProgressLine, done: int, total: int) -> bool:
            """A sign of how far it is gives it more time."""
            self.signs += 1
            if self.watching:
                if time.process_time() > self.until:
                    raise KeyboardInterrupt
                signal.setitimer(signal.ITIMER_PROF, self.most)
            return shown(line, done, total)

        ProgressLine.__call__ = tell  # type: ignore[method-assign, assignment]

    def _heard(self, event: str, args: tuple[Any, ...]) -> None:
        """Note what is written outside the folder."""
        if event == "open" and isinstance(args[0], str | bytes | os.PathLike):
            mode, flags = args[1], args[2]
            writes = (isinstance(mode, str) and set(mode) & set("wax+")) or (
                isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
            )
            paths = [args[0]] if writes else []
        else:
            paths = (
                [args[0]] if event in ("os.remove", "os.mkdir", "os.rmdir", "os.truncate") else []
            )
            paths += list(args[:2]) if event == "os.rename" else []
        for path in paths:
            name = os.path.abspath(os.fsdecode(path)) if not isinstance(path, int) else ""
            if name and not name.startswith(self.allowed) and "__pycache__" not in name:
                self.outside.append(f"{event} {name}")

    def run(self, number: int) -> Result:
        """Make an input and have it read."""
        made = made_input(self.kinds, self.seed, number)
        kind, name, words = made.kind, made.name, made.words
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        os.chdir(self.work)
        Path(name).write_bytes(made.data)
        self.outside.clear()
        code, seconds, grown, raised = self._called(words, made.typed, kind.seconds)
        out, err = (self._said(stream) for stream in self.streams)
        fault, detail = raised
        fault = fault or self._fault(words, name, code, out, err)
        if not fault and seconds > (PATIENCE if self.signs else 0) + kind.seconds:
            fault = f"took {seconds:.1f} s"
        if not fault and grown > kind.memory:
            fault = f"took {grown // 1000} MB"
        ended = {0: "taken", 1: "said no", 2: "refused", 130: "stopped"}.get(code, f"exit {code}")
        return Result(
            kind.name, ended, fault, " ".join(words), detail or err[-600:] if fault else ""
        )

    def _called(
        self, words: list[str], typed: str, most: float = 5.0
    ) -> tuple[int, float, int, tuple[str, str]]:
        """Run the command: its exit code, seconds, kilobytes, and what it raised that it should not have."""
        before, started = _memory(), time.process_time()
        raised = ("", "")
        self.most = most
        with self._watched(typed):
            try:
                code = _command(words)
            except SystemExit as left:
                code = left.code if isinstance(left.code, int) else 2
            except BaseException as error:  # a traceback is what is looked for
                code, raised = (
                    -1,
                    (_signature(error), "".join(traceback.format_exception(error))[-3000:]),
                )
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
        use_terrain(None)
        return code, time.process_time() - started, _memory(peak=True) - before, raised

    @contextlib.contextmanager
    def _watched(self, typed: str) -> Iterator[None]:
        saved = sys.stdin, sys.stdout, sys.stderr
        sys.stdin = io.StringIO(typed)
        for stream in self.streams:
            stream.seek(0)
            stream.truncate()
        sys.stdout, sys.stderr = (_text(stream) for stream in self.streams)
        resource.setrlimit(resource.RLIMIT_AS, (_size() + SAFETY, resource.RLIM_INFINITY))
        self.signs, self.until = 0, time.process_time() + PATIENCE
        signal.setitimer(signal.ITIMER_PROF, self.most if self.watching else 0)
        try:
            yield
        finally:
            with contextlib.suppress(ValueError, OSError):
                sys.stdout.flush()
                sys.stderr.flush()
            sys.stdin, sys.stdout, sys.stderr = saved
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def _said(self, stream: Any) -> str:
        stream.seek(0)
        return stream.read(20_000_000).decode("utf-8", "replace")

    def _fault(self, words: list[str], name: str, code: int, out: str, err: str) -> str:
        """What is wrong with what it said and wrote."""
        lines = err.splitlines()
        strange = next((line for line in lines if not line.startswith("wc3d")), None)
        raw = CONTROL_CHARACTERS_PATTERN.search(out) or CONTROL_CHARACTERS_PATTERN.search(err)
        if raw:
            return f"the character {raw[0]!r} is printed"
        if strange is not None:
            return f"standard error says {re.sub(r'[0-9]+', '0', strange)[:120]!r}"
        if code not in (0, 1, 2) and not (code == 130 and self.signs):
            return f"exit code {code}"
        if code == 2 and len(lines) != 1 and not name.endswith(".jsonl"):
            return f"{len(lines)} lines of error"
        if self.outside:
            return f"written outside: {self.outside[0]}"
        return self._litter(words, name, code)

    def _litter(self, words: list[str], name: str, code: int) -> str:
        """What lies in the folder that should not."""
        named = {word.rpartition("=")[2].rpartition("/")[2] for word in words}
        for path in sorted(Path().rglob("*")):
            file = str(path)
            if (
                file == name
                or file.startswith(f"{name}.damaged")
                or (words[:1] == ["play"] and file.endswith(".jsonl"))
            ):
                continue
            if file.endswith(".part") or file not in named:
                kept = words[:2] == ["force", "edit"] and "unsaved" in file
                if not kept:
                    return (
                        f"left behind: {re.sub(r'[0-9]+', '0', file)}"
                        if file.isascii()
                        else "left behind: a file"
                    )
            elif (
                code != 0 and code != 1 and words[:1] != ["play"] and words[:2] != ["force", "edit"]
            ):
                return "refused, and written all the same"
            elif path.suffix in TEXTS:
                text = path.read_text(encoding="utf-8", errors="surrogateescape")
                own = (
                    "\u2068\u2069" if path.suffix == ".html" else ""
                )  # a page isolates words of other scripts
                found = CONTROL_CHARACTERS_PATTERN.search(
                    text.translate(dict.fromkeys(map(ord, own)))
                )
                if found:
                    return f"the character {found[0]!r} is in an {path.suffix}"
        return ""


def _text(stream: Any) -> TextIO:
    """A way to write text to a stream, which stays open when this is closed."""
    return open(os.dup(stream.fileno()), "w", encoding="utf-8", buffering=1)


def _command(words: list[str]) -> int:
    if words[0:1] != ["SETTINGS"]:
        return main(words)
    try:
        load_settings(Path(words[1]))
    except InputError as error:
        print(f"wc3d: {to_one_line(error)}", file=sys.stderr)
        return 2
    return 0


def _signature(error: BaseException) -> str:
    """What was raised, and the last two places of the house on the way there."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/wc3d/" in f.filename]
    places = [f"{f.filename.rpartition('/wc3d/')[2]}:{f.lineno}" for f in frames[-2:]]
    text = "" if isinstance(error, TooLongError) else f": {re.sub(r'[0-9]+', '0', str(error))[:80]}"
    return f"{type(error).__name__} at {' > '.join(places)}{text}"


def _too_long(signum: int, frame: FrameType | None) -> None:
    raise TooLongError


def _status(key: str) -> int:
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(key))


def _memory(peak: bool = False) -> int:
    """Kilobytes in use; the most since this was last asked without `peak`."""
    if peak:
        return _status("VmHWM:")
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")
    return _status("VmRSS:")


def _size() -> int:
    return _status("VmSize:") * 1024


def _caches() -> tuple[str, ...]:
    """Where kernels are kept, and what is no file."""
    return str(SETTINGS.CACHE_DIR), "/dev/", "/proc/self/"


def serve(kinds: tuple[Kind, ...], seed: str, folder: Path, asked: Connection) -> None:
    """Run the inputs whose numbers are sent, and send back what became of each, until told to stop."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("TMPDIR", "HOME", "WC3D_CONFIG"):
        (folder / name).mkdir(exist_ok=True)
        os.environ[name] = str(folder / name)
    tempfile.tempdir = str(folder / "TMPDIR")
    for fd in (1, 2):
        os.dup2(os.open(folder / "native", os.O_WRONLY | os.O_CREAT | os.O_APPEND), fd)
    runner = Runner(kinds, seed, folder)
    while (number := asked.recv()) is not None:
        try:
            asked.send(runner.run(number))
        except Exception as error:  # of the fuzzer itself
            asked.send(Result("fuzzer", "ended", _signature(error), detail=traceback.format_exc()))
