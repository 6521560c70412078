"""The judge screen for disputes."""
