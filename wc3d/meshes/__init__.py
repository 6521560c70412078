"""Mesh files as they are: found, read safely, their units and upward axis guessed."""
