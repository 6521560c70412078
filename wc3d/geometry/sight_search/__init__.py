"""The compiled search for an open line between two volumes.

Start reading in `vertical_slice.py`, `line_in_cell.py` and `search.py`.
"""
