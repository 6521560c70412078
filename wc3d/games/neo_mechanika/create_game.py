"""Create a new game, or the game of a saved setup."""

from __future__ import annotations

from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.cards import Cards
from wc3d.games.neo_mechanika.rules.forces.force_files import Force
from wc3d.games.neo_mechanika.rules.game_setup import Two
from wc3d.games.neo_mechanika.rules.missions.book_missions import Mission
from wc3d.games.neo_mechanika.rules.saved_setup import SetupError as SetupError
from wc3d.games.neo_mechanika.rules.saved_setup import prepare_game
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.table.table import Table


def new_game(
    table: Table,
    forces: tuple[Force, Force],
    mission: Mission | str,
    *,
    seed: int | str | None = None,
    dice: Dice | None = None,
    options: GameOptions | None = None,
    secondary: Two = ((), ()),
    names: tuple[str, str] = ("Player 1", "Player 2"),
    cards: Cards | None = None,
) -> Game:
    """Return a game of two forces on a table, at its first question.

    `mission` is a `Mission`, its id or its file. `seed` makes the dice; without `seed` and `dice`
    they are random. `options` are rulings, `secondary` two tuples of ids of secondary missions, and
    `cards` the cards to play with. Raises SetupError, an InputError that lists every fault.

    >>> forces = sample_force("marcher_worlds_skirmish"), sample_force("empyreans_skirmish")
    >>> game = new_game(wc3d.load_map("crossroads"), forces, "boiling_point", seed=7)
    >>> game.to_act in (1, 2)
    True
    """
    prepared = prepare_game(
        table,
        forces,
        mission,
        seed=seed,
        dice=dice,
        options=options,
        secondary=secondary,
        names=names,
        cards=cards,
    )
    return Game(NEO_MECHANIKA, *prepared)
