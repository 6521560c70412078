"""Turns, choices, dice and saved games, for any game.

The engine knows neither a game's rules nor geometry. Start at `wc3d.engine.game`; a game is a
`RuleSet` (`wc3d.engine.ruleset`) of six parts (`wc3d.engine.rule_parts`).
"""
