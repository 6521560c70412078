"""`wc3d force print OUT.pdf` and `force export`: what is written is read again as the same force."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from pathlib import Path

import pytest

from wc3d.cli.main import main
from wc3d.games.neo_mechanika.cli.paper_cards import make_paper_cards
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force import Force
from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY_LIMITS
from wc3d.games.neo_mechanika.rules.forces.named_forces import resolve_written_force, sample_names
from wc3d.games.neo_mechanika.rules.forces.rosters import read_roster
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_export import format_roster


def contents(force: Force) -> object:
    """What a force has, without the order and the name."""
    units = [
        (
            choice.unit,
            choice.cortex,
            tuple(sorted((k, sorted(v)) for k, v in choice.weapons.items() if v)),
        )
        for choice in (*force.units, *force.heroes)
    ]
    return force.faction, sorted(units, key=repr), sorted(force.attachments), sorted(force.rack)


@pytest.mark.parametrize("name", sample_names())
def test_a_roster_is_read_again_as_the_same_force(name: str, tmp_path: Path) -> None:
    force = resolve_written_force(name)
    path = tmp_path / "force.ros"
    path.write_text(format_roster(force, CARDS()), encoding="utf-8")
    imported = read_roster(path, CARDS())
    assert {entry.how for entry in imported.report} == {"matched"}
    assert contents(imported.force) == contents(force)


@pytest.mark.parametrize("suffix", ["rosz", "ros", "json"])
def test_an_exported_force_is_imported_again(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"mine.{suffix}"
    again = tmp_path / "again.json"
    assert main(["force", "export", "empyreans_skirmish", str(out)]) == 0
    assert main(["force", "import", str(out), "--skirmish", "6", "--out", str(again)]) == 0
    assert "legal" in capsys.readouterr().out
    assert contents(resolve_written_force(str(again))) == contents(
        resolve_written_force("empyreans_skirmish")
    )


def test_a_battlegroup_goes_to_tabletop_simulator_and_back(tmp_path: Path) -> None:
    out = tmp_path / "cryx.json"
    again = tmp_path / "again.json"
    game = ["--game", "warmachine"]
    assert main(["force", "export", "cryx", str(out), *game]) == 0
    [bag] = json.loads(out.read_text())["ObjectStates"]
    assert [note["Name"] for note in bag["ContainedObjects"]] == ["Notecard"] * 5
    assert main(["force", "import", str(out), "--out", str(again), *game]) == 0
    assert main(["force", "check", str(again), *game]) == 0


def test_a_packed_roster_is_the_same_each_time(tmp_path: Path) -> None:
    files = [tmp_path / folder / "mine.rosz" for folder in ("a", "b")]
    for file in files:
        file.parent.mkdir()
        assert main(["force", "export", "empyreans_full", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert zipfile.ZipFile(files[0]).namelist() == ["mine.ros"]


def pages_of(pdf: bytes) -> tuple[int, str]:
    """The number of pages of a PDF file, and how its pages are drawn."""
    streams = [
        zlib.decompress(match.group(1)).decode("latin-1")
        for match in re.finditer(rb"/FlateDecode[^>]*>>\s*stream\n(.*?)\nendstream", pdf, re.DOTALL)
        if match.group(1)[:1] == b"\x78"
    ]
    found = re.search(rb"/Count (\d+)", pdf)
    assert found
    return int(found.group(1)), "".join(text for text in streams if " Tf " in text)


def test_cards_are_printed_with_every_unit_cypher_and_mission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    force = resolve_written_force("marcher_worlds_full")
    cards = list(make_paper_cards(force, CARDS(), PRIMARY_LIMITS))
    titles = [card.title for card in cards]
    units = [choice.unit for choice in (*force.heroes, *force.units)] + list(force.attachments)
    assert titles[: len(units)] == [CARDS().unit(id).name for id in units]
    assert titles[len(units) : len(units) + len(force.rack)] == [
        CARDS().cypher(id).name for id in force.rack
    ]
    for card, id in zip(cards, units, strict=False):
        unit = CARDS().unit(id)
        assert card.boxes[0].groups == (unit.health,) * unit.size
    out = tmp_path / "cards.pdf"
    assert main(["force", "print", "marcher_worlds_full", str(out)]) == 0
    count, drawn = pages_of(out.read_bytes())
    assert f"{len(cards)} cards on {count} A4 pages" in capsys.readouterr().out
    assert drawn.count(" Tf ") > 300


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["print", "empyreans_full", "cards.png"], ".pdf"),
        (["export", "empyreans_full", "cards.pdf"], ".rosz"),
        (["export", "cryx", "cards.rosz", "--game", "warmachine"], ".json"),
        (["export", "no such force", "cards.json"], "no such force"),
        (["print", "empyreans_full", "no/such/folder/cards.pdf"], "no/such/folder"),
        (["import", "bag.json"], "no force of wc3d"),
        (["import", "spoiled.json"], "bag"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bag.json").write_text('{"ObjectStates": [{"GMNotes": "bag"}, 3]}')
    Path("spoiled.json").write_text(
        '{"ObjectStates": [{"GMNotes": "wc3d force\\n{\\"bag\\": 1}"}]}'
    )
    assert main(["force", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert "wc3d-force-" not in error
    assert {path.name for path in tmp_path.iterdir()} == {"bag.json", "spoiled.json"}
