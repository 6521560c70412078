"""A bot of a chosen strength and style: how one names it, who plays, and how strong the mixture is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from wc3d.bots import (
    BotChoice,
    find_neighbors,
    is_own_bot,
    make_bot,
    rating_range,
    read_bot_choice,
    styles_of,
    validate_bot_name,
)
from wc3d.bots.rated_player import RatedPlayer
from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.errors import InputError
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.bots.planning_player import MasterPlayer, PlanningPlayer
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.registry import load_map

RATINGS = NEO_MECHANIKA.bot_ratings


def skirmish() -> Any:
    """A new game."""
    forces = sample_force("marcher_worlds_skirmish"), sample_force("empyreans_skirmish")
    return new_game(load_map("crossroads"), forces, "boiling_point", seed=7)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("veteran", BotChoice("veteran")),
        ("veteran@60", BotChoice("veteran", think=60)),
        ("master+tricky@60", BotChoice("master", style="tricky", think=60)),
        ("1400", BotChoice(rating=1400)),
        ("1400+steady", BotChoice(rating=1400, style="steady")),
        ("my_bots:Mine", BotChoice("my_bots:Mine")),
    ],
)
def test_a_name_is_read_and_written(text: str, choice: BotChoice) -> None:
    assert read_bot_choice(text) == choice and str(choice) == text


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("900", "bot 900: expected a strength from 1062 to"),
        ("99999", "bot 99999: expected a strength up to 4000 Elo"),
        ("1" * 5000, "expected a strength up to 4000 Elo"),
        ("1400@60", "a strength in Elo takes no budget; leave out @60"),
        ("master@0", "expected a whole number from 1 to 100000 after @"),
        ("master+", "expected a style after +"),
        ("master+agressive", "unknown style 'agressive'; expected one of steady, aggressive"),
        ("regular+steady", "bot regular+steady: regular has no styles; leave out +steady"),
        ("regular@60", "regular does not take a budget; leave out @60"),
    ],
)
def test_a_name_that_no_bot_has_is_refused_in_a_line(name: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        validate_bot_name(NEO_MECHANIKA, name)
    assert message in str(refused.value) and "\n" not in str(refused.value)


def test_a_file_names_bots_with_a_style_and_a_strength_but_no_code() -> None:
    assert is_own_bot(NEO_MECHANIKA, "master+tricky@60") and is_own_bot(NEO_MECHANIKA, "1400")
    for name in ("os:system", "nobody", "900", "master+tricky@x", "regular+steady"):
        assert not is_own_bot(NEO_MECHANIKA, name)


def test_a_strength_lies_between_two_bots() -> None:
    limits = rating_range(NEO_MECHANIKA)
    assert limits == (min(RATINGS.values()), max(RATINGS.values()))
    for name, rating in RATINGS.items():
        weaker, _, share = find_neighbors(NEO_MECHANIKA, rating)
        assert weaker == name and share in (0.0, 1.0)
    middle = (RATINGS["recruit"] + RATINGS["regular"]) // 2
    assert find_neighbors(NEO_MECHANIKA, middle) == ("recruit", "regular", 0.5)


@dataclass
class Named:
    """A bot that notes its turns."""

    turns: list[str] = field(default_factory=list)

    def choose(self, view: View) -> Action:
        """Return any action."""
        self.turns.append(view.rules.display.turn_bar(view.state).turn)
        return make_bot(view.rules, "random", 1).choose(view)


def play_turns(share: float, seed: int) -> tuple[list[str], list[str]]:
    """The turns that the weaker and the stronger of two bots play."""
    weaker, stronger = Named(), Named()
    bot = RatedPlayer(weaker, stronger, share, seed)
    game = skirmish()
    for _ in range(120):
        if game.to_act is None:
            break
        game.apply(bot.choose(game.view(game.to_act)))
    return weaker.turns, stronger.turns


def test_one_bot_plays_the_whole_turn_and_the_seed_decides_which() -> None:
    weaker, stronger = play_turns(0.5, 3)
    assert weaker and stronger and not set(weaker) & set(stronger)
    assert (weaker, stronger) == play_turns(0.5, 3) != play_turns(0.5, 4)
    assert play_turns(0.0, 3)[1] == [] and play_turns(1.0, 3)[0] == []


def test_a_style_reaches_the_bots_that_have_it() -> None:
    rules = replace(NEO_MECHANIKA, bot_ratings={"regular": 1500, "master": 1700})
    bot = make_bot(rules, "1600+aggressive", seed=1)
    assert isinstance(bot, RatedPlayer)
    master: Any = bot.bots[1]
    assert master.style.words == styles_of(rules, "master")["aggressive"]


def test_the_strongest_rated_bot_searches_turns_in_its_style() -> None:
    bot = make_bot(NEO_MECHANIKA, "1600+steady", seed=1)
    assert isinstance(bot, RatedPlayer)
    veteran: Any = bot.bots[1]
    assert isinstance(veteran, PlanningPlayer) and not isinstance(veteran, MasterPlayer)
    assert veteran.style.words == styles_of(NEO_MECHANIKA, "veteran")["steady"]
    alone: Any = make_bot(NEO_MECHANIKA, "veteran+scoring@60", seed=1)
    assert alone.think == 60 and alone.style.words == styles_of(NEO_MECHANIKA, "master")["scoring"]
