"""A game is played through the interaction where there are no graphics libraries: as a server would, one for each seat."""

import subprocess
import sys

SCRIPT = """
import importlib, pkgutil, sys

for library in ("panda3d", "direct", "imgui_bundle"):
    sys.modules[library] = None

import wc3d
from wc3d.engine.agenda import find_open_question
from wc3d.scene.picking import RayHit
from wc3d._internal.data_files import shipped_folder
from wc3d import ui as interaction
from wc3d.games.neo_mechanika import ui as neo_mechanika
from wc3d.ui.controller import GameController
from wc3d.ui.play_session import PlaySession
from wc3d.ui.playback import Playback, Recording
from wc3d.games.neo_mechanika import new_game, sample_force

for module in pkgutil.iter_modules(interaction.__path__):
    importlib.import_module(f"wc3d.ui.{module.name}")
for module in ("interaction", "move_search", "pending_move", "pending_setup"):
    importlib.import_module(f"wc3d.games.neo_mechanika.ui.{module}")


class Messages:
    def __init__(self):
        self.complaints = []

    def show_message(self, words): ...

    def show_error(self, words):
        self.complaints.append(words)


def at(x, y):
    return RayHit("table", "", (x, y, 0.0), 1.0, True)


table = wc3d.load_map(shipped_folder("maps") / "crossroads.json")
forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
game = new_game(table, forces, "boiling_point", seed=7, names=("Anna", "Ben"))
messages = Messages()
seat = GameController(PlaySession(game), messages)
deployed = refused = 0
while not game.over and game.state.turn < 2:
    if seat.session.next_person:
        seat.session.confirm_handover()
        seat.sync()
        continue
    before = len(game.turns)
    if seat.menu.items_of_kind("deploy"):
        offer = seat.menu.items_of_kind("deploy")[0].action
        seat.begin_pending(offer.unit)
        seat.on_click(at(15.0, 15.0))
        refused += len(game.turns) == before
        x, y = next(iter(offer.places.values()))[:2]
        seat.begin_pending(offer.unit)
        seat.on_click(at(x, y))
        if seat.pending is not None and seat.pending.is_placed:
            seat.end_step()
        deployed += len(game.turns) > before
    if len(game.turns) == before:
        items = [item for kind in seat.menu.kinds_to_list for item in seat.menu.items_of_kind(kind.type)]
        seat.pending = None
        seat.apply_action(items[0].action) if items else seat.end_step()
    assert len(game.turns) > before, find_open_question(game.state)
assert deployed and refused and messages.complaints, "a place by the middle of the table is refused, one by the edge is not"
playback = Playback(Recording(game))
playback.go_to(3)
playback.step_forward()
assert playback.actions_done == 4 and playback.table.bodies is not None
print("played", deployed)
"""


def test_a_game_is_played_without_graphics_libraries():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("played")
