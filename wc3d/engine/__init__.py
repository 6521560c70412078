"""Turns, choices and dice. Knows neither Warcaster nor geometry."""
