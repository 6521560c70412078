"""Command: orders that are given, checks of command, what terrifies, flight and rallying."""
