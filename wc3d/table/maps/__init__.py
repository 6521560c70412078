"""Read, write and check map files."""
