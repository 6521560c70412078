"""What WARMACHINE has of its own in the window: moves that end with a facing, what is aimed in a direction, focus."""
