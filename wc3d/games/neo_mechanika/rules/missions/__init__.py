"""Missions: objectives, scoring and victory. Start reading in `mission.py`."""
