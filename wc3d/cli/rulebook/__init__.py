"""Commands about the book: `rules` and `rulings`."""
