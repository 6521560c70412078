"""The game of WARMACHINE: two battlegroups, each a warcaster and its warjacks."""
