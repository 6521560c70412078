"""The requests of a seat and their answers. A request is applied once, or refused with a reason.

Dice. A seat commits (`commit`). With "fair" dice, it then opens its secret (`open`). With "chain"
dice, it commits to the end of its chain (`wc3d.engine.chain_dice`). It gives a `link` when
everyone receives `want` with a number, never another link. With "typed" dice, the player of a
`want` with a roll answers with the `faces` (`rolled`). The requested action waits for the dice,
although its answer was already "done".

Before the game. A welcome with `terms` expects `agree` (`to`: the number `n` of the terms) or
`propose`, with a `board` and `options` by name from the `form` of the terms. The game begins only
after both players have agreed to the same terms.

Clocks. A `clock` shows the seconds that each player has `left`, and the player whose clock is
`running`. A welcome has the settings (`control`). A player may `give` the opponent `seconds`. The
host refuses a take-back ("no_time") if a player would lose more bonus time than is left. It
refuses `undo` ("thinking") while the opponent's clock runs, as this wastes the opponent's time.
`wish` asks for it instead. A paused game resumes when both players are present and have sent
`resume`. The first of them is announced as `ready`.

Seal. `begun`, each `step`, and talk of the kinds `time` and `give` have a `seal`. It is the head
of the record's hash chain so far (`wc3d.engine.record_seal`). Players who note it can later prove
that a record belongs to this game.

A judge. A player requests a judge (`wish`, `what` is "judge"), and the opponent agrees (`answer`).
Then either player makes the link once: `judge` with a `key` answers `judge_link`. Everyone is
notified of the link ("judge_link"), and when a judge arrives or leaves.

Presence. A client that joins with the part "presence" receives `here` with the `seats` that are
connected (0 for spectators, 3 for a judge), at once and after each change.
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
"""The maximum number of log lines in an answer."""

COMMITMENT_PATTERN = re.compile(r"[0-9a-f]{64}")


def answer_request(match: Match, seat: int, message: Message) -> JsonObject:
    """Return the answer to a seat's request, after news of its changes is sent. Never raises.

    A repeated request with the same `id` changes nothing and returns the earlier answer. `at` is
    the version that the seat has seen (`v`). An outdated request also changes nothing.
    """
    kind = message.get("t")
    request_id = message.get("id")
    if not isinstance(kind, str):
        return {
            "t": "bad",
            "text": f"t (type of the request): expected one of {', '.join((*CHANGE_HANDLERS, *READ_HANDLERS))}",
        }
    if kind in READ_HANDLERS:
        return READ_HANDLERS[kind](
            match, SPECTATOR_SEAT if seat == JUDGE_SEAT and kind != "point" else seat, message
        )
    if not isinstance(request_id, str) or not 1 <= len(request_id) <= MAX_REQUEST_ID_CHARS:
        return {
            "t": "bad",
            "text": f"id: expected text of 1 to {MAX_REQUEST_ID_CHARS} characters",
        }
    if kind == "judge_link":
        return create_judge_link(match, seat, request_id, message)
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
    if (n := match.store.event_of_request(match.id, seat, request_id)) is not None:
        return {
            "t": "done",
            "id": request_id,
            "n": n,
            "v": match.record_lengths[n - 1],
            "again": True,
        }
    match.end_if_time_is_up()
    if kind in VERSIONED_REQUESTS and (
        type(message.get("at")) is not int or message["at"] != match.record_length
    ):
        return {"t": "stale", "id": request_id, "v": match.record_length, "n": match.row_count}
    try:
        CHANGE_HANDLERS[kind](match, seat, request_id, message)
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
    n = match.store.event_of_request(match.id, seat, request_id) or match.row_count
    return {"t": "done", "id": request_id, "n": n, "v": match.record_lengths[n - 1]}


# Playing


def _do(match: Match, seat: int, request_id: str, message: Message) -> None:
    game = match.active_game
    _check_running(match)
    data = message.get("action")
    action = game.rules.play.read_action(data if isinstance(data, dict) else {})
    if action.player != seat:
        raise refusal_error("not_yours", "only the other player can take this action")
    apply_action(match, seat, request_id, action_data(action))


def _undo(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Take back the seat's own last action, up to dice and revealed cards."""
    game = match.active_game
    _check_running(match)
    if match.dice_wanted_row is not None:
        raise refusal_error("rolling", "dice are being rolled; wait for the result")
    if game.turns and game.turns[-1].action.player != seat:
        raise refusal_error(
            "not_yours", "the other player took the last action; ask for a take-back instead"
        )
    if match.clock.limit_s and match.clock.running_player == 3 - seat:
        raise refusal_error(
            "thinking", "the other player's clock is running; ask for a take-back instead"
        )
    match.apply_step(seat, request_id, lambda game: game.undo(1))


def _redo(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Redo the last undone action if it belongs to the seat."""
    game = match.active_game
    _check_running(match)
    if not game.undone or game.undone[-1].action.player != seat:
        raise refusal_error("cannot_redo", "you have no undone action to redo")
    apply_action(match, seat, request_id, action_data(game.undone[-1].action))


def _enter_roll(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Enter the result of a requested roll in a running game."""
    _check_running(match)
    receive_roll(match, seat, request_id, message)


def _check_running(match: Match) -> None:
    """Raise RefusedError if the game is over or paused."""
    if match.is_over:
        raise refusal_error("over", "the game is over")
    if match.is_paused:
        raise refusal_error("broken_off", "the game is paused; resume it first")


# Dice


def _commit(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Commit to a secret for the dice. The commitment may change until a player opens a secret.

    With `leave`, the host chooses the secret for the player, as for bots, and everyone sees this.
    """
    is_left_to_host = message.get("leave") is True
    own, commitment = (
        choose_host_secret(match, seat) if is_left_to_host else ("", message.get("commitment"))
    )
    if not isinstance(commitment, str) or not COMMITMENT_PATTERN.fullmatch(commitment):
        raise refusal_error("unreadable", "commitment: expected 64 hexadecimal digits")
    if commitment == match.dice_commitments().get(str(seat)):
        return  # a repeated commitment
    if (
        match.game is not None
        or match.dice_wanted_row is not None
        or match.last_rows_of_kind(OPEN_ROW)
    ):
        raise refusal_error(
            "too_late", "you cannot change your dice secret after a dice secret was revealed"
        )
    if commitment in match.dice_commitments().values() or commitment == match.spec.dice_commitment(
        match.id
    ):
        raise refusal_error(
            "not_yours", "this dice secret is already in use; lock in one of your own"
        )
    match.add_row(
        COMMIT_ROW,
        seat,
        request_id,
        {
            "commitment": commitment,
            **({"left": True, PRIVATE_ENTRY: own} if is_left_to_host else {}),
        },
    )
    _start_if_committed(match)


def _start_if_committed(match: Match) -> None:
    """Open the secrets left to the host once both players have committed, and begin if possible."""
    if len(commits := match.last_rows_of_kind(COMMIT_ROW)) < 2 or not match.is_agreed:
        return
    if match.spec.dice == CHAIN_DICE:
        apply_with_available_dice(match, 0, None, dict(match.setup))
    else:
        for player, row in commits.items():
            if PRIVATE_ENTRY in row.body and player not in match.last_rows_of_kind(OPEN_ROW):
                match.add_row(OPEN_ROW, player, None, {"secret": row.body[PRIVATE_ENTRY]})
        _begin_if_open(match)


def resume_interrupted_work(match: Match) -> None:
    """Finish work that a stop of the host interrupted."""
    if match.game is None and match.dice_wanted_row is None:
        _start_if_committed(match)
    resume_interrupted_roll(match)


def _open_secret(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Open the seat's secret after both players have committed. The second one begins the game."""
    secret = message.get("secret")
    commits = match.last_rows_of_kind(COMMIT_ROW)
    opens = match.last_rows_of_kind(OPEN_ROW)
    if seat in opens and secret == opens[seat].body["secret"]:
        return  # a repeated secret
    if match.game is not None or seat in opens or match.spec.dice == CHAIN_DICE:
        raise refusal_error("too_late", "your dice secret is no longer needed")
    if len(commits) < 2:
        raise refusal_error("too_early", "both players must lock in a dice secret first")
    if not isinstance(secret, str) or not COMMITMENT_PATTERN.fullmatch(secret):
        raise refusal_error("unreadable", f"secret: expected {2 * SECRET_BYTES} hexadecimal digits")
    if (
        make_commitment(match.id, str(seat), bytes.fromhex(secret))
        != commits[seat].body["commitment"]
    ):
        raise refusal_error(
            "not_committed", "this dice secret does not match the one that you locked in"
        )
    match.add_row(OPEN_ROW, seat, request_id, {"secret": secret})
    _begin_if_open(match)


def _begin_if_open(match: Match) -> None:
    """Begin the game when both secrets are open and both players agree to the terms."""
    if len(match.last_rows_of_kind(OPEN_ROW)) == 2 and match.is_agreed:
        try:
            apply_with_available_dice(match, 0, None, dict(match.setup))
        except DiceError as error:
            raise refusal_error("dice", str(error)) from None


def _agree_or_propose(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Agree to terms or propose others. The game begins after both agree and all dice are ready."""
    (accept_terms if message["t"] == "agree" else propose_terms)(match, seat, request_id, message)
    if match.is_agreed:
        resume_interrupted_work(match)


# Reading


def _get_log_page(match: Match, seat: int, message: Message) -> JsonObject:
    end_line = message.get("before")
    limit = message.get("most")
    whole = [value for value in (end_line, limit) if type(value) is int]
    if len(whole) < 2:
        return {"t": "bad", "text": 'log: expected "before" and "most" to be whole numbers'}
    return match.log_page_message(seat, whole[0], max(1, min(whole[1], MAX_LOG_PAGE_LINES)))


def _list_offers(match: Match, seat: int, message: Message) -> JsonObject:
    number = match.visible_row_count(seat)
    reply: JsonObject = {
        "t": "offers",
        "v": match.record_lengths[number - 1] if number else 0,
        "offers": [],
    }
    if match.game is not None and seat and match.player_to_act == seat:
        state = match.feeds[seat].state_seen_at(match.record_length)
        reply |= {
            "question": match.rules.text.describe_question(state),
            "offers": match.feeds[seat].offers_to_json(state, seat),
        }
    return reply


def _explain(match: Match, seat: int, message: Message) -> JsonObject:
    """Return the rules' verdict on an action of the seat, from the seat's knowledge only."""
    if match.game is None or not seat:
        return {
            "t": "why",
            "legal": False,
            "text": "only a player can ask this, and only during the game",
        }
    state = match.feeds[seat].state_seen_at(match.record_length)
    try:
        data = message.get("action")
        action = match.rules.play.read_action(data if isinstance(data, dict) else {})
        if action.player != seat:
            raise refusal_error("not_yours", "only the other player can take this action")
    except RefusedError as error:
        return {"t": "why", "legal": False, "code": error.verdict.code, "text": error.verdict.text}
    verdict = match.rules.play.check(state, action)
    words = (
        match.rules.text.describe(state, action)
        if verdict
        else match.rules.text.describe_refusal(state, verdict)
    )
    return {
        "t": "why",
        "v": match.record_length,
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
"""Handlers of requests that change nothing."""

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
"""Handlers of requests that change something. Each request is applied once."""

VERSIONED_REQUESTS = ("do", "undo", "redo")
"""Requests that must name the current version of the game."""
