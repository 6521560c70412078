"""Screens for boards: judging a dispute, editing and viewing."""
