"""Missions: their objectives, what is scored for them, and who wins."""
