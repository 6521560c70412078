"""The command line starts light: nothing heavy is imported before it is needed."""

from __future__ import annotations

import inspect
import pydoc
import re
import subprocess
import sys

import pytest

HEAVY = (
    "numpy",
    "numba",
    "scipy",
    "shapely",
    "trimesh",
    "pydantic",
    "panda3d",
    "imgui_bundle",
    "PIL",
    "networkx",
    "starlette",
    "uvicorn",
    "websockets",
)


def imported_by(code: str) -> set[str]:
    """The heavy packages that a fresh Python has imported after running some code."""
    told = f"{code}\nimport sys; print('\\nHEAVY', *[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("HEAVY")[2].split())


def command_left(code: int, *argv: str) -> str:
    """Python that runs the command, which leaves with an exit code."""
    run = f"from wc3d.cli.main import main\ntry:\n    main({list(argv)!r})\n"
    return f"{run}except SystemExit as left:\n    assert left.code == {code}"


def test_help_imports_nothing_heavy() -> None:
    assert imported_by(command_left(0, "--help")) == set()


@pytest.mark.parametrize("command", ["judge", "check", "los", "view", "export", "schema", "host"])
def test_the_help_of_each_command_imports_nothing_heavy(command: str) -> None:
    assert imported_by(command_left(0, command, "--help")) == set()


def test_a_bad_argument_imports_nothing_heavy() -> None:
    assert imported_by(command_left(2, "judge")) == set()


def test_import_wc3d_is_light_and_its_names_are_there() -> None:
    assert imported_by("import wc3d; assert 'load_map' in dir(wc3d)") == set()
    assert "numpy" in imported_by("import wc3d; wc3d.Table")


def test_help_of_wc3d_is_a_page_to_start_from() -> None:
    """What it names is there, and everything that it lists tells in a sentence what it is."""
    import wc3d

    page = re.sub(".\x08", "", pydoc.render_doc(wc3d))
    for name in (
        "load_map",
        "new_table",
        "feature",
        "Body",
        "odds",
        "Game",
        "InputError",
        "sample_force",
        "bots_of",
    ):
        assert name in page, name
    assert all(
        inspect.getdoc(getattr(wc3d, name))
        for name in dir(wc3d)
        if name not in ("__version__", "Shape")
    )


def test_an_unknown_name_of_wc3d_is_told() -> None:
    import wc3d

    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = wc3d.nonsense


def test_judging_without_a_picture_imports_no_graphics() -> None:
    code = "import wc3d.cli.judge.command, wc3d.cli.board.check"
    code += ", wc3d.judging.solve, wc3d.judging.dispute, wc3d.judging.question_file"
    assert imported_by(code) & {"panda3d", "imgui_bundle", "trimesh", "PIL"} == set()


SHOWN = """
from wc3d.cli.main import main
from wc3d.window.shell import run_window as opening

def until_seen(screen, title, begun, settings, start, complaints, judge):
    window = opening.Window(screen, title, offscreen=True, size=(320, 200), settings=settings)
    while window.board is None or not window.is_drawn:
        window.task_mgr.step()

opening.open_window = until_seen
assert main({argv!r}) == 0
"""


@pytest.mark.parametrize(
    "argv",
    [
        ["view", "maps/ravine.json"],
        ["judge", "maps/questions/book-sight.json", "--window"],
        ["replay", "tests/screens/pictures/game.jsonl", "--window"],
    ],
    ids=lambda argv: argv[0],
)
def test_the_first_picture_of_a_board_needs_neither_kernels_nor_a_library_for_meshes(
    argv: list[str],
) -> None:
    """What compiles them takes a third of a second to load, and trimesh with scipy half a second: they wait until the board is
    seen."""
    imported = imported_by(SHOWN.format(argv=argv))
    assert "panda3d" in imported and imported & {"numba", "scipy", "trimesh"} == set()


def test_a_board_of_meshes_whose_solids_are_kept_needs_no_kernels() -> None:
    read = "import wc3d; assert any(f.meshes for f in wc3d.load_map('maps/container-yard.json').features)"
    imported_by(read)
    assert "numba" not in imported_by(read)


AT_ONCE = """
import threading
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import SightResult, Occluder, Occluders
ends, wrong, together = [Cylinder((x, 0.0), 1.0, 0.0, 2.0) for x in (0.0, 99.0)], [], threading.Barrier(4)

def ask(many, high):
    wall = Occluder(tuple(Cylinder((50.0, 0.5 * (k - many / 2)), 1.0, 0.0, high) for k in range(many)))
    there = Occluders((wall,))
    together.wait()
    for _ in range(50):
        found = there.find_open_line(*ends)[0]
        if found is not (SightResult.BLOCKED if high > 2 else SightResult.CLEAR):
            wrong.append(found)

threads = [threading.Thread(target=ask, args=(many, high)) for many, high in ((10, 3.0), (40, 1.0), (90, 3.0), (200, 1.0))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not wrong and not any(thread.is_alive() for thread in threads), wrong
print("all right")
"""


def test_threads_that_ask_about_sight_before_it_is_ready_wait_for_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "all right\n" and "Traceback" not in done.stderr, done.stderr
