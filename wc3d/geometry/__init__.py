"""Exact geometry of solids, sight and motion. Knows numbers: no models, players or rules. Inches, z up."""
