"""The course of a game: setup, Pulse rounds and turns. Start reading in `turn.py`."""
