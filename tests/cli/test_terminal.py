"""The terminal as people expect it: lines are edited and come back, Tab completes, a slip is told with what was meant."""

from __future__ import annotations

import builtins
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wc3d as package
from tests.cli.at_a_terminal import CTRL_A, TAB, UP, terminal
from tests.cli.conftest import Wc3d
from wc3d.cli.output import colors, prompt
from wc3d.cli.output.prompt_completion import PromptCompletions


def test_the_version_is_told(wc3d: Wc3d) -> None:
    said = wc3d("--version")
    assert (said.code, said.out) == (0, f"wc3d {package.__version__}\n")


def test_python_m_wc3d_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wc3d", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"wc3d {package.__version__}\n"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("paly",), "wc3d: unknown command 'paly'; did you mean play"),
        (("play", "--sed", "3"), "wc3d play: unrecognized arguments: --sed 3; did you mean --seed"),
        (
            ("force", "chek", "x"),
            "wc3d force: argument ACTION: invalid choice: 'chek'; did you mean check?",
        ),
        (("play", "--dice", "typd"), "invalid choice: 'typd'; did you mean typed?"),
        (
            ("play", "--bot", "2=recriut"),
            "unknown bot 'recriut'; expected one of regular, veteran, master, recruit, random",
        ),
        (("play", "--mission", "chaos_thery"), "did you mean chaos_theory?"),
        (("play", "--game", "neo_mecanika"), "did you mean neo_mechanika?"),
        (("xyzzy",), "wc3d: unknown command 'xyzzy'; expected one of judge, photo, check"),
    ],
)
def test_a_slip_is_told_with_what_may_have_been_meant(
    wc3d: Wc3d, words: tuple[str, ...], meant: str
) -> None:
    assert meant in wc3d(*words).one_line()


def test_lines_at_a_terminal_are_edited_and_come_back(tmp_path: Path) -> None:
    with terminal("play", "--seed", "3", "--bot", "2", folder=tmp_path) as at:
        at.until("> ")
        at.press("easure 1,1 to 4,5" + CTRL_A + "m\r")
        at.until('1,1 to 4,5: 5" (p. 32)')
        at.until("> ")
        at.press(UP + "\x7f6\r")  # the last line again, with its last digit made a 6
        at.until('1,1 to 4,6: 5.83" (p. 32)')
        at.until("> ")
        at.press("quit\r")
        assert "^[[A" not in at.until("The game is saved in")


def test_tab_completes_orders_units_and_cards(tmp_path: Path) -> None:
    with terminal("play", "--seed", "3", "--bot", "2", folder=tmp_path) as at:
        at.until("> ")
        at.press("1\r")
        at.until("> ")
        at.press("1\r")
        at.until("> ")
        at.press("mea" + TAB)
        at.until("measure ")
        at.press("1,1 to 4,5\r")
        at.until('5" (p. 32)')
        at.until("> ")
        at.press("card ranger f" + TAB)
        at.until("fire ")
        at.press(TAB)
        at.until("team ")
        at.press("\r")
        at.until("Ranger Fire Team")
        at.until("> ")
        at.press("quit\r")
        at.until("The game is saved in")


def test_tab_and_editing_in_the_builder_of_forces(tmp_path: Path) -> None:
    with terminal("force", "new", "--faction", "marcher_worlds", folder=tmp_path) as at:
        at.until("> ")
        at.press("add dus" + TAB)
        at.until("dusk ")
        at.press(TAB)
        at.until("wolf ")
        at.press("\r")
        at.until("Added Dusk Wolf")
        at.until("> ")
        at.press("quit\r")
        at.until("Save in")
        at.press("no\r")


def test_what_tab_offers() -> None:
    names = ("Ranger Fire Team", "Ranger Fire Team A", "Dusk Wolf 1", "Rail Gun")
    at = PromptCompletions(
        ("advance", "attack", "map"), lambda order: names if order != "map" else ()
    )
    assert at.complete_word("", "a") == ["advance", "attack"]
    assert at.complete_word("advance ", "") == ["dusk", "rail", "ranger"]
    assert at.complete_word("advance Ranger Fire ", "T") == ["team"]
    assert at.complete_word("attack dusk wolf ", "") == ["1"]
    assert at.complete_word("attack dusk wolf 1 ", "ra") == ["rail", "ranger"]
    assert at.complete_word("map ", "") == []


def test_no_line_comes_back_when_the_laptop_was_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    readline = pytest.importorskip("readline")
    typed = prompt.PromptInput()
    typed.terminal = True
    typed.editor = prompt.load_readline()
    typed.clear_history()
    monkeypatch.setattr("builtins.input", lambda asked: "play furious assault")
    typed.read_line("> ", PromptCompletions((), lambda order: ()))
    typed.read_line("Save it? ")
    assert readline.get_current_history_length() == 1
    typed.clear_history()
    assert readline.get_current_history_length() == 0


def test_without_readline_lines_are_typed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    there = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "readline":
            raise ImportError(name)
        return there(name, *rest)

    monkeypatch.delitem(sys.modules, "readline", raising=False)
    monkeypatch.setattr("builtins.__import__", without)
    typed = prompt.PromptInput()
    typed.terminal = True
    typed.editor = prompt.load_readline()
    monkeypatch.setattr("builtins.input", lambda asked: " map ")
    assert (
        typed.editor is None
        and typed.read_line("> ", PromptCompletions((), lambda order: ())) == "map"
    )


# Colors

SEEN = {
    "map": {"size": [30, 30]},
    "questions": [{"type": "sight", "from": "a", "to": "b"}],
    "models": [
        {"id": "a", "base": "small", "position": [4, 4]},
        {"id": "b", "base": "large", "position": [9, 9]},
    ],
}
GREEN = "\x1b[32ma sees b: "


def test_colors_at_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "q.json").write_text(json.dumps(SEEN), encoding="utf-8")
    with terminal("judge", "q.json", folder=tmp_path) as at:
        assert at.until("Rules applied").count(GREEN) == 1
    with terminal("judge", "no.json", folder=tmp_path) as at:
        assert "\x1b[31mwc3d:\x1b[0m no.json" in at.until("no such file")


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"]
)
def test_no_colors_where_they_are_not_wanted(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "q.json").write_text(json.dumps(SEEN), encoding="utf-8")
    with terminal("judge", "q.json", folder=tmp_path, environment=environment) as at:
        assert "\x1b[3" not in at.until("Rules applied")


SHUFFLED = "Player 1 shuffles the rack{0} · 12 cards (p. 43){1}"
GAME = Path(__file__).parents[1] / "screens" / "pictures" / "game.jsonl"


def test_the_details_of_the_log_are_dim_at_a_terminal(tmp_path: Path) -> None:
    with terminal("play", "--seed", "3", "--bot", "2", folder=tmp_path) as at:
        assert SHUFFLED.format("\x1b[2m", "\x1b[0m") in at.until("> ")
        at.press("quit\r")
        at.until("The game is saved in")
    with terminal("replay", "game-1.jsonl", folder=tmp_path) as at:
        assert SHUFFLED.format("\x1b[2m", "\x1b[0m") in at.until("Player 2 rolls")
    with terminal("replay", "game-1.jsonl", folder=tmp_path, environment={"NO_COLOR": "1"}) as at:
        shown = at.until("Player 2 rolls")
    assert SHUFFLED.format("", "") in shown and "\x1b" not in shown


def test_the_details_of_the_log_are_plain_in_a_pipe(wc3d: Wc3d) -> None:
    said = wc3d("replay", GAME)
    assert " (p. 43)\n" in said.out and "\x1b" not in said.out


def test_no_colors_in_a_pipe(wc3d: Wc3d, tmp_path: Path) -> None:
    (tmp_path / "q.json").write_text(json.dumps(SEEN), encoding="utf-8")
    said = wc3d("judge", tmp_path / "q.json")
    assert said.out.startswith("a sees b: ") and "\x1b" not in said.out


def test_what_a_file_says_is_shown_even_in_a_color(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Shown(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = Shown()
    colors.print_styled("evil \x1b[2J", "red", " and more", stream)
    assert stream.getvalue() == "\x1b[31mevil \\u001b[2J\x1b[0m and more\n"


# Completion by shells


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_a_shell_is_told_what_to_complete(wc3d: Wc3d, shell: str) -> None:
    said = wc3d("completion", shell)
    assert (said.code, said.err) == (0, "")
    assert all(
        word in said.out
        for word in ("simulate", "--mission", "boiling_point", "marcher_worlds_skirmish")
    )


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("pl", "play"),
        ("play --miss", "--mission"),
        ("play --mission boi", "boiling_point"),
        ("force ch", "check"),
    ],
)
def test_bash_completes(wc3d: Wc3d, typed: str, offered: str, tmp_path: Path) -> None:
    if (bash := shutil.which("bash")) is None:
        pytest.skip("no bash here")
    script = tmp_path / "completion.sh"
    script.write_text(wc3d("completion", "bash").out, encoding="utf-8")
    ask = f'. {script}; COMP_WORDS=(wc3d {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _shtab_wc3d; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run([bash, "--norc", "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [offered]
