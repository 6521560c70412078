"""The commands that open the window."""
