"""The guide is true: its examples and commands run, and its links, paths and options exist.

Every `wc3d` line of a block marked `sh` is run, each block in a folder of its own. A comment `<!-- file: NAME -->` before a
block writes that block to a file of this name first. Windows are not opened and hosts do not serve; all else is real.
A block marked `text` shows output or a session in a terminal: its `$ wc3d` lines are parsed, not run.
"""

from __future__ import annotations

import argparse
import doctest
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from tests.cli.conftest import without_announcement
from tests.documents import (
    CODE_SPAN,
    GUIDE,
    ROOT,
    CodeBlock,
    Document,
    command_words,
    read_document,
)
from tests.slow import slow_unless
from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d.cli.main import main, make_parser
from wc3d.cli.play.join import HOST_COMMANDS_HELP
from wc3d.games.neo_mechanika.rules.custom_rule_format import (
    AttackAgainClause,
    AttackCondition,
    AttackKind,
    BoostClause,
    CustomRule,
    DoneClause,
    Effect,
    Energy,
    Flag,
    GivenClause,
    ModelFilter,
    MomentName,
    RerollClause,
    Role,
    Stat,
)
from wc3d.judging.dispute import read_dispute
from wc3d.registry import GAMES, game_entry, load_judge_book, map_cache
from wc3d.server.match.registry import MatchRegistry
from wc3d.window.shell.settings import KEY_BINDINGS, display_key

LINE_BUDGETS = {
    "playing.md": 138,
    "judging.md": 163,
    "boards.md": 185,
    "hosting.md": 102,
    "cards.md": 122,
    "warmachine.md": 80,
    "python.md": 128,
    "bots.md": 91,
    "training.md": 80,
    "games.md": 140,
    "formats.md": 104,
    "contributing.md": 129,
    "changes.md": 50,
    "glossary.md": 96,
}
"""The most lines of each page."""

PLAYERS_PAGES = ("playing.md", "judging.md", "boards.md", "hosting.md", "cards.md", "warmachine.md")
"""The pages whose options are all of wc3d, and not of other programs."""

LONGEST_PROSE_LINE = 120
"""Characters of a line that is neither code nor a row of a table."""

SLOW = re.compile(
    r"^wc3d (demo|simulate|ladder|analyze|hint|view|start)|--bot both|--picture|--window|--guided"
)
"""The commands that take more than about a second."""

DOCUMENTS = [read_document(path) for path in sorted(GUIDE.rglob("*.md"))]
PAGES = {document.path.relative_to(GUIDE).as_posix(): document for document in DOCUMENTS}


def page(name: str) -> Document:
    """Return a page of the guide by its file name."""
    assert name in PAGES, f"the guide has no page {name}"
    return PAGES[name]


def each(values: list[Any], name: Callable[[Any], str]) -> Any:
    """Return a decorator that runs a test for each value, named in the test's id."""
    return pytest.mark.parametrize("given", values, ids=name)


each_page = each(DOCUMENTS, lambda document: document.name)


# What runs


@each_page
def test_the_examples_run(given: Document, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, _ = doctest.testfile(str(given.path), module_relative=False, optionflags=flags)
    assert failed == 0


SHELL_BLOCKS = [
    (document, block) for document in DOCUMENTS for block in document.blocks("sh") if block.commands
]


def is_quick(item: tuple[Document, CodeBlock]) -> bool:
    """Return whether all commands of a block take about a second or less."""
    return not any(SLOW.search(command) for command in item[1].commands)


@pytest.fixture
def opened_windows(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The screens at which windows would open. No window opens."""
    screens: list[object] = []
    monkeypatch.setenv("DISPLAY", ":7654")

    def open_window(
        screen: object, title: str, begun: Callable[[], object], **more: object
    ) -> None:
        screens.append(screen)
        begun()

    monkeypatch.setattr("wc3d.window.shell.run_window.open_window", open_window)
    return screens


@pytest.fixture
def served_hosts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The sockets on which hosts would serve. They listen on any free port and are closed."""
    sockets: list[Any] = []

    def serve(hall: MatchRegistry | None, bound: Any, *more: object) -> None:
        sockets.append(bound)
        if hall is not None:
            hall.store.close()

    monkeypatch.setattr("wc3d.cli.host.command.DEFAULT_PORT", 0)
    monkeypatch.setattr("wc3d.cli.host.command.run_server", serve)
    monkeypatch.setattr("wc3d.cli.host.photo_page.run_server", serve)
    monkeypatch.setattr("wc3d.cli.host.photo_page.open_in_browser", lambda link: None)
    monkeypatch.setattr("wc3d.cli.service.command.DEFAULT_PORT", 0)
    monkeypatch.setattr(
        "wc3d.cli.service.command.run_service", lambda arguments, bound: serve(None, bound)
    )
    yield sockets
    for bound in sockets:
        bound.close()


@pytest.mark.parametrize(
    "given",
    slow_unless(is_quick, SHELL_BLOCKS),
    ids=[f"{document.name}:{block.line}" for document, block in SHELL_BLOCKS],
)
def test_every_command_works(
    given: tuple[Document, CodeBlock],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    opened_windows: list[object],
    served_hosts: list[object],
) -> None:
    document, block = given
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, text in document.marked_files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    windows = hosts = 0
    for command in block.commands:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        words = command_words(command)
        assert main(words) == 0, command
        output = capsys.readouterr()
        assert without_announcement(output.err) == "", command
        windows += opens_window(words)
        hosts += words[:1] == ["host"] and "--list" not in words
        hosts += words[:1] == ["serve"]
        hosts += words[:1] == ["photo"] and not any(word.endswith(".json") for word in words)
    assert (len(opened_windows), len(served_hosts)) == (windows, hosts)


def opens_window(words: list[str]) -> bool:
    """Return whether a command opens a window."""
    return not words or words[0] in ("start", "view") or "--window" in words or "--guided" in words


# What is parsed


def named_parsers(
    top: argparse.ArgumentParser, prefix: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the parser of each command with its name: "play", "force check"."""
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield prefix + name, command
                yield from named_parsers(command, f"{prefix}{name} ")


def known_options() -> dict[str, set[str]]:
    """Return the options of each command, of whichever game has it."""
    options: dict[str, set[str]] = {}
    for game in GAMES:
        for name, command in named_parsers(make_parser(game_entry(game))):
            strings = {string for action in command._actions for string in action.option_strings}
            options.setdefault(name, {"--game"}).update(strings)
    return options


OPTIONS = known_options()


def command_faults(command: str) -> list[str]:
    """Return what a command line names that does not exist: its command, or options of it."""
    words = command_words(command)
    if words[:1] == ["--version"]:
        return []
    name = " ".join(words[:2]) if " ".join(words[:2]) in OPTIONS else words[0]
    if name not in OPTIONS:
        return [command]
    given = {word.partition("=")[0] for word in words if word.startswith("--")}
    return [f"{command}: {option}" for option in sorted(given - OPTIONS[name])]


@each_page
def test_commands_in_the_text_exist_with_their_options(given: Document) -> None:
    spans = [span for span in given.code_spans if re.match(r"wc3d [a-z-]", span)]
    lines = [line for block in given.blocks("text") for line in block.text.splitlines()]
    sessions = [line.removeprefix("$ ") for line in lines if line.startswith("$ wc3d ")]
    assert [fault for command in spans + sessions for fault in command_faults(command)] == []


@pytest.mark.parametrize("name", PLAYERS_PAGES)
def test_options_in_the_text_exist(name: str) -> None:
    spans = [span for span in page(name).code_spans if span.startswith("--")]
    named = {re.split(r"[ =]", span)[0] for span in spans}
    assert sorted(named - set().union(*OPTIONS.values())) == []


@each_page
def test_json_blocks_that_are_whole_files_are_read(given: Document) -> None:
    for block in given.blocks("json"):
        data = json.loads(block.text)
        if "questions" in data and isinstance(data["map"], dict):
            read_dispute(data, given.name, ROOT, map_cache())


# What is linked and named


def leads_somewhere(link: str, document: Document) -> bool:
    """Return whether a link on a page leads to a file, and to a heading of it if it names one."""
    target, _, anchor = link.partition("#")
    path = (document.path.parent / target).resolve() if target else document.path
    return path.exists() and (not anchor or anchor in read_document(path).anchors)


@each_page
def test_every_link_leads_somewhere(given: Document) -> None:
    local = [
        link for link in given.links if not link.startswith(("https://", "http://", "mailto:"))
    ]
    assert [link for link in local if not leads_somewhere(link, given)] == []


@each_page
def test_every_path_exists(given: Document) -> None:
    assert [path for path in sorted(given.source_paths) if not (ROOT / path).exists()] == []


def test_every_page_of_the_plan_is_here() -> None:
    assert LINE_BUDGETS.keys() <= PAGES.keys()


# How the pages look


each_planned_page = pytest.mark.parametrize("name", sorted(LINE_BUDGETS.keys() & PAGES.keys()))


@each_planned_page
def test_a_page_keeps_to_its_budget(name: str) -> None:
    lines = len(page(name).text.splitlines())
    assert lines <= LINE_BUDGETS[name]


@each_planned_page
def test_a_page_has_one_title_and_begins_with_a_summary(name: str) -> None:
    title, *lines = [line for line in page(name).prose.splitlines() if line]
    assert title.startswith("# ")
    assert not any(line.startswith("# ") for line in lines)
    assert lines[0].startswith("`") or lines[0][0].isalnum()


@each_planned_page
def test_lines_of_prose_are_short(name: str) -> None:
    lines = [line for line in page(name).prose.splitlines() if not line.startswith("|")]
    assert [line for line in lines if len(line) > LONGEST_PROSE_LINE] == []


# What the tables list


def first_cells(document: Document, heading: str) -> list[str]:
    """Return the first cell of each row of the tables under a heading, except their heads."""
    section = re.split(r"^#+ ", document.text.split(f"# {heading}\n")[1], flags=re.MULTILINE)[0]
    tables = re.findall(r"^\|.*\|\n\| ---.*\n((?:\|.*\|\n)*)", section, re.MULTILINE)
    return [row.split("|")[1].strip() for rows in tables for row in rows.splitlines()]


def first_code(name: str, heading: str) -> list[str]:
    """Return the code in the first cells of the tables under a heading of a page."""
    cells = first_cells(page(name), heading)
    return [span for cell in cells for span in CODE_SPAN.findall(cell)]


def test_the_keys_of_the_window_are_all_there() -> None:
    named = first_code("playing.md", "Keys of the window")
    assert set(named) == {display_key(binding.keys[0]) for binding in KEY_BINDINGS.values()}


def test_the_orders_of_the_terminal_exist(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("help\n"))
    assert main(["play", "--seed", "1"]) == 0
    help_words = set(re.findall(r"[\w?]+", capsys.readouterr().out.partition("> help")[2]))
    session = next(block.text for block in page("playing.md").blocks("text") if "> " in block.text)
    typed = re.findall(r"^> (\w+)", session, re.MULTILINE)
    orders = {order.split()[0] for order in first_code("playing.md", "Orders of the terminal")}
    assert typed and len(orders) > 15
    assert sorted({*typed, *orders} - help_words) == []


def test_the_words_of_a_hosted_game_are_all_there() -> None:
    named = {order.split()[0] for order in first_code("hosting.md", "Talk, pause, take back")}
    assert {re.split(r"[ ,]", line)[0] for line in HOST_COMMANDS_HELP} <= named


def test_the_questions_of_the_judge_are_all_there() -> None:
    general = {type.name for type in load_judge_book("").types}
    own = {type.name for type in load_judge_book("warmachine").types}
    assert set(first_code("judging.md", "What you can ask")) == general
    assert set(first_code("warmachine.md", "Judge a dispute")) == own


def test_the_shipped_boards_are_all_there() -> None:
    boards = shipped_files(ShippedKind.BOARD)
    shipped = {name for name, path in boards.items() if path.parent.name == "maps"}
    assert set(first_code("boards.md", "Boards that come with wc3d")) == shipped


def test_the_glossary_is_alphabetical() -> None:
    terms = [cell.strip("* ").lower() for cell in first_cells(page("glossary.md"), "Glossary")]
    assert len(terms) > 60 and terms == sorted(terms) and len(terms) == len(set(terms))


def card_rule_names() -> set[str]:
    """Return the words, fields and values that the rules of an own card are made of."""
    names: set[str] = set()
    formats: list[type[BaseModel]] = [CustomRule, ModelFilter, AttackCondition]
    for union in (GivenClause, DoneClause):
        formats += get_args(get_args(union)[0])
    for format in formats:
        for name, field in format.model_fields.items():
            if name == "word":
                names.update(get_args(field.annotation))
            else:
                names.add(field.alias or name)
    for values in (MomentName, Stat, Flag, Role, Effect, AttackKind, Energy):
        names.update(get_args(values))
    names.update(get_args(AttackAgainClause.model_fields["weapons"].annotation))
    names.update(get_args(RerollClause.model_fields["roll"].annotation))
    names.update(get_args(BoostClause.model_fields["until"].annotation))
    return names


def test_the_words_of_own_cards_are_all_there() -> None:
    section = page("cards.md").text.partition("# Make your own cards\n")[2]
    table = [line for line in section.splitlines() if line.startswith("| ")]
    listed = {span for line in table for span in CODE_SPAN.findall(line)}
    assert len(card_rule_names()) > 100
    assert listed - {"by = {}"} == card_rule_names()
