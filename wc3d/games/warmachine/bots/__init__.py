"""WARMACHINE bots. `regular` chooses actions; the other modules estimate values and paths."""
