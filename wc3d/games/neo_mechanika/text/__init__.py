"""Neo-Mechanika in words: questions, actions, cards, the board; and what players type."""
