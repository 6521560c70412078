"""A game in words: what is asked, what happens, and what is typed."""
