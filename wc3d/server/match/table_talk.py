"""What players apart deal with among themselves: talk, pointing at a place, asking for a move back, breaking off, giving up."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.actions import read_correction
from wc3d.engine.seal import LONGEST_GIFT_S
from wc3d.errors import UNSEEN, InputError, one_line
from wc3d.server.match.client_values import is_number_below
from wc3d.server.match.game_settings import GameTerms, changed
from wc3d.server.match.match import (
    AGREE,
    BREAK,
    JUDGED,
    KEPT,
    PROPOSE,
    READY,
    RESUME,
    HostedGame,
    Listener,
    Message,
    refused,
)
from wc3d.server.match.seat_keys import HOST_KEY, JUDGE, WATCHING, judge_key, key_hash

LONGEST_SAID = 300
"""Characters of something said."""

PHRASES = (
    "Hello, have a good game!", "Thank you, well played!", "One moment, please.", "I'm thinking.", "Your move.", "Nice roll!",
    "May I take that back?", "Agreed.", "No, thank you.", "Let's look that up.", "I have to go. Let's continue later.",
)  # fmt: skip
"""What can be said with one press, by its number."""

FARTHEST_PLACE_IN = 1000
"""Inches from the table's corner to a place that can be pointed at."""

MOST_PROPOSED = 40
"""How often something else may be proposed before a game."""

WISH, ANSWER, WITHDRAW = "wish", "answer", "withdraw"
"""The kinds of rows: something is asked of the other player; the answer; it is no longer asked."""

JUDGE_LINK, JUDGE_COMES, JUDGE_GOES = "judge_link", "judge_comes", "judge_goes"
"""The kinds of rows about a judge: a player has made its link; it sits down (and sees with whose `eyes`); it leaves."""

WISHES = ("back", "break", "judge")
"""What can be asked of the other player: to take back one's last action, dice or not; to break off for now; to have a judge."""

Dealing = Callable[[HostedGame, int, str, Message], None]


def say(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Say something to everyone at the table: in words of one's own, or a phrase by its number."""
    words, phrase = message.get("text"), message.get("phrase")
    if type(phrase) is int and 0 <= phrase < len(PHRASES):
        words = PHRASES[phrase]
    if not isinstance(words, str) or not (text := " ".join(UNSEEN.sub("", words).split())):
        raise refused("unreadable", f"say: expected a text, or the number of a phrase from 0 to {len(PHRASES) - 1}")
    room.note("say", seat, request_id, {"text": text[:LONGEST_SAID]})


def point(room: HostedGame, seat: int, message: Message) -> dict[str, Any]:
    """Point at a place on the table, so that everyone sees it; it is not kept."""
    at = message.get("place")
    numbers = at if isinstance(at, list) and len(at) in (2, 3) else []
    if not numbers or not all(is_number_below(x, FARTHEST_PLACE_IN) for x in numbers):
        return {"t": "bad", "text": 'point: expected "place" to be two or three numbers in inches'}
    if seat == WATCHING:
        return {"t": "refused", "code": "watching", "text": "spectators can only watch"}
    room.tell_all({"t": "point", "by": seat, "place": [round(float(x), 3) for x in numbers]})
    return {"t": "pointed"}


# Wishes


def open_wish(room: HostedGame, number: int | None = None) -> tuple[int, str, int] | None:
    """What is being asked of the other player: by whom, what, and how many actions it is about. None if nothing is.
    `number`: as it was after so many happenings.

    A wish is gone as soon as the game has gone on, and when it was answered or withdrawn.
    """
    number = room.number if number is None else number
    version = room.versions[number - 1] if number else 0
    for row in reversed(room.rows[:number]):
        if row.kind in (ANSWER, WITHDRAW) or room.versions[row.n - 1] != version:
            return None
        if row.kind == WISH:
            return row.seat, row.body["what"], row.body.get("count", 0)
    return None


def wish(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Ask something of the other player; a bot agrees to all."""
    kind = message.get("what")
    if kind not in WISHES:
        raise refused("unreadable", f"wish: expected one of {', '.join(WISHES)}")
    if open_wish(room) is not None:
        raise refused("asked_already", "a request is already open: answer it or withdraw it first")
    body: dict[str, Any] = {"what": kind}
    if kind == "back" and room.waiting is not None:
        raise refused("rolling", "dice are being rolled: wait for the result")
    if kind == "back":
        mine = [number for number, turn in enumerate(reversed(room.playing.turns), 1) if turn.action.player == seat]
        if not mine:
            raise refused("cannot_undo", "you have no action to take back")
        room.check_take_back(mine[0])
        body["count"] = mine[0]
    if room.over:
        raise refused("over", "the game is over")
    room.note(WISH, seat, request_id, body)
    if 3 - seat in room.plan.bots:
        answer_wish(room, 3 - seat, None, {"yes": True})


def answer_wish(room: HostedGame, seat: int, request_id: str | None, message: Message) -> None:
    """Agree to what the other player asks, or do not."""
    pending_wish, yes = open_wish(room), message.get("yes")
    if pending_wish is None or pending_wish[0] == seat:
        raise refused("nothing_asked", "there is no request for you to answer")
    if not isinstance(yes, bool):
        raise refused("unreadable", 'answer: expected "yes" to be true or false')
    if yes and pending_wish[1] == "back":
        if room.waiting is not None:  # who has seen a roll must not make it vanish
            raise refused("rolling", "dice are being rolled: wait for the result")
        room.check_take_back(pending_wish[2])
    room.note(ANSWER, seat, request_id, {"what": pending_wish[1], "yes": yes})
    if yes and pending_wish[1] == "back":
        room.do(pending_wish[0], None, lambda game: game.undo(pending_wish[2], agreed=True))
    elif yes and pending_wish[1] == "judge":
        room.note(JUDGED, seat, None, {})
    elif yes:
        room.note(BREAK, seat, None, {})


def withdraw(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Ask no longer for what this player has asked of the other one."""
    pending_wish = open_wish(room)
    if pending_wish is None or pending_wish[0] != seat:
        raise refused("nothing_asked", "you have no open request")
    room.note(WITHDRAW, seat, request_id, {"what": pending_wish[1]})


# Before the game


def propose(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Propose another board, or other options: who proposes agrees, and the other player is asked anew."""
    _may_settle(room)
    if sum(row.kind == PROPOSE for row in room.rows) >= MOST_PROPOSED:
        raise refused("too_many", f"terms were proposed {MOST_PROPOSED} times already: agree to the last proposal")
    old_terms = room.terms()
    try:
        new_terms = changed(old_terms, room.plan.setup, message.get("board"), message.get("options", {}))
    except InputError as error:
        raise refused("cannot_be_played", one_line(error)) from None
    if new_terms.values() == old_terms.values():
        raise refused("same", "these terms are already proposed: agree to them or change something")
    agreed = agreed_terms(room, 3 - seat)
    old_lines = set((old_terms if agreed.values() == new_terms.values() else agreed).lines())
    new_lines = [line for line in new_terms.lines() if line not in old_lines]
    body = {"board": new_terms.board, "lines": [*new_terms.lines(), *room.clock_lines()], "other": new_lines, "values": new_terms.values()}
    room.note(PROPOSE, seat, request_id, {**body, KEPT: new_terms.setup})


def agreed_terms(room: HostedGame, player: int) -> GameTerms:
    """Return the terms that a player proposed or agreed to last, or those that the game was opened with."""
    last = next((row for row in reversed(room.rows) if row.seat == player and row.kind in (PROPOSE, AGREE)), None)
    if last is not None and last.kind == AGREE:
        last = next((row for row in room.rows if row.kind == PROPOSE and row.n == last.body["to"]), None)
    return room.terms_by(last)


def agree(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Agree to what is proposed: to the proposal of that number, 0 for how the game was opened."""
    _may_settle(room)
    stands = room.proposal.n if room.proposal is not None else 0
    if message.get("to") != stands or type(message["to"]) is not int:
        raise refused("stale", f"the proposal has changed: read proposal {stands} and agree to it")
    if seat in room.agreed:
        raise refused("agreed_already", "you have already agreed: wait for the other player")
    room.note(AGREE, seat, request_id, {"to": stands})


def _may_settle(room: HostedGame) -> None:
    """Is there still something to agree on? Raises RefusedError."""
    if room.settled or room.game is not None:
        raise refused("too_late", "both players have already agreed to the terms")


# The judge


def judge_link(room: HostedGame, seat: int, request_id: str, message: Message) -> dict[str, Any]:
    """Make the link of the judge's seat, and return its key. Both players must have agreed to each link.

    Everyone is told that it was made. An earlier link opens nothing any more, and whoever used it is sent away.
    The same request again returns the same key, in case the answer was lost.
    """
    agreement = max((row.n for row in room.rows if row.kind == JUDGED), default=0)
    link_row = next((row for row in room.rows[agreement:] if row.kind == JUDGE_LINK), None)
    is_repeated = link_row is not None and (link_row.seat, link_row.asked) == (seat, request_id)
    if not agreement or seat not in (1, 2) or (link_row is not None and not is_repeated):
        text = "both players must agree to a judge before each judge link"
        return {"t": "refused", "id": request_id, "code": "no_judge", "text": text}
    if link_row is None and room.store.done(room.id, seat, request_id) is not None:
        return {"t": "bad", "id": request_id, "text": "this id was already used for an earlier request"}
    key = judge_key(room.store.kept(HOST_KEY) or "", room.id, agreement)
    if link_row is None:
        room.store.rekey(room.id, {JUDGE: key_hash(key)})
        room.dismiss_judges()
        link_row = room.note(JUDGE_LINK, seat, request_id, {})
        note_judge_gone(room)
    return {"t": "judge", "id": request_id, "key": key, "n": link_row.n, "v": room.versions[link_row.n - 1]}


def seat_judge(room: HostedGame, client: object, listener: Listener, since: int | None) -> None:
    """Let a judge listen, and tell everyone whose side it sees."""
    room.join(client, listener, since)
    room.note(JUDGE_COMES, JUDGE, None, {"eyes": listener.seat})


def note_judge_gone(room: HostedGame) -> None:
    """Tell everyone that no judge is there any more, if one was."""
    last = next((row for row in reversed(room.rows) if row.kind in (JUDGE_COMES, JUDGE_GOES)), None)
    is_there = any(listener.judge for listener in room.listeners.values())
    if last is not None and last.kind == JUDGE_COMES and not is_there:
        room.note(JUDGE_GOES, JUDGE, None, {})


def correct(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Put a model elsewhere, as a judge: it is told, and in the game's record, so that whoever plays it again sees it."""
    if seat != JUDGE:
        raise refused("no_judge", "only a judge can correct the position of a model")
    if room.waiting is not None:
        raise refused("rolling", "dice are being rolled: wait for the result")
    parts = {name: message[name] for name in ("model", "at", "facing", "why") if name in message}
    if isinstance(parts.get("why"), str):
        parts["why"] = " ".join(UNSEEN.sub("", parts["why"]).split())
    action = read_correction({"type": "correction", **parts})
    assert action is not None
    room.do(seat, request_id, lambda game: game.apply(action))


def resume(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Go on with a game that was broken off. Where the game has a clock, both players must be there and say so."""
    if not room.broken_off:
        raise refused("not_broken_off", "the game is not paused")
    can_start = not room.clock.limit or 3 - seat in room.plan.bots or is_ready(room, 3 - seat)
    room.note(RESUME if can_start else READY, seat, request_id, {})


def is_ready(room: HostedGame, player: int) -> bool:
    """Return whether a player is there and has said, since the game was broken off, that it may go on."""
    broken_off = max((row.n for row in room.rows if row.kind == BREAK), default=0)
    has_said = any(row.kind == READY and row.seat == player for row in room.rows[broken_off:])
    return has_said and any(listener.seat == player and not listener.judge for listener in room.listeners.values())


def give(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Give the other player time. Nobody can give themselves any."""
    seconds = message.get("seconds")
    if type(seconds) is not int or not 1 <= seconds <= LONGEST_GIFT_S:
        raise refused("unreadable", f'give: expected "seconds" to be a whole number from 1 to {LONGEST_GIFT_S}')
    if not room.plan.clock:
        raise refused("no_clock", "this game has no clock")
    if room.over or room.game is None:
        raise refused("over", "you can give time only during the game")
    room.give_time(seat, request_id, seconds)


def concede(room: HostedGame, seat: int, request_id: str | None, message: Message) -> None:
    """Give the game up, whoever is asked."""
    action = room.rules.conceding(seat)
    if action is None:
        raise refused("cannot_concede", "you cannot concede this game")
    room.do(seat, request_id, lambda game: game.apply(action))


DEALINGS: dict[Any, Dealing] = {
    "say": say,
    "wish": wish,
    "answer": answer_wish,
    "withdraw": withdraw,
    "resume": resume,
    "concede": concede,
    "correct": correct,
    "give": give,
}
"""Requests among the players."""

JUDGING = ("say", "correct")
"""What a judge may ask for."""
