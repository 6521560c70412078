"""Attacks and damage, from targeting to the final effects."""
