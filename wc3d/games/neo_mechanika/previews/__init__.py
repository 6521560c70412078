"""What an action would do, before it is chosen, as evidence to be drawn."""
