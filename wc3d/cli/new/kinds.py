"""The kinds of things that `wc3d new` writes: their templates, their files and the next steps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NewKind:
    """A kind of thing to write.

    `files` maps each path to its template. `is_module` demands a name that Python can import, and
    `folder` is the new folder that holds all files, or "" for files in the working folder. Paths
    and `next_steps` contain the words of `wc3d.cli.new.command.fill_template`.
    """

    help: str
    files: tuple[tuple[str, str], ...]
    next_steps: tuple[str, str]
    is_module: bool = False
    folder: str = ""
    game: str = ""
    """The game that it belongs to; "" for a kind that has nothing to do with one game."""


KINDS = {
    "game": NewKind(
        "write a package with a small game that plays at once, and its tests",
        (
            ("pyproject.toml", "game_pyproject.toml"),
            ("README.md", "game_readme.md"),
            ("__NAME__/__init__.py", "game_init.py"),
            ("__NAME__/game.py", "game.py"),
            ("tests/test___NAME__.py", "game_test.py"),
        ),
        (
            "to play it: python -m pip install -e __DIST__-game && wc3d play --game __NAME__ --bot 2",
            "to change it: edit __DIST__-game/__NAME__/game.py (wc3d guide games); python -m pytest __DIST__-game",
        ),
        is_module=True,
        folder="__DIST__-game",  # a name that Python cannot import: it would hide the package
    ),
    "bot": NewKind(
        "write a bot that plays every game",
        (("__NAME__.py", "bot.py"),),
        (
            "to play against it, in this folder: wc3d play --bot 2=__NAME__:__CLASS__",
            "to improve it: edit worth() in __NAME__.py; wc3d guide bots explains how to rate it",
        ),
        is_module=True,
    ),
    "board": NewKind(
        "write a board with a few pieces of terrain (for a random one: wc3d board new)",
        (("__NAME__.json", "board.json"),),
        (
            "to look at it and change it: wc3d view __NAME__.json, or edit the file and run "
            "wc3d check __NAME__.json",
            "to play on it: wc3d play --map __NAME__.json --bot 2; wc3d guide boards explains the rest",
        ),
    ),
    "mission": NewKind(
        "write a mission for Neo-Mechanika with three objectives",
        (("__NAME__.json", "mission.json"),),
        (
            "to play it: wc3d play --mission __NAME__.json --bot 2",
            "to change it: edit __NAME__.json; wc3d guide formats lists what it may contain",
        ),
        game="neo_mechanika",
    ),
    "card": NewKind(
        "write a unit with an ability for Neo-Mechanika, or with --game warmachine a warjack, and "
        "a force that contains it",
        (("__NAME__.toml", "card.toml"), ("__NAME__-force.json", "card_force.json")),
        (
            "to read it: wc3d card __ID__ --cards __NAME__.toml; to change it: edit __NAME__.toml "
            "(wc3d guide cards)",
            "to play with it: wc3d play --force1 __NAME__-force.json --cards __NAME__.toml --bot 2",
        ),
        game="neo_mechanika",
    ),
}
"""The kinds, by the word on the command line."""

OTHER_GAMES = {
    ("card", "warmachine"): NewKind(
        "write a warjack for WARMACHINE, and a battlegroup that contains it",
        (
            ("__NAME__.toml", "warmachine_card.toml"),
            ("__NAME__-force.json", "warmachine_force.json"),
        ),
        (
            "to read it: wc3d card __ID__ --game warmachine --cards __NAME__.toml; to change it: edit __NAME__.toml",
            "to play with it: wc3d play --game warmachine --force1 __NAME__-force.json "
            "--force2 anvil_and_hound --cards __NAME__.toml --bot 2",
        ),
        game="warmachine",
    ),
}
"""The kinds of other games than the usual one, by their word and the id of the game."""

REFUSALS = {
    (
        "mission",
        "warmachine",
    ): "WARMACHINE has no missions as files: `--mission battle` or `armies` "
    "chooses one of its own; wc3d new card NAME --game warmachine writes a warjack with a battlegroup",
}
"""Why there is nothing to write, by the word and the id of the game."""
