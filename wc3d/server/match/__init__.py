"""One hosted game: its seats, clocks, dice, messages and database. Start with `match.py`."""
