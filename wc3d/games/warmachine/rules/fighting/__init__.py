"""Attacks from declaration to last consequence, damage, and power attacks."""
