"""The rules of the house that no tool knows: sizes, names, and where imports stand.

Each list of exceptions is exact: what is mended must be taken off it, so that it can only become shorter.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LONG_MODULES = {
    "wc3d.engine.replay",  # one file format: write, read, recover
    "wc3d.meshes.three_mf",  # one file format, read in one pass
    "wc3d.server.match.match",  # one hosted game; its parts have modules of their own
}

LONG_FUNCTIONS = {
    # kernels: a called function is compiled and cached in addition
    "wc3d.geometry.sight_search.line_in_cell:_search_choices",
    "wc3d.geometry.sight_search.cell_sections:collect_sections",
    "wc3d.geometry.sight_search.obscured_depth:_depth_bound",
    "wc3d.geometry.sight_search.obscured_depth:has_shallow_line",
    "wc3d.geometry.sight_search.search:_choose_cut",
    "wc3d.geometry.sight_search.search:search_frame",
    "wc3d.geometry.sight_search.vertical_slice:polygon_span",
    # tables of arguments, one per line
    "wc3d.cli.board.import_mesh:run",
    "wc3d.games.neo_mechanika.odds.odds_by_name:odds",
    "wc3d.games.neo_mechanika.previews.deployments:deploy_preview",
    "wc3d.games.neo_mechanika.previews.moves:_build_preview",
    "wc3d.games.warmachine.rules.space.slams_and_throws:_shove",
    "wc3d.geometry.mesh_solids.build_layers:build_layers",
    "wc3d.geometry.sight_search.workspace:make_workspace",
    "wc3d.geometry.visibility:__init__",
    "wc3d.judging.doubt:_prove_or_refute",
    "wc3d.meshes.three_mf_solids:lattice_shells",
    "wc3d.panda.evidence_picture:_draw_names",
    "wc3d.server.match.requests:answer_request",
    "wc3d.table.maps.mesh_import:import_mesh",
    "wc3d.table.moves.jumping:jump",
    "wc3d.window.board.workshop.inspector:_draw_place_fields",
    "wc3d.window.play.game.top_bar:_draw_buttons",
}

SAME_NAMES: set[str] = set()

GAMES = {"wc3d.games.neo_mechanika.", "wc3d.games.warmachine."}
"""The rooms of each game; none of them knows the others."""

LATE_IMPORTS = {
    "wc3d.registry",  # a game is imported when it is asked for
    "wc3d.library",  # the parts are imported when a program asks for them
    "wc3d.geometry.inflate",
    "wc3d.geometry.sight_solver",
    "wc3d.geometry.visibility",
    "wc3d.workers.solver_warmup",  # what is compiled, on the first question
    "wc3d.meshes.read_mesh",  # the readers of the other formats
    "wc3d.table.terrain.mesh_solids",  # trimesh, on the first mesh
    "wc3d.table.table",  # shapely, on the first question of reach
    "wc3d.window.board.workshop.background_tasks",
    "wc3d.printing.write_plan",  # fonttools, an extra, for a PDF
    "wc3d.window.shell.file_kinds",  # the types of questions, when a file is dropped
}

COMMAND_LINE = ("wc3d.cli", "wc3d.games.neo_mechanika.cli", "wc3d.games.warmachine.cli")
"""The packages whose modules import what a command needs when it runs."""

EVERYWHERE = {"numpy", "pydantic", "pydantic_core"}
"""Packages of others that every room may use; the contracts of pyproject.toml say where each other one belongs."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package by its name."""
    found = {}
    for path in sorted((ROOT / "wc3d").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def long_modules() -> set[str]:
    """Modules of more than 600 lines."""
    return {
        name
        for name, tree in modules().items()
        if tree.body and (tree.body[-1].end_lineno or 0) > 600
    }


def statements(block: ast.AST) -> Iterator[ast.AST]:
    """The statements of a block and of all blocks within. No expression holds any: it is not looked into."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(block, part, ()):
            yield node
            yield from statements(node)


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function and method with the name of its module."""
    for name, tree in modules().items():
        for node in statements(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield name, node


def long_functions() -> set[str]:
    """Functions of more than 60 lines."""
    return {
        f"{name}:{f.name}" for name, f in functions() if (f.end_lineno or 0) - f.lineno + 1 > 60
    }


def same_names() -> set[str]:
    """Names that more than one class has, those that are private to a module left out; two games may use the same words."""
    found: set[str] = set()
    for game in GAMES:
        classes = Counter(
            node.name
            for module, tree in modules().items()
            for node in statements(tree)
            if isinstance(node, ast.ClassDef) and not module.startswith(tuple(GAMES - {game}))
        )
        found |= {name for name, count in classes.items() if count > 1 and not name.startswith("_")}
    return found


def late_imports() -> set[str]:
    """Modules outside the command line that import others of the package inside a function."""
    return {
        name
        for name, f in functions()
        if not name.startswith(COMMAND_LINE)
        for node in statements(f)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wc3d")
    }


@pytest.mark.parametrize(
    ("found", "known"),
    [
        pytest.param(found, known, id=found.__name__)
        for found, known in (
            (long_modules, LONG_MODULES),
            (long_functions, LONG_FUNCTIONS),
            (same_names, SAME_NAMES),
            (late_imports, LATE_IMPORTS),
        )
    ],
)
def test_a_rule_of_the_house_is_kept_but_for_those_known(
    found: Callable[[], set[str]], known: set[str]
) -> None:
    assert found() - known == set(), found.__doc__
    assert known - found() == set(), "mended: take it off the list"


def test_every_package_of_others_has_its_rooms() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    placed = {module for contract in contracts for module in contract.get("protected_modules", ())}
    imported: set[str] = set()
    for tree in modules().values():
        for node in statements(tree):
            if isinstance(node, ast.Import):
                imported |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((node.module or "").partition(".")[0])
    assert imported - sys.stdlib_module_names - {"wc3d"} == placed | EVERYWHERE
