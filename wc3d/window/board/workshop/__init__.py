"""The board editor screen."""
