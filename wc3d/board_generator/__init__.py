"""Random boards: a style, a size and a seed give a fair board from the shipped terrain.

Start at `generate.generate_board`. The pieces are in `kit_pieces`, the styles in `styles`.
"""
