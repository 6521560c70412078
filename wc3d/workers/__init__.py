"""Background work in separate processes."""
