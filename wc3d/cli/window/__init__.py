"""Commands that open the window."""
