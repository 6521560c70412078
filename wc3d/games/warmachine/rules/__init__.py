"""The rules of WARMACHINE: two battlegroups, each a warcaster and its warjacks."""
