"""`wc3d play --join LINK --window`: play a seat at a host in the window.

The session knows what the host sends to the seat and sends requests. A separate thread does the
network I/O, so that the window never waits.
"""

from __future__ import annotations

import queue
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

from wc3d.cli.output.prompt import PromptInput
from wc3d.cli.play.dice_secrets import (
    load_dice_secret,
    note_chain_heads,
    verify_command_text,
)
from wc3d.cli.play.join import JUDGE_TALK_KINDS, TALK_WORDS, ask_for_terms, describe_request
from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.dice import DiceError, Die, Roll, check_faces
from wc3d.engine.replay import action_data
from wc3d.errors import InputError, escape_control_characters
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import OutOfSyncError, SeatGame, join_seat_game, wait_for_begin
from wc3d.server.match.seat_keys import SeatLink, parse_link
from wc3d.ui.play_session import PlaySession
from wc3d.ui.player_clock import PlayerClock, format_clock
from wc3d.window.play.game.chat_panel import ChatPanel
from wc3d.window.play.game.play_panels import CHAT_TAB
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.game.talk_card import TalkCard, TalkNews

REPLY_TIMEOUT_S = 0.25
"""Seconds that the window waits for the host's reply; a later reply is shown on arrival."""

TIME_GIFT_S = 60
"""Seconds that the button gives to the other player."""

PROOF_PREFIX = "game="
"""The label of the number that proves the course of a game."""

LISTEN_INTERVAL_S = 0.02
"""Seconds between two checks of the request queue."""


class HostConnection:
    """A connection to the host: it sends requests and queues messages in `received`."""

    def __init__(self, client: MatchClient) -> None:
        self.client = client
        self.received: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._asked: queue.SimpleQueue[Mapping[str, Any]] = queue.SimpleQueue()
        self._stop = Flag()
        client.on_message = lambda message: self.received.put(("told", message))
        self._thread = Thread(target=self._run, name="host", daemon=True)
        self._thread.start()

    def send_request(self, request: Mapping[str, Any]) -> None:
        """Send a request to the host. The reply arrives in `received`."""
        self._asked.put(request)

    def close(self) -> None:
        """Close the connection."""
        self._stop.set()
        self.client.close()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                try:
                    request = self._asked.get_nowait()
                except queue.Empty:
                    self.client.wait_for_message(LISTEN_INTERVAL_S)
                else:
                    self.received.put(("answer", self.client.request(request)))
        except Exception as error:
            if not self._stop.is_set():
                self.received.put(
                    (
                        "gone",
                        f"{error}"
                        if isinstance(error, InputError)
                        else f"{type(error).__name__}: {error}",
                    )
                )


class JoinedPlaySession(PlaySession):
    """The session of a seat at a host. `news` are messages to the player outside the game."""

    def __init__(self, game: SeatGame) -> None:
        self.is_waiting_for_host = False
        self.is_rolling = game.client.awaited_dice is not None
        self.version = game.client.version
        self.news: list[str] = []
        self.chat_lines: list[str] = []
        self.incoming_request = self.own_request = ""
        self.connection = HostConnection(game.client)
        super().__init__(game)
        self.seat_game = game
        self.people = (game.client.seat,) if game.client.seat in (1, 2) else ()
        self.reader = game.viewer
        self._write_log()
        for talk in game.client.chat_history:
            if talk["kind"] in JUDGE_TALK_KINDS:
                self._show_talk(talk)
        self._refresh()

    @property
    def person_to_act(self) -> int:
        return 0 if self.is_waiting_for_host or self.is_rolling else super().person_to_act

    # --- requests

    def _do(self, action: Action) -> None:
        self._request({"t": "do", "action": action_data(action)})

    def _request(self, request: Mapping[str, Any]) -> None:
        """Send a request. Raise an early refusal; show a late one."""
        self.connection.send_request({"at": self.version, **request})
        self.is_waiting_for_host = True
        self._refresh()
        refusal = self._handle_replies(REPLY_TIMEOUT_S)
        if refusal is not None:
            raise refusal

    def type_roll(self, faces: Sequence[int]) -> None:
        """Send this seat's dice to the host. Raises DiceError if the roll cannot have them."""
        if self.wanted_roll is None:
            raise DiceError("there is no roll to enter now")
        check_faces(self.wanted_roll, faces)
        pending_roll, self.wanted_roll = self.wanted_roll, None
        try:
            self._request({"t": "rolled", "faces": list(faces)})
        except RefusedError as error:
            self.wanted_roll = pending_roll
            raise DiceError(str(error.verdict.text)) from None

    def undoable_count(self) -> int:
        turns = self.game.turns
        return 1 if turns and turns[-1].action.player in self.people else 0

    def redoable_count(self) -> int:
        return self.game.redoable()

    def redo(self) -> None:
        self._request({"t": "redo"})

    def _take_back(self, count: int) -> None:
        if count != 1:
            raise RefusedError(
                Verdict(
                    False, "cannot_undo", "in a hosted game you can undo only one action at a time"
                )
            )
        self._request({"t": "undo"})

    # --- replies

    def poll(self) -> bool:
        moved = super().poll()
        has_news = not self.connection.received.empty()
        refusal = self._handle_replies(0.0)
        if refusal is not None:
            self.news.append(str(refusal.verdict.text))
        return moved or has_news

    def _handle_replies(self, patience: float) -> RefusedError | None:
        """Handle queued messages, waiting up to `patience` seconds; return a refusal or None."""
        while True:
            try:
                waits = bool(patience) and self.is_waiting_for_host
                kind, content = (
                    self.connection.received.get(timeout=patience)
                    if waits
                    else self.connection.received.get_nowait()
                )
            except queue.Empty:
                return None
            if kind == "told":
                self._handle_message(content)
                continue
            self.is_waiting_for_host = False
            if kind == "answer" and content["t"] == "judge":
                link = SeatLink(
                    self.connection.client.link.host,
                    self.connection.client.link.game,
                    str(content["key"]),
                )
                self._add_news(f"Give this link to the judge: {link}")
                continue
            if kind == "gone":
                self.stop_reason = self.fault = (
                    f"lost the connection to the host: {escape_control_characters(str(content))}"
                )
            self._refresh()
            if kind == "answer" and content["t"] != "done":
                parts = {
                    name: str(content.get(name, "")) for name in ("text", "page", "rule", "source")
                }
                text = (
                    parts["text"]
                    or "the game changed before your action arrived; check the table and choose again"
                )
                return RefusedError(
                    Verdict(
                        False, str(content.get("code", content["t"])), **{**parts, "text": text}
                    )
                )

    def _handle_message(self, message: Mapping[str, Any]) -> None:
        old_state = self.game.state
        turn_count = len(self.game.turns)
        try:
            self.seat_game.handle_message(message)
        except OutOfSyncError as error:
            self.stop_reason = self.fault = str(error)
            self._refresh()
            return
        self.version = message.get("v", self.version)
        self.is_rolling = message.get("kind") in ("want", "link", "rolled") or (
            self.is_rolling and message["t"] == "talk"
        )
        if message["t"] != "talk" or message["kind"] in ("answer", "wish", "withdraw"):
            self.incoming_request = self.own_request = ""
        if (
            message["t"] == "talk"
            and message["kind"] == "wish"
            and message["by"] == self.connection.client.seat
        ):
            self.own_request = f"You asked {describe_request(message['what'], 'your')}"
        if message["t"] == "talk":
            self._show_talk(message)
        elif message["t"] == "step" and len(self.game.turns) == turn_count + 1:
            self.animation.add(
                old_state, self.game.turns[-1].events, self.game.state, len(self.game.turns)
            )
        else:
            self.animation.reset(self.game.state)
            self._write_log()
        if message.get("ending"):
            print(
                f"To verify this game, download its record from the host and run: {verify_command_text(self.connection.client)}",
                flush=True,
            )
        pending_roll = self.connection.client.roll_to_type
        self.wanted_roll = None if pending_roll is None else roll_from_message(pending_roll)
        self._refresh()

    def _show_talk(self, message: Mapping[str, Any]) -> None:
        """Show a chat message or an agreement of the players."""
        kind = message["kind"]
        by = message["by"]
        if by == self.connection.client.seat or kind not in (
            *TALK_WORDS,
            "say",
            "wish",
            "answer",
            "give",
            "judge_comes",
        ):
            return
        sender = "The judge" if by not in (0, 1, 2) else self.player_name(by) if by else "The host"
        if kind == "say":
            text = f"{sender}: {message['text']}"
        elif kind == "wish":
            text = self.incoming_request = escape_control_characters(
                f"{sender} asks {describe_request(message['what'])}"
            )
        elif kind == "answer":
            text = f"{sender} {'agrees' if message['yes'] else 'does not agree'}"
        elif kind == "give":
            text = f"{sender} gives {self.player_name(message['to'])} {format_clock(message['seconds'])} more time"
        elif kind == "judge_comes":
            text = f"{sender} joins, and sees what {self.player_name(message['eyes'])} sees"
        else:
            text = f"{sender} {TALK_WORDS[kind]}"
        self._add_news(escape_control_characters(text))

    def _add_news(self, words: str) -> None:
        self.news.append(words)
        self.chat_lines.append(words)

    def on_talk_button(self, mark: str, words: str) -> None:
        """Send a chat message, an answer or a request; show a refusal."""
        if mark == "say":
            self.chat_lines.append(f"{self.player_name(self.people[0])}: {words}")
            self.connection.send_request({"t": "say", "text": words})
        elif mark in ("yes", "no"):
            self.incoming_request = ""
            self.connection.send_request({"t": "answer", "yes": mark == "yes"})
        elif mark == "give":
            self.connection.send_request({"t": "give", "seconds": TIME_GIFT_S})
        elif mark in ("withdraw", "judge_link", "resume"):
            self.connection.send_request({"t": mark})
        else:
            self.connection.send_request({"t": "wish", "what": mark})

    @property
    def clocks(self) -> Sequence[PlayerClock]:
        client = self.connection.client
        running = client.running_clock
        return [
            PlayerClock(player, self.player_name(player), seconds, player == running)
            for player, seconds in client.time_left().items()
        ]

    def status_lines(self) -> list[str]:
        """Return the clocks, and the number that proves the course of the game so far."""
        client = self.connection.client
        lines = [f"{clock.name}: {clock.words}" for clock in self.clocks]
        return [*lines, *([f"{PROOF_PREFIX}{client.seal}"] if client.seal else [])]

    # --- unavailable here, because the host does it

    def save(self) -> None:
        """Do nothing: the host saves the game."""

    def save_copy(self, path: str | Path) -> None:
        """Raise InputError, because the host saves the game."""
        raise InputError("you cannot save a hosted game: download it from the host when it is over")

    def bot_options(self) -> list[tuple[str, str]]:
        return []

    def close(self) -> None:
        self.connection.close()
        super().close()


def roll_from_message(data: Mapping[str, Any]) -> Roll:
    """Return the roll that a host requests."""
    dice = tuple(Die(str(die["name"]), tuple(die["faces"])) for die in data["dice"])
    return Roll(dice, int(data["player"]), escape_control_characters(str(data["why"])))


class JoinedPlayScreen(PlayScreen):
    """The screen of a hosted game, with the other players' messages."""

    session: JoinedPlaySession

    def __init__(self, session: JoinedPlaySession) -> None:
        super().__init__(session)
        self.talk = ChatPanel()
        self.talk_card = TalkCard()
        self.play_panels.chat = self._draw_chat
        self._seen_lines = 0
        self._shown_requests: set[str] = set()
        self._shown_times: tuple[str, ...] = ()

    def draw_panels(self, ui: Any) -> None:
        request = self.session.incoming_request
        self._shown_requests.add(request)
        messages = self._unread_messages()
        count = "!" if request else str(len(messages)) if messages else ""
        self.play_panels.rename_chat(f"{CHAT_TAB} ({count})" if count else CHAT_TAB)
        super().draw_panels(ui)
        news = TalkNews(request, self._unread_messages())
        self.talk_card.draw(ui, self.grid.table, news, self._answer_request, self._open_chat)

    def _unread_messages(self) -> list[str]:
        """Return the messages that neither the chat nor the card of a request has shown."""
        lines = self.session.chat_lines[self._seen_lines :]
        return [line for line in lines if line not in self._shown_requests]

    def _answer_request(self, is_accepted: bool) -> None:
        self.session.on_talk_button("yes" if is_accepted else "no", "")

    def _open_chat(self) -> None:
        """Show the chat in the tab that is in sight, and take its messages as read."""
        panels = self.play_panels
        self._seen_lines = len(self.session.chat_lines)
        panels.tab = panels.lower_tab = panels.chat_title

    def _draw_chat(self, ui: Any) -> None:
        session = self.session
        self._seen_lines = len(session.chat_lines)
        self.talk.draw(
            ui,
            session.chat_lines,
            session.incoming_request,
            session.own_request,
            bool(session.people),
            session.on_talk_button,
            session.status_lines(),
        )

    def poll(self) -> bool:
        changed = super().poll()
        for words in self.session.news:
            if words not in self.session.chat_lines:  # the card shows those
                self.show_message(words)
        has_news, self.session.news = bool(self.session.news), []
        times = tuple(clock.words for clock in self.session.clocks)
        has_ticked, self._shown_times = times != self._shown_times, times
        return changed or has_news or has_ticked


def wait_for_play_screen(link: str) -> tuple[JoinedPlayScreen, SeatLink]:
    """Return the screen of a link's seat after the game begins. The terminal asks for the terms
    before that.

    Raises InputError, and QuitError if the player does not answer.
    """
    opened = parse_link(link)
    typed = PromptInput()
    client = MatchClient(opened, lambda message: None, secret=load_dice_secret(opened))
    notes = note_chain_heads(client)
    try:
        game = join_seat_game(client)
        if notes.fault:
            print(notes.fault)
        if not game.has_begun:
            print("Waiting for the other player ...", flush=True)
        wait_for_begin(game, settles=lambda client: ask_for_terms(client, typed))
    except OutOfSyncError as error:
        client.close()
        raise InputError(str(error)) from None
    return JoinedPlayScreen(JoinedPlaySession(game)), opened
