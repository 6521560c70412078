"""The bots of Neo-Mechanika, and what they know of the game."""
