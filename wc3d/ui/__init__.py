"""User interaction without graphics. Start with `controller.py` and `play_session.py`."""
