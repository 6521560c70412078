"""A mission of one's own: one hill in the middle, worth more each round. Two bots play it: own_mission.py [SEED]."""

from __future__ import annotations

import sys

import wc3d
from wc3d.bots import bots_of, play_out
from wc3d.games.neo_mechanika import Mission, ObjectivePlan, Worth, new_game, sample_force

HILL = Mission(
    "hill",
    "King of the Hill",
    "own",
    (
        ObjectivePlan(
            "hill", "The Hill", "hill", (15, 15), holders=("squad", "solo"), worth=Worth((2, 3, 5))
        ),
    ),
    skirmish=True,
)


def main() -> None:
    """Let two bots play it, and tell how it ended."""
    seed = sys.argv[1] if len(sys.argv) > 1 else "1"
    forces = sample_force("marcher_worlds_skirmish"), sample_force("empyreans_skirmish")
    game = new_game(
        wc3d.board("crossroads"),
        forces,
        HILL,
        seed=seed,
        names=("Anna", "Ben"),
    )
    bot = bots_of(game.rules)["random"]
    play_out(game, {player: bot(f"{seed}/{player}") for player in (1, 2)})
    print("\n".join(game.rules.text.scoreboard(game.state, game.log)))
    print(game.rules.text.describe_ending(game.state))


if __name__ == "__main__":
    main()
