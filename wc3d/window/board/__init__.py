"""The screens about boards: judging a dispute, building a board, looking at one."""
