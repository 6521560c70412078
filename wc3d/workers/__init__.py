"""Processes that answer questions about tables in the background."""
