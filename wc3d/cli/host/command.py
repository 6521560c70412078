"""`wc3d host`: begin a game, print a link for each seat and for spectators, and serve the game."""

from __future__ import annotations

import argparse
import re
import shlex
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
from wc3d.cli.optional_dependencies import require_host_extra
from wc3d.cli.play.command import new_game_arguments, select_bots
from wc3d.cli.play.game_args import add_game_arguments, start_game
from wc3d.errors import InputError
from wc3d.registry import rules_of, start_cautions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wc3d.server.match.notifications import Notifier
    from wc3d.server.match.registry import MatchRegistry
    from wc3d.server.pages.shared_files import SharedFiles

DEFAULT_PORT = 8700
"""The default port."""

LOCAL_ADDRESS = "127.0.0.1"
"""The address of this machine alone."""

LISTEN_BACKLOG = 256
"""The number of connections that may wait before the server accepts them."""

SEND_BUFFER_BYTES = 1 << 18
"""Bytes that the system buffers for a slow client."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_game_arguments(command)
    bot_help = (
        "the seats that bots play: 1, 2 or both; 2=NAME picks a bot, 2=NAME+STYLE its style, "
        "2=1400 a strength in Elo, 2=MODULE:CLASS your own bot"
    )
    command.add_argument("--bot", metavar="WHO", action="append", default=[], help=bot_help)
    clock_help = (
        "minutes per player for the game, plus seconds added per action: 60, 60+5 or 0+30 "
        "(default: no clock)"
    )
    command.add_argument(
        "--clock", metavar="M", type=parse_clock_argument, default=(0.0, 0.0), help=clock_help
    )
    turn_help = "minutes per player for each turn, plus seconds added per action, such as 5+10 (default: no clock)"
    command.add_argument(
        "--turn-clock", metavar="M", type=parse_clock_argument, default=(0.0, 0.0), help=turn_help
    )
    dice_help = (
        "fair: made from secrets of both players and the host, so only the host could foresee rolls; chain: nobody can "
        "foresee rolls, but both players must be online; typed: players roll by hand and type the results (default: %(default)s)"
    )
    command.add_argument(
        "--dice", choices=("fair", "chain", "typed"), default="fair", help=dice_help
    )
    tell_help = "a command that tells absent players when it is their move; it reads JSON with to and text from standard input"
    command.add_argument("--tell", metavar="COMMAND", type=shlex.split, default=[], help=tell_help)
    hooks_help = (
        "call the webhooks of absent players when it is their move (only https to public addresses)"
    )
    command.add_argument("--webhooks", action="store_true", help=hooks_help)
    settled_help = "start with the terms given here, without asking the players to agree"
    command.add_argument("--settled", action="store_true", help=settled_help)
    hints_help = "let players ask for hints; against a bot they always may"
    command.add_argument("--hints", action="store_true", help=hints_help)
    _add_service_arguments(command)


def _add_service_arguments(command: argparse.ArgumentParser) -> None:
    """Declare what concerns the program, its file and its address, not a game."""
    delay_help = "the delay for spectators in seconds (default: 0)"
    command.add_argument("--delay", metavar="S", type=parse_seconds, default=0.0, help=delay_help)
    show_help = "a board or question file to share by a link, in addition to those included with wc3d; may be repeated"
    command.add_argument("--show", metavar="FILE", action="append", default=[], help=show_help)
    command.add_argument(
        "--games",
        metavar="FILE",
        default="wc3d-games.db",
        help="the file that stores the games (default: %(default)s)",
    )
    command.add_argument(
        "--new", action="store_true", help="start another game even if the file already has games"
    )
    links_help = "make new links for a game in the file; the old links stop working"
    command.add_argument("--links", metavar="GAME", help=links_help)
    command.add_argument("--list", action="store_true", help="list the games in the file and exit")
    port_help = "the port to listen on; 0 picks a free port (default: %(default)s)"
    command.add_argument("--port", metavar="N", type=int, default=DEFAULT_PORT, help=port_help)
    address_help = "the address to listen on; 0.0.0.0 lets other computers connect (default: %(default)s, only this computer)"
    command.add_argument("--address", metavar="IP", default=LOCAL_ADDRESS, help=address_help)
    name_help = "a host name that players use, such as club.example; may be repeated"
    command.add_argument("--name", metavar="NAME", action="append", default=[], help=name_help)
    url_help = (
        "the address that links begin with, for a host behind a proxy, such as https://club.example"
    )
    command.add_argument("--url", metavar="URL", type=parse_address, help=url_help)


NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?|\.[0-9]{1,6}")
"""The syntax of a number of minutes or seconds."""

DAY_S = 86_400
"""The longest delay in seconds, and the longest clock time in minutes."""


def parse_seconds(text: str) -> float:
    """Parse a number of seconds, up to a day. Raises ArgumentTypeError."""
    if not NUMBER.fullmatch(text) or float(text) > DAY_S:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected a number of seconds from 0 to {DAY_S}"
        )
    return float(text)


def parse_address(text: str) -> str:
    """Parse a host address. Raises ArgumentTypeError for an address that does not work in links."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected an address such as https://club.example"
        )
    return text


def parse_clock(text: str) -> tuple[float, float]:
    """Parse a clock and return its seconds per player and per action. Raises ArgumentTypeError."""
    minutes, plus, bonus = text.partition("+")
    try:
        return parse_seconds(minutes) * 60, parse_seconds(bonus) if plus else 0.0
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected minutes, as in 60 or 60+5") from None


def parse_clock_argument(text: str) -> tuple[float, float]:
    """Parse a clock in seconds. Raises ArgumentTypeError also for a clock without time."""
    limit = parse_clock(text)
    if not any(limit):
        raise argparse.ArgumentTypeError(
            f"{text} gives the players no time; for a game without a clock, leave this option out"
        )
    return limit


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped and return the exit code."""
    require_host_extra("wc3d host")
    from wc3d.server.match.notifications import Notifier
    from wc3d.server.match.registry import MatchRegistry
    from wc3d.server.match.store import MatchStore
    from wc3d.server.pages.shared_files import SharedFiles

    if arguments.seed is not None:
        raise InputError(
            "--seed: cannot be used for hosted games, whose dice come from secrets of both players"
        )
    shared_paths = [
        find_shipped_or_own_file(file, ShippedKind.BOARD, ShippedKind.QUESTIONS)
        for file in arguments.show
    ]
    store = MatchStore(arguments.games, create=not arguments.list and arguments.links is None)
    registry = MatchRegistry(store)
    shared_files = SharedFiles(tuple(shared_paths))
    if arguments.list:
        print_games(registry)
        return 0
    bound = open_listening_socket(arguments.address, arguments.port)
    base = (
        arguments.url.rstrip("/")
        if arguments.url
        else f"http://{link_address(arguments.address)}:{bound.getsockname()[1]}"
    )
    print_lobby_link(base, registry)
    if arguments.links is not None:
        print_links(
            base,
            arguments.links,
            registry.renew_keys(arguments.links),
            player_names_of(registry, arguments.links),
        )
    elif (
        arguments.new
        or not registry.store.list_matches()
        or any(vars(arguments)[name] for name in new_game_arguments())
    ):
        begin_match(registry, arguments, base)
    else:
        continue_matches(registry, arguments)
    print("The host is running. Press Ctrl+C to stop it; its games are kept.", flush=True)
    run_server(
        registry,
        bound,
        arguments.name,
        base,
        Notifier(arguments.tell, arguments.webhooks),
        shared_files,
    )
    return 0


def continue_matches(registry: MatchRegistry, arguments: argparse.Namespace) -> None:
    """Print how many games continue. Raises InputError for clocks, which only new games take."""
    for option, limit in (("--clock", arguments.clock), ("--turn-clock", arguments.turn_clock)):
        if any(limit):
            own = f"the games in {arguments.games} already have clocks"
            raise InputError(
                f"{option}: {own}; leave out {option}, or start another game with --new"
            )
    count = len(registry.store.list_matches())
    games = "1 game" if count == 1 else f"{count} games"
    print(
        f"{arguments.games}: continuing {games} (--new starts another game, --links GAME makes new links)"
    )


def link_address(address: str) -> str:
    """Return an address in the form that links use."""
    return f"[{address}]" if ":" in address else LOCAL_ADDRESS if address == "0.0.0.0" else address


def begin_match(registry: MatchRegistry, arguments: argparse.Namespace, base: str) -> None:
    """Begin the game that the command line describes, and print its links."""
    from wc3d.engine.dice import SeededDice

    bots = select_bots(arguments, rules_of(arguments.game))
    game = start_game(arguments, SeededDice("its setup is all that is taken of it"), bots)
    game.bots = bots
    id, keys = registry.create_match(
        game,
        dice=arguments.dice,
        **clock_settings(arguments),
        delay=arguments.delay,
        agreeing=not arguments.settled,
        hints=arguments.hints,
    )
    for caution in start_cautions(game):
        print(f"Note: {caution}")
    print_links(
        base,
        id,
        {seat: key for seat, key in keys.items() if seat not in bots},
        game.rules.text.player_names(game.state),
    )


def clock_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the clock settings of a new game. Raises InputError if both kinds are given."""
    if any(arguments.clock) and any(arguments.turn_clock):
        raise InputError("--clock and --turn-clock: use only one of them")
    by_turn = any(arguments.turn_clock)
    limit, bonus = arguments.turn_clock if by_turn else arguments.clock
    return {"clock": limit, "bonus": bonus, "by_turn": by_turn}


def player_names_of(registry: MatchRegistry, id: str) -> tuple[str, str]:
    """Return the names of a game's players."""
    return registry.load_match(id).player_names


def print_lobby_link(base: str, registry: MatchRegistry) -> None:
    """Print the link of the lobby. Anyone with this link can begin games and take free seats."""
    print(f"Lobby: {base}/list#{registry.host_key}")
    print("  Yours alone: begin games, hand out links, continue, watch. Keep this link secret.")


def print_links(base: str, id: str, keys: Mapping[int, str], names: tuple[str, str]) -> None:
    """Print the link of each seat. Anyone with a link has the seat."""
    from wc3d.server.match.seat_keys import SeatLink

    for seat, key in keys.items():
        label = f"{names[seat - 1]} (player {seat})" if seat else "Spectators"
        purpose = (
            f"For {names[seat - 1]} alone: whoever opens it plays this seat."
            if seat
            else "For everyone else: they watch the game and see no hidden cards."
        )
        print(f"{label}: {SeatLink(base, id, key)}\n  {purpose}", flush=True)


def print_games(registry: MatchRegistry) -> None:
    """Print the games of the file, the newest first."""
    for row in registry.list_matches():
        print(f"{row['game']}  {'over' if row['over'] else 'in progress'}  {row['title']}")


def open_listening_socket(
    address: str, port: int, unsent: int = SEND_BUFFER_BYTES, *, has_delay: bool = True
) -> socket.socket:
    """Return a listening socket with a send buffer of `unsent` bytes. Raises InputError.

    Without `has_delay` an answer in parts does not wait for the client's acknowledgement of the
    first. Then a client that reads nothing is noticed later.
    """
    if not 0 <= port <= 65535:
        raise InputError(f"--port {port}: expected a number from 0 to 65535")
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        protocol = 0 if has_delay else socket.IPPROTO_TCP  # asyncio has no delay for TCP by name
        bound = socket.socket(family, socket.SOCK_STREAM, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent)
        bound.bind((address, port))
        bound.listen(LISTEN_BACKLOG)  # the links that are printed next work at once
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", error)
        raise InputError(
            f"--address {address} --port {port}: cannot listen on this address and port ({reason})"
        ) from None
    return bound


def run_server(
    registry: MatchRegistry,
    bound: socket.socket,
    names: list[str],
    base: str,
    notifier: Notifier,
    shared_files: SharedFiles,
) -> None:
    """Serve until the program is stopped."""
    from wc3d.server.http.app import HostServer
    from wc3d.server.http.uvicorn_server import (
        UvicornServer,
        limit_garbage_collector,
        raise_descriptor_limit,
    )

    raise_descriptor_limit()
    limit_garbage_collector()
    host = HostServer(
        registry,
        {*names, urlsplit(base).hostname or LOCAL_ADDRESS},
        notifier=notifier,
        shared_files=shared_files,
        base=base,
    )
    UvicornServer(host).run(sockets=[bound])
