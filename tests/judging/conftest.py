"""The tests of the judge may ask by the command line too."""

from tests.cli.conftest import put, wc3d

__all__ = ["put", "wc3d"]
