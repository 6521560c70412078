"""What one would try with a unit, or against an enemy, and how it is called."""

from __future__ import annotations

from tests.games.neo_mechanika.rules.fighting import SCOURGE, fight
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.display.offers import suggest_actions
from wc3d.games.neo_mechanika.rules.actions import Attack

TEAM = "1.ranger_fire_team.1"


def attacks(game: Game, about: str) -> dict[tuple[str, str], str]:
    """The words of each attack, by its model and weapon."""
    tried = suggest_actions(game.state, 1, about)
    return {
        (action.model, action.weapon): words
        for words, action in tried
        if isinstance(action, Attack)
    }


def test_an_attack_has_one_name_whether_the_squad_or_its_target_is_clicked() -> None:
    game = fight(
        ["ranger_fire_team"],
        ["scourge"],
        {f"{TEAM}.a": (10.0, 20.0), f"{TEAM}.b": (11.5, 20.0), SCOURGE: (16.0, 20.0)},
    )
    own = attacks(game, TEAM)
    against = attacks(game, SCOURGE)
    assert own == against
    assert [own[f"{TEAM}.{letter}", "null_detonator"] for letter in "ab"] == [
        "Null Detonator (A)",
        "Null Detonator (B)",
    ]
