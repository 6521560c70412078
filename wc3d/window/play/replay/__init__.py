"""The screen on which a saved game is watched."""
