"""Who plays on in looking ahead leaves Arc and void gates alone, but for the last Pulse round: there they count at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_regular import RANGERS, SCOURGE, squad
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer, Strength
from wc3d.games.neo_mechanika.bots.strengths import BRISK, DELIBERATE
from wc3d.games.neo_mechanika.rules.actions import Charge, Deploy, Pass, PlaceGate
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission

WOLF = "1.dusk_wolf.1"


@pytest.mark.parametrize("strength", [BRISK, DELIBERATE])
@pytest.mark.parametrize(("tokens", "charged"), [((), WOLF), ((WOLF,), "1.combat_engineer.1")])
def test_in_the_last_round_arc_goes_to_who_is_still_to_act(
    strength: Strength, tokens: tuple[str, ...], charged: str
) -> None:
    places = {WOLF: (10, 10), "1.combat_engineer.1": (40, 4), SCOURGE: (10, 18)}
    state = begun([armed("battle_rifle"), "combat_engineer"], at=places, tokens=tokens)
    for round, action in ((2, Pass(player=1)), (3, Charge(player=1, on=charged))):
        assert (
            NeoMechanikaPlayer(1, strength).choose(
                at_step(replace(state, round=round), "charging").view(1)
            )
            == action
        )


def test_in_the_last_round_units_come_into_play() -> None:
    at = {**squad(RANGERS, 9, 15), SCOURGE: (40, 44)}
    for step, gates, kind in (
        ("gate", {}, PlaceGate),
        ("deployment", {"1.gate.1": ((15, 8), 5)}, Deploy),
    ):
        state = begun(
            ["ranger_fire_team"] * 2,
            at=at,
            gates=gates,
            tokens=[RANGERS],
            mission=mission("decay_constant"),
        )
        for round, does in ((2, Pass), (3, kind)):
            view = at_step(replace(state, round=round), step, turn=25).view(1)
            assert isinstance(NeoMechanikaPlayer(1, BRISK).choose(view), does)
