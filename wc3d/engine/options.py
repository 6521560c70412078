"""The options for a new game. Quick to import, because the command line is built from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SWITCHES_HELP = "choose other readings of the rules (`wc3d rulings` lists them)"
"""The help text of the option that sets single rules, in every game that has it."""


@dataclass(frozen=True)
class GameOption:
    """An option for a new game, in addition to map, mission, forces, names and dice.

    It is a flag if it takes no values. `is_per_player` sets it for every player, `allows_many`
    allows several values, and `choices` maps the values to their names, if there are few.
    `count_option` names the option that limits the number of values. `default` is the default
    choice, `bot_default` that of games between bots. `words` is its label on a screen; `help`
    explains it.
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
        """Return whether the option is only on or off."""
        return not (self.choices or self.metavar)


def bot_defaults(options: Iterable[GameOption]) -> dict[str, str]:
    """Return the default options of a game between bots."""
    return {option.name: option.bot_default for option in options if option.bot_default}
