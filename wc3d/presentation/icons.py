"""The icons that rules and screens use: characters of the font that comes with ImGui."""
from __future__ import annotations

ICONS = {
    "play": "\uf04b", "pause": "\uf04c", "back": "\uf048", "forward": "\uf051", "undo": "\uf2ea", "redo": "\uf2f9",
    "save": "\uf0c7", "open": "\uf07c", "eye": "\uf06e", "ruler": "\uf545", "flag": "\uf024", "shield": "\uf132",
    "bolt": "\uf0e7", "cross": "\uf05b", "run": "\uf70c", "heart": "\uf004", "star": "\uf005", "gear": "\uf013",
    "hand": "\uf256", "dice": "\uf522", "scroll": "\uf70e", "gate": "\uf52b", "scale": "\uf24e", "map": "\uf279",
    "film": "\uf008", "warning": "\uf071", "ok": "\uf00c", "no": "\uf00d", "help": "\uf059", "trash": "\uf1f8",
    "copy": "\uf0c5", "share": "\uf1e0", "person": "\uf007", "robot": "\uf544", "card": "\uf2bb", "skull": "\uf54c",
    "fire": "\uf06d", "lock": "\uf023", "clock": "\uf017", "layers": "\uf5fd", "turn": "\uf2f1", "hint": "\uf0eb",
}  # fmt: skip
"""Each stands beside its word, never alone, unless a tooltip says the word."""
