"""Bots that know WARMACHINE."""
