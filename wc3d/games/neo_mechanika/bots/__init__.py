"""The Neo-Mechanika bots and their evaluation functions. Start with `strengths.py`."""
