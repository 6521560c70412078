"""What a seat may ask of its game, and the answer: each request is done once, or refused with the reason.

Dice. A seat commits (`commit`) and, where they are "fair", opens its secret (`open`). Where they are a "chain" it commits to the
end of its chain (`wc3d.engine.chain_dice`), and gives a `link` when all are told `want` with a number, never another one. Where
they are "typed" the player of a `want` with a roll answers with the `faces` (`rolled`). Until that has come what was asked for
waits, though it was answered with done.

Before the game. A welcome with `terms` asks for `agree` (`to`: the terms' number `n`), or for other terms: `propose`, with a
`board` and `options` by name, as the terms' `form` lists them. Nothing begins before both players have agreed to the same.

Clocks. A `clock` says how many seconds each player has `left` and whose clock is `running`; a welcome has its settings
(`control`). A player may `give` the other one `seconds`. Taking back is refused ("no_time") where a player has less time left
than the bonuses of the actions that would be taken back. `undo` is refused ("thinking") while the other player's clock runs:
who takes back then wastes their time, so that is asked for (`wish`). A game that was broken off goes on when both players are
there and have asked for it (`resume`); the first of them is told as `ready`.

Seal. `begun`, each `step`, and the talk of kinds `time` and `give` have a `seal`: the head of the chain of the record's lines so
far (`wc3d.engine.record_seal`). Whoever notes it can prove later that a record is that of this game.

A judge. One player asks for one (`wish`, `what` is "judge"), the other agrees (`answer`). Then either makes its link, once:
`judge_link` is answered by `judge` with a `key`. All are told of the link ("judge_link"), and when a judge comes or goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from wc3d.engine.actions import RefusedError
from wc3d.engine.dice import DiceError
from wc3d.engine.fair_dice import SECRET_BYTES, make_commitment
from wc3d.engine.replay import action_data
from wc3d.server.match.external_dice import (
    apply_action,
    apply_with_available_dice,
    choose_host_secret,
    receive_link,
    receive_roll,
    resume_interrupted_roll,
)
from wc3d.server.match.match import (
    COMMIT_ROW,
    MAX_REQUEST_ID_CHARS,
    OPEN_ROW,
    PRIVATE_ENTRY,
    JsonObject,
    Match,
    Message,
    refusal_error,
)
from wc3d.server.match.match_spec import CHAIN_DICE
from wc3d.server.match.notifications import set_contact
from wc3d.server.match.seat_keys import JUDGE_SEAT, SPECTATOR_SEAT
from wc3d.server.match.table_talk import (
    JUDGE_REQUEST_KINDS,
    TALK_HANDLERS,
    accept_terms,
    create_judge_link,
    propose_terms,
    show_pointer,
)

MAX_LOG_PAGE_LINES = 200
"""Lines of the log that are given at once."""

COMMITMENT_PATTERN = re.compile(r"[0-9a-f]{64}")


def answer_request(room: Match, seat: int, message: Message) -> JsonObject:
    """The answer to a request of a seat; what it changes has been told to everyone. Raises nothing for what clients can send.

    A request has an `id`: done again under the same one it does nothing, and is answered as before. `at` is the version that
    the seat has seen (`v`): where the game has gone on since, nothing is done either.
    """
    kind, request_id = message.get("t"), message.get("id")
    if not isinstance(kind, str):
        return {
            "t": "bad",
            "text": f"t (type of the request): expected one of {', '.join((*CHANGE_HANDLERS, *READ_HANDLERS))}",
        }
    if kind in READ_HANDLERS:
        return READ_HANDLERS[kind](
            room, SPECTATOR_SEAT if seat == JUDGE_SEAT and kind != "point" else seat, message
        )
    if not isinstance(request_id, str) or not 1 <= len(request_id) <= MAX_REQUEST_ID_CHARS:
        return {
            "t": "bad",
            "text": f"id: expected a text of 1 to {MAX_REQUEST_ID_CHARS} characters",
        }
    if kind == "judge_link":
        return create_judge_link(room, seat, request_id, message)
    if kind not in CHANGE_HANDLERS:
        return {
            "t": "bad",
            "id": request_id,
            "text": f"t (type of the request): expected one of {', '.join((*CHANGE_HANDLERS, *READ_HANDLERS))}",
        }
    if seat == SPECTATOR_SEAT:
        return {
            "t": "refused",
            "id": request_id,
            "code": "watching",
            "text": "spectators can only watch",
        }
    if seat == JUDGE_SEAT and kind not in JUDGE_REQUEST_KINDS:
        return {
            "t": "refused",
            "id": request_id,
            "code": "judging",
            "text": "a judge cannot take actions",
        }
    if (n := room.store.event_of_request(room.id, seat, request_id)) is not None:
        return {
            "t": "done",
            "id": request_id,
            "n": n,
            "v": room.record_lengths[n - 1],
            "again": True,
        }
    room.end_if_time_is_up()
    if kind in VERSIONED_REQUESTS and (
        type(message.get("at")) is not int or message["at"] != room.record_length
    ):
        return {"t": "stale", "id": request_id, "v": room.record_length, "n": room.row_count}
    try:
        CHANGE_HANDLERS[kind](room, seat, request_id, message)
    except RefusedError as error:
        verdict = error.verdict
        fields = {
            "code": verdict.code,
            "text": verdict.text,
            "page": verdict.page,
            "rule": verdict.rule,
            "source": verdict.source,
        }
        return {
            "t": "refused",
            "id": request_id,
            **{name: value for name, value in fields.items() if value},
        }
    n = room.store.event_of_request(room.id, seat, request_id) or room.row_count
    return {"t": "done", "id": request_id, "n": n, "v": room.record_lengths[n - 1]}


# Playing


def _do(room: Match, seat: int, request_id: str, message: Message) -> None:
    game = room.active_game
    _check_running(room)
    data = message.get("action")
    action = game.rules.read_action(data if isinstance(data, dict) else {})
    if action.player != seat:
        raise refusal_error("not_yours", "only the other player can take this action")
    apply_action(room, seat, request_id, action_data(action))


def _undo(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Take back one's own last action, up to dice and revealed cards."""
    game = room.active_game
    _check_running(room)
    if room.dice_wanted_row is not None:
        raise refusal_error("rolling", "dice are being rolled: wait for the result")
    if game.turns and game.turns[-1].action.player != seat:
        raise refusal_error(
            "not_yours", "the other player took the last action: ask for a take-back instead"
        )
    if room.clock.limit_s and room.clock.running_player == 3 - seat:
        raise refusal_error(
            "thinking", "the other player's clock is running: ask for a take-back instead"
        )
    room.apply_step(seat, request_id, lambda game: game.undo(1))


def _redo(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Do the action again that was undone last, if it is the seat's own."""
    game = room.active_game
    _check_running(room)
    if not game.undone or game.undone[-1].action.player != seat:
        raise refusal_error("cannot_redo", "you have no undone action to redo")
    apply_action(room, seat, request_id, action_data(game.undone[-1].action))


def _enter_roll(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Say what the dice show, where the game goes on."""
    _check_running(room)
    receive_roll(room, seat, request_id, message)


def _check_running(room: Match) -> None:
    """Is the game going on, and not broken off? Raises RefusedError."""
    if room.is_over:
        raise refusal_error("over", "the game is over")
    if room.is_paused:
        raise refusal_error("broken_off", "the game is paused: resume it first")


# Dice


def _commit(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Commit to a secret for the dice; another one may be chosen until a player has opened theirs.

    With `leave` the host chooses the secret in the player's stead, as it does for bots; everybody is told so.
    """
    is_left_to_host = message.get("leave") is True
    own, commitment = (
        choose_host_secret(room, seat) if is_left_to_host else ("", message.get("commitment"))
    )
    if not isinstance(commitment, str) or not COMMITMENT_PATTERN.fullmatch(commitment):
        raise refusal_error("unreadable", "commitment: expected 64 hexadecimal digits")
    if commitment == room.dice_commitments().get(str(seat)):
        return  # said twice
    if (
        room.game is not None
        or room.dice_wanted_row is not None
        or room.last_rows_of_kind(OPEN_ROW)
    ):
        raise refusal_error(
            "too_late", "it is too late to change the secret: one was already revealed"
        )
    if commitment in room.dice_commitments().values() or commitment == room.spec.dice_commitment(
        room.id
    ):
        raise refusal_error(
            "not_yours", "this commitment is already used: commit to a secret of your own"
        )
    room.add_row(
        COMMIT_ROW,
        seat,
        request_id,
        {
            "commitment": commitment,
            **({"left": True, PRIVATE_ENTRY: own} if is_left_to_host else {}),
        },
    )
    _start_if_committed(room)


def _start_if_committed(room: Match) -> None:
    """Go on as soon as both have committed: what was left to the host is opened, and the game begins if nothing else is to be."""
    if len(commits := room.last_rows_of_kind(COMMIT_ROW)) < 2 or not room.is_agreed:
        return
    if room.spec.dice == CHAIN_DICE:
        apply_with_available_dice(room, 0, None, dict(room.setup))
    else:
        for player, row in commits.items():
            if PRIVATE_ENTRY in row.body and player not in room.last_rows_of_kind(OPEN_ROW):
                room.add_row(OPEN_ROW, player, None, {"secret": row.body[PRIVATE_ENTRY]})
        _begin_if_open(room)


def resume_interrupted_work(room: Match) -> None:
    """Do what was left undone when the host went away in the midst of it."""
    if room.game is None and room.dice_wanted_row is None:
        _start_if_committed(room)
    resume_interrupted_roll(room)


def _open_secret(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Open the secret that one has committed to, when both players have; with the second one the game begins."""
    secret = message.get("secret")
    commits, opens = room.last_rows_of_kind(COMMIT_ROW), room.last_rows_of_kind(OPEN_ROW)
    if room.game is not None or seat in opens or room.spec.dice == CHAIN_DICE:
        raise refusal_error("too_late", "your secret is no longer needed")
    if len(commits) < 2:
        raise refusal_error("too_early", "both players must commit to a secret first")
    if not isinstance(secret, str) or not COMMITMENT_PATTERN.fullmatch(secret):
        raise refusal_error("unreadable", f"secret: expected {2 * SECRET_BYTES} hexadecimal digits")
    if (
        make_commitment(room.id, str(seat), bytes.fromhex(secret))
        != commits[seat].body["commitment"]
    ):
        raise refusal_error("not_committed", "this secret does not match your commitment")
    room.add_row(OPEN_ROW, seat, request_id, {"secret": secret})
    _begin_if_open(room)


def _begin_if_open(room: Match) -> None:
    """Begin the game when both secrets are open, and it is agreed how it is played."""
    if len(room.last_rows_of_kind(OPEN_ROW)) == 2 and room.is_agreed:
        try:
            apply_with_available_dice(room, 0, None, dict(room.setup))
        except DiceError as error:
            raise refusal_error("dice", str(error)) from None


def _agree_or_propose(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Agree to what is proposed, or propose something else; when both agree, and all shares of the dice are there, it begins."""
    (accept_terms if message["t"] == "agree" else propose_terms)(room, seat, request_id, message)
    if room.is_agreed:
        resume_interrupted_work(room)


# Looking


def _get_log_page(room: Match, seat: int, message: Message) -> JsonObject:
    end_line, limit = message.get("before"), message.get("most")
    whole = [value for value in (end_line, limit) if type(value) is int]
    if len(whole) < 2:
        return {"t": "bad", "text": 'log: expected "before" and "most" to be whole numbers'}
    return room.log_page_message(seat, whole[0], max(1, min(whole[1], MAX_LOG_PAGE_LINES)))


def _list_offers(room: Match, seat: int, message: Message) -> JsonObject:
    number = room.visible_row_count(seat)
    reply: JsonObject = {
        "t": "offers",
        "v": room.record_lengths[number - 1] if number else 0,
        "offers": [],
    }
    if room.game is not None and seat and room.player_to_act == seat:
        state = room.feeds[seat].state_seen_at(room.record_length)
        reply |= {
            "question": room.rules.describe_question(state),
            "offers": room.feeds[seat].offers_to_json(state, seat),
        }
    return reply


def _explain(room: Match, seat: int, message: Message) -> JsonObject:
    """What the rules would say to an action of one's own; nothing is done, and no more is known than the seat knows."""
    if room.game is None or not seat:
        return {
            "t": "why",
            "legal": False,
            "text": "only a player can ask this, and only during the game",
        }
    state = room.feeds[seat].state_seen_at(room.record_length)
    try:
        data = message.get("action")
        action = room.rules.read_action(data if isinstance(data, dict) else {})
        if action.player != seat:
            raise refusal_error("not_yours", "only the other player can take this action")
    except RefusedError as error:
        return {"t": "why", "legal": False, "code": error.verdict.code, "text": error.verdict.text}
    verdict = room.rules.check(state, action)
    words = (
        room.rules.describe(state, action)
        if verdict
        else room.rules.describe_refusal(state, verdict)
    )
    return {
        "t": "why",
        "v": room.record_length,
        "legal": verdict.legal,
        "code": verdict.code,
        "text": words,
    }


READ_HANDLERS: dict[Any, Callable[[Match, int, Message], JsonObject]] = {
    "log": _get_log_page,
    "offers": _list_offers,
    "why": _explain,
    "point": show_pointer,
}
"""Requests that change nothing."""

CHANGE_HANDLERS: dict[Any, Callable[[Match, int, str, Message], None]] = {
    "do": _do,
    "undo": _undo,
    "redo": _redo,
    "commit": _commit,
    "open": _open_secret,
    "link": receive_link,
    "rolled": _enter_roll,
    "contact": set_contact,
    "agree": _agree_or_propose,
    "propose": _agree_or_propose,
    **TALK_HANDLERS,
}
"""Requests that change something, each done once."""

VERSIONED_REQUESTS = ("do", "undo", "redo")
"""Requests that are meant for the game as it stands: they say where the seat thinks it is."""
