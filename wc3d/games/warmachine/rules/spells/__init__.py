"""Spells, feats and channeling, and their effects on models."""
