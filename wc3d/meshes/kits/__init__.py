"""Kits: folders of mesh files that share one size and one side up, and files of several pieces.

Start reading in `settle.py`.
"""
