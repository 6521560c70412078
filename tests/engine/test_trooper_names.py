"""The names of troopers: the singular of their unit, its number and their own letter."""

from __future__ import annotations

import pytest

from wc3d._internal.suggestions import singular
from wc3d.engine.name_matching import match_name
from wc3d.engine.trooper_names import trooper_name
from wc3d.errors import InputError

SINGULARS = {
    "Husks": "Husk",
    "Pikemen": "Pikeman",
    "Vassal Witch Hunters": "Vassal Witch Hunter",
    "Knights of the Watch": "Knight of the Watch",
    "Dire Wolves": "Dire Wolf",
    "Dwarves": "Dwarf",
    "Slaves": "Slave",
    "Witches": "Witch",
    "Mercenaries": "Mercenary",
    "Zombies": "Zombie",
    "Allies": "Ally",
    "Rifle Corps": "Rifle Corps",
    "Thieves": "Thief",
    "Ranger Fire Team": "Ranger Fire Team",
    "Winter Guard Infantry": "Winter Guard Infantry",
    "Colossus": "Colossus",
    "": "",
}


@pytest.mark.parametrize("plural", SINGULARS)
def test_a_plural_has_a_singular(plural: str) -> None:
    assert singular(plural) == SINGULARS[plural]


@pytest.mark.parametrize(
    ("unit", "mark", "name"),
    [
        ("Husks", "c", "Husk C"),
        ("Husks 2", "c", "Husk 2C"),
        ("Pikemen", "leader", "Pikeman leader"),
        ("Pikemen 2", "leader", "Pikeman 2 leader"),
        ("Captain's Guards", "b", "Captain's Guard B"),
        ("Ranger Fire Team", "a", "Ranger Fire Team A"),
    ],
)
def test_a_trooper_is_called_by_the_singular_of_its_unit(unit: str, mark: str, name: str) -> None:
    assert trooper_name(unit, mark) == name


KNOWN = {
    "unit": "Ranger Infiltrators 2",
    "b": "Ranger Infiltrator 2B",
    "c": "Ranger Infiltrator 2C",
}


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("infiltrators_2_c", "c"),
        ("ranger infiltrators 2 c", "c"),
        ("infiltrator 2c", "c"),
        ("inf_c", "c"),
        ("infiltrators", "unit"),
    ],
)
def test_a_trooper_is_found_by_the_name_of_its_unit_and_its_letter(typed: str, id: str) -> None:
    assert match_name(typed, KNOWN, "model") == id


def test_a_word_is_not_cut_to_the_beginning_of_another() -> None:
    with pytest.raises(InputError, match="there is no Faction 'mars'"):
        match_name("mars", {"marcher_worlds": "Marcher Worlds"}, "Faction")
