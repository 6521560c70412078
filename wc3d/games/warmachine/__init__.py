"""WARMACHINE. Start with `rules/state.py` and `rules/turn/turn.py`."""
