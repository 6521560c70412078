"""`wc3d play --join LINK --window`: a seat at somebody's host, at the window. It knows what the host tells the seat, and asks the
host to change it; the network is talked to in a thread of its own, so the window waits for nobody."""
from __future__ import annotations

import queue
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

from wc3d.cli.output.prompt import TypedInput
from wc3d.cli.play.dice_secrets import clock_words, keep_notes, share_of, to_be_checked
from wc3d.cli.play.join import ASKED, JUDGE_TALK, TOLD_OF, settle
from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.dice import DiceError, Die, Roll, check_faces
from wc3d.engine.replay import action_data
from wc3d.errors import InputError, visible
from wc3d.server.client.client import HostClient
from wc3d.server.client.seat_game import OutOfStepError, SeatGame, begun, joined
from wc3d.server.match.seat_keys import SeatLink, read_link
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.game.table_talk import TableTalk

SHORT = 0.25
"""Seconds for which the window waits for the host's answer to what a person does; a later one is told when it comes."""

GIFT_S = 60
"""Seconds that the button gives to the other player."""

COURSE = "game="
"""What the number is called that proves the course of a game."""

LISTENED = 0.02
"""Seconds between two looks at whether something is to be asked."""


class HostLine:
    """The line to the host: what is asked goes out, and what comes lies in `told` until the window takes it."""

    def __init__(self, client: HostClient) -> None:
        self.client = client
        self.told: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._asked: queue.SimpleQueue[Mapping[str, Any]] = queue.SimpleQueue()
        self._stop = Flag()
        client.hear = lambda message: self.told.put(("told", message))
        self._thread = Thread(target=self._run, name="host", daemon=True)
        self._thread.start()

    def ask(self, request: Mapping[str, Any]) -> None:
        """Ask the host for something; its answer lies among what is told."""
        self._asked.put(request)

    def close(self) -> None:
        """Hang up."""
        self._stop.set()
        self.client.close()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                try:
                    request = self._asked.get_nowait()
                except queue.Empty:
                    self.client.listen(LISTENED)
                else:
                    self.told.put(("answer", self.client.ask(request)))
        except Exception as error:
            if not self._stop.is_set():
                self.told.put(("gone", f"{error}" if isinstance(error, InputError) else f"{type(error).__name__}: {error}"))


class JoinedPlay(PlaySession):
    """The session of such a seat. `news` are sentences for the person that are no part of the game."""

    def __init__(self, game: SeatGame) -> None:
        self.waits, self.rolling = False, game.client.waiting is not None
        self.version = game.client.version
        self.news: list[str] = []
        self.said: list[str] = []
        self.asks = self.wishes = ""
        self.line = HostLine(game.client)
        super().__init__(game)
        self.seat_game = game
        self.people = (game.client.seat,) if game.client.seat in (1, 2) else ()
        self.reader = game.viewer
        self._write_log()
        for talk in game.client.past_talk:
            if talk["kind"] in JUDGE_TALK:
                self._talked(talk)
        self._changed()

    @property
    def asked(self) -> int:
        return 0 if self.waits or self.rolling else super().asked

    # --- doing

    def _do(self, action: Action) -> None:
        self._request({"t": "do", "action": action_data(action)})

    def _request(self, request: Mapping[str, Any]) -> None:
        """Ask the host; a refusal that comes soon is raised, one that comes late is told."""
        self.line.ask({"at": self.version, **request})
        self.waits = True
        self._changed()
        refusal = self._hear(SHORT)
        if refusal is not None:
            raise refusal

    def type_roll(self, faces: Sequence[int]) -> None:
        """Give the host what the dice show that this seat has rolled. Raises DiceError if it cannot be what was rolled."""
        if self.wanted is None:
            raise DiceError("there is no roll to enter now")
        check_faces(self.wanted, faces)
        pending_roll, self.wanted = self.wanted, None
        try:
            self._request({"t": "rolled", "faces": list(faces)})
        except RefusedError as error:
            self.wanted = pending_roll
            raise DiceError(str(error.verdict.text)) from None

    def undoable(self) -> int:
        turns = self.game.turns
        return 1 if turns and turns[-1].action.player in self.people else 0

    def redoable(self) -> int:
        return self.game.redoable()

    def redo(self) -> None:
        self._request({"t": "redo"})

    def _take_back(self, count: int) -> None:
        if count != 1:
            raise RefusedError(Verdict(False, "cannot_undo", "in a hosted game you can undo only one action at a time"))
        self._request({"t": "undo"})

    # --- hearing

    def poll(self) -> bool:
        moved = super().poll()
        has_news = not self.line.told.empty()
        refusal = self._hear(0.0)
        if refusal is not None:
            self.news.append(str(refusal.verdict.text))
        return moved or has_news

    def _hear(self, patience: float) -> RefusedError | None:
        """Take what was told; with patience up to the answer that is waited for. A refusal is given back."""
        while True:
            try:
                waits = bool(patience) and self.waits
                kind, content = self.line.told.get(timeout=patience) if waits else self.line.told.get_nowait()
            except queue.Empty:
                return None
            if kind == "told":
                self._heard(content)
                continue
            self.waits = False
            if kind == "answer" and content["t"] == "judge":
                link = SeatLink(self.line.client.link.host, self.line.client.link.game, str(content["key"]))
                self._tell(f"Give this link to the judge: {link}")
                continue
            if kind == "gone":
                self.stuck = self.fault = f"lost the connection to the host: {visible(str(content))}"
            self._changed()
            if kind == "answer" and content["t"] != "done":
                parts = {name: str(content.get(name, "")) for name in ("text", "page", "rule", "source")}
                text = parts["text"] or "the game has moved on; look again"
                return RefusedError(Verdict(False, str(content.get("code", content["t"])), **{**parts, "text": text}))

    def _heard(self, message: Mapping[str, Any]) -> None:
        old_state, turn_count = self.game.state, len(self.game.turns)
        try:
            self.seat_game.hear(message)
        except OutOfStepError as error:
            self.stuck = self.fault = f"this computer and the host disagree about the game: {error}"
            self._changed()
            return
        self.version = message.get("v", self.version)
        self.rolling = message.get("kind") in ("want", "link", "rolled") or (self.rolling and message["t"] == "talk")
        if message["t"] != "talk" or message["kind"] in ("answer", "wish", "withdraw"):
            self.asks = self.wishes = ""
        if message["t"] == "talk" and message["kind"] == "wish" and message["by"] == self.line.client.seat:
            self.wishes = f"You asked {ASKED[message['what']]}"
        if message["t"] == "talk":
            self._talked(message)
        elif message["t"] == "step" and len(self.game.turns) == turn_count + 1:
            self.staging.add(old_state, self.game.turns[-1].events, self.game.state, len(self.game.turns))
        else:
            self.staging.forget(self.game.state)
            self._write_log()
        if message.get("ending"):
            print(f"To verify this game, run: {to_be_checked(self.line.client)}", flush=True)
        pending_roll = self.line.client.roll_wanted
        self.wanted = None if pending_roll is None else roll_of(pending_roll)
        self._changed()

    def _talked(self, message: Mapping[str, Any]) -> None:
        """Something was said, or dealt with among the players."""
        kind, by = message["kind"], message["by"]
        if by == self.line.client.seat or kind not in (*TOLD_OF, "say", "wish", "answer", "give", "judge_comes"):
            return
        sender = "The judge" if by not in (0, 1, 2) else self.name(by) if by else "The host"
        if kind == "say":
            text = f"{sender}: {message['text']}"
        elif kind == "wish":
            text = self.asks = visible(f"{sender} asks {ASKED[message['what']]}")
        elif kind == "answer":
            text = f"{sender} {'agrees' if message['yes'] else 'does not agree'}"
        elif kind == "give":
            text = f"{sender} gives {self.name(message['to'])} {clock_words(message['seconds'])} more time"
        elif kind == "judge_comes":
            text = f"{sender} joins, and sees what {self.name(message['eyes'])} sees"
        else:
            text = f"{sender} {TOLD_OF[kind]}"
        self._tell(visible(text))

    def _tell(self, words: str) -> None:
        self.news.append(words)
        self.said.append(words)

    def deal(self, mark: str, words: str) -> None:
        """Talk to the others, answer what is asked, or ask for something; a refusal is told."""
        if mark == "say":
            self.said.append(f"{self.name(self.people[0])}: {words}")
            self.line.ask({"t": "say", "text": words})
        elif mark in ("yes", "no"):
            self.asks = ""
            self.line.ask({"t": "answer", "yes": mark == "yes"})
        elif mark == "give":
            self.line.ask({"t": "give", "seconds": GIFT_S})
        elif mark in ("withdraw", "judge_link", "resume"):
            self.line.ask({"t": mark})
        else:
            self.line.ask({"t": "wish", "what": mark})

    def status(self) -> list[str]:
        """Return the clocks, and the number that proves the course of the game so far."""
        client = self.line.client
        remaining = client.time_left()
        lines = [f"{self.name(player)}: {clock_words(seconds)}" for player, seconds in remaining.items()]
        return [*lines, *([f"{COURSE}{client.seal}"] if client.seal else [])]

    # --- what the host does

    def keep(self) -> None:
        """The host keeps the game."""

    def save_copy(self, path: str | Path) -> None:
        """Raises InputError: the host keeps the game."""
        raise InputError("the host keeps the game, and offers it for download when it is over")

    def weighed(self) -> list[tuple[str, str]]:
        return []

    def close(self) -> None:
        self.line.close()
        super().close()


def roll_of(data: Mapping[str, Any]) -> Roll:
    """A roll that a host wants."""
    dice = tuple(Die(str(die["name"]), tuple(die["faces"])) for die in data["dice"])
    return Roll(dice, int(data["player"]), visible(str(data["why"])))


class JoinedScreen(PlayScreen):
    """The screen of such a game: what the others say is told there."""

    session: JoinedPlay

    def __init__(self, session: JoinedPlay) -> None:
        super().__init__(session)
        self.talk = TableTalk()

    def panels(self, ui: Any) -> None:
        super().panels(ui)
        if not (self.layout.menu_open or self.layout.score_open):
            session = self.session
            seated = bool(session.people)
            self.talk.draw(ui, session.said, session.asks, session.wishes, seated, session.deal, session.status())

    def poll(self) -> bool:
        changed = super().poll()
        for words in self.session.news:
            self.say(words)
        has_news, self.session.news = bool(self.session.news), []
        return changed or has_news


def joined_screen(link: str) -> tuple[JoinedScreen, SeatLink]:
    """The screen of a link's seat, as soon as the game has begun; how it is to be played is asked in the terminal before.

    Raises InputError, and LeftError where nobody answers that.
    """
    opened, typed = read_link(link), TypedInput()
    client = HostClient(opened, lambda message: None, secret=share_of(opened))
    notes = keep_notes(client)
    game = joined(client)
    if notes.fault:
        print(notes.fault)
    if not game.begun:
        print("Waiting for the other player ...", flush=True)
    return JoinedScreen(JoinedPlay(begun(game, settles=lambda client: settle(client, typed)))), opened
