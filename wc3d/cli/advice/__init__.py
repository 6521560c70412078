"""Commands that say how a game stands: hints, the analysis of a game, the ladder of bots."""
