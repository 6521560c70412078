"""The screen the window opens with."""
