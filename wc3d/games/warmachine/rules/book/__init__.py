"""The book: the rules in our words, the switches of its editions, the rulings where it is silent, and the words of questions."""
