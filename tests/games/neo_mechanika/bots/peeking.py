"""Does a bot's choice depend on what is hidden from it?"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.games.neo_mechanika.bots.test_random_player import skirmish
from tests.games.neo_mechanika.rules.test_hidden import twin
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer


def must_not_peek(make: Callable[[int | str], NeoMechanikaPlayer], many: int) -> None:
    """So many choices of a game are the same where what the mover cannot see is another."""
    game = skirmish(6)
    rng = random.Random(6)
    players = {p: make(p) for p in (1, 2)}
    for _ in range(many):
        mover = game.to_act
        assert mover is not None
        other_game = Game(game.rules, twin(game.state, mover, rng), game.dice, game.setup)
        views = game.view(mover), other_game.view(mover)
        choices = [make("same").choose(v) for v in views]
        assert choices[0] == choices[1]
        game.apply(players[mover].choose(views[0]))
