"""A skirmish between two bots, for measuring their strength."""

from __future__ import annotations

from collections.abc import Sequence

from training_kit.games import make_env
from wc3d.bots import make_bot


def play_skirmish(bots: Sequence[str], number: int) -> float:
    """Play a skirmish and return the first bot's score: 1 for a win, 0.5 for a draw, 0 for a loss.

    Games 2n and 2n + 1 have the same mission, forces and dice, with the sides changed. Raises
    `InputError` for a bot that does not exist.
    """
    env = make_env(number // 2)
    env.reset(seed=number // 2)
    players = list(env.possible_agents)
    first = players[number % 2]
    playing = {
        player: make_bot(env.game.rules, bots[player != first], f"{number}/{player}")
        for player in players
    }
    while env.agents and not env.game.over:
        player = env.agent_selection
        env.step(playing[player].choose(env.view(player)))
    winner = env.game.state.winner
    return float(winner == 1 + number % 2) if winner else 0.5
