"""The strengths of the bots, and the players that have them.

The veteran and the master search over turns (`planning_player.py`) around the thorough strength.
"""

from __future__ import annotations

from wc3d.games.neo_mechanika.bots.choosers import CHOOSERS, choose_eager_unit, choose_ranked_unit
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer, Strength
from wc3d.games.neo_mechanika.bots.sparing_activation import choose_sparing_unit
from wc3d.games.neo_mechanika.bots.weights import TUNED_WEIGHTS
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion

RECRUIT = Strength({**CHOOSERS, ActivationQuestion: choose_eager_unit}, has_plan=False)
"""Takes what looks best at the moment."""

REGULAR = Strength(
    {**CHOOSERS, ActivationQuestion: choose_sparing_unit}, arrangements=4, reaching=True
)
"""Plays for the mission, and counts its activations."""

THOROUGH = Strength(
    {**CHOOSERS, ActivationQuestion: choose_ranked_unit},
    TUNED_WEIGHTS,
    arrangements=4,
    reaching=True,
)
"""A regular with tuned weights, which activates whenever it can."""


def make_recruit(seed: int | str = 0) -> NeoMechanikaPlayer:
    """Return a recruit."""
    return NeoMechanikaPlayer(seed, RECRUIT)


def make_regular(seed: int | str = 0) -> NeoMechanikaPlayer:
    """Return a regular."""
    return NeoMechanikaPlayer(seed, REGULAR)
