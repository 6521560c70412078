"""The measuring tools of every screen: ruler, sight and sight areas. Start with `tools.py`."""
