"""The screen on which a game is played: what is asked, what can be done, the units, the hand, the dice, the log."""
