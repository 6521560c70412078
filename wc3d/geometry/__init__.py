"""Exact geometry of solids, sight and motion, without models, players or rules. Inches, z up."""
