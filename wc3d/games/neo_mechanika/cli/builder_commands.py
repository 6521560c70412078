"""The commands of the force builder: syntax, help and aliases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.cli import force_table
from wc3d.games.neo_mechanika.cli.available_units import UNIT_GROUPS
from wc3d.games.neo_mechanika.rules.cards import Cards, CypherKind
from wc3d.games.neo_mechanika.rules.forces.force_files import Force
from wc3d.games.neo_mechanika.text.card_names import find_cards_by_key
from wc3d.games.neo_mechanika.text.typed_names import AmbiguousNameError, match_name

COMMAND_FORMS = {
    "add": "add NAME [xN]",
    "copy": "copy ROW",
    "remove": "remove ROW",
    "fit": "fit WARJACK",
    "head": "head WARJACK HEAD",
    "mount": "mount WARJACK WEAPON",
    "unmount": "unmount WARJACK WEAPON",
    "name": "name WORDS",
    "card": "card NAME",
}
"""The syntax of the commands with arguments."""

HELP_TEXT = """\
Type the number of a listed option, or one of these commands:
  add NAME [xN]           add a unit, Hero, attachment or Cypher: add ranger fire team x2
  copy ROW, remove ROW    copy or remove a row; ROW is its label (1, H1, A1, R1) or name
  fit WARJACK             list the heads and weapons that fit a warjack
  head WARJACK HEAD       mount WARJACK WEAPON       unmount WARJACK WEAPON
  fill [N]                fill the rack up to N Cyphers (default: 12)
  name WORDS              name the force
list [KIND]             list what you can add: warjack, squad, solo, hero, attachment, cypher, fury, geometric, ...
show, check, print      show the force; check the limits; print the reference sheet
card NAME, rules WORD   show a card; search the rules (or ask: ? how many cards may I have)
undo [N]                undo your last change, or your last N
save [FILE], help, quit"""

LISTABLE_KINDS = (*UNIT_GROUPS, "cypher", *get_args(CypherKind))
"""The kinds that `list` can filter by."""

COMMAND_ALIASES = {
    "exit": "quit",
    "?": "help",
    "take": "add",
    "drop": "remove",
    "delete": "remove",
    "rule": "rules",
    "rack": "show",
}
"""Aliases of the commands."""


def find_card_id(text: str, own: Mapping[str, str], all_names: Mapping[str, str], kind: str) -> str:
    """Return the id named, from `own` or else `all_names`. Raises InputError."""
    for names in (own, all_names):
        try:
            return match_name(text, names, kind)
        except AmbiguousNameError:
            raise
        except InputError:
            continue
    raise InputError(
        f"there is no {kind} {text!r}{suggest_similar(text.title(), all_names.values())}"
    )


def completions(force: Force, cards: Cards, order: str) -> Iterator[str]:
    """Yield Tab completions for a command's arguments."""
    order = COMMAND_ALIASES.get(order, order)
    if order == "list":
        yield from LISTABLE_KINDS
    elif order == "card":
        yield from (card.name for card in find_cards_by_key(cards).values())
    elif order == "add":
        yield from (unit.name for unit in cards.units.values() if force.faction in unit.factions)
        yield from (cypher.name for cypher in cards.cyphers.values())
    elif order in ("copy", "remove", "fit", "head", "mount", "unmount"):
        yield from (
            force_table.row_name(force, place, cards) for place in force_table.all_rows(force)
        )
        for unit in {
            choice.unit: cards.units[choice.unit]
            for choice in force.units
            if choice.unit in cards.units
        }.values():
            yield from (head.name for head in unit.cortexes if order == "head")
            carried = (
                id
                for ids in unit.weapon_options.values()
                for id in ids
                if order in ("mount", "unmount")
            )
            yield from (cards.weapon(id).name for id in carried)
