"""A game is played through the interaction where there are no graphics libraries: as a server would, one for each seat."""

import subprocess
import sys

SCRIPT = """
import importlib, pkgutil, sys

for library in ("panda3d", "direct", "imgui_bundle"):
    sys.modules[library] = None

import wc3d
from wc3d.engine.agenda import question
from wc3d.scene.picking import RayHit
from wc3d._internal.data_files import shipped
from wc3d import ui as interaction
from wc3d.games.neo_mechanika import ui as neo_mechanika
from wc3d.ui.controller import Interaction
from wc3d.ui.play_session import PlaySession
from wc3d.ui.playback import Playback, Recording
from wc3d.games.neo_mechanika import new_game, sample_force

for module in pkgutil.iter_modules(interaction.__path__):
    importlib.import_module(f"wc3d.ui.{module.name}")
for module in ("interaction", "background", "pending_move", "pending_setup"):
    importlib.import_module(f"wc3d.games.neo_mechanika.ui.{module}")


class Messages:
    def __init__(self):
        self.complaints = []

    def say(self, words): ...

    def complain(self, words):
        self.complaints.append(words)


def at(x, y):
    return RayHit("table", "", (x, y, 0.0), 1.0, True)


table = wc3d.load_map(shipped("maps") / "crossroads.json")
forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
game = new_game(table, forces, "boiling_point", seed=7, names=("Anna", "Ben"))
messages = Messages()
seat = Interaction(PlaySession(game), messages)
deployed = refused = 0
while not game.over and game.state.turn < 2:
    if seat.session.pass_to:
        seat.session.sit_down()
        seat.follow()
        continue
    before = len(game.turns)
    if seat.menu.of("deploy"):
        offer = seat.menu.of("deploy")[0].action
        seat.take(offer.unit)
        seat.click(at(15.0, 15.0))
        refused += len(game.turns) == before
        x, y = next(iter(offer.places.values()))[:2]
        seat.take(offer.unit)
        seat.click(at(x, y))
        if seat.pending is not None and seat.pending.settled:
            seat.end()
        deployed += len(game.turns) > before
    if len(game.turns) == before:
        items = [item for kind in seat.menu.kinds for item in seat.menu.of(kind.type)]
        seat.pending = None
        seat.do(items[0].action) if items else seat.end()
    assert len(game.turns) > before, question(game.state)
assert deployed and refused and messages.complaints, "a place by the middle of the table is refused, one by the edge is not"
playback = Playback(Recording(game))
playback.to(3)
playback.forward()
assert playback.at == 4 and playback.table.bodies is not None
print("played", deployed)
"""


def test_a_game_is_played_without_graphics_libraries():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("played")
