"""Tests of how what happened is shown in order."""
