"""Everything but the rooms that draw on a screen is imported without any graphics library: a server can run it."""

import subprocess
import sys

DRAWN = ("panda", "window", "games.neo_mechanika.ui", "games.warmachine.ui")
"""The rooms that draw."""

SHOWN = ("wc3d.cli.play.join_window",)
"""What the command line imports only to open a window."""

IMPORT_ALL = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("panda3d", "direct", "imgui_bundle"):
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

sys.meta_path.insert(0, Blocked())
import wc3d

drawn = tuple(sys.argv[1].split())
for module in pkgutil.walk_packages(wc3d.__path__, "wc3d."):
    if not module.name.startswith(drawn):
        importlib.import_module(module.name)
        print(module.name)
"""


def test_all_but_what_draws_is_imported_without_graphics():
    drawn = " ".join((*(f"wc3d.{room}" for room in DRAWN), *SHOWN))
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, drawn], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = set(done.stdout.split())
    rooms = ("workers", "scene", "printing", "web", "ui", "server")
    assert {f"wc3d.{room}" for room in rooms} < found
    assert {
        "wc3d.scene.figures",
        "wc3d.scene.camera",
        "wc3d.web.report_page",
        "wc3d.scene.glb_export",
    } < found
