"""`wc3d guide` lists, shows and searches the pages of the guide."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from tests.cli.test_startup import command_left, imported_by
from tests.guide.small_guide import PLAYING, small_guide
from tests.guide.test_terminal import PLAIN
from wc3d._internal import memo
from wc3d.cli.guide import excerpt, pager_command
from wc3d.cli.main import main
from wc3d.cli.output.safe_terminal import EscapingStream
from wc3d.cli.shell_completion import argument_values


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The small guide, at a terminal with 80 columns and 24 lines."""
    for name, value in (("COLUMNS", "80"), ("LINES", "24"), ("TERM", "xterm"), ("PAGER", "cat")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    with small_guide(tmp_path / "guide") as folder:
        yield folder


Show = Callable[..., str]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Show:
    """Return a function that runs the command at a terminal, and returns what the terminal is sent."""

    def run(*words: str) -> str:
        terminal = Terminal()
        # within the test: pytest sets its own streams before that
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", Terminal())
            patched.setattr(sys, "stdout", EscapingStream(terminal))
            assert main(["guide", *words]) == 0
        return terminal.getvalue()

    return run


def test_the_pages_are_listed_with_their_summaries(wc3d: Wc3d) -> None:
    said = wc3d("guide")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert "  playing          Play at one screen or by a link." in lines
    assert lines.index("  hosting          Friends open a link in a browser.") < lines.index(
        "Reference for programmers:"
    )
    assert "  reference/table  Measure with wc3d.table." in lines


def test_a_page_is_printed_as_plain_text_in_a_pipe(wc3d: Wc3d) -> None:
    said = wc3d("guide", "playing")
    assert (said.code, said.out, said.err) == (0, PLAIN, "")


@pytest.mark.parametrize(
    "words", [("playing#save-a-game",), ("playing", "save", "game"), ("playing", "save-a-game")]
)
def test_a_page_is_printed_from_a_heading_on(wc3d: Wc3d, words: tuple[str, ...]) -> None:
    assert wc3d("guide", *words).out == PLAIN[PLAIN.index("Save a game") :]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("playng",), "did you mean playing?"),
        (("playing", "safe"), "has no section 'safe'; expected one of playing, keys"),
        (("playing", "--search", "save"), "either a page or --search"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(
    wc3d: Wc3d, words: tuple[str, ...], told: str
) -> None:
    assert told in wc3d("guide", *words).one_line()


def test_a_guide_without_pages_is_refused(wc3d: Wc3d, guide: Path) -> None:
    for page in guide.rglob("*.md"):
        page.unlink()
    memo.clear()
    assert "reinstall wc3d" in wc3d("guide").one_line()
    assert "reinstall wc3d" in wc3d("guide", "playing").one_line()


def test_a_search_prints_places_headings_and_passages(wc3d: Wc3d) -> None:
    said = wc3d("guide", "--search", "how", "do", "I", "save?")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(
        "playing#save-a-game  (Playing > Save a game)\n  Type save.\n\nplaying#save-a-game"
    )
    limited = wc3d("guide", "--search", "save", "--limit", "1")
    assert limited.out.count("playing#") == 1 and limited.out.endswith(
        "results (--limit 4 prints all)\n"
    )


def test_a_search_for_nothing_known_finds_nothing(wc3d: Wc3d) -> None:
    said = wc3d("guide", "--search", "xyzzy")
    assert (said.code, said.out) == (1, "no passage found for xyzzy\n")


def test_a_terminal_shows_styles_and_files_command_nothing(show: Show, guide: Path) -> None:
    (guide / "playing.md").write_text(f"{PLAYING}\n\033[2J\n", encoding="utf-8")
    shown = show("playing")
    assert "\033[1mKeys\033[0m" in shown and "\033[2J" not in shown


def test_no_color_means_no_styles(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert show("playing") == PLAIN


@pytest.mark.skipif(os.name == "nt", reason="the pagers here are programs of POSIX")
def test_a_long_page_is_shown_in_the_pager(
    show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = tmp_path / "shown"
    monkeypatch.setenv("PAGER", f"cat > {shown}")
    assert show("playing") == ""
    assert "\033[1mKeys\033[0m" in shown.read_text(encoding="utf-8")
    shown.unlink()
    assert "Save a game" in show("playing", "save")  # this part fits on the screen
    assert not shown.exists()


@pytest.mark.skipif(os.name == "nt", reason="the pagers here are programs of POSIX")
@pytest.mark.parametrize("pager", ["no-such-pager-at-all", "cat"])
def test_a_page_is_printed_where_there_is_no_pager(
    show: Show, monkeypatch: pytest.MonkeyPatch, pager: str
) -> None:
    monkeypatch.setenv("PAGER", pager)
    assert "\033[1mKeys\033[0m" in show("playing")


@pytest.mark.skipif(os.name == "nt", reason="the pagers here are programs of POSIX")
def test_a_pager_may_be_left_at_once(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "true")
    assert show("playing") == ""


def test_the_pager_is_the_users_or_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setenv("PAGER", "most -s")
    assert pager_command() == "most -s"
    monkeypatch.delenv("PAGER")
    assert pager_command() == "less -R"
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert pager_command() == ""


def test_a_long_passage_is_cut_around_its_match() -> None:
    text = "a " * 200 + "dice " + "b " * 200
    part = excerpt(text, frozenset({"dice"}))
    assert (
        part.startswith("... a ")
        and part.endswith(" b ...")
        and " dice " in part
        and len(part) < 260
    )
    assert excerpt("short text", frozenset()) == "short text"


def test_the_guide_imports_nothing_heavy() -> None:
    assert imported_by(command_left(2, "guide", "no-such-page")) == set()
    assert (
        imported_by(
            "from wc3d.cli.main import main\nassert main(['guide', '--search', 'save']) in (0, 1)"
        )
        == set()
    )


def test_tab_offers_the_pages(wc3d: Wc3d) -> None:
    assert "hosting playing reference/table" in " ".join(sorted(argument_values("topic")))
    assert "reference/table" in wc3d("completion", "bash").out
