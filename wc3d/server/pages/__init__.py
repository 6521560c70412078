"""The controllers of the browser's pages. Start with `page_sessions.py`."""
