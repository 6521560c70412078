"""Saved games on boards with mesh files: they go on as long as the files hold what they did, whatever solids are made of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trimesh

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules import saved_setup as neo_mechanika
from wc3d.games.neo_mechanika.rules.forces.force_files import mission_limits
from wc3d.games.neo_mechanika.rules.forces.named_forces import load_legal_force as force_named
from wc3d.games.neo_mechanika.rules.forces.named_forces import sample_forces
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.warmachine.rules import saved_setup as warmachine
from wc3d.games.warmachine.rules.forces import load_legal_force
from wc3d.registry import table_from_map
from wc3d.table.table import Table

Begun = tuple[dict[str, Any], Callable[[dict[str, Any]], object]]


def rock(path: Path, high: float = 2.0) -> None:
    """An open mesh, which is held between two solids."""
    ball = trimesh.creation.icosphere(3, 2.0)
    ball.apply_scale([1.0, 1.0, high / 2.0])
    trimesh.Trimesh(ball.vertices, ball.faces[:-30], process=False).export(path)


def board(folder: Path, size: float) -> Table:
    """A table with the rock in the west."""
    shape = {"type": "mesh", "file": "rock.stl", "position": [size / 3, size / 2, 0]}
    return table_from_map(
        {"size": [size, size], "terrain": [{"id": "rock", "kind": "structure", "shape": shape}]},
        folder=folder,
    )


@pytest.fixture(params=["neo_mechanika", "warmachine"])
def begun(request: pytest.FixtureRequest, tmp_path: Path) -> Begun:
    """The setup of a game on the rock's board, and what reads it again."""
    rock(tmp_path / "rock.stl")
    if request.param == "neo_mechanika":
        mission = next(m for m in MISSIONS.values() if m.skirmish)
        force = force_named(sample_forces("skirmish")[0][0], mission_limits(mission), 1)
        return neo_mechanika.prepare_game(board(tmp_path, 30), (force, force), mission, seed=1)[
            2
        ], neo_mechanika.restore_game
    two = load_legal_force("anvil_and_hound", 1), load_legal_force("mortar_and_spitter", 1)
    edition = warmachine.edition_for_game("")
    return warmachine.prepare_game(board(tmp_path, 48), two, edition=edition, seed=1)[
        2
    ], warmachine.restore_game


def test_a_game_goes_on_where_a_newer_program_makes_other_solids_of_the_same_file(
    begun: Begun,
) -> None:
    setup, again = begun
    again(setup)
    again({**setup, "terrain": "0" * 16})


def test_a_game_is_refused_where_a_mesh_file_has_changed(begun: Begun, tmp_path: Path) -> None:
    setup, again = begun
    rock(tmp_path / "rock.stl", high=3.0)
    with pytest.raises(
        InputError, match=r"a mesh file of the board has changed since the game started$"
    ):
        again(setup)


def test_an_older_save_that_does_not_tell_what_its_files_held_goes_on(begun: Begun) -> None:
    setup, again = begun
    older = {key: value for key, value in setup.items() if key != "meshes"}
    again(older)
    again({**older, "terrain": "0" * 16})


def test_terrain_without_meshes_is_the_same_or_the_game_is_refused(begun: Begun) -> None:
    setup, again = begun
    bare = {**setup, "map": {**setup["map"], "terrain": []}, "meshes": ""}
    with pytest.raises(InputError, match="not the terrain on which the game started"):
        again(bare)
