"""Generate the guide's reference pages from docstrings. `pages` lists them, `render` writes them."""
