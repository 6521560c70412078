"""A game in the terminal: what is asked, what is typed, what is told. Line by line, so that it works with pipes, too."""
from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.engine.actions import Action, Offer, RefusedError
from wc3d.engine.dice import DiceError, Roll, checked, describe
from wc3d.engine.game import Game
from wc3d.engine.replay import Journal, save
from wc3d.errors import InputError
from wc3d.warcaster.actions import Pass
from wc3d.warcaster.book.log import Chronicle, chronicle, scoreboard
from wc3d.warcaster.decisions import STEP_NAMES
from wc3d.warcaster.words import board_text
from wc3d.warcaster.words.action_parser import parse_action
from wc3d.warcaster.words.action_syntax import FORMS
from wc3d.warcaster.words.action_words import describe_action, meaning
from wc3d.warcaster.words.lookups import look_up_card, look_up_hand, look_up_rules, look_up_sight, measure
from wc3d.warcaster.words.question_words import describe_question, standings

if TYPE_CHECKING:
    from wc3d.players import Player

LISTED = 8
"""How many actions of a kind are listed; of attacks and the like three times as many."""

CONTINUOUS = ("advance", "place_gate", "place")
"""Kinds of which there are endlessly many: some are listed, spread over what was found."""

FREE = ("place_gate", "place")
"""Kinds that may be possible even if no example was found."""

FOUND = 40
"""How many of those are looked at."""

LOGGED = 25
"""How many lines of the log are shown if nothing is said."""

LONGEST_LINE = 4000
"""Characters of a line that is typed; Python reads no number of many more digits."""

WIPE = "\033[2J\033[3J\033[H"
"""What makes a terminal forget what it shows."""

HELP = """\
A number does what is listed under it. Or say it yourself:
{orders}
Names may be short: "wolf" for Dusk Wolf, "team_b" for Ranger Fire Team b, or a label of the plan.
why not ORDER       what the rules say to it, without doing it
more                list what can be done again, and more of it
undo [N]            take back the last actions, up to dice or hidden cards
map, units, hand    the board from above, all units, your cards; terrain: what stands where, how high, and the ladders
card NAME           a unit, weapon, Cypher or ability and what it does
rules WORD ...      what the rules say
measure A to B      how far two models, objectives or points are from each other
sight A to B        who sees whom, and cover
score               points, Arc, activation tokens, objectives
log [N], save [FILE], help, quit"""


class LeftError(Exception):
    """The players leave the game here: they said so, or the input is at its end."""


class Typed:
    """What is typed, line by line. Where it comes from a pipe it is shown, so that what is printed reads as a whole."""

    def __init__(self) -> None:
        self.terminal = sys.stdin is not None and sys.stdin.isatty()

    def line(self, prompt: str) -> str:
        """The next line. Raises LeftError at the end."""
        try:
            if self.terminal:
                return input(prompt).strip()[:LONGEST_LINE]
            print(prompt, end="", flush=True)
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except EOFError:
            line = ""
        except UnicodeDecodeError:
            raise InputError("the input is not UTF-8 text") from None
        if not line:
            print()
            raise LeftError
        if len(line) > LONGEST_LINE:
            print()
            raise InputError(f"expected a line of at most {LONGEST_LINE} characters")
        print(line.rstrip("\n"))
        return line.strip()

    def dice(self, roll: Roll) -> Sequence[int]:
        """What the dice on the table show; asked again until they can be what was rolled. Raises LeftError at the end."""
        while True:
            text = self.line(f"Roll {describe(roll.dice)} (player {roll.player}: {roll.why}): ").replace(",", " ")
            digits = text.split() if " " in text or len(roll.dice) == 1 else list(text)
            try:
                return checked(roll, [int(digit) if digit.isdecimal() else -1 for digit in digits])
            except DiceError as error:
                print(error)


class Session:
    """A game being played in the terminal. `bots` play for their players; everything done is in the journal's file."""

    def __init__(self, game: Game, journal: Journal, typed: Typed, bots: Mapping[int, Player]) -> None:
        self.game = game
        self.journal = journal
        self.typed = typed
        self.bots = bots
        self.people = [p for p in (1, 2) if p not in bots]
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.teller = Chronicle(game.start, self.reader)
        self.seat = 0
        self.listed: list[Action] = []
        self.standing: list[str] = []
        self.unsaved = False

    def play(self) -> None:
        """Play until the game is over or the players leave. Raises InputError if the game could not be saved."""
        told = self.teller.tell(self.game.log)
        self._tell(told[-LOGGED:] if self.game.turns else told)
        try:
            while not self.game.over:
                mover = self.game.to_act or 0
                if mover in self.bots:
                    self._do(self.bots[mover].choose(self.game.view(mover)))
                else:
                    self._ask(mover)
            self._tell(self.teller.rest())
        except LeftError:
            pass
        except KeyboardInterrupt:
            print()
            self._kept()
            raise
        self._kept()

    def _kept(self) -> None:
        """Say where the game is; what has not been written is written now. Raises InputError."""
        self.journal.note()
        print(f"The game is saved in {self.journal.path}")

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            print(line)
        sys.stdout.flush()

    def _do(self, action: Action) -> None:
        """Do an action, tell what happens, and note it in the file."""
        happened = self.game.apply(action)
        self._note()
        self._tell(self.teller.tell(happened))

    def _note(self) -> None:
        """Bring the file up to date. Where it cannot be written that is told once, and tried again with every action."""
        try:
            self.journal.note()
        except InputError as error:
            if not self.unsaved:
                print(f"{error}; the game goes on, but is not saved: `save FILE` keeps it elsewhere")
            self.unsaved = True
        else:
            self.unsaved = False

    # Asking

    def _ask(self, player: int) -> None:
        """Ask a player for one action, answering whatever else is typed."""
        self._tell(self.teller.rest())
        self._seated(player)
        self._where(player)
        self.list_offers(LISTED)
        asked = self.game.state
        while self.game.state is asked:
            try:
                self._answer(self.typed.line("> "))
            except InputError as error:
                print(error)
            except RefusedError as error:
                print(f"No: {error}")

    def _seated(self, player: int) -> None:
        """Give the laptop to the other person before a hand can be seen; in a terminal nothing of the first one's is left."""
        if len(self.people) > 1 and self.seat not in (0, player):
            print(f"{WIPE if self.typed.terminal else ''}\n*** Pass the laptop to {self._name(player)}. ***")
            if self.typed.terminal:
                self.typed.line("Press Enter. ")
                self.log("")
        self.seat = player

    def _name(self, player: int) -> str:
        return str(self.game.state.setup.names[player - 1])

    def _where(self, player: int) -> None:
        """Who is asked, when, and how the game stands (if that has changed since it was last told)."""
        print(f"\n{self._name(player)}, {self._moment(player)}:")
        standing = standings(self.game.state) if self.game.state.round else []
        self._tell([*(standing if standing != self.standing else ()), *describe_question(self.game.state)])
        self.standing = standing

    def _moment(self, player: int) -> str:
        state = self.game.state
        if not state.round:
            return STEP_NAMES[0]
        whose = "" if player == state.active else f" of {self._name(state.active)}"
        return f"Pulse round {state.round}, turn {state.turn}{whose}, step {state.phase}: {STEP_NAMES[state.phase]}"

    def list_offers(self, most: int) -> None:
        """Number what can be done now."""
        self.listed, explained = [], {""}
        for offer in sorted(self.game.offers(), key=lambda offer: offer.type == "pass"):
            actions = some(offer, most)
            if offer.type == "pass":
                self.listed += actions[:1]
                why = "" if actions else offer.check(Pass(player=offer.player)).text
                print(f"  {len(self.listed)} {offer.text}" if actions else f"  ({offer.text}: not now, {why})")
            elif actions:
                print(f"  {offer.text}")
            elif offer.type in FREE:
                print(f"  {offer.text} (no place found: say it yourself)")
            for action in actions if offer.type != "pass" else ():
                self.listed.append(action)
                print(f"    {len(self.listed)} {describe_action(self.game.state, action)}")
                meant = meaning(self.game.state, action)
                if meant not in explained:
                    print(f"        {meant}")
                    explained.add(meant)

    # Answering

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not line:
            return
        if line.isdecimal():
            self._numbered(int(line))
        elif (action := parse_action(self.game, line)) is not None:
            self._do(action)
        elif (command := COMMANDS.get(ALSO.get(word, word))) is not None:
            command(self, rest.strip())
        else:
            raise InputError(f"{word!r} is no command here (help lists them)")

    def _numbered(self, number: int) -> None:
        if not 1 <= number <= len(self.listed):
            raise InputError(f"expected a number from 1 to {len(self.listed)}")
        self._do(self.listed[number - 1])

    def why(self, rest: str) -> None:
        """What the rules say to an order, without doing it."""
        order = rest.removeprefix("not ").strip()
        action = parse_action(self.game, order)
        if action is None:
            raise InputError(f"expected an action after why not: {', '.join(FORMS)}")
        verdict = self.game.check(action)
        print(f"It is allowed: {describe_action(self.game.state, action)}" if verdict else f"No: {verdict}")

    def undo(self, rest: str) -> None:
        """Take back the last actions; those of bots along with the one before them."""
        wanted = number(rest or "1")
        count = people = 0
        for turn in reversed(self.game.turns):
            if people == wanted:
                break
            count += 1
            people += turn.action.player not in self.bots
        self.game.undo(count if people == wanted else len(self.game.turns) + 1)
        self._note()
        self.teller = Chronicle(self.game.start, self.reader)
        self.teller.tell(self.game.log)
        print(f"{count} taken back")

    def save(self, rest: str) -> None:
        """Write the game to another file, too."""
        if rest and Path(rest).exists():
            raise InputError(f"{rest}: there is such a file already")
        if rest:
            save(self.game, rest)
        print(f"The game is saved in {rest or self.journal.path}")

    def log(self, rest: str) -> None:
        """The last lines of the log."""
        self._tell(chronicle(self.game, self.reader)[-number(rest or str(LOGGED)) :])

    def score(self, rest: str) -> None:
        """How the game stands: points and what they were scored for, Arc, tokens, objectives."""
        state = self.game.state
        self._tell([*standings(state), *board_text.objectives(state), *scoreboard(self.game.log, state)])

    def card(self, rest: str) -> None:
        """A card and what it does."""
        self._tell(look_up_card(self.game.state, rest))

    def measure(self, rest: str) -> None:
        """How far apart two things are."""
        self._tell(measure(self.game.state, rest.split()))

    def sight(self, rest: str) -> None:
        """Who sees whom."""
        self._tell(look_up_sight(self.game.state, rest.split()))

    def hand(self, rest: str) -> None:
        """The cards in the hand of the player who is asked."""
        self._tell(look_up_hand(self.game.state, self.game.to_act or 0))

    def leave(self, rest: str) -> None:
        """Leave the game."""
        raise LeftError


def some(offer: Offer, most: int) -> list[Action]:
    """Actions of a kind to be listed; of a kind with endlessly many some that differ."""
    if offer.type == "place_gate":
        sites: dict[Any, Action] = {}
        for action in islice(offer.candidates(), most * 5):
            sites.setdefault(getattr(action, "at", None), action)
        return list(sites.values())[:most]
    if offer.type in CONTINUOUS:
        found = list(islice(offer.candidates(), max(FOUND, most)))
        return found[:: max(1, len(found) // most)][:most]
    return list(islice(offer.candidates(), 3 * most))


def number(text: str) -> int:
    """A whole number of 1 or more. Raises InputError."""
    if not text.isdecimal() or not 1 <= int(text) <= 10**6:
        raise InputError(f"expected a whole number of 1 or more, got {text!r}")
    return int(text)


def _help(session: Session, rest: str) -> None:
    print(HELP.format(orders="\n".join(f"  {form}" for form in FORMS.values())))


ALSO = {"exit": "quit", "?": "help", "status": "score", "rule": "rules", "los": "sight", "cards": "hand", "list": "more"}
"""Other words for the same."""

COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "why": Session.why,
    "more": lambda session, rest: session.list_offers(3 * LISTED),
    "undo": Session.undo,
    "map": lambda session, rest: session._tell(board_text.plan(session.game.state)),
    "terrain": lambda session, rest: session._tell(board_text.terrain(session.game.state)),
    "units": lambda session, rest: session._tell(board_text.units(session.game.state)),
    "hand": Session.hand,
    "card": Session.card,
    "rules": lambda session, rest: session._tell(look_up_rules(rest)),
    "measure": Session.measure,
    "sight": Session.sight,
    "log": Session.log,
    "score": Session.score,
    "save": Session.save,
    "help": _help,
    "quit": Session.leave,
}
"""What can be typed besides actions."""
