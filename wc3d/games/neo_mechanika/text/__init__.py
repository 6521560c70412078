"""Text for Neo-Mechanika: questions, actions, cards, the board, the log and typed commands."""
