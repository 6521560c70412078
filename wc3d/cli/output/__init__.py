"""Shared output code: progress, colors, prompts, JSON lines and the HTML report."""
