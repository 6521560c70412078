"""Forces and racks: what a player brings, its limits, and its files (p. 41-43)."""
