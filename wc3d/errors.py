"""Errors in user input and in plug-ins.

The command line prints their one-line message and exits with code 2.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

CONTROL_CHARACTERS_PATTERN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""A control character for the terminal, except line ends and tabs."""


class InputError(Exception):
    """A value or file from the user cannot be used.

    The message is one line: where, what is wrong and what was expected. The command line prints it
    and exits with code 2.

    >>> try:
    ...     wc3d.feature("wood", "woods", wc3d.cylinder((9, 9), 3, 4))
    ... except wc3d.InputError as error:
    ...     print("forest" in str(error))
    True
    """


class UnreadPartWarning(UserWarning):
    """A warning that part of a file was not read.

    The message is one line: the file, the place and the unread part. Mesh files cause it. To turn
    it into an error, use the standard filter:

    >>> import warnings
    >>> from wc3d.errors import UnreadPartWarning
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", UnreadPartWarning)
    ...     board = wc3d.load_map("ravine")
    """


def describe_read_error(error: OSError | ValueError) -> str:
    """Return why a file cannot be read, in a few words."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if getattr(error, "errno", None) == errno.ELOOP:
        return "cannot be read (the link leads back to itself)"
    if isinstance(error, IsADirectoryError):
        return "expected a file, not a folder"
    return f"cannot be read ({getattr(error, 'strerror', None) or error})"


def describe_program_error(error: BaseException) -> str:
    """Return the message for an unexpected error: a fault of a plug-in, or one of the program,
    which the user is asked to report.
    """
    return (
        describe_plugin_fault(error)
        or f"program error, please report it ({type(error).__name__}: {error})"
    )


class PluginFaultError(Exception):
    """A function of a plug-in returned a value that cannot be used, or misused a function of wc3d.

    The message is one line: the plug-in, its function, what is wrong, the file and the line.
    """


PLUGIN_MODULES: set[str] = set()
"""The modules of plug-ins whose objects this process has loaded or tried to load."""


def note_plugin(module: str) -> None:
    """Remember a module, if it is not part of wc3d, for messages about the faults of its package."""
    if module and module.partition(".")[0] != "wc3d":
        PLUGIN_MODULES.add(module)


def describe_plugin_fault(error: BaseException) -> str:
    """Return a line about an error that began in a plug-in; "" for any other error.

    The line names the plug-in, its innermost function, the file and the line.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, PluginFaultError):
            return to_one_line(cause)
        if (place := _find_plugin_place(cause)) is not None:
            fault = f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__
            package = _plugin_package(place.module)
            return to_one_line(
                f"the plug-in {package} has a fault in {place.function}: {fault} "
                f"({place.file}, line {place.line})"
            )
        if isinstance(cause, TypeError) and (fault := _describe_wrong_call(cause)):
            return fault
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return ""


def require_result(function: Callable[..., Any], value: Any, is_valid: bool, expected: str) -> None:
    """Raise PluginFaultError if a plug-in's function returned a value that is not valid."""
    if not is_valid:
        raise make_plugin_fault(function, f"it returned {value!r:.60}; expected {expected}")


WRONG_CALL_PATTERN = re.compile(r"([\w.]+)\(\) (?:takes (\d+) |takes|missing|got).*")
"""The message of Python for a call that does not fit the parameters of a function."""


def _describe_wrong_call(error: TypeError) -> str:
    """Return a line about a call that a function of a plug-in cannot take; "" for another error."""
    if (match := WRONG_CALL_PATTERN.fullmatch(str(error))) is None:
        return ""
    for name, module in list(sys.modules.items()):
        if not _plugin_package(name):
            continue
        function: Any = module
        for part in match[1].split("."):
            function = getattr(function, part, None)
        code = getattr(function, "__code__", None)
        if code is None or (match[2] and code.co_argcount != int(match[2])):
            continue  # of another plug-in with the same names
        if code.co_filename == getattr(module, "__file__", None):
            return str(make_plugin_fault(function, str(error)))
    return ""


CODE_PLACE_PATTERN = re.compile(r" \([^()]*, line \d+\)")
"""The file and line in a message about a plug-in's fault."""


def without_code_place(text: str) -> str:
    """Return a message about a fault without its file, which other people need not know."""
    return CODE_PLACE_PATTERN.sub("", text)


def make_plugin_fault(
    function: Callable[..., Any], problem: str, name: str = ""
) -> PluginFaultError:
    """Return the error for a plug-in's function that did something wrong, in words.

    `name` is the name of the function in the message, by default its own.
    """
    code = getattr(function, "__code__", None)
    place = f" ({code.co_filename}, line {code.co_firstlineno})" if code is not None else ""
    name = name or getattr(function, "__qualname__", repr(function))
    package = _plugin_package(getattr(function, "__module__", "") or "")
    return PluginFaultError(f"the plug-in {package} has a fault in {name}: {problem}{place}")


def describe_import_error(error: BaseException) -> str:
    """Return an error in the import of a plug-in in words, with its file and line."""
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}, {error.filename}, line {error.lineno}"
    place = _find_plugin_place(error)
    words = f"{type(error).__name__}: {error}"
    return f"{words}, {place.file}, line {place.line}" if place is not None else words


def describe_plugin_call(error: BaseException) -> str:
    """Return the place where a plug-in called the function that raised an error, in brackets.

    It is "" if no plug-in did, and if the plug-in itself raised the error.
    """
    place = _find_plugin_place(error)
    if place is None or place.is_innermost:
        return ""
    return f" (in {place.function}, {place.file}, line {place.line})"


@dataclass(frozen=True)
class _PluginPlace:
    """A line in a function of a plug-in. `is_innermost`: the error was raised right there."""

    module: str
    function: str
    file: str
    line: int
    is_innermost: bool


def _plugin_package(module: str) -> str:
    """Return the package of a plug-in's module; "" for a module that belongs to no plug-in."""
    for noted in sorted(PLUGIN_MODULES):
        is_package = hasattr(sys.modules.get(noted), "__path__")
        package = noted if is_package else noted.rpartition(".")[0] or noted
        if module == package or module.startswith(f"{package}."):
            return package
    return ""


def _find_plugin_place(error: BaseException) -> _PluginPlace | None:
    """Return the innermost place in a plug-in in an error's traceback, or None."""
    place = None
    trace = error.__traceback__
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if _plugin_package(module):
            code = trace.tb_frame.f_code
            place = _PluginPlace(
                module,
                code.co_qualname.partition(".<locals>")[0],
                code.co_filename,
                trace.tb_lineno,
                trace.tb_next is None,
            )
        trace = trace.tb_next
    return place


def to_one_line(error: Exception | str) -> str:
    """Return a message on one line, with control characters escaped."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))


def escape_control_characters(text: str) -> str:
    """Return a text with control characters as numeric escapes; JSON keeps its meaning."""
    return CONTROL_CHARACTERS_PATTERN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def describe_unreadable_file(path: str | Path, limit: int, purpose: str) -> str:
    """Return why a file must not be opened: it is a pipe or device, or larger than `limit`; empty
    if it may be.

    Raises OSError or ValueError for an invalid or missing path.
    """
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        return "expected a file, not a pipe or a device"
    return (
        f"larger than {limit / 1e6:g} MB, the limit for {purpose}" if status.st_size > limit else ""
    )


def read_bounded_file(path: Path, limit: int, purpose: str) -> bytes:
    """Read an ordinary file of up to `limit` bytes. Raises InputError for any other file."""
    with opened_file(path, limit, purpose) as file:
        return file.read(limit)


@contextmanager
def opened_file(path: Path, limit: int, purpose: str) -> Iterator[BinaryIO]:
    """Open an ordinary file for reading. Raises InputError like `read_bounded_file`."""
    try:
        if reason := describe_unreadable_file(path, limit, purpose):
            raise InputError(f"{path}: {reason}")
        with path.open("rb") as file:
            yield file
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {describe_read_error(error)}") from None
