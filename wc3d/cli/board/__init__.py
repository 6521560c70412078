"""Commands about boards: looked over, exported, and the schemas of their files."""
