"""Requests between remote players: chat, pointing, take-backs, pauses, terms, judges, conceding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.actions import Correction, read_correction
from wc3d.engine.record_seal import MAX_TIME_GIFT_S
from wc3d.errors import CONTROL_CHARACTERS_PATTERN, InputError, to_one_line
from wc3d.server.limits import is_finite_within
from wc3d.server.match.game_settings import GameSettings, change_settings
from wc3d.server.match.match import (
    AGREE_ROW,
    JUDGE_AGREED_ROW,
    PAUSE_ROW,
    PRIVATE_ENTRY,
    PROPOSE_ROW,
    READY_ROW,
    RESUME_ROW,
    Listener,
    Match,
    Message,
    refusal_error,
)
from wc3d.server.match.seat_keys import (
    HOST_KEY_SETTING,
    JUDGE_SEAT,
    SPECTATOR_SEAT,
    derive_judge_key,
    hash_key,
)
from wc3d.table.terrain.standing_places import overlapping_models

MAX_CHAT_CHARS = 300
"""The maximum length of a chat message."""

CHAT_PHRASES = (
    "Hello, have a good game!",
    "Thank you, well played!",
    "One moment, please.",
    "I'm thinking.",
    "Your move.",
    "Nice roll!",
    "May I take that back?",
    "Agreed.",
    "No, thank you.",
    "Let's look that up.",
    "I have to go. Let's continue later.",
)
"""Ready-made chat messages. A client sends the index."""

MAX_POINTER_DISTANCE_IN = 1000
"""The maximum coordinate of a pointer, in inches from the table's corner."""

MAX_PROPOSALS = 40
"""The maximum number of proposals before a game."""

PLAYER_REQUEST, PLAYER_ANSWER, PLAYER_WITHDRAWAL = "wish", "answer", "withdraw"
"""A player sends the opponent a request, answers it, or withdraws it."""

JUDGE_LINK, JUDGE_COMES, JUDGE_GOES = "judge_link", "judge_comes", "judge_goes"
"""A player has made the judge's link; a judge arrives with the view of `eyes`, or leaves."""

PLAYER_REQUEST_KINDS = ("back", "break", "judge")
"""Requests to the opponent: a take-back even after dice, a pause, or a judge."""

TalkHandler = Callable[[Match, int, str, Message], None]


def send_chat(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Send a chat message to everyone: free text, or a phrase by its index."""
    words = message.get("text")
    phrase = message.get("phrase")
    if type(phrase) is int and 0 <= phrase < len(CHAT_PHRASES):
        words = CHAT_PHRASES[phrase]
    if not isinstance(words, str) or not (
        text := " ".join(CONTROL_CHARACTERS_PATTERN.sub("", words).split())
    ):
        raise refusal_error(
            "unreadable",
            f"say: expected text or the number of a phrase from 0 to {len(CHAT_PHRASES) - 1}",
        )
    match.add_row("say", seat, request_id, {"text": text[:MAX_CHAT_CHARS]})


def show_pointer(match: Match, seat: int, message: Message) -> dict[str, Any]:
    """Show everyone a point on the table. It is not saved."""
    at = message.get("place")
    numbers = at if isinstance(at, list) and len(at) in (2, 3) else []
    if not numbers or not all(is_finite_within(x, MAX_POINTER_DISTANCE_IN) for x in numbers):
        return {"t": "bad", "text": 'point: expected "place" to be two or three numbers in inches'}
    if seat == SPECTATOR_SEAT:
        return {"t": "refused", "code": "watching", "text": "spectators can only watch"}
    match.broadcast({"t": "point", "by": seat, "place": [round(float(x), 3) for x in numbers]})
    return {"t": "pointed"}


# Requests


def open_player_request(match: Match, number: int | None = None) -> tuple[int, str, int] | None:
    """Return the sender, the kind and the number of actions of the open request, or None.

    A request ends when the opponent answers, the sender withdraws it, or the game advances.
    `number` selects the situation after this many rows.
    """
    number = match.row_count if number is None else number
    version = match.record_lengths[number - 1] if number else 0
    for row in reversed(match.rows[:number]):
        if (
            row.kind in (PLAYER_ANSWER, PLAYER_WITHDRAWAL)
            or match.record_lengths[row.number - 1] != version
        ):
            return None
        if row.kind == PLAYER_REQUEST:
            return row.seat, row.body["what"], row.body.get("count", 0)
    return None


def ask_other_player(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Send the opponent a request. A bot agrees to every request."""
    kind = message.get("what")
    if kind not in PLAYER_REQUEST_KINDS:
        raise refusal_error(
            "unreadable", f"wish: expected one of {', '.join(PLAYER_REQUEST_KINDS)}"
        )
    if open_player_request(match) is not None:
        raise refusal_error(
            "asked_already", "a request is already open; answer it or withdraw it first"
        )
    body: dict[str, Any] = {"what": kind}
    if kind == "back" and match.dice_wanted_row is not None:
        raise refusal_error("rolling", "dice are being rolled; wait for the result")
    if kind == "back":
        mine = [
            number
            for number, turn in enumerate(reversed(match.active_game.turns), 1)
            if turn.action.player == seat
        ]
        if not mine:
            raise refusal_error("cannot_undo", "you have no action to take back")
        match.check_take_back(mine[0])
        body["count"] = mine[0]
    if match.is_over:
        raise refusal_error("over", "the game is over")
    match.add_row(PLAYER_REQUEST, seat, request_id, body)
    if 3 - seat in match.spec.bots:
        answer_player_request(match, 3 - seat, None, {"yes": True})


def answer_player_request(
    match: Match, seat: int, request_id: str | None, message: Message
) -> None:
    """Accept or decline the opponent's request."""
    pending_wish = open_player_request(match)
    yes = message.get("yes")
    if pending_wish is None or pending_wish[0] == seat:
        raise refusal_error("nothing_asked", "there is no request for you to answer")
    if not isinstance(yes, bool):
        raise refusal_error("unreadable", 'answer: expected "yes" to be true or false')
    if yes and pending_wish[1] == "back":
        if match.dice_wanted_row is not None:  # a visible roll must not vanish
            raise refusal_error("rolling", "dice are being rolled; wait for the result")
        match.check_take_back(pending_wish[2])
    match.add_row(PLAYER_ANSWER, seat, request_id, {"what": pending_wish[1], "yes": yes})
    if yes and pending_wish[1] == "back":
        match.apply_step(
            pending_wish[0], None, lambda game: game.undo(pending_wish[2], agreed=True)
        )
    elif yes and pending_wish[1] == "judge":
        match.add_row(JUDGE_AGREED_ROW, seat, None, {})
    elif yes:
        match.add_row(PAUSE_ROW, seat, None, {})


def withdraw_player_request(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Withdraw the player's own request."""
    pending_wish = open_player_request(match)
    if pending_wish is None or pending_wish[0] != seat:
        raise refusal_error("nothing_asked", "you have no open request")
    match.add_row(PLAYER_WITHDRAWAL, seat, request_id, {"what": pending_wish[1]})


# Terms


def propose_terms(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Propose another board or other options. The proposer agrees, the opponent must agree."""
    _check_open_terms(match)
    if sum(row.kind == PROPOSE_ROW for row in match.rows) >= MAX_PROPOSALS:
        raise refusal_error(
            "too_many",
            f"the limit of {MAX_PROPOSALS} proposals is reached; you can only agree to the last proposal",
        )
    old_terms = match.current_terms()
    try:
        new_terms = change_settings(
            old_terms, match.spec.setup, message.get("board"), message.get("options", {})
        )
    except InputError as error:
        raise refusal_error("cannot_be_played", to_one_line(error)) from None
    if new_terms.to_json() == old_terms.to_json():
        raise refusal_error(
            "same", "these terms are already proposed; agree to them or change something"
        )
    agreed = last_accepted_terms(match, 3 - seat)
    old_lines = set(
        (old_terms if agreed.to_json() == new_terms.to_json() else agreed).describe_lines()
    )
    new_lines = [line for line in new_terms.describe_lines() if line not in old_lines]
    body = {
        "board": new_terms.board,
        "lines": [*new_terms.describe_lines(), *match.describe_clock()],
        "other": new_lines,
        "values": new_terms.to_json(),
    }
    match.add_row(PROPOSE_ROW, seat, request_id, {**body, PRIVATE_ENTRY: new_terms.setup})


def last_accepted_terms(match: Match, player: int) -> GameSettings:
    """Return the terms that a player last proposed or agreed to, or the original terms."""
    last = next(
        (
            row
            for row in reversed(match.rows)
            if row.seat == player and row.kind in (PROPOSE_ROW, AGREE_ROW)
        ),
        None,
    )
    if last is not None and last.kind == AGREE_ROW:
        last = next(
            (
                row
                for row in match.rows
                if row.kind == PROPOSE_ROW and row.number == last.body["to"]
            ),
            None,
        )
    return match.terms_of_proposal(last)


def accept_terms(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Agree to the current proposal by its number, 0 for the original terms."""
    _check_open_terms(match)
    stands = match.proposal.number if match.proposal is not None else 0
    if message.get("to") != stands or type(message["to"]) is not int:
        raise refusal_error(
            "stale", f"the proposal has changed; read proposal {stands} and agree to it"
        )
    if seat in match.agreed_players:
        raise refusal_error("agreed_already", "you have already agreed; wait for the other player")
    match.add_row(AGREE_ROW, seat, request_id, {"to": stands})


def _check_open_terms(match: Match) -> None:
    """Raise RefusedError if nothing is left to agree on."""
    if match.is_agreed or match.game is not None:
        raise refusal_error("too_late", "both players have already agreed to the terms")


# The judge


def create_judge_link(match: Match, seat: int, request_id: str, message: Message) -> dict[str, Any]:
    """Make the judge's link and return its key. Both players must have agreed to each link.

    Everyone is notified. An earlier link becomes invalid, and its judge is disconnected. A
    repeated request returns the same key, in case the answer was lost.
    """
    agreement = max((row.number for row in match.rows if row.kind == JUDGE_AGREED_ROW), default=0)
    link_row = next((row for row in match.rows[agreement:] if row.kind == JUDGE_LINK), None)
    is_repeated = link_row is not None and (link_row.seat, link_row.request_id) == (
        seat,
        request_id,
    )
    if not agreement or seat not in (1, 2) or (link_row is not None and not is_repeated):
        text = "both players must agree to a judge before a judge link can be made"
        return {"t": "refused", "id": request_id, "code": "no_judge", "text": text}
    if link_row is None and match.store.event_of_request(match.id, seat, request_id) is not None:
        return {
            "t": "bad",
            "id": request_id,
            "text": "this id was already used for an earlier request",
        }
    key = derive_judge_key(match.store.read_setting(HOST_KEY_SETTING) or "", match.id, agreement)
    if link_row is None:
        match.store.replace_keys(match.id, {JUDGE_SEAT: hash_key(key)})
        match.dismiss_judges()
        link_row = match.add_row(JUDGE_LINK, seat, request_id, {})
        announce_judge_gone(match)
    return {
        "t": "judge",
        "id": request_id,
        "key": key,
        "n": link_row.number,
        "v": match.record_lengths[link_row.number - 1],
    }


def admit_judge(match: Match, client: object, listener: Listener, since: int | None) -> None:
    """Add a judge as a listener, and announce whose view the judge sees."""
    match.add_listener(client, listener, since)
    match.add_row(JUDGE_COMES, JUDGE_SEAT, None, {"eyes": listener.seat})


def announce_judge_gone(match: Match) -> None:
    """Announce that the judge has left, if one was present."""
    last = next(
        (row for row in reversed(match.rows) if row.kind in (JUDGE_COMES, JUDGE_GOES)), None
    )
    is_there = any(listener.is_judge for listener in match.listeners.values())
    if last is not None and last.kind == JUDGE_COMES and not is_there:
        match.add_row(JUDGE_GOES, JUDGE_SEAT, None, {})


def correct_model_position(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Move a model as a judge. The correction is announced and recorded, so replays show it."""
    if seat != JUDGE_SEAT:
        raise refusal_error("no_judge", "only a judge can correct the position of a model")
    if match.dice_wanted_row is not None:
        raise refusal_error("rolling", "dice are being rolled; wait for the result")
    parts = {name: message[name] for name in ("model", "at", "facing", "why") if name in message}
    if isinstance(parts.get("why"), str):
        parts["why"] = " ".join(CONTROL_CHARACTERS_PATTERN.sub("", parts["why"]).split())
    action = read_correction({"type": "correction", **parts})
    assert action is not None
    _check_correction(match, action)
    match.apply_step(seat, request_id, lambda game: game.apply(action))


def _check_correction(match: Match, action: Correction) -> None:
    """Raise RefusedError for a correction without a reason or onto another model.

    Only the host checks this, so older records with such corrections still replay.
    """
    if not action.why:
        raise refusal_error("no_reason", 'correct: expected "why", the reason for the correction')
    if not match.active_game.check(action):
        return  # `Game.apply` gives the reason
    table = match.rules.queries.table(match.active_game.state)
    body = table.body(action.model).moved(table.corrected_position(action.model, action.at))
    others = overlapping_models(table, body.volume, ignore=(body.id,))
    if others:
        names = [
            match.rules.text.display_name(match.active_game.state, id) for id in (body.id, *others)
        ]
        raise refusal_error(
            "no_place", f"{names[0]} would overlap {', '.join(names[1:])}: choose a free place"
        )


def resume_match(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Resume a paused game. With a clock, both players must be present and ready."""
    if not match.is_paused:
        raise refusal_error("not_broken_off", "the game is not paused")
    can_start = (
        not match.clock.limit_s
        or 3 - seat in match.spec.bots
        or is_ready_to_resume(match, 3 - seat)
    )
    match.add_row(RESUME_ROW if can_start else READY_ROW, seat, request_id, {})


def is_ready_to_resume(match: Match, player: int) -> bool:
    """Return whether a player is present and has declared readiness since the pause."""
    broken_off = max((row.number for row in match.rows if row.kind == PAUSE_ROW), default=0)
    has_said = any(row.kind == READY_ROW and row.seat == player for row in match.rows[broken_off:])
    return has_said and any(
        listener.seat == player and not listener.is_judge for listener in match.listeners.values()
    )


def give_time(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Give the opponent time."""
    seconds = message.get("seconds")
    if type(seconds) is not int or not 1 <= seconds <= MAX_TIME_GIFT_S:
        raise refusal_error(
            "unreadable",
            f'give: expected "seconds" to be a whole number from 1 to {MAX_TIME_GIFT_S}',
        )
    if not match.spec.clock:
        raise refusal_error("no_clock", "this game has no clock")
    if match.is_over or match.game is None:
        raise refusal_error("over", "you can give time only during the game")
    match.give_time(seat, request_id, seconds)


def concede_match(match: Match, seat: int, request_id: str | None, message: Message) -> None:
    """Concede the game, also during the opponent's turn."""
    action = match.rules.search.concede_action(seat)
    if action is None:
        raise refusal_error("cannot_concede", "you cannot concede this game")
    match.apply_step(seat, request_id, lambda game: game.apply(action))


TALK_HANDLERS: dict[Any, TalkHandler] = {
    "say": send_chat,
    "wish": ask_other_player,
    "answer": answer_player_request,
    "withdraw": withdraw_player_request,
    "resume": resume_match,
    "concede": concede_match,
    "correct": correct_model_position,
    "give": give_time,
}
"""Handlers of requests between the players."""

JUDGE_REQUEST_KINDS = ("say", "correct")
"""The requests that a judge may send."""
