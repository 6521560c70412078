"""The desktop window: its frame, the play and replay screens, boards, and the start screen."""
