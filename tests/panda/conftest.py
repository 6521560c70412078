"""Windows and background processes start faster in these tests."""

from tests.screens.fixtures import quickly_begun, quickly_drawn

__all__ = ["quickly_begun", "quickly_drawn"]
