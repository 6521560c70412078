"""A client for programs at a seat of a hosted game. Start with `client.py`."""
