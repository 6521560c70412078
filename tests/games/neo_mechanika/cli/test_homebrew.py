"""A unit of one's own, made of known abilities, needs no Python at all: a card file in a folder, and it is played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from tests.cli.conftest import Wc3d
from wc3d.bots import bots_of
from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.odds.duel import DuelTerms, set_up_duel
from wc3d.games.neo_mechanika.odds.odds_names import DuelSide
from wc3d.games.neo_mechanika.rules import custom_rule_format
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import (
    SELF,
    SPIKE_COST_ARC,
    Add,
    Boosting,
    EventRole,
    GainArc,
    Grant,
    If,
    MoveUpTo,
    PutEffect,
    Selector,
)
from wc3d.games.neo_mechanika.rules.cards import CARDS, Stat, load_cards, using_cards
from wc3d.games.neo_mechanika.rules.forces.force_files import load_force, sample_force
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.text.ability_sentences import clause_sentence
from wc3d.registry import load_map

BOTS = bots_of(NEO_MECHANIKA)

CARD = """
[[unit]]
id = "tin_hound"
name = "Tin Hound"
kind = "solo"
factions = ["marcher_worlds"]
base = "medium"
spd = 7
mat = 4
rat = 4
def = 3
arm = 3
health = 2
cost = 1
size = 1
weapons = ["tin_cannon"]
abilities = ["stealth", "arcantrik_turbine", "refractor_field", "sidestep"]

[[weapon]]
id = "tin_cannon"
name = "Tin Cannon"
kind = "ranged"
energy = ["ballistic"]
rng = 12
pow = 4
qualities = ["strafe"]
abilities = ["armor_piercing", "siphon_power"]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a card file, and beside it a force that takes the new unit."""
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "tin.toml").write_text(CARD, encoding="utf-8")
    force = sample_force("marcher_worlds_skirmish").model_dump(mode="json", exclude_defaults=True)
    force["units"] = [{"unit": "tin_hound"}] * 4
    (tmp_path / "hounds.json").write_text(json.dumps(force), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_a_new_unit_of_known_abilities_is_played(own: Path) -> None:
    cards = load_cards(extra=(own,))
    board = load_map(Path(__file__).parents[4] / "maps" / "crossroads.json")
    hounds = load_force(own.parent / "hounds.json")
    game = new_game(
        board, (hounds, sample_force("empyreans_skirmish")), "chaos_theory", seed=5, cards=cards
    )
    players = {1: BOTS["recruit"]("1"), 2: BOTS["random"]("2")}
    missing = {"Tin Cannon", "Strafe", "sidestep", "refractor_field"}
    while missing and game.to_act is not None:
        for event in game.apply(players[game.to_act].choose(game.view(game.to_act))):
            missing = {word for word in missing if word not in repr(event)}
    assert not missing


@pytest.mark.slow
def test_every_command_knows_the_cards_of_a_folder_and_forgets_them_again(
    wc3d: Wc3d, own: Path
) -> None:
    force = own.parent / "hounds.json"
    more = ("--cards", own)
    assert "Tin Cannon: ranged" in wc3d("card", "tin hound", *more).out
    assert wc3d("force", "check", force, "--skirmish", 6, *more).code == 0
    assert (
        "Tin Hound attacks Marauder with Tin Cannon"
        in wc3d("odds", "tin hound", "tin cannon", "marauder", *more).out
    )
    out = own.parent / "games.jsonl"
    played = wc3d(
        "simulate",
        "--games",
        1,
        "--bots",
        "random",
        "--forces",
        force,
        "empyreans_skirmish",
        "--jobs",
        1,
        "--out",
        out,
        *more,
    )
    assert played.code == 0 and len(out.read_text().splitlines()) >= 1
    assert "tin_hound" not in CARDS().units
    assert "There is no unit 'tin_hound'" in wc3d("force", "check", force).out


def test_a_saved_game_with_them_goes_on_only_with_them(wc3d: Wc3d, own: Path) -> None:
    save = own.parent / "game.jsonl"
    from wc3d.engine.replay import save as write

    with using_cards([own]):
        board = load_map(Path(__file__).parents[4] / "maps" / "crossroads.json")
        hounds = load_force(own.parent / "hounds.json")
        game = new_game(board, (hounds, sample_force("empyreans_skirmish")), "chaos_theory", seed=5)
        write(game, save)
    assert wc3d("replay", save, "--verify", "--cards", own).code == 0
    assert "this game uses different cards" in wc3d("replay", save, "--verify").one_line()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('name = "\\u202egnaF"', "name: expected printable text"),
        ('name = "\\u009b31mFang"', "name: expected printable text"),
        ('doubts = ["\\u001b[2J"]', "doubts[0]: expected printable text"),
        (f"cost = {'9' * 5000}", "invalid TOML (a number is too long"),
        ('"\\u001b[2J" = 1', "unknown key"),
    ],
)
def test_what_a_card_file_cannot_hold(wc3d: Wc3d, tmp_path: Path, line: str, said: str) -> None:
    key = line.partition(" ")[0]
    rows = CARD.splitlines()
    at = next(
        (i for i, row in enumerate(rows) if row.startswith(f"{key} ")), rows.index("size = 1")
    )
    path = tmp_path / "tin.toml"
    path.write_text("\n".join([*rows[:at], line, *rows[at + 1 :]]), encoding="utf-8")
    assert said in wc3d("card", "hunter", "--cards", path).one_line()


def test_a_cypher_without_code_is_told_to_do_nothing(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "tin.toml"
    of = 'id = "tin_song"\nname = "Tin Song"\nkind = "geometric"\nexpires = "turn"\ntarget = "friendly_squad"\ntext = "It sings."'
    path.write_text(f"[[cypher]]\n{of}\n", encoding="utf-8")
    assert "it does nothing in a game" in wc3d("card", "tin song", "--cards", path).out


RULE = """
[[ability]]
id = "iron_will"
name = "Iron Will"
kind = "ability"
trigger = "always"
text = "It is quick with Arc, and nothing sees it."
made_of = ["arcantrik_turbine", "stealth"]
"""


def with_rule(folder: Path, rule: str) -> Path:
    """A card file with the Tin Hound, which has a rule of its own only."""
    path = folder / "iron.toml"
    own = '"stealth", "arcantrik_turbine", "refractor_field", "sidestep"'
    path.write_text(CARD.replace(own, '"iron_will"') + rule, encoding="utf-8")
    return path


def test_a_rule_of_one_s_own_made_of_known_ones_works_without_python(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    path = with_rule(tmp_path, RULE)
    told = " ".join(wc3d("card", "tin hound", "--cards", path).out.split())
    assert "Iron Will: ability" in told and "Effect: Brings Arcantrik Turbine, Stealth." in told
    speeds = []
    for arc in (0, 1):
        with using_cards([path]):
            found = set_up_duel(
                DuelSide("tin_hound", arc=arc), "tin_cannon", DuelSide("marauder"), DuelTerms()
            )
            speeds.append(current_stat(found.state, found.first_attack.attacker, "SPD").value)
            assert has_flag(found.state, found.first_attack.attacker, "stealth")
    assert speeds == [7, 8]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ('["stelth"]', "made_of[0]: unknown ability 'stelth'; did you mean stealth?"),
        ('["iron_will"]', "made_of[0]: 'iron_will' is itself made of other rules"),
        ('["blast"]', "made_of[0]: unknown ability 'blast'"),
        ('"stealth"', "made_of: expected a list"),
    ],
)
def test_a_rule_made_of_what_is_no_rule_is_told(
    wc3d: Wc3d, tmp_path: Path, parts: str, said: str
) -> None:
    path = with_rule(tmp_path, re.sub(r"made_of = .*", f"made_of = {parts}", RULE))
    assert said in wc3d("card", "hunter", "--cards", path).one_line()


WORDED = """
[[ability]]
id = "iron_will"
name = "Iron Will"
kind = "ability"
trigger = "charge"
text = "While it has Arc it is harder to hit hand to hand, and nobody sees the infantry around it."
rules = [
  { gives = [{ word = "add", stat = "DEF", amount = 2 }], if = { attack = ["melee"] } },
  { gives = [{ word = "add", stat = "SPD", amount = 1, per_arc = true }, { word = "grant", what = "pathfinder" }] },
  { gives = [{ word = "grant", what = "stealth" }], to = { side = "friendly", warrior = true, within = 5 } },
]
"""

SPIKED = """
[[ability]]
id = "iron_will"
name = "Iron Will"
kind = "ability"
trigger = "spike"
text = "It runs off, and burns who is hit."
rules = [
  { does = [{ word = "boost", gives = [{ word = "add", stat = "SPD", amount = 3 }] }], once = true },
  { does = [{ word = "put_effect", effect = "fire" }], on = "hit", by = { me = true }, if = { attack = ["melee"] } },
]
"""


def test_a_rule_written_in_single_words_works_without_python(wc3d: Wc3d, tmp_path: Path) -> None:
    path = with_rule(tmp_path, WORDED)
    told = " ".join(wc3d("card", "iron will", "--cards", path).out.split())
    assert "Not implemented" not in told and "DEF +2" in told and "melee" in told
    for arc, speed in ((0, 7), (1, 8)):
        with using_cards([path]):
            found = set_up_duel(
                DuelSide("tin_hound", arc=arc), "tin_cannon", DuelSide("marauder"), DuelTerms()
            )
            state = found.state
            hound = found.first_attack.attacker
            assert current_stat(state, hound, "SPD").value == speed
            assert has_flag(state, hound, "pathfinder") == bool(arc)


def test_what_a_worded_rule_does_on_purpose_costs_what_its_card_says(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    with using_cards([with_rule(tmp_path, SPIKED)]):
        runs, burns = ABILITIES["iron_will"]
    assert runs == Do((Boosting((Add("SPD", 3),)),), cost=SPIKE_COST_ARC, once=True)
    assert burns == When(
        Moment.HIT,
        (PutEffect("fire"),),
        by=Selector(me=True),
        condition=If(kinds=("melee",)),
        cost=SPIKE_COST_ARC,
    )
    with using_cards([with_rule(tmp_path, SPIKED.replace("amount = 3", "amount = 1"))]):
        assert ABILITIES["iron_will"][0] == Do(
            (Boosting((Add("SPD", 1),)),), cost=SPIKE_COST_ARC, once=True
        )


@pytest.mark.parametrize(
    ("fields", "by", "of"),
    [
        ('on = "after_attack"', SELF, None),
        ('on = "activation_end"', SELF, None),
        ('on = "after_attacked"', None, SELF),
        ('on = "after_attacked", by = { side = "enemy" }', Selector(side="enemy"), None),
        ('on = "hit", of = { me = true }', None, SELF),
        ('on = "hit", by = {}', Selector(), None),
    ],
)
def test_a_rule_that_names_nobody_is_about_its_bearer(
    wc3d: Wc3d, tmp_path: Path, fields: str, by: Selector | None, of: Selector | None
) -> None:
    rule = f'rules = [{{ does = [{{ word = "move", inches = 3 }}], {fields} }}]\n'
    with using_cards([with_rule(tmp_path, RULE.replace(RULE[RULE.index("made_of") :], rule))]):
        (clause,) = ABILITIES["iron_will"]
    assert (clause.by, clause.of) == (by, of)


def test_a_force_of_own_units_needs_their_cards(wc3d: Wc3d, own: Path) -> None:
    message = wc3d("play", "--force1", own.parent / "hounds.json", "--bot", "both").one_line()
    advice = "If the card is your own, name its file: --cards FILE\n"
    assert message.endswith(f"There is no unit 'tin_hound' (units[0].unit). {advice}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{ gives = [{ word = "ad", stat = "DEF", amount = 2 }] }', "rules[0].gives[0]"),
        ('{ gives = [{ word = "add", stat = "DEFF", amount = 2 }] }', "rules[0].gives[0]"),
        ('{ gives = [{ word = "grant", what = "wings" }] }', "rules[0].gives[0]"),
        ("{ }", "expected either `gives` or `does`"),
        (
            '{ gives = [{ word = "grant", what = "cover" }], on = "hit" }',
            "`on` is allowed only with `does`",
        ),
        ('{ does = [{ word = "take_token" }] }', 'expected the trigger "spike" or "action"'),
        ('{ does = [{ word = "heal" }], on = "hit" }', "expected either dice or points"),
    ],
)
def test_a_word_that_is_none_is_told_with_its_place(
    wc3d: Wc3d, tmp_path: Path, line: str, said: str
) -> None:
    path = with_rule(tmp_path, RULE.replace(RULE[RULE.index("made_of") :], f"rules = [{line}]\n"))
    assert said in wc3d("card", "hunter", "--cards", path).one_line()


def test_every_word_for_a_card_is_one_that_the_game_uses_and_has_a_phrase() -> None:
    """A property or number that no rule asks for would do nothing; one without a phrase could not be told."""
    used = repr(dict(ABILITIES))
    for flag in get_args(custom_rule_format.Flag):
        assert f"'{flag}" in used, flag
        clause_sentence(While((Grant(flag),)))
    for number in get_args(custom_rule_format.Stat):
        assert number in get_args(Stat) or f"stat='{number}'" in used, number
        clause_sentence(While((Add(number, 1),)))
    for moment in get_args(custom_rule_format.MomentName):
        clause_sentence(When(Moment[moment.upper()], (GainArc(1),), by=SELF))
    for part in get_args(custom_rule_format.Role):
        clause_sentence(When(Moment.HIT, (MoveUpTo(3, EventRole[part.upper()]),), by=SELF))


def test_a_cypher_of_one_s_own_has_rules_too(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "tin.toml"
    of = 'id = "tin_song"\nname = "Tin Song"\nkind = "geometric"\nexpires = "turn"\ntarget = "friendly_squad"\ntext = "It sings."'
    path.write_text(
        f'[[cypher]]\n{of}\nrules = [{{ gives = [{{ word = "grant", what = "cover" }}] }}]\n',
        encoding="utf-8",
    )
    assert "it does nothing in a game" not in wc3d("card", "tin song", "--cards", path).out


def test_the_cards_of_the_program_are_what_they_were() -> None:
    """A new field that no shipped card has leaves saved games playable."""
    shipped = CARDS()
    assert not any(rule.made_of for rule in shipped.abilities.values())
    assert load_cards().digest == shipped.digest
