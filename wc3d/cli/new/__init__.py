"""`wc3d new`: write a game, a bot, a board, a mission or a card to start from.

Start at `command.py`. The folder `templates` contains what it writes.
"""
