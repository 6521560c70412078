"""The game of WARMACHINE: rules, bots, texts and screens. Start with `rules/state.py` and
`rules/turn/turn.py`.
"""
