"""What is shown of a game on a screen."""
