"""Abilities and the moments that trigger them. Start reading in `vocabulary.py`."""
