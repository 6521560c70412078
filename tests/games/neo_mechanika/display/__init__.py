"""What the screen shows of the game."""
