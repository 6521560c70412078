"""One promise for every format: each encoding and line end is read; what is not read of a file is told with its place."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of, play_at_random
from tests.fuzz.input_kinds import CARD, asked
from tests.games.neo_mechanika.rules.rosters import SAMPLES
from wc3d._internal.data_files import shipped_folder
from wc3d.cli.advice.ladder import append_result, read_ladder_results
from wc3d.cli.output.read_jsonl import iterate_lines, parse_line
from wc3d.cli.simulate import results_file
from wc3d.cli.simulate.results_file import read_results as read_results
from wc3d.engine.replay import _checksum, load, save
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import load_cards
from wc3d.games.neo_mechanika.rules.forces.force_files import load_force, sample_force
from wc3d.games.neo_mechanika.rules.forces.rosters import read_roster
from wc3d.games.neo_mechanika.rules.missions.mission_file import read_mission
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.warmachine.rules.battlegroup_editor import read_list
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.cards import load_cards as load_warmachine_cards
from wc3d.games.warmachine.rules.forces import resolve_written_force
from wc3d.judging.dispute import read_dispute
from wc3d.registry import map_cache
from wc3d.table.maps.map_file import load_map
from wc3d.table.maps.strict_json import read_json
from wc3d.window.shell.file_kinds import detect_kind
from wc3d.window.shell.settings import format_settings, load_settings, save_display_setting

UNKNOWN = "surprise"
LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r", "LF+CR": "\n\r"}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")

MISSION = {
    "id": "hill",
    "name": "König",
    "objectives": [
        {"id": "hill", "at": [15, 15], "holders": ["squad"], "worth": {"rounds": [2, 3, 5]}}
    ],
    "removed": {"kind": "x", "rounds": [0, 0, 0]},
}
MISSION["objectives"][0]["kind"] = "x"  # type: ignore[index]

WARMACHINE_CARD = b"""[[source]]
id = "tin"
name = "tin"
says = "Made up."

[[solo]]
id = "tin_man"
name = "Tin M\xc3\xa4n"
faction = "cygnar"
base = "small"
spd = 6
str = 5
mat = 5
rat = 5
def = 12
arm = 12
cmd = 8
boxes = 5
weapons = [{ id = "fist", name = "Fist", kind = "melee", pow = 3 }]
sources = { all = "tin" }
"""

FREE = {"expected", "setup"}
"""Parts of files that may hold anything: answers are compared, and a game's setup is tested by itself."""


@dataclass(frozen=True)
class Format:
    """A format: an example, its reader, and the message for what the reader left out (or the reader refuses it)."""

    text: str
    read: Callable[[Path], Any]
    suffix: str = ".json"
    left_out: Callable[[Any], str] = lambda value: ""

    @property
    def value(self) -> Any:
        return json.loads(self.text)


def _read_questions(path: Path) -> Any:
    dispute = read_dispute(read_json(path), str(path), path.parent, map_cache())
    return dispute.file


def _read_question_lines(path: Path) -> Any:
    shelf = map_cache()
    values = [parse_line(line, f"{path} line {number}") for number, line in iterate_lines(path)]
    return [read_dispute(value, str(path), path.parent, shelf).file for value in values]


def _read_own_cards(path: Path) -> Any:
    return load_cards(extra=[path]).units["tin_hound"]


def _read_warmachine_cards(path: Path) -> Any:
    return load_warmachine_cards(extra=[path]).models["tin_man"]


def _read_game(id: str) -> Callable[[Path], Any]:
    return lambda path: load(path, case_of(id).rules.rebuild).record


def _lines_left_out(value: Any) -> str:
    return " ".join(line.text for line in value[1] if line.card is None)


def _report_left_out(value: Any) -> str:
    return " ".join(f"{e.entry_text} {e.place} {e.why}" for e in value.report if e.how == "unknown")


@cache
def formats() -> dict[str, Format]:
    board = (
        (shipped_folder("maps") / "crossroads.json")
        .read_text(encoding="utf-8")
        .replace('"name": "', '"name": "Größe ', 1)
    )
    questions = json.dumps({**asked(), "name": "Größe"}, ensure_ascii=False, indent=1)
    force = sample_force("marcher_worlds_skirmish").model_dump_json(exclude_defaults=True, indent=1)
    battlegroup = resolve_written_force("random:cygnar", 3).model_dump_json(
        exclude_defaults=True, indent=1
    )
    roster = (SAMPLES / "marcher_worlds.json").read_text(encoding="utf-8")
    names = [card.name for card in CARDS().models.values() if card.faction == "cygnar"]
    lines = json.dumps({**asked(), "name": "Größe"}, ensure_ascii=False) + "\n"
    return {
        "map": Format(board, lambda path: load_map(path, SPACE)),
        "questions": Format(questions, _read_questions),
        "lines of questions": Format(lines * 2, _read_question_lines, ".jsonl"),
        "mission": Format(json.dumps(MISSION, ensure_ascii=False, indent=1), read_mission),
        "force": Format(force, load_force),
        "battlegroup": Format(battlegroup, lambda path: resolve_written_force(str(path), 0)),
        "roster": Format(
            roster, lambda path: read_roster(path, _cards()), left_out=_report_left_out
        ),
        "XML roster": Format(
            (SAMPLES / "marcher_worlds.ros").read_text(encoding="utf-8"),
            lambda path: read_roster(path, _cards()),
            ".ros",
            _report_left_out,
        ),
        "cards": Format(CARD.decode(), _read_own_cards, ".toml"),
        "WARMACHINE cards": Format(WARMACHINE_CARD.decode(), _read_warmachine_cards, ".toml"),
        "settings": Format(format_settings(), load_settings, ".toml"),
        "list": Format(
            "\n".join(names) + "\n",
            lambda path: read_list(str(path), CARDS()),
            ".txt",
            _lines_left_out,
        ),
        "game": Format(_game("neo_mechanika"), _read_game("neo_mechanika"), ".jsonl"),
        "WARMACHINE game": Format(_game("warmachine"), _read_game("warmachine"), ".jsonl"),
        "results": Format(_results(), read_results, ".jsonl"),
        "ladder": Format(_ladder(), read_ladder_results, ".jsonl"),
    }


NAMES = (
    *(
        "map",
        "questions",
        "lines of questions",
        "mission",
        "force",
        "battlegroup",
        "roster",
        "XML roster",
        "cards",
    ),
    *("WARMACHINE cards", "settings", "list", "game", "WARMACHINE game", "results", "ladder"),
)
JSON_FORMATS = ("map", "questions", "mission", "force", "battlegroup", "roster")
TOML_FORMATS = ("cards", "WARMACHINE cards", "settings")
LINE_FORMATS = ("lines of questions", "game", "WARMACHINE game", "results", "ladder")


def test_every_format_is_named() -> None:
    assert tuple(formats()) == NAMES


@cache
def _cards() -> Any:
    return load_cards()


@cache
def _game(id: str) -> str:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        save(play_at_random(case_of(id).new(3), 3, 8), path)
        return path.read_text(encoding="utf-8")


def _results() -> str:
    game = {
        "game": 0,
        "series": "s",
        "forces": ["Größe", "b"],
        "bots": ["random", "random"],
        "mission": "m",
        "map": "x",
        "seed": "1",
        "first": 1,
        "winner": 1,
        "ended": "points",
        "points": [4, 2],
        "lost": [1, 2],
        "rounds": 3,
        "actions": 90,
        "seconds": 1.5,
        "state": "abc",
        "version": "1",
        "cards": "c" * 64,
    }
    return "".join(
        json.dumps({**game, "game": number}, ensure_ascii=False) + "\n" for number in range(3)
    )


def _ladder() -> str:
    game = {"key": "k", "bots": ["Größe", "b"], "mission": "m", "score": 1.0, "points": [4, 2]}
    return "".join(
        json.dumps({**game, "key": f"k{number}"}, ensure_ascii=False) + "\n" for number in range(3)
    )


Reading = Callable[[str, bytes | str], Any]


@pytest.fixture
def read(tmp_path: Path) -> Reading:
    """Read content as a file of a format: read("map", b"...")."""

    def read_content(name: str, content: bytes | str) -> Any:
        path = tmp_path / f"file{formats()[name].suffix}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return formats()[name].read(path)

    return read_content


def must_be_told(name: str, content: str, word: str, read: Reading) -> None:
    """Fail unless the content is refused in one line with this word, or read with a report that has it."""
    try:
        value = read(name, content)
    except InputError as error:
        assert word in str(error) and "\n" not in str(error)
    else:
        assert word in formats()[name].left_out(value), f"{word} is in the file and nobody says so"


def same(one: Any, other: Any) -> bool:
    """Return whether two readings are the same; tables and turns are compared as they print."""
    return one == other or repr(one) == repr(other)


# Encodings, line ends, ends of files


@pytest.mark.parametrize("line_end", LINE_ENDS.values(), ids=LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", NAMES)
def test_each_encoding_and_line_end_is_read(
    name: str, encoding: str, line_end: str, read: Reading
) -> None:
    text = formats()[name].text
    assert text.endswith("\n") or name not in LINE_FORMATS
    whole = read(name, text)
    assert same(read(name, text.replace("\n", line_end).encode(encoding)), whole)
    if encoding in ("utf-8", "utf-16"):
        assert same(
            read(name, text.rstrip("\n").replace("\n", line_end).encode(encoding)), whole
        ), "without its last line end"
        assert same(
            read(name, (text + "\n \n\n").replace("\n", line_end).encode(encoding)), whole
        ), "blank lines at the end"


@pytest.mark.parametrize("name", NAMES)
def test_other_bytes_are_told(name: str, read: Reading) -> None:
    text = formats()[name].text
    odd = text.encode("utf-16")[:-1]
    other = text.encode().replace(b"e", b"\xe9", 1)
    for data in (text.encode("utf-32"), other, odd, b"\x89PNG\r\n\x1a\n\0\xff"):
        try:
            read(name, data)
        except InputError as error:
            assert "\n" not in str(error) and str(error).isprintable()
        else:
            assert name in ("results", "ladder") and data == odd, (
                "a last line that is cut off does not count"
            )


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_was_cut_off_is_no_shorter_file(name: str, read: Reading) -> None:
    text = formats()[name].text
    whole = read(name, text)
    for share in (0.2, 0.47, 0.8, 0.97):
        cut = text[: int(len(text) * share)]
        try:
            part = read(name, cut)
        except InputError:
            continue
        assert not same(part, whole) or name == "settings", (
            "what is left out of settings is as usual"
        )
        assert name in ("list", "cards", "WARMACHINE cards", "settings", "results", "ladder"), (
            "formats that may end anywhere"
        )


# Unknown elements


def objects(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each object in a JSON value."""
    if isinstance(value, dict):
        yield path
        for key, inner in value.items():
            if key not in FREE:
                yield from objects(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from objects(inner, (*path, number))


def with_unknown(value: Any, path: tuple[Any, ...], unknown: Any) -> Any:
    changed = copy.deepcopy(value)
    node = changed
    for step in path:
        node = node[step]
    node[UNKNOWN] = unknown
    return changed


def sampled(paths: list[tuple[Any, ...]], most: int = 60) -> list[tuple[Any, ...]]:
    """Return one path of each shape (list numbers aside), and more of them up to a number."""
    shapes = {tuple(step if isinstance(step, str) else 0 for step in path): path for path in paths}
    return [*shapes.values()][:most]


@pytest.mark.parametrize("unknown", [1, {"deep": [1]}, None], ids=["number", "nested", "null"])
@pytest.mark.parametrize("name", JSON_FORMATS)
def test_an_unknown_key_is_told_in_each_object_of_json(
    name: str, unknown: Any, read: Reading
) -> None:
    value = formats()[name].value
    for path in sampled(list(objects(value))):
        if name == "roster" and {"costs", "characteristics"} & set(path):
            continue  # nothing in there is read
        must_be_told(name, json.dumps(with_unknown(value, path, unknown)), UNKNOWN, read)


def resealed(line: dict[str, Any]) -> str:
    entry = {key: value for key, value in line.items() if key != "sum"}
    return json.dumps({**entry, "sum": _checksum(entry)})


@pytest.mark.parametrize("name", LINE_FORMATS)
def test_an_unknown_key_is_told_in_each_line(name: str, read: Reading) -> None:
    lines = formats()[name].text.splitlines()
    for number in range(len(lines)):
        value = json.loads(lines[number])
        for path in sampled(list(objects(value))):
            changed = with_unknown(value, path, 1)
            text = resealed(changed) if "game" in name else json.dumps(changed)
            must_be_told(
                name, "\n".join([*lines[:number], text, *lines[number + 1 :], ""]), UNKNOWN, read
            )


@pytest.mark.parametrize("name", ["game", "WARMACHINE game"])
def test_an_unknown_key_is_told_in_a_saved_setup(name: str, read: Reading) -> None:
    head, *lines = formats()[name].text.splitlines()
    value = json.loads(head)
    for path in sampled(list(objects(value["setup"], ("setup",)))):
        text = resealed(with_unknown(value, path, 1))
        must_be_told(name, "\n".join([text, *lines, ""]), UNKNOWN, read)


@pytest.mark.parametrize("name", TOML_FORMATS)
def test_an_unknown_key_and_table_are_told_in_toml(name: str, read: Reading) -> None:
    text = formats()[name].text
    must_be_told(name, f"{UNKNOWN} = 1\n{text}", UNKNOWN, read)
    must_be_told(name, f"{text}\n[{UNKNOWN}]\nx = 1\n", UNKNOWN, read)
    must_be_told(name, f"{text}\n[[{UNKNOWN}]]\nx = 1\n", UNKNOWN, read)
    for table in re.finditer(r"^\[.*\n", text, re.MULTILINE):
        must_be_told(
            name, f"{text[: table.end()]}{UNKNOWN} = 1\n{text[table.end() :]}", UNKNOWN, read
        )
    for inline in re.finditer(r"\{ ", text):
        must_be_told(
            name, f"{text[: inline.end()]}{UNKNOWN} = 1, {text[inline.end() :]}", UNKNOWN, read
        )


def test_an_unknown_element_attribute_and_text_are_told_in_xml(read: Reading) -> None:
    name = "XML roster"
    text = formats()[name].text
    tags = (
        "roster",
        "forces",
        "force",
        "selections",
        "selection",
        "categories",
        "category",
        "profiles",
        "profile",
    )
    for tag in tags:
        start = re.search(rf"<{tag}\b(\s+[\w:]+=(\"[^\"]*\"|'[^']*'))*", text)
        assert start is not None
        head, tail = text[: start.end()], text[start.end() :]
        must_be_told(name, f"{head} {UNKNOWN}='1'{tail}", UNKNOWN, read)
        if tail.startswith(">"):
            must_be_told(name, f"{head}><{UNKNOWN} a='1'/>{tail[1:]}", UNKNOWN, read)
            must_be_told(name, f"{head}>{UNKNOWN}{tail[1:]}", UNKNOWN, read)


@pytest.mark.parametrize("name", NAMES)
def test_an_extra_line_is_told(name: str, read: Reading) -> None:
    text = formats()[name].text.rstrip("\n") + "\n"
    extra = {".json": "{}", ".ros": "<a/>", ".toml": UNKNOWN, ".txt": UNKNOWN, ".jsonl": "{}"}[
        formats()[name].suffix
    ]
    if name == "list":
        must_be_told(name, text + extra + "\n", UNKNOWN, read)
        return
    for line in (extra, "a word"):
        with pytest.raises(InputError):
            read(name, f"{text}{line}\n")


TYPES = {
    "map": (("terrain", 0, "kind"), ("terrain", 0, "shape", 0, "type")),
    "questions": (("questions", 0, "type"), ("models", 0, "base"), ("game",)),
    "mission": (("scored",), ("objectives", 0, "holders", 0)),
    "force": (("faction",),),
}


@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name, paths in TYPES.items() for path in paths]
)
def test_an_unknown_type_is_told(name: str, path: tuple[Any, ...], read: Reading) -> None:
    value = formats()[name].value
    node = value
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = UNKNOWN
    # a force file may be of cards that are not loaded; the check of the force tells
    if name == "force":
        from wc3d.games.neo_mechanika.rules.forces.force_files import list_faults

        assert any(
            UNKNOWN in str(fault) for fault in list_faults(read(name, json.dumps(value)), _cards())
        )
        return
    must_be_told(name, json.dumps(value), UNKNOWN, read)


@pytest.mark.parametrize("name", TOML_FORMATS)
def test_an_unknown_value_is_told_in_toml(name: str, read: Reading) -> None:
    text = formats()[name].text
    changed = re.sub(
        r'^(quality|base) = "\w+"', rf'\1 = "{UNKNOWN}"', text, count=1, flags=re.MULTILINE
    )
    must_be_told(name, changed, UNKNOWN, read)


# Files that are appended to


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["", "\n", "\r\n \n", '\n{"key": "k'])
def test_a_ladder_goes_on_after_the_whole_games_of_any_file(
    end: str, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "ladder.jsonl"
    text = formats()["ladder"].text
    path.write_bytes((text.rstrip("\n") + end).encode(encoding))
    played = read_ladder_results(path)
    append_result(path, replace(played["k0"], key="new"))
    assert list(read_ladder_results(path)) == ["k0", "k1", "k2", "new"]
    assert path.read_bytes().decode().startswith(text), "all that was there, as UTF-8"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["", "\r\n \n", '\n{"game": 3'])
def test_results_go_on_after_the_whole_games_of_any_file(
    end: str,
    encoding: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(results_file, "require_same_series", lambda series, games, path: None)
    path = tmp_path / "results.jsonl"
    text = formats()["results"].text
    path.write_bytes((text.rstrip("\n") + end).encode(encoding))
    file = results_file.ResultsWriter(str(path), None)  # type: ignore[arg-type]
    assert ("is incomplete" in capsys.readouterr().err) == ("3" in end)
    file.append(file.games[0].model_copy(update={"game": 7}))
    assert [game.game for game in read_results(path).games] == [0, 1, 2, 7]
    assert path.read_bytes().decode().startswith(text), "all that was there, as UTF-8"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("name", "kind"), [("game", "game"), ("lines of questions", "dispute"), ("map", "board")]
)
def test_the_window_knows_a_file_in_any_encoding(
    name: str, kind: str, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / f"file{formats()[name].suffix}"
    path.write_bytes(formats()[name].text.encode(encoding))
    assert detect_kind(path) == kind


def test_a_setting_is_changed_in_a_file_of_any_encoding(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for encoding in ENCODINGS:
        path.write_bytes("# Größe\r\n[display]\r\npace = 1\r\n".encode(encoding))
        save_display_setting("pace", 2.0, path)
        assert path.read_bytes().decode() == "# Größe\n[display]\npace = 2\n"
