"""Terrain: kinds, shapes, meshes and standable places."""
