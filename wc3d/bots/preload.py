"""Import the modules of all game processes once, in the process from which they fork."""

from wc3d.bots import tournament as tournament
from wc3d.geometry.kernel_store import is_compiled
from wc3d.geometry.sight_solver import compile_sight_search

if is_compiled():
    compile_sight_search()
