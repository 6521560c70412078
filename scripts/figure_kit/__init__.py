"""Figures for units, assembled by numbers: people, machines, arms and the bases they stand on."""
