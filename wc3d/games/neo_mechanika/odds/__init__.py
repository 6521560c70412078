"""The exact odds of attacks. Start with `odds_by_name.py`."""
