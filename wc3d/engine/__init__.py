"""Turns, choices, dice and saved games, for any game.

It knows neither the rules of a game nor geometry. Start at `wc3d.engine.game`; a game answers
through `wc3d.engine.ruleset`.
"""
