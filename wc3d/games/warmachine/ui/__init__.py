"""WARMACHINE's window features: facings, aimed actions and focus. Start with `interaction`."""
