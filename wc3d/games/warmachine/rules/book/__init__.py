"""The rule texts in our words, edition switches, our rulings, and the search vocabulary."""
