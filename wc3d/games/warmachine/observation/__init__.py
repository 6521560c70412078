"""States and actions of WARMACHINE as rows of numbers. Start with `observer.Observer`."""
