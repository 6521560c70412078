"""Previews of actions before they are chosen. Start with `actions.py`."""
