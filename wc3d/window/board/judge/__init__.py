"""The screen on which a dispute is judged."""
