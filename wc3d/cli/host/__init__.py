"""`wc3d host`: a server for games by link."""
