"""The tests of these commands use the command line's fixtures."""

from tests.cli.conftest import put, wc3d

__all__ = ["put", "wc3d"]
