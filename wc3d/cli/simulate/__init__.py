"""`wc3d simulate`: many games between bots. Start with `command`."""
