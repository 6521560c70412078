"""Space on the table: bases, terrain, sight and moves of any game.

It does not know whose turn it is. Start at `wc3d.table.table`; what differs between games is in
`wc3d.table.space_policy`.
"""
