"""Commands about the rulebook: `rules` and `rulings`."""
