"""Where panels and labels go on the screen."""
