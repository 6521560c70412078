"""WARMACHINE's own commands: `card`, `odds` and `force`, with --game warmachine."""
