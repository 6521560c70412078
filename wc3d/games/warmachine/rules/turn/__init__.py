"""The course of a game: opening, rounds, turns, phases and activations. Start with `turn.py`."""
