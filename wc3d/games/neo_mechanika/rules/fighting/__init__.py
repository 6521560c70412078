"""Attacks and damage, from the target to the last consequence."""
