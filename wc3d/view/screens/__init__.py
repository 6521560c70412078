"""What the window can show: one screen each for starting, playing, judging, boards and replays."""
