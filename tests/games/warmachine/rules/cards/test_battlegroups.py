"""The four battlegroups: every number of the tables they were taken from, and what their rules are written as."""

from __future__ import annotations

import pytest

from wc3d.games.warmachine.rules.cards import CARDS, WarcasterCard, WarjackCard
from wc3d.games.warmachine.rules.damage_grid import DamageGrid

WARCASTERS = """
stryker  6 6 7 6 16 15 9 6 17 quicksilver 13 disruptor 10/1/-/10
sorscha  6 6 6 5 16 14 9 6 17 frostfang 13 hand_cannon 12/1/-/12
severius 5 5 4 5 14 14 9 8 16 staff 13
deneghra 7 5 5 4 16 14 8 7 16 sliver 12
"""
"""SPD STR MAT RAT DEF ARM CMD FOC boxes, then each weapon with P+S or RNG/ROF/AOE/POW."""

WARJACKS = """
charger     medium 6 8  6 6 13 16 -  26 dual_cannon 12/2/-/12 battle_hammer 12
lancer      medium 6 8  6 6 13 16 18 28 war_spear 12 shock_shield 9
ironclad    large  5 11 7 6 12 18 -  30 quake_hammer 18 fist 14
juggernaut  large  4 12 6 4 10 20 -  34 ice_axe 19 fist 15
destroyer   large  4 12 6 4 10 20 -  34 bombard 14/1/3/14 axe 17
crusader    large  4 11 6 5 10 19 -  32 inferno_mace 18 fist 14
repenter    medium 5 9  6 5 12 17 -  26 flame_thrower SP8/1/-/12 war_flail 13
revenger    medium 5 9  6 5 12 17 19 28 halberd 13 repulsor_shield 10
slayer      large  6 10 7 5 13 17 -  28 left_claw 16 right_claw 16 tusks 12
deathripper medium 7 7  6 5 15 14 -  20 mandible 13
defiler     medium 7 7  6 5 15 14 -  20 sludge_cannon SP8/1/-/12
"""
"""Base, SPD STR MAT RAT DEF ARM, ARM with shield, boxes, then the weapons."""

SPELLS = """
stryker arcane_blast 3 10 3 13 arcane_bolt 2 12 - 11 arcane_shield 2 6 - - blur 2 6 - - earthquake 3 10 5 - snipe 2 6 - -
sorscha boundless_charge 2 6 - - fog_of_war 3 - - - freezing_grip 4 8 - - razor_wind 2 10 - 12 tempest 4 8 4 12 wind_rush 2 - - -
severius ashes_to_ashes 4 8 - 10 death_sentence 2 8 - - defenders_ward 2 6 - - eye_of_menoth 3 - - - immolation 2 8 - 12 \
vision 2 6 - -
deneghra crippling_grasp 3 8 - - ghost_walk 3 6 - - influence 1 10 - - parasite 3 8 - - scourge 4 8 3 13 venom 2 8 - 10
"""
"""Cost, RNG, AOE and POW of each spell."""


def rows(table: str) -> list[pytest.ParameterSet]:
    return [
        pytest.param(*line.split(maxsplit=1), id=line.split()[0])
        for line in table.strip().splitlines()
    ]


def powers(card: WarcasterCard | WarjackCard) -> list[str]:
    """The weapons as the tables write them."""
    told = []
    for weapon in card.weapons:
        ranged = f"{'SP' * weapon.spray}{weapon.rng}/{weapon.rof}/{weapon.aoe or '-'}/{weapon.pow}"
        told += [weapon.id, ranged if weapon.kind == "ranged" else str(card.weapon_power(weapon))]
    return told


@pytest.mark.parametrize(("id", "row"), rows(WARCASTERS))
def test_a_warcaster_has_the_numbers_of_the_table(id: str, row: str) -> None:
    card = CARDS().warcaster(id)
    stats = (
        card.spd,
        card.str_,
        card.mat,
        card.rat,
        card.def_,
        card.arm,
        card.cmd,
        card.foc,
        card.boxes,
    )
    assert [*map(str, stats), *powers(card)] == row.split()


@pytest.mark.parametrize(("id", "row"), rows(WARJACKS))
def test_a_warjack_has_the_numbers_of_the_table(id: str, row: str) -> None:
    card = CARDS().warjack(id)
    stats = (card.spd, card.str_, card.mat, card.rat, card.def_, card.arm)
    boxes = len(DamageGrid(card.grid).boxes)
    assert [
        card.base,
        *map(str, stats),
        str(card.shield_arm or "-"),
        str(boxes),
        *powers(card),
    ] == row.split()


@pytest.mark.parametrize(("id", "row"), rows(SPELLS))
def test_spells_have_the_numbers_of_the_table(id: str, row: str) -> None:
    spells = CARDS().warcaster(id).spells
    assert [
        str(n or "-") for s in spells for n in (s.id, s.cost, s.rng, s.aoe, s.pow)
    ] == row.split()


def test_what_is_not_verified_is_a_doubt_on_every_card() -> None:
    for card in CARDS().models.values():
        assert any("not verified" in doubt for doubt in card.doubts) == (
            card.faction != "demonstration"
        ), card.id
        assert any("base size is assumed" in doubt for doubt in card.doubts) == (
            card.sources.get("base") == "common_knowledge"
        )


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("stryker", "each friendly model in the control area gets +5 ARM for one round"),
        (
            "sorscha",
            "each enemy model in the control area and in line of sight becomes stationary for one round, unless it is immune to cold",
        ),
        (
            "severius",
            "each enemy warcaster in the control area cannot gain focus points for one round",
        ),
        (
            "deneghra",
            "each enemy model in the control area cannot run or make special attacks for one round",
        ),
    ],
)
def test_a_feat_is_written_in_the_vocabulary(id: str, told: str) -> None:
    assert told in [effect.describe() for effect in CARDS().warcaster(id).feat.effects]


def test_the_slayers_claws_together_add_twenty_two() -> None:
    slayer = CARDS().warjack("slayer")
    (attack,) = slayer.special_attacks
    assert attack.word == "strike_together"
    assert slayer.str_ + sum(slayer.weapon(id).pow for id in attack.weapons) == 22
