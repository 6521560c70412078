"""The exit codes of the command `wc3d`."""

from __future__ import annotations

EXIT_SUCCESS = 0
EXIT_NEGATIVE = 1
EXIT_BAD_INPUT = 2
EXIT_BROKEN_PIPE, EXIT_INTERRUPTED = 141, 130
"""The shell's codes for a closed pipe (`| head`) and for Ctrl-C."""
