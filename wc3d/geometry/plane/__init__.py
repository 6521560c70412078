"""Plane figures, and discs that move among them: everything in closed form. Inches."""
