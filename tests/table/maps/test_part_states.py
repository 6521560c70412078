"""Doors and roofs: closed they are terrain, open or removed they are not there for any rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import wc3d
from wc3d.errors import InputError
from wc3d.games import map_cache
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.dispute import read_dispute
from wc3d.table.body import Body
from wc3d.table.maps.edit_terrain import put_feature, rebuild_feature, remove_element
from wc3d.table.maps.lint import lint_map
from wc3d.table.maps.map_file import map_data, map_schema, read_map, table_from_map
from wc3d.table.maps.strict_json import FileError
from wc3d.table.table import Table


def gatehouse(state: str | None) -> dict[str, Any]:
    """Return a map with a wall across the table, whose only gap holds a gate in this state."""
    gate = {
        "id": "gate",
        "kind": "structure",
        "shape": {"type": "box", "center": [15, 15], "size": [3, 0.5], "height": 3},
    }
    walls = [
        {
            "id": f"wall-{i}",
            "kind": "structure",
            "shape": {"type": "box", "center": [x, 15], "size": [13.5, 0.5], "height": 3},
        }
        for i, x in ((1, 6.75), (2, 23.25))
    ]
    return {"size": [30, 30], "terrain": [gate | ({"state": state} if state else {}), *walls]}


def with_models(state: str | None) -> Table:
    table = table_from_map(gatehouse(state), SPACE)
    return table.with_bodies(Body("a", "small", (15, 10)), Body("b", "small", (15, 20)))


@pytest.mark.rule("NM-SIL-177")
@pytest.mark.parametrize(
    ("state", "is_there"), [(None, True), ("closed", True), ("open", False), ("removed", False)]
)
def test_a_gate_counts_only_while_it_is_closed(state: str | None, is_there: bool) -> None:
    table = with_models(state)
    assert bool(table.sight("a", "b")) is not is_there
    assert table.move("a", [(15, 16)], 10).legal is not is_there
    assert [f.id for f in table.open_parts] == ([] if is_there else ["gate"])
    assert [f.id for f in table.parts] == (["gate"] if state else [])


def test_a_state_is_written_and_read_again() -> None:
    for state in (None, "closed", "open", "removed"):
        data = map_data(table_from_map(gatehouse(state), SPACE))
        [gate] = [entry for entry in data["terrain"] if entry["id"] == "gate"]
        assert gate.get("state") == state and "cover" not in gate
        assert map_data(table_from_map(data, SPACE)) == data
    assert "state" in map_schema()["$defs"]["FeatureModel"]["properties"]


def test_an_opened_gate_is_the_board_without_it() -> None:
    open_gate = with_models("closed").with_states({"gate": "open"})
    assert open_gate.sight("a", "b") and not with_models("closed").sight("a", "b")
    again = open_gate.with_states({"gate": "closed"})
    assert not again.sight("a", "b")
    assert open_gate.with_states({"gate": "open"}) is open_gate


@pytest.mark.parametrize(
    ("states", "words"),
    [
        ({"gat": "open"}, "no door or roof 'gat' on this board; did you mean gate?"),
        ({"wall-1": "open"}, "no door or roof 'wall-1' on this board"),
        ({"gate": "ajar"}, "gate: expected closed, open or removed, found 'ajar'"),
    ],
)
def test_an_unknown_part_or_state_is_one_clear_line(states: dict[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words.replace("?", r"\?")):
        with_models("closed").with_states(states)


def question(states: dict[str, str] | None) -> dict[str, Any]:
    models = [{"id": id, "base": "small", "position": [15, y]} for id, y in (("a", 10), ("b", 20))]
    return {
        "map": gatehouse("closed"),
        "models": models,
        "question": {"type": "sight", "from": "a", "to": "b"},
    } | ({"states": states} if states is not None else {})


@pytest.mark.rule("NM-SIL-177", "WM-RUL-168")
@pytest.mark.parametrize("game", ["", "warmachine"])
def test_a_question_says_which_doors_are_open(game: str) -> None:
    for states, is_seen in ((None, False), ({}, False), ({"gate": "open"}, True)):
        data = question(states) | ({"game": game} if game else {})
        table = read_dispute(data, "q.json", Path(), map_cache()).table
        assert bool(table.sight("a", "b")) is is_seen


def test_a_question_about_an_unknown_door_names_its_place() -> None:
    with pytest.raises(FileError) as error:
        read_dispute(question({"door": "open"}), "q.json", Path(), map_cache())
    assert [fault.place for fault in error.value.faults] == ["states"]


def test_the_linter_ignores_a_gate_that_is_open() -> None:
    data = gatehouse("open")
    data["terrain"].append(
        {
            "id": "crate",
            "kind": "structure",
            "shape": {"type": "box", "center": [15, 15], "size": [2, 2], "height": 2},
        }
    )
    assert "overlap" not in {finding.code for finding in lint_map(read_map(data, SPACE))}
    data["terrain"][0]["state"] = "closed"
    assert "overlap" in {finding.code for finding in lint_map(read_map(data, SPACE))}


def test_edits_keep_the_state_and_ids_stay_unique() -> None:
    table = with_models("open")
    [gate] = table.open_parts
    moved = put_feature(table, rebuild_feature(gate, None, name="Main gate"), instead="gate")
    assert [(f.name, f.state) for f in moved.open_parts] == [("Main gate", "open")]
    closed = put_feature(table, rebuild_feature(gate, None, state=None), instead="gate")
    assert not closed.open_parts and not closed.parts and len(closed.features) == 3
    with pytest.raises(InputError, match="already in use"):
        put_feature(table, rebuild_feature(gate, None))
    assert not remove_element(table, "gate").open_parts


def test_a_board_made_in_python_has_doors() -> None:
    door = wc3d.feature("door", "structure", wc3d.box((10, 10), (3, 0.5), height=3), state="open")
    table = wc3d.new_table((30, 30), [door])
    assert [part.id for part in table.open_parts] == ["door"] and not table.features
