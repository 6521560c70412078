"""The screen for playing a game."""
