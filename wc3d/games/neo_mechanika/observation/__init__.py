"""States and actions of Neo-Mechanika as rows of numbers. Start with `observer.Observer`."""
