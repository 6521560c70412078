"""A bot of one's own. It plays by itself here; `wc3d play --bot 2=bot:Attacker` plays against it, in the folder it lies in."""

from __future__ import annotations

import random
from itertools import islice

import wc3d
from wc3d.bots import bots_of, play_out
from wc3d.games.neo_mechanika import new_game, sample_force

LOOKED_AT = 40
"""Actions of each kind that are looked at; of some there are endlessly many."""


class Attacker:
    """Attacks where it can, with the best chance to destroy; else it does anything that is possible."""

    def __init__(self, seed: int | str) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: wc3d.View) -> wc3d.Action:
        """The action it asks for, given what its player knows."""
        actions = [
            action for offer in view.offers for action in islice(offer.candidates(), LOOKED_AT)
        ]
        attacks = [action for action in actions if action.type == "attack"]
        if not attacks:
            return self.chance.choice(actions)
        return max(attacks, key=lambda action: self.promise(view, action))

    def promise(self, view: wc3d.View, action: wc3d.Action) -> float:
        """How likely an attack destroys what it is aimed at."""
        chances = view.rules.search.chances(view.state, action)
        return chances.destroy if chances is not None else 0.0


def main() -> None:
    """Let it play a skirmish against a bot of the program."""
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    game = new_game(wc3d.board("crossroads"), forces, "boiling_point", seed=7)
    other = bots_of(game.rules)["random"]
    actions = play_out(game, {1: Attacker(7), 2: other(7)})
    print(f"{actions} actions: {game.rules.text.describe_ending(game.state)}")


if __name__ == "__main__":
    main()
