"""Terrain: its kinds and shapes, its meshes, and where bases can stand on it."""
