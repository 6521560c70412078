"""What the exhaustive games count as used: only what did something."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.fuzz import cards_used, exhaustive, seeking
from tests.fuzz.cards_used import CardsUsed, Key, things, times
from tests.fuzz.same_place import SamePlace
from tests.games.neo_mechanika.rules.fighting import SCOURGE, WOLF, armed, dice, fight, hurl, jack
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.actions import Pass, Use
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY_LIMITS, SKIRMISH_LIMITS
from wc3d.games.neo_mechanika.rules.forces.limits import check_force

EVERYTHING = frozenset(key for keys in things(CARDS()).values() for key in keys)


def counted(game: Game) -> Counter[Key]:
    """What all actions of a game so far have used."""
    used = CardsUsed(game, EVERYTHING, 5)
    for turn in game.turns:
        used.note(turn)
    return used.counts


def test_everything_on_the_cards_is_counted() -> None:
    cards = CARDS()
    known = things(CARDS())
    assert all(known.values()), [name for name, keys in known.items() if not keys]
    assert {name.partition(" ")[2] for name in known if name.startswith("weapon ")} == set(
        cards.weapons
    )
    assert {name.partition(" ")[2] for name in known if name.startswith("Cypher ")} == set(
        cards.cyphers
    )
    heads = {head.id for unit in cards.units.values() for head in unit.cortexes}
    assert {name.partition(" ")[2] for name in known if name.startswith("head ")} == heads
    rules = {
        name.partition(" ")[2] for name in known if name.partition(" ")[0] in ("ability", "quality")
    }
    assert rules | set(cards_used.nobody_has(cards)) == set(cards.abilities)


def test_a_weapon_counts_when_it_attacks_and_a_quality_when_it_does_its_part() -> None:
    at = {WOLF: (20, 20), SCOURGE: (20, 28)}
    game = fight([armed("slug_gun")], ["scourge"], at)
    hurl(game, WOLF, "slug_gun", SCOURGE, dice(0, 4), dice(0, 3))
    assert (counted(game)["weapon", "slug_gun"], counted(game)["quality", "repulsor"]) == (1, 0)
    game = fight([armed("slug_gun")], ["scourge"], at)
    hurl(game, WOLF, "slug_gun", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 4))
    assert (counted(game)["weapon", "slug_gun"], counted(game)["quality", "repulsor"]) == (1, 1)


@pytest.mark.parametrize(("apart", "needed"), [(7.0, 0), (11.0, 1)])
def test_what_lengthens_a_weapon_counts_only_where_the_weapon_alone_does_not_reach(
    apart: float, needed: int
) -> None:
    sniper = jack("dusk_wolf", cortex="sniper_cortex", arm=["slug_gun"])
    game = fight([sniper], ["scourge"], {WOLF: (20, 20), SCOURGE: (20, 20 + apart)})
    hurl(game, WOLF, "slug_gun", SCOURGE, dice(0, 4), dice(0, 3))
    found = counted(game)
    assert found["clause", "advanced_optics", "0"] == needed == found["head", "sniper_cortex"]


@pytest.mark.parametrize(("apart", "forbids"), [(7.0, False), (11.0, True)])
def test_what_forbids_an_attack_counts_when_nothing_else_does(apart: float, forbids: bool) -> None:
    hidden = jack("nemesis", cortex="ghost_cortex")
    game = fight(
        ["hunter"],
        [hidden],
        {"1.hunter.1": (20, 20), "2.nemesis.1": (20, 20 + apart)},
        arc={"2.nemesis.1": 1},
    )
    used = CardsUsed(game, EVERYTHING, 5)
    used.refusals(game)
    assert bool(used.counts["clause", "mimetic_cloak", "0"]) == forbids


@pytest.mark.parametrize("moves", [True, False])
def test_an_ability_that_asks_counts_when_its_question_is_not_passed(moves: bool) -> None:
    cruiser = jack("nemesis", cortex="battle_cruiser_cortex", shoulder=["hollowphage_cannon"])
    at = (20, 20)
    game = fight([cruiser], ["scourge"], {"1.nemesis.1": at, SCOURGE: (20, 28)})
    hurl(game, "1.nemesis.1", "hollowphage_cannon", SCOURGE, dice(0, 4), dice(0, 3))
    game.apply(Use(player=1, ability="battle_cruiser", model="1.nemesis.1"))
    walk = next(offer for offer in game.offers() if offer.type == "advance").sample(
        random.Random(1)
    )
    assert walk is not None
    game.apply(walk if moves else Pass(player=1))
    assert (
        counted(game)["clause", "battle_cruiser", "0"]
        == counted(game)["head", "battle_cruiser_cortex"]
        == int(moves)
    )


def test_forces_that_seek_are_legal_and_bring_what_is_sought() -> None:
    rng = random.Random(1)
    cards = CARDS()
    for name in random.Random(2).sample(sorted(things(cards)), 6):
        for limits in (SKIRMISH_LIMITS, PRIMARY_LIMITS):
            forces = seeking.forces(cards, limits, rng, [name])
            assert all(check_force(force, cards, limits) for force in forces)
        assert any(name in cards_used.of_force(force, cards) for force in forces)


@pytest.mark.slow
def test_a_game_that_seeks_is_the_same_when_it_is_played_again() -> None:
    search = exhaustive.Search(("weapon slug_gun", "ability flight"), EVERYTHING, 5)
    watched = exhaustive.play(3, "boiling_point", "random", None, search)
    again = exhaustive.play(3, "boiling_point", "random", None, exhaustive.Search(search.aims))
    assert watched.fault == again.fault == ""
    assert watched.actions == again.actions and watched.events == again.events
    assert watched.used and not again.used


def played_with(used: Counter[Key], fault: str = "") -> object:
    """A stand-in for `play`: each game uses this."""

    def always(
        seed: int, mission: str, kind: str, save: Path | None, search: exhaustive.Search
    ) -> exhaustive.Played:
        return exhaustive.Played(seed, "a game", used=used, fault=fault)

    return always


def run(
    monkeypatch: pytest.MonkeyPatch, used: Counter[Key], asked: Sequence[str], fault: str = ""
) -> int:
    monkeypatch.setattr(exhaustive, "play", played_with(used, fault))
    monkeypatch.setattr(exhaustive, "Pool", SamePlace)
    return int(exhaustive.main([*asked, "--jobs", "1"]))


def test_it_plays_until_everything_was_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    thrice = Counter(dict.fromkeys(EVERYTHING, 3))
    assert run(monkeypatch, thrice, ["--until-used", "6", "--games", "500"]) == 0
    shown = capsys.readouterr().out
    assert (
        f"{exhaustive.ROUND} games" in shown
        and "used least: " in shown
        and "used 0 times" not in shown
    )


def test_it_says_what_was_not_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    most = Counter(dict.fromkeys(EVERYTHING - {("clause", "bomber", "1")}, 9))
    assert run(monkeypatch, most, ["--until-used", "5", "--games", "20"]) == 1
    shown = capsys.readouterr().out
    assert (
        "20 games" in shown
        and "used 0 times: ability bomber (clause bomber 0: 180, clause bomber 1: 0)" in shown
    )


def test_the_command_that_repeats_a_game_says_what_it_sought(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(
            monkeypatch,
            Counter(),
            ["--until-used", "1", "--games", "1", "--seed", "7"],
            fault="it broke",
        )
        == 1
    )
    line = next(line for line in capsys.readouterr().out.splitlines() if "again:" in line)
    assert "--games 1 --seed 7 --seek '" in line and line.count("--seek") == exhaustive.AIMS


def test_an_ability_is_used_as_often_as_its_rarest_clause() -> None:
    keys = things(CARDS())["ability bomber"]
    assert len(keys) == 2 and times(keys, Counter({keys[0]: 7, keys[1]: 2})) == 2
