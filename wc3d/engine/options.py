"""What can be chosen for a new game. Quick to import: the command line is made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SWITCHES_HELP = "choose other readings of the rules (`wc3d rulings` lists them)"
"""What the option says that sets single rules, in every game that has one."""


@dataclass(frozen=True)
class GameOption:
    """Something that can be chosen for a new game besides map, mission, forces, names and dice.

    A flag if it takes no values; `each` asks every player for it, `many` allows several values, `choices` are the values that
    can be chosen and what each is called, where there are but a few. `most` names the option whose value says how many of
    `many` values there may be; `default` is the choice that is meant if none is made, `between_bots` the one where only bots
    play. `words` name it on a screen; `help` explains it.
    """

    name: str
    words: str
    help: str
    choices: tuple[tuple[str, str], ...] = ()
    is_per_player: bool = False
    allows_many: bool = False
    count_option: str = ""
    default: str = ""
    bot_default: str = ""
    metavar: str = ""

    @property
    def is_flag(self) -> bool:
        """Is it only on or off?"""
        return not (self.choices or self.metavar)


def bot_defaults(options: Iterable[GameOption]) -> dict[str, str]:
    """What a game in which only bots play is begun with, unless something else was chosen."""
    return {option.name: option.bot_default for option in options if option.bot_default}
