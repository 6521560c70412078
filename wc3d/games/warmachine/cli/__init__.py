"""WARMACHINE's commands with --game warmachine: `card`, `odds` and `force`."""
