"""The compiled search for an open line between two volumes.

Start reading in `vertical_slice.py`, `cell_search.py` and `search.py`.
"""
