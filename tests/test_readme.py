"""The README is true: its example runs, its commands work, its files and pictures are there, and CI runs what it says."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from mypy import api

from tests.cli.conftest import without_announcement
from tests.documents import ROOT, read_document
from tests.slow import slow_unless
from wc3d.cli.main import SHARED_COMMANDS, main
from wc3d.panda.requirements import DEBIAN_PACKAGES, DEBIAN_TEST_PACKAGES
from wc3d.registry import GAMES

DOCUMENT = read_document(ROOT / "README.md")
README = DOCUMENT.text


def marked(name: str) -> list[str]:
    """The lines of the block after <!-- command: NAME -->."""
    found = re.search(rf"<!-- command: {name} -->\n```sh\n(.*?)\n```", README, re.DOTALL)
    assert found is not None, f"README.md does not mark its command {name}"
    return found.group(1).splitlines()


def commands() -> list[str]:
    """Every `wc3d ...` line of the README's shell blocks."""
    return [command for block in DOCUMENT.blocks("sh") for command in block.commands]


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert (failed, tried > 4) == (0, True)


@pytest.mark.parametrize(
    "command",
    slow_unless(lambda command: not re.search(r"^wc3d demo|--picture", command), commands()),
)
def test_every_command_works(
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    made = re.compile(r"^[\w-]+\.(png|html|glb)$|^demo-game$")
    words = [
        str(tmp_path / word) if made.match(word) else word for word in shlex.split(command)[1:]
    ]
    assert main(words) == 0
    assert without_announcement(capsys.readouterr().err) == ""
    assert all(Path(word).exists() for word in words if word.startswith(str(tmp_path)))


def test_both_commands_are_marked_and_ci_runs_them() -> None:
    assert marked("tests")[-1] == ".venv/bin/python -m pytest"
    assert "wc3d demo" in marked("demo")[-1]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "readme_command demo" in ci and "readme_command tests" in ci and "pytest -m slow" in ci


@pytest.mark.parametrize("package", ["python3-venv", *DEBIAN_PACKAGES, *DEBIAN_TEST_PACKAGES])
def test_what_a_bare_machine_needs_is_named_and_installed_by_ci(package: str) -> None:
    assert package in README
    assert package in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_example_passes_its_reader_s_mypy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever types it into a file of their own finds nothing with `mypy --strict`: what it uses is public and has types."""
    examples = doctest.DocTestParser().get_examples(README)
    (tmp_path / "typed.py").write_text(
        "".join(example.source for example in examples), encoding="utf-8"
    )
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    out, err, code = api.run(["--strict", "--follow-imports=silent", "--config-file=", "typed.py"])
    assert (code, err) == (0, ""), out


def test_its_question_file_is_answered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (block,) = DOCUMENT.blocks("json")
    question_file = tmp_path / "dispute.json"
    question_file.write_text(block.text, encoding="utf-8")
    assert main(["judge", str(question_file), "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert [answer["type"] for answer in answers] == ["sight", "cover", "jump"]


def test_it_stays_short() -> None:
    assert README.count("\n") <= 250
    assert len(README.encode()) <= 16_000


def test_its_table_names_every_command() -> None:
    table = README[README.index("## Commands") : README.index("## Contributing")]
    named = set(re.findall(r"`wc3d ([a-z]+)", table))
    assert {*SHARED_COMMANDS, *(name for game in GAMES.values() for name in game.commands)} <= named


def test_every_file_it_names_is_there() -> None:
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    named = {*linked, *re.findall(r"`((?:wc3d|maps|tests|scripts|models3d)/[\w./-]*)`", README)}
    missing = sorted(name for name in named if not (ROOT / name).exists())
    assert named and missing == []
