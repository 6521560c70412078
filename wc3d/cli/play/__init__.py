"""Commands that play games: `play`, `demo`, `replay`."""
