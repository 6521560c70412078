"""Everything that the screen shows of a WARMACHINE game: labels, cards, previews and events."""
