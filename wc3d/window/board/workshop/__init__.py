"""The screen on which boards are looked at, built and changed."""
