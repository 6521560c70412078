"""The game's course: setup, Pulse rounds, the nine steps of a turn and what is done in each."""
