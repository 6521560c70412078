"""Commands that evaluate games: hints, game analysis and the ladder of bots."""
