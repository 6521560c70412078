"""Exact chances: of rolls, of an attack by the cards, and of several attacks in a row on a row of boxes or a damage grid."""
