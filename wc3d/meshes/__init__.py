"""Mesh files: lookup, safe reading, and guesses of their units and up axis.

Start reading in `read_mesh.py`.
"""
