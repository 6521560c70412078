"""The screen for watching a replay."""
