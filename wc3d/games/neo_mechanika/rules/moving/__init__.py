"""Moving models in the game: advances, squads, falls, repositioning, and where models can be put."""
