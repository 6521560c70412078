"""`wc3d host`, and joining a game by its link."""
