"""The rule texts in our words, the switches of the editions, our rulings, and the search
vocabulary.
"""
