"""Cards of a test's own: a warcaster and a warjack whose numbers and words are written where they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wc3d.games.warmachine.rules.cards import using_cards

CASTER = """
[[warcaster]]
id = "adept"
name = "Adept"
faction = "demonstration"
base = "small"
spd = 6
str = 6
mat = 6
rat = 6
def = 15
arm = 15
foc = 6
boxes = 15
sources = {{ all = "demonstration" }}
{stats}

[[warcaster.weapons]]
id = "pistol"
name = "Pistol"
kind = "ranged"
rng = 10
rof = 2
pow = 10

{parts}

[warcaster.feat]
name = "Own feat"
effects = [{{ word = "modify", on = "friends", stats = {{ arm = 3 }}, lasts = "round" }}]
"""

WARJACK = """
[[warjack]]
id = "golem"
name = "Golem"
faction = "demonstration"
base = "{base}"
spd = 4
str = 11
mat = 6
rat = 6
def = 10
arm = 18
grid = ["xx..xx", "......", "......", "L....R", "L.MM.R", "LMCCCR"]
sources = {{ all = "demonstration" }}
{parts}
"""

CLAWS = """
[[warjack.weapons]]
id = "left"
name = "Left Claw"
kind = "melee"
location = "L"
pow = 5

[[warjack.weapons]]
id = "right"
name = "Right Claw"
kind = "melee"
location = "R"
pow = 5
"""


def caster(parts: str = "", stats: str = "") -> str:
    """The card of the Adept, with spells as `parts`."""
    return CASTER.format(parts=parts, stats=stats)


def warjack(parts: str = CLAWS, base: str = "large") -> str:
    """The card of the Golem, with weapons and special attacks as `parts`."""
    return WARJACK.format(parts=parts, base=base)


@contextmanager
def cards(folder: Path, *texts: str) -> Iterator[None]:
    """While it lasts these cards are there beside those that come with the program."""
    (folder / "own.toml").write_text("\n".join(texts), encoding="utf-8")
    with using_cards([folder]):
        yield
