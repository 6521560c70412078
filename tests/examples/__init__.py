"""Scripts that show what can be done from Python; each runs by itself, and the tests run them all."""
