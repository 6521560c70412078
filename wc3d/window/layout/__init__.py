"""Placement of panels and labels on the screen."""
