"""The table: bases, heights and terrain. Knows space, never whose turn it is."""
