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
far (`wc3d.engine.seal`). Whoever notes it can prove later that a record is that of this game.

A judge. One player asks for one (`wish`, `what` is "judge"), the other agrees (`answer`). Then either makes its link, once:
`judge_link` is answered by `judge` with a `key`. All are told of the link ("judge_link"), and when a judge comes or goes.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from wc3d.engine.actions import RefusedError
from wc3d.engine.dice import DiceError
from wc3d.engine.fair_dice import SECRET, committed
from wc3d.engine.replay import action_data
from wc3d.server.match.external_dice import act, attempt, catch_up, left_to_host, open_link, rolled
from wc3d.server.match.match import (
    COMMIT,
    KEPT,
    LONGEST_ID,
    OPEN,
    HostedGame,
    Message,
    Told,
    refused,
)
from wc3d.server.match.match_spec import CHAIN
from wc3d.server.match.notifications import contact
from wc3d.server.match.seat_keys import JUDGE, WATCHING
from wc3d.server.match.table_talk import DEALINGS, JUDGING, agree, judge_link, point, propose

LOG_PAGE = 200
"""Lines of the log that are given at once."""

HEXADECIMAL = re.compile(r"[0-9a-f]{64}")


def answer(room: HostedGame, seat: int, message: Message) -> Told:
    """The answer to a request of a seat; what it changes has been told to everyone. Raises nothing for what clients can send.

    A request has an `id`: done again under the same one it does nothing, and is answered as before. `at` is the version that
    the seat has seen (`v`): where the game has gone on since, nothing is done either.
    """
    kind, request_id = message.get("t"), message.get("id")
    if not isinstance(kind, str):
        return {"t": "bad", "text": f"t (type of the request): expected one of {', '.join((*REQUESTS, *LOOKS))}"}
    if kind in LOOKS:
        return LOOKS[kind](room, WATCHING if seat == JUDGE and kind != "point" else seat, message)
    if not isinstance(request_id, str) or not 1 <= len(request_id) <= LONGEST_ID:
        return {"t": "bad", "text": f"id: expected a text of 1 to {LONGEST_ID} characters"}
    if kind == "judge_link":
        return judge_link(room, seat, request_id, message)
    if kind not in REQUESTS:
        return {"t": "bad", "id": request_id, "text": f"t (type of the request): expected one of {', '.join((*REQUESTS, *LOOKS))}"}
    if seat == WATCHING:
        return {"t": "refused", "id": request_id, "code": "watching", "text": "spectators can only watch"}
    if seat == JUDGE and kind not in JUDGING:
        return {"t": "refused", "id": request_id, "code": "judging", "text": "a judge cannot take actions"}
    if (n := room.store.done(room.id, seat, request_id)) is not None:
        return {"t": "done", "id": request_id, "n": n, "v": room.versions[n - 1], "again": True}
    room.end_if_time_is_up()
    if kind in TIMED and (type(message.get("at")) is not int or message["at"] != room.version):
        return {"t": "stale", "id": request_id, "v": room.version, "n": room.number}
    try:
        REQUESTS[kind](room, seat, request_id, message)
    except RefusedError as error:
        verdict = error.verdict
        fields = {"code": verdict.code, "text": verdict.text, "page": verdict.page, "rule": verdict.rule, "source": verdict.source}
        return {"t": "refused", "id": request_id, **{name: value for name, value in fields.items() if value}}
    n = room.store.done(room.id, seat, request_id) or room.number
    return {"t": "done", "id": request_id, "n": n, "v": room.versions[n - 1]}


# Playing


def _do(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    game = room.playing
    _goes_on(room)
    data = message.get("action")
    action = game.rules.read_action(data if isinstance(data, dict) else {})
    if action.player != seat:
        raise refused("not_yours", "only the other player can take this action")
    act(room, seat, request_id, action_data(action))


def _undo(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Take back one's own last action, up to dice and revealed cards."""
    game = room.playing
    _goes_on(room)
    if room.waiting is not None:
        raise refused("rolling", "dice are being rolled: wait for the result")
    if game.turns and game.turns[-1].action.player != seat:
        raise refused("not_yours", "the other player took the last action: ask for a take-back instead")
    if room.clock.limit and room.clock.running == 3 - seat:
        raise refused("thinking", "the other player's clock is running: ask for a take-back instead")
    room.do(seat, request_id, lambda game: game.undo(1))


def _redo(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Do the action again that was undone last, if it is the seat's own."""
    game = room.playing
    _goes_on(room)
    if not game.undone or game.undone[-1].action.player != seat:
        raise refused("cannot_redo", "you have no undone action to redo")
    act(room, seat, request_id, action_data(game.undone[-1].action))


def _rolled(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Say what the dice show, where the game goes on."""
    _goes_on(room)
    rolled(room, seat, request_id, message)


def _goes_on(room: HostedGame) -> None:
    """Is the game going on, and not broken off? Raises RefusedError."""
    if room.over:
        raise refused("over", "the game is over")
    if room.broken_off:
        raise refused("broken_off", "the game is paused: resume it first")


# Dice


def _commit(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Commit to a secret for the dice; another one may be chosen until a player has opened theirs.

    With `leave` the host chooses the secret in the player's stead, as it does for bots; everybody is told so.
    """
    is_left_to_host = message.get("leave") is True
    own, commitment = left_to_host(room, seat) if is_left_to_host else ("", message.get("commitment"))
    if not isinstance(commitment, str) or not HEXADECIMAL.fullmatch(commitment):
        raise refused("unreadable", "commitment: expected 64 hexadecimal digits")
    if commitment == room.commitments().get(str(seat)):
        return  # said twice
    if room.game is not None or room.waiting is not None or room.said(OPEN):
        raise refused("too_late", "it is too late to change the secret: one was already revealed")
    if commitment in room.commitments().values() or commitment == room.plan.commitment(room.id):
        raise refused("not_yours", "this commitment is already used: commit to a secret of your own")
    room.note(COMMIT, seat, request_id, {"commitment": commitment, **({"left": True, KEPT: own} if is_left_to_host else {})})
    _all_committed(room)


def _all_committed(room: HostedGame) -> None:
    """Go on as soon as both have committed: what was left to the host is opened, and the game begins if nothing else is to be."""
    if len(commits := room.said(COMMIT)) < 2 or not room.settled:
        return
    if room.plan.dice == CHAIN:
        attempt(room, 0, None, dict(room.setup))
    else:
        for player, row in commits.items():
            if KEPT in row.body and player not in room.said(OPEN):
                room.note(OPEN, player, None, {"secret": row.body[KEPT]})
        _begin_if_open(room)


def go_on(room: HostedGame) -> None:
    """Do what was left undone when the host went away in the midst of it."""
    if room.game is None and room.waiting is None:
        _all_committed(room)
    catch_up(room)


def _open(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Open the secret that one has committed to, when both players have; with the second one the game begins."""
    secret = message.get("secret")
    commits, opens = room.said(COMMIT), room.said(OPEN)
    if room.game is not None or seat in opens or room.plan.dice == CHAIN:
        raise refused("too_late", "your secret is no longer needed")
    if len(commits) < 2:
        raise refused("too_early", "both players must commit to a secret first")
    if not isinstance(secret, str) or not HEXADECIMAL.fullmatch(secret):
        raise refused("unreadable", f"secret: expected {2 * SECRET} hexadecimal digits")
    if committed(room.id, str(seat), bytes.fromhex(secret)) != commits[seat].body["commitment"]:
        raise refused("not_committed", "this secret does not match your commitment")
    room.note(OPEN, seat, request_id, {"secret": secret})
    _begin_if_open(room)


def _begin_if_open(room: HostedGame) -> None:
    """Begin the game when both secrets are open, and it is agreed how it is played."""
    if len(room.said(OPEN)) == 2 and room.settled:
        try:
            attempt(room, 0, None, dict(room.setup))
        except DiceError as error:
            raise refused("dice", str(error)) from None


def _settle(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Agree to what is proposed, or propose something else; when both agree, and all shares of the dice are there, it begins."""
    (agree if message["t"] == "agree" else propose)(room, seat, request_id, message)
    if room.settled:
        go_on(room)


# Looking


def _page(room: HostedGame, seat: int, message: Message) -> Told:
    end_line, limit = message.get("before"), message.get("most")
    whole = [value for value in (end_line, limit) if type(value) is int]
    if len(whole) < 2:
        return {"t": "bad", "text": 'log: expected "before" and "most" to be whole numbers'}
    return room.page(seat, whole[0], max(1, min(whole[1], LOG_PAGE)))


def _offers(room: HostedGame, seat: int, message: Message) -> Told:
    number = room.visible(seat)
    reply: Told = {"t": "offers", "v": room.versions[number - 1] if number else 0, "offers": []}
    if room.game is not None and seat and room.to_act == seat:
        state = room.telling[seat].seen(room.version)
        reply |= {"question": room.rules.describe_question(state), "offers": room.telling[seat].offers(state, seat)}
    return reply


def _why(room: HostedGame, seat: int, message: Message) -> Told:
    """What the rules would say to an action of one's own; nothing is done, and no more is known than the seat knows."""
    if room.game is None or not seat:
        return {"t": "why", "legal": False, "text": "only a player can ask this, and only during the game"}
    state = room.telling[seat].seen(room.version)
    try:
        data = message.get("action")
        action = room.rules.read_action(data if isinstance(data, dict) else {})
        if action.player != seat:
            raise refused("not_yours", "only the other player can take this action")
    except RefusedError as error:
        return {"t": "why", "legal": False, "code": error.verdict.code, "text": error.verdict.text}
    verdict = room.rules.check(state, action)
    words = room.rules.describe(state, action) if verdict else room.rules.refusal(state, verdict)
    return {"t": "why", "v": room.version, "legal": verdict.legal, "code": verdict.code, "text": words}


LOOKS: dict[Any, Callable[[HostedGame, int, Message], Told]] = {
    "log": _page, "offers": _offers, "why": _why, "point": point,
}  # fmt: skip
"""Requests that change nothing."""

REQUESTS: dict[Any, Callable[[HostedGame, int, str, Message], None]] = {
    "do": _do, "undo": _undo, "redo": _redo,
    "commit": _commit, "open": _open, "link": open_link, "rolled": _rolled, "contact": contact,
    "agree": _settle, "propose": _settle, **DEALINGS,
}  # fmt: skip
"""Requests that change something, each done once."""

TIMED = ("do", "undo", "redo")
"""Requests that are meant for the game as it stands: they say where the seat thinks it is."""
