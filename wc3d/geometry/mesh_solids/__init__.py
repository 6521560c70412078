"""Meshes as terrain: an inner and an outer solid, and a triangle tree for sight lines.

The true solid is between both. Start reading in `data.py`, then `build.py`.
"""
