"""The guide: pages of Markdown for players, judges, terrain builders and programmers.

`pages` reads them, `markdown` parses them, `terminal` and `html` render them, and `search` finds
passages. Start with `pages`.
"""
