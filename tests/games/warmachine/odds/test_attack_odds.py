"""The chances of attacks by the cards, against a count of every roll that is written here a second time."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from wc3d.errors import InputError
from wc3d.games.warmachine.odds.attack import AttackOdds, AttackScenario, AttackTerms, attack_odds
from wc3d.games.warmachine.rules.cards import CARDS, WarjackCard
from wc3d.games.warmachine.rules.editions import parse_edition

TWO = list(product(range(1, 7), repeat=2))


def odds(attacker: str, using: str, target: str, **terms: Any) -> AttackOdds:
    return attack_odds(exchange(attacker, using, target, **terms))


def exchange(attacker: str, using: str, target: str, **terms: Any) -> AttackScenario:
    cards = CARDS()
    card = cards.model(attacker)
    weapon = next((w for w in card.weapons if w.id == using), None) or cards.warcaster(
        attacker
    ).spell(using)
    return AttackScenario(card, weapon, cards.model(target), AttackTerms(**terms))


def paper(
    card: WarjackCard, marked: frozenset[tuple[int, int]], column: int, points: int
) -> frozenset[tuple[int, int]]:
    """The boxes marked after damage: down the column, on to the right, no more once three systems are gone."""
    done = set(marked)
    for _ in range(points):
        if len(lost(card, done)) >= 3:
            break
        order = [
            (c, r)
            for c in [*range(column, 7), *range(1, column)]
            for r in range(1, 7)
            if card.grid[r - 1][c - 1] != "x"
        ]
        left = [box for box in order if box not in done]
        if not left:
            break
        done.add(left[0])
        column = left[0][0]
    return frozenset(done)


def lost(card: WarjackCard, marked: Any) -> set[str]:
    """The letters of the systems whose boxes are all marked."""
    letters = {(c, r): card.grid[r - 1][c - 1] for c in range(1, 7) for r in range(1, 7)}
    return {
        s
        for s in set(letters.values()) - {"x"}
        if all(box in marked for box, letter in letters.items() if letter == s)
    }


def by_hand(
    card: WarjackCard, need: tuple[int, ...], power: int, arms: tuple[int, ...]
) -> Counter[frozenset[tuple[int, int]]]:
    """Attacks in a row that must roll so much on 2d6, P+S `power`: in how many ways of all rolls each set of boxes is marked."""
    state = Counter({frozenset[tuple[int, int]](): 1})
    for needed, arm in zip(need, arms, strict=True):
        hits = sum((sum(roll) >= needed and roll != (1, 1)) or roll == (6, 6) for roll in TWO)
        points = Counter(max(0, sum(roll) + power - arm) for roll in TWO)
        after: Counter[frozenset[tuple[int, int]]] = Counter()
        for marked, ways in state.items():
            after[marked] += ways * (36 - hits) * 36 * 6
            for number, times in points.items():
                for column in range(1, 7):
                    after[paper(card, marked, column, number)] += ways * hits * times
        state = after
    return state


def share(counted: Counter[Any], true_of: Any) -> Fraction:
    return Fraction(
        sum(ways for marked, ways in counted.items() if true_of(marked)), counted.total()
    )


@pytest.mark.rule("WM-DJA-01")
@pytest.mark.rule("WM-DJA-06")
@pytest.mark.rule("WM-DJA-14")
def test_one_attack_and_two_on_a_grid_are_every_roll_counted() -> None:
    target = CARDS().warjack("anvil")  # DEF 10, ARM 19; the Mortar's axe has MAT 6, P+S 16
    for attacks in (1, 2):
        counted = by_hand(target, (4,) * attacks, 16, (19,) * attacks)
        found = odds("mortar", "axe", "anvil", attacks=attacks)
        assert found.boxes == {
            n: share(counted, lambda m, n=n: len(m) == n) for n in sorted({len(m) for m in counted})
        }
        for system, chance in found.systems.items():
            letter = "." if system == "hull" else system
            assert chance == share(counted, lambda m, s=letter: s in lost(target, m)), system
        assert found.removed == share(counted, lambda m: len(lost(target, m)) >= 3)


def test_a_shield_that_is_lost_counts_no_more() -> None:
    hound = CARDS().warjack("hound")
    found = exchange("mortar", "axe", "hound")
    start = found.initial_target()
    assert found.attack_numbers(start).armor == 18
    assert start.grid is not None
    grid = start.grid
    for box in grid.system_boxes("L"):
        grid = grid.with_marked(box)
    without = exchange("mortar", "axe", "hound", marked=tuple(grid.system_boxes("L")))
    assert without.attack_numbers(without.initial_target()).armor == hound.arm == 16
    moving = exchange("mortar", "axe", "hound", marked=tuple(grid.system_boxes("M")))
    assert (
        moving.attack_numbers(moving.initial_target()).defense,
        found.attack_numbers(start).defense,
    ) == (7, 13)
    assert exchange("repenter", "war_flail", "hound").attack_numbers(start).armor == 16


@pytest.mark.rule("WM-DCA-02")
@pytest.mark.rule("WM-FOC-16")
def test_a_warcaster_has_a_row_and_armor_for_unspent_focus() -> None:
    found = odds(
        "anvil", "maul", "marshal", focus=3, damage=9
    )  # MAT 6 against DEF 15, P+S 17 against ARM 18; 6 boxes left
    hits = [roll for roll in TWO if sum(roll) >= 9]
    kills = [roll for roll in TWO if sum(roll) + 17 - 18 >= 6]
    assert found.removed == Fraction(len(hits), 36) * Fraction(len(kills), 36)
    assert found.boxes[9] == 1 - Fraction(len(hits), 36)
    assert found.systems == {}


@pytest.mark.rule("WM-ATK-11")
@pytest.mark.rule("WM-STA-02")
def test_a_critical_that_knocks_down_makes_the_next_attack_hit() -> None:
    def after(marked: int, still: bool) -> Counter[tuple[int, bool]]:
        """MAT 6 against DEF 15, P+S 17 against ARM 15, 15 boxes: every roll of one attack."""
        ways: Counter[tuple[int, bool]] = Counter()
        for attack, damage in product(TWO, TWO):
            hit = still or sum(attack) >= 9
            now = min(15, marked + sum(damage) + 2) if hit else marked
            ways[now, now < 15 and (still or (hit and attack[0] == attack[1]))] += 1
        return ways

    once = after(0, False)
    twice = Counter[tuple[int, bool]]()
    for (marked, still), ways in once.items():
        for outcome, more in after(marked, still).items():
            twice[(15, False) if marked == 15 else outcome] += ways * more
    for counted, attacks in ((once, 1), (twice, 2)):
        found = odds("anvil", "maul", "marshal", attacks=attacks)
        assert found.stationary_chance == share(counted, lambda one: one[1])
        assert found.boxes == {
            n: share(counted, lambda one, n=n: one[0] == n) for n in sorted({n for n, _ in counted})
        }
        assert found.removed == found.boxes.get(15, 0)


@pytest.mark.rule("WM-CHG-11")
@pytest.mark.rule("WM-FRE-03")
@pytest.mark.rule("WM-FRE-04")
@pytest.mark.rule("WM-RNG-05")
@pytest.mark.rule("WM-STA-03")
@pytest.mark.rule("WM-SCR-02")
@pytest.mark.rule("WM-TER-11")
@pytest.mark.rule("WM-SPR-03")
@pytest.mark.parametrize(
    ("asked", "terms", "bonus", "defense", "damage_dice"),
    [
        (("revenger", "halberd", "hound"), {"charge": True}, 8, 13, 3),
        (("revenger", "halberd", "lancer"), {"charge": True}, 6, 13, 3),
        (("anvil", "maul", "hound"), {"free_strike": True}, 8, 13, 3),
        (("anvil", "maul", "hound"), {"boost": frozenset({"attack", "damage"})}, 6, 13, 3),
        (("charger", "dual_cannon", "hound"), {"aiming": True}, 8, 13, 2),
        (
            ("charger", "dual_cannon", "hound"),
            {"is_stationary": True, "protection": "cover"},
            6,
            9,
            2,
        ),
        (
            ("charger", "dual_cannon", "hound"),
            {"screened": True, "protection": "concealment"},
            6,
            17,
            2,
        ),
        (("spitter", "sprayer", "hound"), {"screened": True, "protection": "cover"}, 5, 13, 2),
        (("marshal", "bolt", "hound"), {"screened": True}, 6, 15, 2),
    ],
)
def test_what_is_added_to_rolls_and_to_defense(
    asked: tuple[str, str, str], terms: dict[str, Any], bonus: int, defense: int, damage_dice: int
) -> None:
    first = odds(*asked, **terms).first
    assert (first.bonus, first.defense, first.damage_dice) == (bonus, defense, damage_dice)


def test_what_cards_do_to_a_grid_counts() -> None:
    shock = odds("lancer", "shock_shield", "hound")  # a hit marks a cortex box besides
    assert shock.boxes[0] == 1 - shock.first.hit_chances.hit
    assert odds("lancer", "shock_shield", "marshal").boxes[0] > 1 - shock.first.hit_chances.hit
    axe = odds("destroyer", "axe", "lancer")
    plain = odds("crusader", "inferno_mace", "lancer")
    assert axe.systems["L"] > plain.systems["L"]


def test_a_weapon_that_follows_up_hits_again() -> None:
    jaw = odds("deathripper", "mandible", "anvil", attacks=2)
    hit = jaw.first.hit_chances.hit
    nothing = jaw.first.damage_chances[0]
    assert jaw.boxes[0] == (1 - hit) * (1 - hit + hit * nothing) + hit * nothing * nothing


@pytest.mark.rule("WM-MK3-29")
@pytest.mark.rule("WM-MK3-32")
def test_a_power_field_is_reinforced_in_the_third_edition() -> None:
    mk3 = odds("mortar", "axe", "marshal", focus=1, edition=parse_edition("mk3_warcaster"))
    assert mk3.first.armor == 15
    assert mk3.boxes[0] == 1 - mk3.first.hit_chances.hit * sum(
        chance for n, chance in mk3.first.damage_chances.items() if n > 5
    )
    assert max(mk3.boxes) == 12 + 16 - 15 - 5


@pytest.mark.rule("WM-DJA-15")
@pytest.mark.rule("WM-REF-77")
def test_a_wreck_stays_in_the_reference_sheet() -> None:
    grid = exchange("mortar", "axe", "anvil").initial_target().grid
    assert grid is not None
    almost = (
        *grid.system_boxes("L"),
        *grid.system_boxes("R"),
        (2, 6),
        (4, 5),
        (3, 1),
        (3, 2),
        (3, 3),
        (3, 4),
    )  # (3, 5) is the last M
    removed = odds("mortar", "axe", "anvil", marked=almost).removed
    wreck = odds(
        "mortar", "axe", "anvil", marked=almost, edition=parse_edition("prime_reference")
    ).removed
    assert removed > 0 == wreck


def test_immune_models_take_no_damage_of_that_kind() -> None:
    assert odds("sorscha", "freezing_grip", "sorscha").stationary_chance > 0
    assert odds("sorscha", "frostfang", "sorscha").stationary_chance == 0
    assert (
        odds("juggernaut", "ice_axe", "stryker").stationary_chance
        == odds("juggernaut", "ice_axe", "stryker").first.hit_chances.critical
    )


def test_chances_add_up_to_one() -> None:
    for attacks in (1, 2):
        for asked in (
            ("destroyer", "axe", "lancer"),
            ("anvil", "maul", "marshal"),
            ("marshal", "blast", "spitter"),
        ):
            assert sum(odds(*asked, attacks=attacks).boxes.values()) == 1


@pytest.mark.parametrize(
    ("asked", "terms", "said"),
    [
        (("marshal", "ward", "anvil"), {}, "WM-SPL-07"),
        (("marshal", "pistol", "anvil"), {"charge": True}, "WM-CHG-08"),
        (("anvil", "maul", "hound"), {"charge": True, "boost": frozenset({"damage"})}, "WM-CHG-11"),
        (
            ("anvil", "maul", "hound"),
            {"free_strike": True, "boost": frozenset({"attack"})},
            "WM-FRE-05",
        ),
        (("anvil", "maul", "hound"), {"free_strike": True, "attacks": 2}, "WM-FRE-02"),
        (("anvil", "maul", "hound"), {"aiming": True}, "WM-RNG-05"),
        (("anvil", "maul", "hound"), {"protection": "cover"}, "WM-TER-09"),
        (("mortar", "cannon", "hound"), {"attacks": 2}, "the ROF of the weapon is 1"),
        (("anvil", "maul", "hound"), {"focus": 1}, "WM-FOC-18"),
        (("anvil", "maul", "hound"), {"damage": 1}, "damage grid"),
        (("anvil", "maul", "marshal"), {"marked": ((1, 1),)}, "row of boxes"),
        (("anvil", "maul", "marshal"), {"damage": 15}, "would no longer be in play"),
        (("anvil", "maul", "hound"), {"marked": ((1, 1),)}, "no box in column 1, row 1"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(
    asked: tuple[str, str, str], terms: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        odds(*asked, **terms)
