"""The book: its rules in our words, the rulings where it is silent, and the log of a game."""
