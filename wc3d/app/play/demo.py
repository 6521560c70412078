"""`wc3d demo`: two bots play a whole skirmish; its log as it happens, and pictures of its turning points."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.engine.game import Game, Turn
    from wc3d.evidence.palette import Livery
    from wc3d.table.table import Table
    from wc3d.warcaster.state import State

PICTURES = 4
"""How many turning points are drawn at most."""

SEED = "7"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("--seed", metavar="N", default=SEED, help=f"another seed, another game (default: {SEED})")
    command.add_argument("--out", metavar="DIR", help="a folder for the saved game and pictures of its turning points")


def run(arguments: argparse.Namespace) -> int:
    """Let them play; the exit code."""
    from wc3d.app.play.command import bot
    from wc3d.app.play.game_args import BOARDS, FACTIONS, SKIRMISH_BOARD, board, force, seed
    from wc3d.warcaster.book.log import Chronicle
    from wc3d.warcaster.game_setup import new_game

    out = folder(arguments.out) if arguments.out is not None else None
    forces = (force(f"{FACTIONS[0]}_skirmish"), force(f"{FACTIONS[1]}_skirmish"))
    table = board(str(BOARDS / f"{SKIRMISH_BOARD}.json"))
    game = new_game(table, forces, "chaos_theory", seed=seed(arguments.seed), names=("Anna", "Ben"))
    players = {1: bot("", f"{arguments.seed}/1"), 2: bot("", f"{arguments.seed}/2")}
    teller = Chronicle(game.start)
    tell(teller.tell(game.log))
    while game.to_act is not None:
        tell(teller.tell(game.apply(players[game.to_act].choose(game.view(game.to_act)))))
    tell(teller.rest())
    if out is not None:
        keep(game, out)
    return 0


def tell(lines: list[str]) -> None:
    """Print lines as they come."""
    for line in lines:
        print(line, flush=True)


def folder(named: str) -> Path:
    """The folder to write to, made if it is not there. Raises InputError."""
    path = Path(named)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: expected a folder ({error.strerror})") from None
    return path


def keep(game: Game, out: Path) -> None:
    """Save the game, and draw its turning points where this machine can draw."""
    from wc3d.engine.replay import save
    from wc3d.view import NoGraphics

    save(game, out / "demo.jsonl")
    print(f"\nThe game is saved in {out / 'demo.jsonl'}; `wc3d replay` plays it again")
    try:
        for turn, number in turning_points(game):
            print(f"Drawn: {draw(turn, number, out)}", flush=True)
    except (NoGraphics, ModuleNotFoundError) as error:
        print(f"No pictures: {error}")


def turning_points(game: Game) -> list[tuple[Turn, int]]:
    """The actions that swung most, each with its number: by points scored, then by damage, in the order they came."""
    weighed = [(swing(turn), n, turn) for n, turn in enumerate(game.turns, 1)]
    most = sorted((w for w in weighed if any(w[0])), key=lambda w: (w[0], -w[1]), reverse=True)[:PICTURES]
    return [(turn, n) for _, n, turn in sorted(most, key=lambda w: w[1])]


def swing(turn: Turn) -> tuple[int, int]:
    """How much an action swung: the difference of points it made, and the damage it dealt."""
    from wc3d.warcaster.events import Damaged, Scored

    points = {1: 0, 2: 0}
    for event in turn.events:
        if isinstance(event, Scored):
            points[event.player] += event.points
    return abs(points[1] - points[2]), sum(e.points for e in turn.events if isinstance(e, Damaged))


def draw(turn: Turn, number: int, out: Path) -> Path:
    """Draw one action: the line of an attack if it was one, else the board after it. Raises NoGraphics."""
    from wc3d.view.stage.picture import draw_questions, draw_table
    from wc3d.warcaster.events import AttackDeclared
    from wc3d.warcaster.previews.board_marks import markers_of
    from wc3d.warcaster.words.vocabulary import name

    path = out / f"turning-point-{number}.png"
    attack = next((e for e in turn.events if isinstance(e, AttackDeclared)), None)
    if attack is None:
        return draw_table(with_names(turn.after), path, dressed(turn.after), markers_of(turn.after))
    table = with_names(turn.before)
    one, two = (name(turn.before, id) for id in (attack.attacker, attack.target))
    question = {"type": "sight", "from": one, "to": two}
    return draw_questions(table, [(question, table.sight(one, two))], path, dressed(turn.before))[0]


def dressed(state: State) -> dict[str, Livery]:
    """The sides' colours and shapes, by the names people use."""
    from wc3d.warcaster.screen.labels import liveries_of
    from wc3d.warcaster.words.vocabulary import name

    return {name(state, id): livery for id, livery in liveries_of(state).items()}


def with_names(state: State) -> Table:
    """The table as it stands, each model by the name people use."""
    from dataclasses import replace

    from wc3d.warcaster.words.vocabulary import name

    table = state.table
    return table.without(*(b.id for b in table.bodies)).with_bodies(*(replace(b, id=name(state, b.id)) for b in table.bodies))
