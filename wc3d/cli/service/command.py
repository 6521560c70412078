"""`wc3d serve`: answer questions of other programs over HTTP."""

from __future__ import annotations

import argparse
import os
import socket

from wc3d import __version__
from wc3d.cli.host.command import LOCAL_ADDRESS, link_address, open_listening_socket
from wc3d.cli.optional_dependencies import require_host_extra
from wc3d.errors import InputError

DEFAULT_PORT = 8710
"""The default port."""

MAX_SECONDS = 3_600.0
"""The highest time limit for a question."""

MAX_PROCESSES = 256


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    port_help = "the port to listen on; 0 picks a free port (default: %(default)s)"
    command.add_argument("--port", metavar="N", type=int, default=DEFAULT_PORT, help=port_help)
    address_help = "the address to listen on; 0.0.0.0 lets other computers connect (default: %(default)s, only this computer)"
    command.add_argument("--address", metavar="IP", default=LOCAL_ADDRESS, help=address_help)
    name_help = "a host name that clients use, such as judge.example; may be repeated"
    command.add_argument("--name", metavar="NAME", action="append", default=[], help=name_help)
    process_help = "the number of questions to answer at the same time (default: one per processor, %(default)s)"
    command.add_argument(
        "--processes", metavar="N", type=int, default=os.cpu_count() or 1, help=process_help
    )
    seconds_help = "the time limit for a request in seconds (default: %(default)g)"
    command.add_argument("--seconds", metavar="S", type=float, default=20.0, help=seconds_help)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped and return the exit code."""
    require_host_extra("wc3d serve")
    if not 1 <= arguments.processes <= MAX_PROCESSES:
        raise InputError(
            f"--processes {arguments.processes}: expected a number from 1 to {MAX_PROCESSES}"
        )
    if not 0 < arguments.seconds <= MAX_SECONDS:
        raise InputError(
            f"--seconds {arguments.seconds:g}: expected a number above 0, up to {MAX_SECONDS:g}"
        )
    bound = open_listening_socket(arguments.address, arguments.port, has_delay=False)
    base = f"http://{link_address(arguments.address)}:{bound.getsockname()[1]}"
    print(f"The judge answers at {base}. Press Ctrl+C to stop it.", flush=True)
    run_service(arguments, bound)
    return 0


def run_service(arguments: argparse.Namespace, bound: socket.socket) -> None:
    """Answer at a socket until the program is stopped."""
    from wc3d.cli.service import judge_requests
    from wc3d.judging.question_file import question_schema
    from wc3d.registry import load_judge_book
    from wc3d.server.http.judge_service import JudgeFunctions, JudgeService
    from wc3d.server.http.uvicorn_server import UvicornServer, raise_descriptor_limit
    from wc3d.workers.call_pool import CallPool

    raise_descriptor_limit()
    functions = JudgeFunctions(
        judge_requests.answer_request, judge_requests.draw_request, judge_requests.report_request
    )
    pool = CallPool(arguments.processes, arguments.seconds, prepare=judge_requests.prepare)
    book = load_judge_book("")
    schema = question_schema(book.types, book.model)
    service = JudgeService(functions, pool, schema, __version__, arguments.name)
    try:
        UvicornServer(service).run(sockets=[bound])
    finally:
        pool.close()
