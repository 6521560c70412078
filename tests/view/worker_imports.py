"""What a process beside a window needs, imported once: it is forked from one that has this (tests/view/conftest.py)."""
import pkgutil
from importlib import import_module

import wc3d.view.board
import wc3d.view.game
import wc3d.view.start
from wc3d.geometry.visibility import warm_up

for room in (wc3d.view.board, wc3d.view.game, wc3d.view.start):
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        import_module(module.name)
warm_up()
