"""Spatial questions that the judge answers by the rules of WARMACHINE, with text and pictures."""
