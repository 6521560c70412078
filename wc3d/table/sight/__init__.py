"""Lines: who sees whom, cover, distances, sprays and blasts."""
