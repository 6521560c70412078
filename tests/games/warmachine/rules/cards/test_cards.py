"""The cards of WARMACHINE: what the demonstration set says, what a card must have, and what is said to a mistake."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from wc3d.errors import InputError
from wc3d.games.warmachine.rules.cards import CARDS, CardSet, WarjackCard, load_cards, using_cards
from wc3d.games.warmachine.rules.damage_grid import DamageGrid
from wc3d.games.warmachine.rules.trait_vocabulary import AnySpecialAttack, AnyTrait, AnyWeaponTrait
from wc3d.games.warmachine.rules.vocabulary import AnyEffect, CardEffect

SHIPPED = Path(__file__).resolve().parents[5] / "wc3d" / "games" / "warmachine" / "rules" / "cards"
DEMONSTRATION = SHIPPED / "demonstration.toml"


@pytest.fixture(scope="module")
def cards() -> CardSet:
    return CARDS()


@pytest.mark.parametrize(
    ("id", "base", "stats", "boxes", "powers"),
    [
        ("marshal", "small", (6, 6, 6, 6, 15, 15), 15, {"sword": 12, "pistol": 10}),
        ("anvil", "large", (4, 11, 6, 4, 10, 19), 32, {"maul": 17, "fist": 14}),
        ("hound", "medium", (6, 8, 6, 5, 13, 16), 26, {"spear": 12, "shield": 9}),
        ("mortar", "large", (4, 11, 6, 5, 10, 18), 32, {"cannon": 14, "axe": 16}),
        ("spitter", "medium", (6, 8, 6, 5, 13, 16), 26, {"sprayer": 12, "blade": 12}),
    ],
)
@pytest.mark.rule("WM-MOD-10")
def test_the_demonstration_set_has_its_numbers(
    cards: CardSet, id: str, base: str, stats: tuple[int, ...], boxes: int, powers: dict[str, int]
) -> None:
    card = cards.model(id)
    assert (card.base, (card.spd, card.str_, card.mat, card.rat, card.def_, card.arm)) == (
        base,
        stats,
    )
    assert (
        len(DamageGrid(card.grid).boxes) if isinstance(card, WarjackCard) else card.boxes
    ) == boxes
    assert {weapon.id: card.weapon_power(weapon) for weapon in card.weapons} == powers


@pytest.mark.rule("WM-MOD-09")
def test_a_warcaster_has_focus_spells_and_a_feat_and_a_warjack_has_none(cards: CardSet) -> None:
    marshal = cards.warcaster("marshal")
    assert marshal.foc == 6
    told = [(s.cost, s.rng, s.aoe, s.pow, s.offensive, s.upkeep) for s in marshal.spells]
    assert told == [
        (2, 10, None, 11, True, False),
        (3, 8, 3, 12, True, False),
        (2, 6, None, None, False, True),
    ]
    assert (
        marshal.feat.effects[0].describe()
        == "each friendly model in the control area gets +3 ARM for one round"
    )
    assert not hasattr(cards.warjack("anvil"), "foc")


@pytest.mark.rule("WM-JAK-07")
def test_a_shield_is_a_second_arm(cards: CardSet) -> None:
    hound = cards.warjack("hound")
    assert (hound.arm, hound.shield_arm) == (16, 18)
    assert (
        hound.weapon("shield").shield
        and hound.weapon("spear").melee_range == 2.0
        and hound.has_trait("arc_node")
    )
    assert cards.warjack("anvil").shield_arm is None


def test_every_grid_is_one_with_the_systems_of_its_weapons(cards: CardSet) -> None:
    for card in cards.models.values():
        if isinstance(card, WarjackCard):
            systems = {
                *DamageGrid(card.grid).systems,
                "H",
            }  # a head that is no system is never disabled
            assert {weapon.location for weapon in card.weapons} <= systems, card.id


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Any]:
    """The faults of the demonstration cards with some of their text replaced."""

    def read(old: str, new: str) -> str:
        text = DEMONSTRATION.read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "own.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(InputError) as error:
            load_cards(tmp_path)
        assert "\n" not in str(error.value)
        return str(error.value)

    yield read


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'base = "small"',
            'base = "huge"',
            "warcaster[0] marshal.base: expected one of 'small', 'medium' or 'large'",
        ),
        ("def = 15", "", "warcaster[0] marshal.def: missing"),
        ("foc = 6", "foc = 6\nflies = true", "marshal.flies: unknown key"),
        (
            'word = "knockdown"',
            'word = "knock_down"',
            "warjack[0] anvil.weapons[0].criticals[0]: word: expected one of",
        ),
        ('{ word = "knockdown" }', "{ }", 'anvil.weapons[0].criticals[0]: missing "word"'),
        ('on = "friends"', 'on = "target"', "marshal.feat: a feat has no target"),
        ("rof = 1\npow = 10", "pow = 10", "weapons[1].rof: missing; every ranged weapon needs it"),
        ("pow = 6", "pow = 6\naoe = 3", "weapons[0].aoe: allowed only for ranged weapons"),
        ('location = "R"', "", "weapons[0].location: missing; every warjack weapon needs a system"),
        (
            '"L....R", "L.MM.R", "LMCCCR"',
            '"L.....", "L.MM..", "LMCCC."',
            "weapons[0].location: the grid has no system R",
        ),
        (
            '"L....R", "L.MM.R", "LMCCCR"',
            '"L....R", "L.MM.R", "LM...R"',
            "grid: a warjack needs a cortex (C) and movement (M)",
        ),
        (
            'traits = [{ word = "arc_node" }]',
            "",
            "traits: an arc node needs both the system (A) and the trait",
        ),
        ("shield_arm = 18", "", "shield_arm: a second ARM is required with a shield"),
        ("shield_arm = 18", "shield_arm = 16", "shield_arm: expected more than ARM 16"),
        (
            'targets = "any"\nrng = 10',
            'targets = "any"',
            "spells[0].rng: missing; a spell with a target needs it",
        ),
        ("pow = 11\n", "", "spells[0].hits: missing; the spell has no effect"),
        (
            'lasts = "upkeep"',
            'lasts = "forever"',
            "hits[0].lasts: expected one of 'turn', 'round' or 'upkeep'",
        ),
        (
            "upkeep = true\n",
            "",
            "modify lasts while a spell is upheld, but this is not an upkeep spell",
        ),
        (
            'all = "demonstration"',
            'all = "demonstratoin"',
            "unknown source 'demonstratoin'; did you mean demonstration?",
        ),
        (
            'all = "demonstration"',
            'arms = "demonstration"',
            "sources.arms: unknown field of this card; did you mean arm?",
        ),
        ('id = "pistol"', 'id = "sword"', "weapons: 'sword' appears twice"),
        ('id = "anvil"', 'id = "marshal"', "marshal.id: a warjack also has it"),
    ],
)
def test_a_mistake_on_a_card_is_told_with_its_place(
    written: Any, old: str, new: str, said: str
) -> None:
    assert said in written(old, new)


def test_special_attacks_name_melee_weapons_of_the_card(written: Any) -> None:
    attack = (
        'special_attacks = [{ word = "strike_together", name = "Both", weapons = ["maul", "fit"] }]'
    )
    said = written('grid = ["xx..xx"', attack + '\ngrid = ["xx..xx"')
    assert "anvil.special_attacks[0]: unknown melee weapon 'fit'; did you mean fist?" in said


def test_an_unknown_model_weapon_or_spell_names_near_ones(cards: CardSet) -> None:
    for ask in (
        lambda: cards.model("anvill"),
        lambda: cards.warjack("anvill"),
        lambda: cards.warcaster("marshall"),
        lambda: cards.model("anvil").weapon("mall"),
        lambda: cards.warcaster("marshal").spell("bollt"),
    ):
        with pytest.raises(InputError, match="did you mean"):
            ask()


def test_cards_of_ones_own_are_used_beside_those_shipped(tmp_path: Path) -> None:
    text = DEMONSTRATION.read_text(encoding="utf-8")
    ids = "marshal|anvil|hound|mortar|spitter|pikes|rifles|husks|herald|brute|demonstration"
    own = re.sub(rf'id = "({ids})"', r'id = "own_\1"', text)
    (tmp_path / "own.toml").write_text(
        own.replace('all = "demonstration"', 'all = "own_demonstration"'), encoding="utf-8"
    )
    before = CARDS()
    with using_cards([tmp_path]) as more:
        assert {"own_anvil", "anvil"} <= more.models.keys() and more != before
    assert "own_anvil" not in CARDS().models


def test_equal_numbers_have_equal_digests(tmp_path: Path) -> None:
    text = DEMONSTRATION.read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    plain = load_cards(tmp_path)
    (tmp_path / "own.toml").write_text(
        text.replace("spd = 6", 'doubts = ["No."]\nspd = 6', 1), encoding="utf-8"
    )
    assert load_cards(tmp_path) == plain
    (tmp_path / "own.toml").write_text(text.replace("spd = 6", "spd = 7", 1), encoding="utf-8")
    assert load_cards(tmp_path) != plain


def every_word() -> Iterator[type[Any]]:
    for union in (AnyEffect, AnyTrait, AnyWeaponTrait, AnySpecialAttack):
        yield from get_args(get_args(union)[0])


def test_every_word_says_what_it_does() -> None:
    for word in every_word():
        assert (word.__doc__ or "").strip().endswith("."), word
        assert (
            word.describe_effect is not CardEffect.describe_effect
            or word.describe is not CardEffect.describe
            if issubclass(word, CardEffect)
            else callable(word.describe)
        ), word


WRONG = (
    "0",
    "-1",
    "1e9",
    '"x"',
    "[]",
    "{}",
    "true",
    "99999999999999999999",
    "nan",
    '"\\u202e"',
    "[[1]]",
    '""',
    '"L"',
    "2.5",
)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_stands_in_a_card_it_is_read_or_told_in_one_line(
    seed: int, tmp_path: Path
) -> None:
    dice = random.Random(seed)
    lines = DEMONSTRATION.read_text(encoding="utf-8").split("\n")
    for _ in range(3):
        at = dice.randrange(len(lines))
        if dice.random() < 0.3:
            del lines[at]
        elif "=" in lines[at]:
            lines[at] = lines[at].split("=")[0] + "= " + dice.choice(WRONG)
        else:
            lines.insert(at, dice.choice(lines))
    (tmp_path / "own.toml").write_text("\n".join(lines), encoding="utf-8")
    try:
        load_cards(tmp_path)
    except InputError as error:
        assert "\n" not in str(error) and "own.toml" in str(error)
