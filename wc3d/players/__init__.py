"""Bots: they see only what a player sees, and choose among what a player may do."""
