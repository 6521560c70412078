"""Plane figures and discs that move among them, in closed form. Inches."""
