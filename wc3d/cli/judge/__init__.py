"""`wc3d judge` and `wc3d los`: questions answered, proven and drawn."""
