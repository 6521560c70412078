"""What a process beside a window needs, imported once: it is forked from one that has this (tests/screens/conftest.py)."""

import pkgutil
from importlib import import_module

import wc3d.window.board
import wc3d.window.play
import wc3d.window.start
from wc3d.geometry.sight_solver import compile_sight_search

for room in (wc3d.window.board, wc3d.window.play, wc3d.window.start):
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        import_module(module.name)
compile_sight_search()
