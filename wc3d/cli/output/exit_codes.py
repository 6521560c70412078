"""What the command `wc3d` says when it leaves, as a number."""

from __future__ import annotations

EXIT_SUCCESS, EXIT_NEGATIVE, EXIT_BAD_INPUT = 0, 1, 2
EXIT_BROKEN_PIPE, EXIT_INTERRUPTED = 141, 130
"""What a shell reports for a command whose reader left (`| head`), or that was stopped by Ctrl-C."""
