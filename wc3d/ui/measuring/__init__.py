"""The measuring tools of every screen: ruler, sight, areas of sight."""
