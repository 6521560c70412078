"""The controllers of the browser pages. Start with `page_sessions.py`."""
