"""Missions: objectives, scoring and victory. Start reading in `book_missions.py`."""
