"""Exact chances of rolls and attacks in a row, against boxes or a grid. Start with `attack`."""
