"""What is asked about models that an attack has just destroyed."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.fighting import activated, dice, hurl
from tests.games.neo_mechanika.rules.playing import begun

BARON = "1.cassius_mooregrave.1"
SQUAD = "2.vassal_reavers.1"
RAKER = "2.raker.1"


@pytest.mark.rule("NM-CMP-04")
def test_the_last_attachment_of_a_squad_was_a_warrior_when_it_was_destroyed() -> None:
    """Gorge asks what was destroyed when the squad has left play and the attachment belongs to nobody any more."""
    at = {BARON: (20, 20), RAKER: (20, 22)}
    state = begun(
        ["cassius_mooregrave"],
        ["vassal_reavers"],
        at=at,
        attachments=((), ["raker"]),
        joined={SQUAD: [RAKER]},
    )
    game = activated(state.with_model(BARON, damage=2), BARON)
    hurl(game, BARON, "oblivion", RAKER, dice(1, 5), dice(0, 4), dice(4, 6))
    assert not game.state.units[SQUAD].is_in_play and game.state.models[RAKER].unit == ""
    assert game.state.models[BARON].damage == 1
