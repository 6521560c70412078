"""Boards of other programs as maps: Tabletop Simulator, TaleSpire and Foundry VTT.

Start at `import_file.import_board`. Nothing is fetched from a network.
"""
