"""`wc3d demo`: two bots play a complete skirmish, with its log and pictures of turning points."""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.data_files import shipped_folder
from wc3d.cli.optional_dependencies import describe_missing_extra
from wc3d.cli.output.colors import print_log
from wc3d.cli.play.game_args import load_mission_board, parse_seed
from wc3d.cli.shared_arguments import add_game_argument, add_quality_argument, read_quality
from wc3d.engine.text import split_details
from wc3d.errors import InputError
from wc3d.registry import rules_of

if TYPE_CHECKING:
    from wc3d.engine.game import ActionRecord, Game
    from wc3d.engine.ruleset import RuleSet
    from wc3d.engine.ruleset_types import MissionEntry
    from wc3d.presentation.palette import Livery
    from wc3d.scene.quality import Quality
    from wc3d.table.table import Table

MAX_PICTURES = 4
"""The maximum number of turning points to draw."""

DEFAULT_SEED = "7"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    help_text = "the seed for the mission, board, forces and dice (default: always the same game)"
    command.add_argument("--seed", metavar="N", help=help_text)
    command.add_argument(
        "--out",
        metavar="DIR",
        help="save the game and pictures of its turning points to this folder",
    )
    add_quality_argument(command)
    add_game_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Run the demo and return the exit code."""
    from wc3d.bots import bot_seed, make_bot
    from wc3d.engine.options import bot_defaults
    from wc3d.engine.ruleset_types import GamePlan

    quality = read_quality(arguments, "--out DIR", arguments.out is not None)
    out_folder = make_folder(arguments.out) if arguments.out is not None else None
    rules = rules_of(arguments.game)
    mission = (
        rules.default_mission()
        if arguments.seed is None
        else pick_random_mission(rules, arguments.seed)
    )
    number = DEFAULT_SEED if arguments.seed is None else arguments.seed
    force_1, force_2 = (rules.setup.force(named, mission.id, number) for named in mission.forces)
    table = load_mission_board(mission, rules.name)
    game = rules.new_game(
        GamePlan(
            mission.id,
            table,
            (force_1, force_2),
            ("Anna", "Ben"),
            parse_seed(number),
            bot_defaults(rules.setup.options),
        )
    )
    players = {player: make_bot(rules, "", bot_seed(number, player)) for player in (1, 2)}
    teller = rules.text.teller(game.start, None)
    print_lines(teller.format_lines(game.log))
    while game.to_act is not None:
        print_lines(
            teller.format_lines(game.apply(players[game.to_act].choose(game.view(game.to_act))))
        )
    print_lines(teller.format_rest())
    if out_folder is not None:
        save_game(game, out_folder, quality)
    return 0


def pick_random_mission(rules: RuleSet, seed: str) -> MissionEntry:
    """Return a mission of the default size with a board and two forces, drawn by the seed."""
    chance = random.Random(seed)
    usual = rules.default_mission()
    mission = chance.choice([m for m in rules.setup.missions() if m.size == usual.size])
    sizes = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))["size"]
        for path in sorted(shipped_folder("maps").glob("*.json"))
    }
    boards = [name for name, size in sizes.items() if tuple(size[:2]) == mission.table]
    forces = [name for name, _ in rules.setup.forces(mission.size)]
    force_1, force_2 = chance.sample(forces, 2) if len(forces) > 1 else mission.forces
    return replace(
        mission, board=chance.choice(boards or [mission.board]), forces=(force_1, force_2)
    )


def print_lines(lines: list[str]) -> None:
    """Print lines of the log as they come."""
    for line in lines:
        print_log([line])
        sys.stdout.flush()


def make_folder(named: str) -> Path:
    """Return the output folder, created if missing. Raises InputError."""
    path = Path(named)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot create this folder ({error.strerror})") from None
    return path


def save_game(game: Game, out_folder: Path, quality: Quality | None) -> None:
    """Save the game and, if this machine can draw, its turning points."""
    from wc3d.engine.replay import save
    from wc3d.panda.requirements import NoGraphicsError

    save(game, out_folder / "demo.jsonl")
    print(
        f"\nThe game is saved in {out_folder / 'demo.jsonl'}; `wc3d replay {out_folder / 'demo.jsonl'}` shows it again"
    )
    try:
        for turn, number in find_turning_points(game):
            path = draw_action(game.rules, turn, number, out_folder, quality)
            print(f"Drawn: {path} ({format_caption(game.rules, turn)})", flush=True)
    except NoGraphicsError as error:
        print(f"No pictures: {error}")
    except ModuleNotFoundError as error:
        if not (missing := describe_missing_extra(error)):
            raise
        print(f"No pictures: {missing}")


def format_caption(rules: RuleSet, turn: ActionRecord) -> str:
    """Return a picture's caption: the time, and the log lines about the largest change without
    their details.
    """
    teller = rules.text.teller(turn.state_before, None)
    lines = [
        split_details(line.strip())[0]
        for event in turn.events
        for line in teller.format_lines([event])[-1:]
        if any(rules.search.game_swing([event]))
    ]
    return f"{rules.text.clock(turn.state_before)}: {'; '.join(lines[-2:])}"


def find_turning_points(game: Game) -> list[tuple[ActionRecord, int]]:
    """Return the actions with the largest changes, each with its number, in order."""
    weighed = [
        (game.rules.search.game_swing(turn.events), n, turn) for n, turn in enumerate(game.turns, 1)
    ]
    top_turns = sorted(
        (w for w in weighed if any(w[0])), key=lambda w: (w[0], -w[1]), reverse=True
    )[:MAX_PICTURES]
    return [(turn, n) for _, n, turn in sorted(top_turns, key=lambda w: w[1])]


def draw_action(
    rules: RuleSet,
    turn: ActionRecord,
    number: int,
    out_folder: Path,
    quality: Quality | None = None,
) -> Path:
    """Draw one action: a close-up of its attack, or the board after it. Raises NoGraphicsError."""
    from wc3d.judging.sight import sight_evidence
    from wc3d.panda.answer_picture import draw_answer_pages, draw_table_page

    path = out_folder / f"turning-point-{number}.png"
    declared = next(
        (pair for e in turn.events if (pair := rules.queries.attack_in_event(e)) is not None), None
    )
    attack = declared or rules.queries.current_attack(turn.state_before)
    if attack is None:
        end_state = turn.state_after
        dressed = liveries_by_name(rules, end_state)
        return draw_table_page(
            table_with_names(rules, end_state),
            path,
            dressed,
            rules.display.markers(end_state),
            rules.display.clouds(end_state),
            quality,
        )
    table = table_with_names(rules, turn.state_before)
    attacker, target = (rules.text.display_name(turn.state_before, id) for id in attack)
    evidence = rules.display.attack_evidence(
        turn.state_before, table, attacker, target
    ) or sight_evidence(table, attacker, target, table.sight(attacker, target))
    liveries = liveries_by_name(rules, turn.state_before)
    return draw_answer_pages(table, [evidence], path, liveries, quality)[0]


def liveries_by_name(rules: RuleSet, state: Any) -> dict[str, Livery]:
    """Return the sides' colors and shapes by display name."""
    return {
        rules.text.display_name(state, id): livery
        for id, livery in rules.display.liveries(state).items()
    }


def table_with_names(rules: RuleSet, state: Any) -> Table:
    """Return the present table with display names for the models."""
    table = rules.queries.table(state)
    renamed = (replace(body, id=rules.text.display_name(state, body.id)) for body in table.bodies)
    return table.without(*(body.id for body in table.bodies)).with_bodies(*renamed)
