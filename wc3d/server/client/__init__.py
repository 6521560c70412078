"""A program at a seat of a hosted game. Start with `client.py`."""
