"""The rules of Warcaster: Neo-Mechanika. Start with `state.py` and `turn/turn.py`."""
