"""Panda3D rendering of the table."""
