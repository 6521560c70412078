"""The strengths of the bots, and the players that have them.

The veteran and the master search over turns (`planning_player.py`) around the thorough strength.
"""

from __future__ import annotations

from wc3d.games.neo_mechanika.bots.choosers import CHOOSERS, choose_eager_unit, choose_ranked_unit
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer, Strength
from wc3d.games.neo_mechanika.bots.weights import TUNED_WEIGHTS
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion

RECRUIT = Strength({**CHOOSERS, ActivationQuestion: choose_eager_unit}, has_plan=False)
"""Takes what looks best at the moment."""

REGULAR = Strength(CHOOSERS)
"""Plays for the mission."""

THOROUGH = Strength(
    {**CHOOSERS, ActivationQuestion: choose_ranked_unit},
    TUNED_WEIGHTS,
    arrangements=4,
    reaching=True,
)
"""A regular that evaluates each unit's best action before it chooses a unit to activate."""


def make_recruit(seed: int | str = 0) -> NeoMechanikaPlayer:
    """Return a recruit."""
    return NeoMechanikaPlayer(seed, RECRUIT)


def make_regular(seed: int | str = 0) -> NeoMechanikaPlayer:
    """Return a regular."""
    return NeoMechanikaPlayer(seed, REGULAR)
