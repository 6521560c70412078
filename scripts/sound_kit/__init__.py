"""Sounds out of numbers."""
