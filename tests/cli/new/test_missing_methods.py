"""The written game without any one of its parts: the part is named, or the game plays without it."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from wc3d.cli.new.command import fill_template, read_template, template_words
from wc3d.errors import InputError
from wc3d.registry import GAMES, GameEntry, load_rules

NUMBERS = itertools.count()
"""The numbers of the packages, as Python imports a module of a name only once."""

TEXT = fill_template(read_template("game.py"), template_words("partial"))

REQUIRED = {
    "Partial.name": "name",
    "Partial.title": "title",
    "Partial.place": "place",
    "Partial.actions": "actions",
    "Partial.deploy": "deploy",
    "Move.type": 'Move.type: Literal["..."] = "..."',
    "Move.resolve": "Move.resolve",
    "Shoot.type": 'Shoot.type: Literal["..."] = "..."',
    "Shoot.resolve": "Shoot.resolve",
}
"""The parts that a game must have, and how the message names each."""

USED = {
    "Fighter.speed": "scout: TypeError: Fighter.__init__() got an unexpected keyword argument 'speed'",
    "Fighter.shot_range": "Shoot.check: AttributeError",
    "Fighter.dice": "guard: TypeError",
    "Fighter.hits_on": "Shoot.resolve: AttributeError",
    "Move.to": "Move.ahead: ValidationError",
    "Move.ahead": "Move.sample: AttributeError",
    "Shoot.target": "Shoot.examples: ValidationError",
    "Partial.objectives": "Move.ahead: IndexError",
}
"""The parts that other parts of the game use, and what is said where they do."""

OPTIONAL = {
    "Move.help",
    "Move.check",
    "Move.examples",
    "Move.sample",
    "Shoot.help",
    "Shoot.check",
    "Shoot.examples",
    "Partial.space",
    "Partial.rounds",
    "Partial.missions",
    "Partial.score_round",
    "Partial.evaluate",
}
"""The parts that have a default."""


def member_names(statement: ast.stmt) -> tuple[str, ...]:
    """Return the names that a statement in a class defines."""
    match statement:
        case ast.FunctionDef(name=name):
            return (name,)
        case ast.AnnAssign(target=ast.Name(id=name)):
            return (name,)
        case ast.Assign(targets=[ast.Name(id=name)]):
            return (name,)
    return ()


def list_members() -> Iterator[str]:
    """Yield each part of the written game as "Class.part"."""
    for node in ast.parse(TEXT).body:
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                yield from (f"{node.name}.{name}" for name in member_names(statement))


def text_without(member: str) -> str:
    """Return the written game without one part."""
    kind, _, name = member.partition(".")
    tree = ast.parse(TEXT)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == kind:
            node.body = [each for each in node.body if name not in member_names(each)]
    return ast.unparse(tree)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, in which modules are found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def write(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """Write the module of a game, and return its registered entry."""
    module = f"partial{next(NUMBERS)}"
    text = text.replace("partial.game", module)
    text = text.replace("'partial'", f"'{module}'").replace('"partial"', f'"{module}"')
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    entry = GameEntry(module, module, "Partial", f"{module}:RULES", f"{module}:SPACE")
    monkeypatch.setitem(GAMES, module, entry)
    return entry


def test_every_part_is_in_one_list() -> None:
    assert sorted(list_members()) == sorted({*REQUIRED, *USED, *OPTIONAL})


@pytest.mark.parametrize("member", REQUIRED)
def test_a_part_that_must_be_there_is_named_when_the_game_is_registered(
    member: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = write(folder, text_without(member), monkeypatch)
    with pytest.raises(InputError) as error:
        load_rules(entry)
    assert str(error.value) == (f"the game Partial lacks {REQUIRED[member]} (see wc3d guide games)")


@pytest.mark.parametrize("member", USED)
def test_a_part_that_others_use_is_named_where_they_do(
    member: str, folder: Path, monkeypatch: pytest.MonkeyPatch, wc3d: Wc3d
) -> None:
    game = write(folder, text_without(member), monkeypatch).id
    said = wc3d("play", "--game", game, "--seed", 1, "--bot", "both=random", "--save", "g.jsonl")
    assert f"wc3d: the plug-in {game} has a fault in {USED[member]}" in said.one_line()


@pytest.mark.parametrize("member", sorted(OPTIONAL))
def test_a_part_with_a_default_may_be_missing(
    member: str, folder: Path, monkeypatch: pytest.MonkeyPatch, wc3d: Wc3d
) -> None:
    game = write(folder, text_without(member), monkeypatch).id
    said = wc3d("play", "--game", game, "--seed", 1, "--bot", "both=random", "--save", "g.jsonl")
    assert (said.code, said.err) == (0, "")
    assert " wins: " in said.out or "The game is a draw" in said.out


WRONG = {
    "actions = (Move, Shoot)": {
        "actions = Move": "Partial.actions: expected a tuple of classes on top of SimpleAction",
        "actions = (Move, 3)": "Partial.actions: expected a tuple of classes on top of SimpleAction",
    },
    "rounds = 3": {
        'rounds = "3"': "Partial.rounds: expected a whole number from 1 to 100",
        "rounds = 0": "Partial.rounds: expected a whole number from 1 to 100",
    },
    "space = SPACE": {"space = 7": "Partial.space: expected a SpacePolicy"},
    'title = "Partial"': {"title = 7": "Partial.title: expected a text"},
    "    rounds = 3": {
        "    bots = {}\n    rounds = 3": 'Partial.bots: expected names with "module:Class"',
        "    state_type = int\n    rounds = 3": "Partial.state_type: expected a class on top of",
    },
}
"""Parts of a wrong type, and what is said about each."""


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [(before, *pair) for before, changes in WRONG.items() for pair in changes.items()],
)
def test_a_part_of_a_wrong_type_is_named_when_the_game_is_registered(
    before: str, after: str, words: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert before in TEXT
    entry = write(folder, TEXT.replace(before, after), monkeypatch)
    with pytest.raises(InputError, match=r"see wc3d guide games") as error:
        load_rules(entry)
    assert words in str(error.value)
