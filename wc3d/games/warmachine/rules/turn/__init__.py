"""The turn script: the opening, rounds and turns, phases, activations and the end of the game."""
