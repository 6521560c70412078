"""The rules of Warcaster: Neo-Mechanika."""
