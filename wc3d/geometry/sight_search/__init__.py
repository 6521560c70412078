"""The search for an open line between two volumes: compiled, and alone."""
