"""What would not work on Windows or macOS is not written: it cannot be tried here, so it is looked for in the text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

TEXT = {"open", "read_text", "write_text"}
"""What opens a file as text, unless a mode says otherwise; without its encoding each system takes another."""

POSIX = {
    "os.fork",
    "os.getuid",
    "os.geteuid",
    "os.getppid",
    "os.mkfifo",
    "os.nice",
    "os.sched_getaffinity",
    "os.killpg",
    "os.setsid",
    "os.uname",
    "os.getloadavg",
    "signal.SIGKILL",
    "signal.SIGALRM",
    "signal.setitimer",
    "signal.pthread_sigmask",
    "os.kill",
}
"""What Windows has not, or does something else with (`os.kill` ends the process there)."""

MODULES = {
    "fcntl",
    "pwd",
    "grp",
    "resource",
    "termios",
    "tty",
    "pty",
    "readline",
    "curses",
    "msvcrt",
    "winreg",
}
"""Modules that one kind of system has."""

GUARDS = ("hasattr(", "os.name", "sys.platform", "ImportError", "suppress(")
"""What a function says that asks before it uses one of them."""

REPLACED = {"os.rename", "shutil.move"}
"""What fails on Windows where there is such a file already; `os.replace` does not."""


def trees() -> Iterator[tuple[str, ast.Module, str]]:
    """Every module of the program and its scripts."""
    for folder in ("wc3d", "scripts"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            yield path.relative_to(ROOT).as_posix(), ast.parse(text), text


def dotted(node: ast.AST) -> str:
    """A name like "os.kill", or the last part of another."""
    if isinstance(node, ast.Attribute):
        return f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else node.attr
    return node.id if isinstance(node, ast.Name) else ""


def without_encoding(tree: ast.Module) -> Iterator[int]:
    """Lines on which a file is opened as text without its encoding."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func).rpartition(".")[2]
        if name not in TEXT or {keyword.arg for keyword in node.keywords} & {"encoding", None}:
            continue
        words = [
            arg.value
            for arg in [*node.args, *(k.value for k in node.keywords)]
            if isinstance(arg, ast.Constant)
        ]
        modes = [
            word
            for word in words
            if isinstance(word, str) and 0 < len(word) <= 3 and set(word) <= set("rwaxbt+")
        ]
        opens = isinstance(node.func, ast.Name) or bool(modes)
        ours = isinstance(node.func, ast.Name) and name != "open"
        if ours or any("b" in mode for mode in modes) or (name == "open" and not opens):
            continue
        yield node.lineno


def of_one_system(tree: ast.Module, text: str) -> Iterator[tuple[int, str]]:
    """Lines with what other systems have not, in a function (or a module) that does not ask whether it is there."""
    lines = text.splitlines()
    blocks = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in ast.walk(tree):
        found = ""
        if isinstance(node, ast.Attribute) and dotted(node) in POSIX | REPLACED:
            found = dotted(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            )
            found = next((name for name in names if name.partition(".")[0] in MODULES), "")
        if not found:
            continue
        line = getattr(node, "lineno", 0)
        around = [b for b in blocks if b.lineno <= line <= (b.end_lineno or b.lineno)]
        block = min(around, key=lambda b: (b.end_lineno or 0) - b.lineno, default=None)
        said = "\n".join(lines[block.lineno - 1 : block.end_lineno] if block is not None else lines)
        if found in REPLACED or not any(guard in said for guard in GUARDS):
            yield line, found


def test_every_text_file_is_opened_with_its_encoding() -> None:
    assert [f"{name}:{line}" for name, tree, _ in trees() for line in without_encoding(tree)] == []


def test_nothing_is_used_that_other_systems_have_not() -> None:
    assert [
        f"{name}:{line} {what}"
        for name, tree, text in trees()
        for line, what in of_one_system(tree, text)
    ] == []


def test_no_folder_of_one_system_is_named() -> None:
    """But for devices, which are asked after, and what is looked for where it may be."""
    named = [
        f"{name}:{node.lineno} {node.value}"
        for name, tree, _ in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith(("/tmp", "/var/", "/home/"))
    ]
    assert named == []


def test_no_shipped_file_has_a_name_that_a_system_refuses() -> None:
    reserved = {
        "con",
        "prn",
        "aux",
        "nul",
        *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)),
    }
    names: dict[str, str] = {}
    for folder in ("wc3d", "maps", "models3d", "scripts", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if "__pycache__" in path.parts:
                continue
            assert not set(path.name) & set('<>:"|?*\\') and not path.name.endswith((".", " ")), (
                path
            )
            assert (
                path.stem.lower() not in reserved and len(path.relative_to(ROOT).as_posix()) < 150
            ), path
            whole = path.relative_to(ROOT).as_posix()
            assert names.setdefault(whole.lower(), whole) == whole, (
                f"{path}: another file differs in its capitals alone"
            )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("open('a')", 1),
        ("open('a', 'w')", 1),
        ("open('a', 'rb')", 0),
        ("open('a', encoding='utf-8')", 0),
        ("path.open('w')", 1),
        ("path.open('ab')", 0),
        ("path.read_text()", 1),
        ("path.write_text(x, encoding='utf-8')", 0),
        ("path.write_text('wb', encoding='utf-8')", 0),
        ("screen.open(path)", 0),
        ("read_text(path)", 0),
    ],
)
def test_what_opens_a_text_file_is_found(text: str, told: int) -> None:
    assert len(list(without_encoding(ast.parse(text)))) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import fcntl", ["fcntl"]),
        ("os.kill(1, 0)", ["os.kill"]),
        ("os.rename(a, b)", ["os.rename"]),
        ("os.replace(a, b)", []),
        ("def f():\n    if os.name == 'posix':\n        os.kill(1, 0)", []),
        ("def f():\n    os.fork()\ndef g():\n    hasattr(os, 'fork')", ["os.fork"]),
        ("try:\n    import termios\nexcept ImportError:\n    pass", []),
    ],
)
def test_what_one_system_has_is_found(text: str, told: list[str]) -> None:
    assert [what for _, what in of_one_system(ast.parse(text), text)] == told
