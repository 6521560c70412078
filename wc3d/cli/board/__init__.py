"""Commands about boards: check, export, mesh import and the schemas of files."""
