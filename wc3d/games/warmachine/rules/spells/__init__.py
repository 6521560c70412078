"""Spells, feats and channeling, and what they leave on models."""
