"""Bots that think beside the window, in a process of their own, and know only what their player knows."""
from __future__ import annotations

import signal
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from wc3d.engine.actions import Action


@dataclass(frozen=True)
class Thought:
    """What a bot chose, or why it could not."""

    action: Action | None = None
    failure: str = ""


def serve(pipe: Any) -> None:
    """The process's life: take a player and what that player knows, choose, take the next."""
    from wc3d.engine.game import View
    from wc3d.players import BOTS
    from wc3d.warcaster.rules import NeoMechanika

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bots: dict[int, Any] = {}
    rules = NeoMechanika()
    while True:
        try:
            player, name, seed, state = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            bot = bots.get(player) or bots.setdefault(player, BOTS[name](seed))
            thought = Thought(bot.choose(View(player, state, player, rules.offers(state, player), ())))
        except Exception as error:  # whatever went wrong, the window must hear of it
            thought = Thought(failure=f"{type(error).__name__}: {error}")
        try:
            pipe.send(thought)
        except OSError:
            return


class Thinker:
    """One process for all bots of a game. `busy` while one of them is thinking."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self.busy = False

    def start(self) -> None:
        """Have the process begin, so that the first choice does not wait for it."""
        if self._process is not None and self._process.is_alive():
            return
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, player: int, bot: str, seed: str, state: Any) -> None:
        """Have a bot choose for a player, who knows this state."""
        self.start()
        self._pipe.send((player, bot, seed, state))
        self.busy = True

    def poll(self) -> Thought | None:
        """What was chosen, once it is there."""
        if not self.busy or not self._pipe.poll():
            return None
        self.busy = False
        try:
            thought: Thought = self._pipe.recv()
        except (EOFError, OSError):
            self.stop()
            return Thought(failure="the bot's process has ended")
        return thought

    def stop(self) -> None:
        """Give up what is being thought about, and the process."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(5)
            self._pipe.close()
        self._process, self._pipe, self.busy = None, None, False
