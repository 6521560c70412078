"""Attacks from their declaration to their last consequence, damage, and power attacks."""
