"""Forces and racks: a player's units and Cyphers, their limits, and their files (p. 41-43)."""
