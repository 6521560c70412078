"""`wc3d play --join LINK`: play a seat at a host in the terminal; `--bot` lets a bot play."""

from __future__ import annotations

import contextlib
import select
import shlex
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.bots import make_bot
from wc3d.bots.match import choose_action
from wc3d.cli.output.colors import print_log
from wc3d.cli.output.prompt import PromptInput, QuitError
from wc3d.cli.output.prompt_completion import PromptCompletions
from wc3d.cli.play.dice_secrets import (
    describe_clocks,
    describe_proof,
    load_dice_secret,
    note_chain_heads,
    verify_command_text,
)
from wc3d.cli.play.terminal_session import COMMANDS, MAX_LISTED_ACTIONS, TerminalSession
from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.dice import Die, Roll
from wc3d.errors import InputError, escape_control_characters
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import (
    OutOfSyncError,
    SeatGame,
    join_seat_game,
    play_to_end,
    wait_for_begin,
)
from wc3d.server.match.seat_keys import JUDGE_SEAT, SeatLink, parse_link
from wc3d.server.match.table_talk import CHAT_PHRASES
from wc3d.ui.player_clock import format_clock

HOST_COMMANDS_HELP = (
    'say TEXT            send a message; "say N" sends ready-made phrase N (type "phrases" for the list)',
    "back                ask to take back your last action, even if dice were rolled; the other player types yes or no",
    "mail ADDRESS        have the host notify ADDRESS when it is your move; without ADDRESS, stop",
    "break               ask to pause the game",
    "resume              continue the paused game",
    "clock               show the time each player has left",
    "proof               show the proof number; with it you can check later that the record was not changed",
    "give SECONDS        give the other player more time",
    "judge               ask for a judge",
    "judge link          make a link for the judge, after both players have agreed to one",
    "withdraw            withdraw your request",
    "put MODEL X,Y WHY   move a model (only the judge); WHY is the reason",
)
"""The help for commands that only hosted games have."""


KEYBOARD_POLL_S = 0.3
"""Seconds between two checks of the keyboard during another player's decision."""


def has_typed_input() -> bool:
    """Return whether a line waits, False if unknown (Windows): then lines are read on turn."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):
        return False


class NullJournal:
    """A journal that writes nothing, because the host saves the game."""

    path = "the host"

    def append_new(self) -> None:
        """Do nothing."""


class JoinedTerminalSession(TerminalSession):
    """A hosted game in the terminal."""

    def __init__(self, game: SeatGame, typed: PromptInput) -> None:
        self.client = game.client
        super().__init__(game, NullJournal(), typed, {})  # type: ignore[arg-type]
        self.people = [game.client.seat]
        self.reader = game.viewer

    def play(self) -> None:
        """Play or watch until the game ends or the player leaves."""
        try:
            while not self.game.over:
                if self.client.awaited_dice is not None:
                    self._roll()
                elif self.game.to_act == self.client.seat:
                    self._ask(self.client.seat)
                elif (
                    not self.client.wait_for_message(
                        KEYBOARD_POLL_S if self.prompt_input.terminal else None
                    )
                    and has_typed_input()
                ):
                    self._take_line()
            self._tell(
                [
                    self.rules.text.describe_ending(self.game.state),
                    f"To verify this game, download its record from the host and run: {verify_command_text(self.client)}",
                ]
            )
        except QuitError:
            print("Your seat is kept; the same link opens it again")
        finally:
            self.client.close()

    def _roll(self) -> None:
        """Roll this seat's dice by hand, or wait for the other rolls."""
        ask_for_roll(self.client, self.prompt_input)
        self.client.wait_for_message(KEYBOARD_POLL_S)

    def _do(self, action: Action) -> None:
        self.game.apply(action)

    def _ask(self, player: int) -> None:
        self._describe_turn(player)
        self.list_offers(MAX_LISTED_ACTIONS)
        old_state = self.game.state
        while (
            self.game.state is old_state and not self.game.over and self.client.awaited_dice is None
        ):
            self._take_line()
            while self.client.wait_for_message(0.05):
                pass

    def _take_line(self) -> None:
        try:
            self._answer(
                self.prompt_input.read_line(
                    "> ", PromptCompletions(self._list_commands(), self._list_names)
                )
            )
        except InputError as error:
            print(error)
        except RefusedError as error:
            print(f"No: {error.verdict.reason}")

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "say":
            text = rest.strip()
            self.client.request_change(
                "say",
                **(
                    {"phrase": int(text) - 1}
                    if text.isdecimal() and len(text) < 3
                    else {"text": text}
                ),
            )
        elif word == "phrases":
            self._tell([f"  {number} {phrase}" for number, phrase in enumerate(CHAT_PHRASES, 1)])
        elif word == "judge" and rest:
            print(
                f"Give this link to the judge: {SeatLink(self.client.link.host, self.client.link.game, self._make_judge_key())}"
            )
        elif word == "mail":
            self.client.request_change("contact", to=rest.strip())
        elif word == "put":
            self._move_model(rest)
        elif word in ("back", "break", "judge"):
            self.client.request_change("wish", what=word)
        elif word in ("yes", "no"):
            self.client.request_change("answer", yes=word == "yes")
        elif word in ("resume", "withdraw"):
            self.client.request_change(word)
        elif word == "clock":
            self._tell(
                [describe_clocks(self.client, self.rules.text.player_names(self.game.state))]
            )
        elif word == "proof":
            self._tell([describe_proof(self.client)])
        elif word == "give":
            self._give_time(rest)
        elif word == "concede":
            self.client.request_change("concede")
        elif word == "help":
            COMMANDS["help"](self, "")
            self._tell([f"  {line}" for line in HOST_COMMANDS_HELP])
        elif word == "save":
            raise InputError(
                "you cannot save a hosted game: download it from the host when it is over"
            )
        else:
            super()._answer(line)

    def _give_time(self, rest: str) -> None:
        """Give the other player time. Raises InputError and RefusedError."""
        if not rest.strip().isdecimal():
            raise InputError("expected: give SECONDS (for example give 60)")
        self.client.request_change("give", seconds=int(rest.strip()[:9]))

    def _make_judge_key(self) -> str:
        """Make the judge's key. Raises RefusedError unless both players have agreed to a judge."""
        reply = self.client.request({"t": "judge_link"})
        if reply["t"] != "judge":
            raise RefusedError(Verdict(False, str(reply.get("code")), str(reply.get("text"))))
        return str(reply["key"])

    def _move_model(self, rest: str) -> None:
        """Move a model to another place. Raises InputError and RefusedError."""
        model, _, arguments = rest.partition(" ")
        position, _, reason = arguments.strip().partition(" ")
        try:
            at = [float(part) for part in position.split(",")]
        except ValueError:
            raise InputError("expected: put MODEL X,Y WHY (X,Y in inches)") from None
        self.client.request_change("correct", model=model, at=at, why=reason.strip())

    def undo(self, rest: str) -> None:
        """Undo the player's own last action, as far as dice and hidden cards allow."""
        self.game.undo(1)

    def redo(self, rest: str) -> None:
        """Redo the player's own last undone action."""
        self.game.redo()


DICE_MODE_NOTES = {
    "chain": "Both players' programs make every roll together: keep this program running.",
    "typed": "Players roll dice by hand and type the results, so nobody can prove that the dice are fair.",
}
"""The note for dice that the host does not roll."""


def ask_for_roll(client: MatchClient, typed: PromptInput) -> None:
    """Prompt for this seat's roll by hand, if any. Raises QuitError at the input's end."""
    pending_roll = client.roll_to_type
    if pending_roll is None:
        return
    dice = tuple(Die(str(die["name"]), tuple(die["faces"])) for die in pending_roll["dice"])
    faces = typed.read_dice(
        Roll(dice, pending_roll["player"], escape_control_characters(str(pending_roll["why"])))
    )
    try:
        client.request_change("rolled", faces=list(faces))
    except RefusedError as error:
        print(f"No: {error.verdict.reason}")
        if error.verdict.code == "broken_off":
            typed.read_line("Press Enter to resume it. ")
            with contextlib.suppress(RefusedError):  # the other player may have resumed it
                client.request_change("resume")


def ask_for_terms(client: MatchClient, typed: PromptInput) -> None:
    """Prompt this seat, if it has to, to agree to the terms or propose. Raises QuitError."""
    while (terms := client.terms_to_accept) is not None:
        proposer = "The host" if not terms["by"] else f"Player {terms['by']}"
        print(
            "\n".join(
                [
                    f"{proposer} proposes:",
                    *(f"  {escape_control_characters(str(line))}" for line in terms["lines"]),
                ]
            )
        )
        print(
            "Type agree to accept these terms. To propose others, type: propose board=NAME NAME=VALUE ..."
            + describe_proposal_form(terms["form"])
        )
        try:
            word, *rest = shlex.split(typed.read_line("> ")) or [""]
            if word == "agree":
                client.request_change("agree", to=terms["n"])
            elif word == "propose":
                client.request_change("propose", **parse_proposal(terms, rest))
        except (InputError, ValueError) as error:
            print(f"{error}")
        except RefusedError as error:
            print(f"No: {error.verdict.reason}")
        client.wait_for_message(0.05)


def describe_proposal_form(form: Mapping[str, Any]) -> str:
    """Describe the possible proposals in lines."""
    lines = [f"  board: {', '.join(str(id) for id, _ in form['boards'] if id)}"]
    for option in form["options"]:
        values = (
            "yes, no"
            if option["flag"]
            else ", ".join(str(value) for value, _ in option["choices"] if value)
        )
        lines.append(
            f"  {option['name']}: {values}"
            + (" (several, separated by commas)" if option["many"] else "")
        )
    return "".join(f"\n{escape_control_characters(line)}" for line in lines)


def parse_proposal(terms: Mapping[str, Any], words: Sequence[str]) -> dict[str, Any]:
    """Parse a typed proposal. Raises InputError."""
    kinds = {option["name"]: option for option in terms["form"]["options"]}
    proposal: dict[str, Any] = {"options": {}}
    for word in words:
        name, sign, value = word.partition("=")
        if name == "board" and sign:
            proposal["board"] = value
        elif name in kinds and sign:
            kind = kinds[name]
            proposal["options"][name] = (
                value == "yes" if kind["flag"] else value.split(",") if kind["many"] else value
            )
        else:
            raise InputError(
                f"{word}: expected board=NAME or one of {', '.join(f'{kind}=VALUE' for kind in kinds)}"
            )
    return proposal


def join_in_terminal(link: str, bot: str, typed: PromptInput | None = None) -> int:
    """Play at a host until the end and return the exit code.

    Raises InputError, also if the game no longer matches the host's.
    """
    opened = parse_link(link)
    client = MatchClient(opened, lambda message: None, secret=load_dice_secret(opened))
    try:
        return _play_at_host(client, bot, typed or PromptInput())
    except OutOfSyncError as error:
        client.close()
        raise InputError(str(error)) from None


def _play_at_host(client: MatchClient, bot: str, typed: PromptInput) -> int:
    """Play a client's seat until the end and return the exit code. Raises as `SeatGame`."""
    notes = note_chain_heads(client)
    game = join_seat_game(client, lambda message: print_message(message, client))
    if notes.fault:
        print(notes.fault)
    plays = client.seat in (1, 2)
    role = f"player {client.seat}" if plays else "the judge" if client.seat else "a spectator"
    print(
        f"You are {role}. Your dice secret is {client.secret.hex()}" if plays else f"You are {role}"
    )
    if client.dice_mode in DICE_MODE_NOTES:
        print(DICE_MODE_NOTES[client.dice_mode])
    if bot:
        wait_for_begin(game)
    else:
        wait_for_begin(
            game,
            lambda client: ask_for_roll(client, typed),
            lambda client: ask_for_terms(client, typed),
        )
    if bot and client.seat:
        return play_by_bot(game, bot)
    JoinedTerminalSession(game, typed).play()
    return 0


def play_by_bot(game: SeatGame, name: str) -> int:
    """Let a bot play the seat to the end and return the exit code. Raises InputError."""
    player = make_bot(game.rules, name, game.client.secret.hex())
    action_count = play_to_end(game, partial(choose_action, player))
    print(
        f"The bot {name} took {pluralize(action_count, 'action')}. {game.rules.text.describe_ending(game.state)}"
    )
    print(
        f"To verify this game, download its record from the host and run: {verify_command_text(game.client)}"
    )
    return 0


REQUEST_WORDS = {
    "back": "to take back {whose} last action",
    "break": "to pause the game",
    "judge": "for a judge",
}
"""The phrase for each request to the other player."""


def describe_request(what: str, whose: str = "their") -> str:
    """Return a request in words, to follow "Anna asks" or, with "your", "You asked"."""
    return REQUEST_WORDS[what].format(whose=whose)


TALK_WORDS = {
    "agree": "agrees to the terms",
    "commit": "has locked in a dice secret",
    "open": "has revealed the dice secret",
    "wish": "asks you something; type yes or no",
    "break": "pauses the game",
    "resume": "continues the game",
    "ready": "is ready to continue; the game continues when both players are ready",
    "time": "is out of time",
    "judged": 'agrees to a judge, who will see both hands; type "judge link" to make a link for the judge',
    "withdraw": "withdraws the request",
    "judge_link": "has made a link for the judge; earlier links no longer work",
    "judge_goes": "has left",
}
"""The phrase for each kind of message from a player."""


JUDGE_TALK_KINDS = ("judged", "judge_link", "judge_comes", "judge_goes")
"""The kinds of messages about a judge, which late players also receive."""


def sender_name(by: int) -> str:
    """Return the name of a message's sender."""
    return "The judge" if by == JUDGE_SEAT else f"Player {by}" if by else "The host"


def print_message(message: Mapping[str, Any], client: MatchClient) -> None:
    """Print a message of the host: log lines and talk."""
    for talk in message.get("talk", ()):
        if talk["kind"] in JUDGE_TALK_KINDS:
            print_message(talk, client)
    print_log(
        escape_control_characters(str(line)) for line in message.get("log", {}).get("lines", ())
    )
    if message["t"] == "talk" and message["by"] != client.seat:
        sender = sender_name(message["by"])
        if message["kind"] == "say":
            print(f"{sender}: {escape_control_characters(str(message['text']))}")
        elif message["kind"] == "wish":
            answer_note = ". Type yes or no" if client.seat in (1, 2) else ""
            print(f"{sender} asks {describe_request(message['what'])}{answer_note}")
        elif message["kind"] == "answer":
            print(f"{sender} {'agrees' if message['yes'] else 'does not agree'}")
        elif message["kind"] == "sent":
            hindered = (
                f", but {escape_control_characters(str(message['hindered']))}"
                if "hindered" in message
                else ""
            )
            print(f"The host sent a message to player {message['to']}{hindered}")
        elif message["kind"] == "rolled":
            print(f"{sender} rolled {', '.join(str(face) for face in message['faces'])} by hand")
        elif message["kind"] == "propose":
            print(
                f"{sender} proposes: {'; '.join(escape_control_characters(str(line)) for line in message['other'])}"
            )
        elif message["kind"] == "give":
            print(
                f"{sender} gives player {message['to']} {format_clock(message['seconds'])} more time"
            )
        elif message["kind"] == "judge_comes":
            print(f"{sender} joins, and sees what player {message['eyes']} sees")
        elif message["kind"] in TALK_WORDS:
            print(f"{sender} {TALK_WORDS[message['kind']]}")
