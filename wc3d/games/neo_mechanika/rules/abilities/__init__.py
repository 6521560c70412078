"""Abilities: the words they are made of, the numbers they change, the windows they open in, and what they do."""
