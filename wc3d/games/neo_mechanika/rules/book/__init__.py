"""The rule book in our own words, with rulings for its silences. Start in `rulebook.py`."""
