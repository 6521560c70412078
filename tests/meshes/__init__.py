"""Mesh files: made by script in every format, clean, dirty and hostile."""
