"""Attacks that are cut short: the attacker is destroyed, or its activation ended, by what its own attack brings about."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import use, waits_for
from tests.games.neo_mechanika.rules.fighting import NEMESIS, activated, dice, hurl, jack, pools
from tests.games.neo_mechanika.rules.playing import Place, asked, begun, board
from tests.table.building import box
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice

MARAUDER = "1.marauder.1"
FANG = "1.artemis_fang.1"
RAIDER = "2.vassal_raiders.1.a"
BACK: list[str | UnitChoice] = [
    jack(
        "nemesis",
        cortex="impulse_reciprocator_cortex",
        arm=["hellstormer"],
        shoulder=["obliterator"],
    ),
    "vassal_raiders",
]
"""A Nemesis that strikes back, and somebody for a Strafe to go on with."""
AT: dict[str, Place] = {MARAUDER: (20, 20), NEMESIS: (20, 26), RAIDER: (22, 26)}


def answered(
    game: Game, attacker: str, weapon: str, *, strafe: int = -1, mode: str = "", pool: int = 4
) -> None:
    """The Nemesis is hit without being hurt and is about to strike back."""
    rolled = [(strafe,)] if strafe >= 0 else []
    hurl(game, attacker, weapon, NEMESIS, *rolled, dice(1, pool), dice(0, 3), mode=mode)
    use(game, "impulse_reciprocator", NEMESIS, dice(0, 5 if attacker == MARAUDER else 4))
    assert waits_for(game, "ExtraAttack", 2)


@pytest.mark.rule("NM-STF-05")
def test_a_strafe_ends_with_its_attacker() -> None:
    state = begun(["marauder"], BACK, at=AT, arc={NEMESIS: 1}).with_model(MARAUDER, damage=2)
    game = activated(state, MARAUDER)
    answered(game, MARAUDER, "shredder", strafe=2)
    hurl(game, NEMESIS, "hellstormer", MARAUDER, (0,), dice(1, 4), dice(0, 2), dice(4, 5), player=2)
    assert not game.state.is_on_table(MARAUDER) and waits_for(game, "GateQuestion", 1)


def test_one_attack_with_each_weapon_ends_with_the_attacker() -> None:
    at = {FANG: (20, 20), NEMESIS: (20, 26)}
    state = begun(["artemis_fang", "marauder"], BACK, at=at, arc={FANG: 1, NEMESIS: 1}).with_model(
        FANG, damage=1
    )
    game = activated(state, FANG)
    hurl(game, FANG, "arclock_pistol", NEMESIS, dice(0, 7), dice(0, 3), mode="revelator")
    use(game, "maelstrom_activator", FANG)
    answered(game, FANG, "arclock_pistol", mode="revelator", pool=6)
    hurl(game, NEMESIS, "hellstormer", FANG, (0,), dice(1, 4), dice(0, 4), dice(3, 5), player=2)
    assert not game.state.is_on_table(FANG) and asked(game) != "ExtraAttack"


@pytest.mark.rule("NM-TER-20")
def test_a_fall_that_ends_the_activation_ends_the_attacks_that_are_left() -> None:
    roof = box("roof", "structure", (19.6, 21.6), (2.2, 4.8), 4)
    at: dict[str, Place] = {MARAUDER: (19.6, 20.5, 4), NEMESIS: (19.6, 26), RAIDER: (22.2, 26)}
    game = activated(
        begun(["marauder"], BACK, at=at, arc={NEMESIS: 1}, table=board(roof)), MARAUDER
    )
    answered(game, MARAUDER, "shredder", strafe=2)
    fall = dice(4, 4)
    hit = dice(0, 6)
    back = hurl(game, NEMESIS, "obliterator", MARAUDER, dice(1, 4), dice(0, 4), fall, hit, player=2)
    assert ('Marauder falls 4"', 4, 0) in pools(back) and game.state.is_on_table(MARAUDER)
    assert game.state.units[MARAUDER].token and asked(game) not in (
        "StrafeQuestion",
        "ActingQuestion",
    )
