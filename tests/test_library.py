"""Boards, games and questions by the functions that a stranger guesses first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import wc3d
from wc3d._internal.data_files import shipped_folder
from wc3d.bots import make_bot, play_out
from wc3d.errors import InputError
from wc3d.games.neo_mechanika import new_game, sample_force


def question(map: Any) -> dict[str, Any]:
    """Return a question of range on a map."""
    models = [{"id": id, "base": "small", "position": [x, 3, 0]} for id, x in (("a", 3), ("b", 13))]
    return {"map": map, "models": models, "question": {"type": "range", "from": "a", "to": "b"}}


MESH_MAP = {
    "size": [30, 30],
    "terrain": [
        {
            "id": "piece",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "crate.glb", "position": [20, 20, 0]},
        }
    ],
}


def test_every_included_board_opens_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("crossroads").write_text("not a board")
    names = wc3d.boards()
    assert names == tuple(sorted(file.stem for file in shipped_folder("maps").glob("*.json")))
    assert wc3d.board("crossroads").size == (30.0, 30.0)
    assert wc3d.board("crossroads", "warmachine").policy.game == "warmachine"
    for name in (
        "crossroad",
        "../maps/crossroads",
        "",
        str(shipped_folder("maps") / "ravine.json"),
    ):
        with pytest.raises(InputError, match="unknown board"):
            wc3d.board(name)
    with pytest.raises(InputError, match="chess"):
        wc3d.board("ravine", "chess")


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    forces = sample_force("marcher_worlds_skirmish"), sample_force("empyreans_skirmish")
    game = new_game(wc3d.board("crossroads"), forces, "boiling_point", seed=7)
    play_out(game, {n: make_bot(game.rules, "random", n) for n in (1, 2)}, limit=15)
    wc3d.save_game(game, tmp_path / "game.jsonl")
    again = wc3d.load_game(tmp_path / "game.jsonl")
    assert again.state == game.state and len(again.turns) == len(game.turns)
    (tmp_path / "no.jsonl").write_text("{}\n")
    for name in ("no.jsonl", "gone.jsonl"):
        with pytest.raises(InputError, match=name):
            wc3d.load_game(tmp_path / name)
    with pytest.raises(InputError):
        wc3d.save_game(game, tmp_path / "gone" / "game.jsonl")


def test_a_question_opens_included_boards_and_meshes_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"size": [30, 30]}))
    (tmp_path / "piece.stl").write_text("no mesh")
    for allowed in ("crossroads", "crossroads.json", {"size": [30, 30]}, MESH_MAP):
        [answer] = wc3d.judge(question(allowed))
        assert answer.to_json()["distance"] == pytest.approx(10 - 30 / 25.4, abs=1e-6)
    mesh = json.loads(json.dumps(MESH_MAP).replace("crate.glb", "piece.stl"))
    several = json.loads(json.dumps(mesh))
    several["terrain"][0]["shape"] = [several["terrain"][0]["shape"]]
    for refused in ("own.json", str(own), "/etc/hostname", "../own.json", "\0", mesh, several):
        with pytest.raises(InputError, match="is not included in wc3d"):
            wc3d.judge(question(refused))


def test_a_folder_is_opened_and_nothing_outside_it(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "own.json").write_text(json.dumps({"size": [30, 30]}))
    (tmp_path / "other.json").write_text(json.dumps({"size": [30, 30]}))
    assert len(wc3d.judge(question("own.json"), folder=folder)) == 1
    (folder / "link.json").symlink_to(tmp_path / "other.json")
    for outside in ("../other.json", str(tmp_path / "other.json"), "link.json", "a\0b"):
        with pytest.raises(InputError, match="outside the folder"):
            wc3d.judge(question(outside), folder=folder)


def test_a_question_file_opens_what_lies_beside_it_only_if_its_folder_is_allowed(
    tmp_path: Path,
) -> None:
    (tmp_path / "own.json").write_text(json.dumps({"size": [30, 30]}))
    path = tmp_path / "asked.json"
    path.write_text(json.dumps(question("own.json")))
    with pytest.raises(InputError, match=r'asked\.json: "own\.json" is not included'):
        wc3d.judge(path)
    assert [a.type.name for a in wc3d.judge(path, folder=tmp_path)] == ["range"]
    assert [a.type.name for a in wc3d.judge(str(path), folder=str(tmp_path))] == ["range"]
    path.write_text(json.dumps(question("crossroads")))
    assert [a.type.name for a in wc3d.judge(path)] == ["range"]
    for words, fault in (("[]", "asked"), ("{", "asked"), ('{"map": "ravine"}', "asked")):
        path.write_text(words)
        with pytest.raises(InputError, match=fault):
            wc3d.judge(path)
    with pytest.raises(InputError, match=r"gone\.json"):
        wc3d.judge(tmp_path / "gone.json")


@pytest.mark.parametrize("wrong", [None, 3, [], {}, {"map": 3}, {"map": "ravine"}])
def test_what_is_not_a_question_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError):
        wc3d.judge(wrong)
