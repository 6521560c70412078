"""Space on the table: bases, terrain, sight and moves of any game.

This package does not know whose turn it is. Start at `wc3d.table.table`. `wc3d.table.space_policy`
defines the differences between games.
"""
