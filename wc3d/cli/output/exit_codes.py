"""What the command `wc3d` says when it leaves, as a number."""
from __future__ import annotations

DONE, SAID_NO, BAD_INPUT = 0, 1, 2
READER_LEFT, INTERRUPTED = 141, 130
"""What a shell reports for a command whose reader left (`| head`), or that was stopped by Ctrl-C."""
