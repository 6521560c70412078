"""The web server: routes, websockets, the pages of the guide, and the log. Start with `app.py`."""
