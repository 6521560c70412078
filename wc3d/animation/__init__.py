"""Animation of events as timed steps, without graphics; shared by play, replay and web pages.

Start reading in `steps.py`, then `queue.py`.
"""
