"""Dice that do not come from the host: links of the players' chains, or rolls made on a table and typed in.

An action (or the beginning of the game) is tried with what there is. Where more is wanted, that is told to all; it is tried again
when it has come. What is rolled for is settled before any link is opened: it is kept, and its hash is told.
"""
from __future__ import annotations

import re
import secrets
from functools import partial
from typing import Any

from wc3d.engine.chain_dice import LINK, LinksWantedError, OpenDice, chain_of, follows, settled
from wc3d.engine.dice import Dice, DiceError, DiceWantedError, Die, Roll, check_faces
from wc3d.engine.fair_dice import FairDice
from wc3d.engine.game import Game
from wc3d.server.match.match import COMMIT, KEPT, LINKED, ROLLED, WANT, HostedGame, Message, refused
from wc3d.server.match.match_spec import CHAIN, FAIR

LINK_TEXT = re.compile(rf"[0-9a-f]{{{2 * LINK}}}")
"""A link as it is sent. One with capitals would be another text to whoever notes it, and no link could follow it."""


class HandDice:
    """Dice of which people have rolled and typed in so many; cards are shuffled by the secrets."""

    def __init__(self, rolls: list[list[int]], shuffler: FairDice) -> None:
        self.left, self.shuffler = list(rolls), shuffler

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """What was typed. Raises DiceWantedError if that is still to come."""
        if not self.left:
            raise DiceWantedError(roll)
        return check_faces(roll, self.left.pop(0))

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """An order of cards."""
        return self.shuffler.shuffle(count, number)


def act(room: HostedGame, seat: int, request_id: str | None, data: Any) -> None:
    """Let an action happen, or say what dice it waits for. Raises RefusedError."""
    if room.waiting is not None:
        raise refused("rolling", "dice are being rolled: wait for the result")
    if room.plan.dice == FAIR:
        action = room.rules.read_action(data)
        room.do(seat, request_id, lambda game: game.apply(action))
    else:
        attempt(room, seat, request_id, data)


def attempt(room: HostedGame, seat: int, request_id: str | None, data: Any) -> None:
    """Try it with what was given so far, and go on as long as what it waits for comes from the host itself."""
    while True:
        try:
            if room.game is None:
                room.begin(dice_given(room))
            else:
                room.do(seat, request_id, partial(Game.apply, action=room.rules.read_action(data), dice=dice_given(room)))
            return
        except LinksWantedError as wanting:
            about = settled(room.id, wanting.number, data)
            room.note(WANT, seat, request_id, {"number": wanting.number, "settled": about, KEPT: data})
        except DiceWantedError as wanting:
            room.note(WANT, seat, request_id, {"roll": roll_data(wanting.roll), KEPT: data})
        request_id = None
        if not given_by_host(room):
            return


def dice_given(room: HostedGame) -> Dice:
    """Dice that roll what was given for the action that is tried."""
    if room.plan.dice == FAIR:
        return room.game_dice()
    if room.plan.dice == CHAIN:
        begin = room.links_used
        pairs = list(zip(links_of(room, 1)[begin:], links_of(room, 2)[begin:], strict=False))
        return OpenDice(room.id, [(begin + i, link_1, link_2) for i, (link_1, link_2) in enumerate(pairs, 1)], begin + 1)
    dice = room.game_dice()
    assert isinstance(dice, FairDice)
    return HandDice([row.body["faces"] for row in room.since_settled() if row.kind == ROLLED], dice)


def links_of(room: HostedGame, player: int) -> list[str]:
    """The links that a player has opened so far, in their order."""
    return [row.body["link"] for row in room.rows if row.kind == LINKED and row.seat == player]


def given_by_host(room: HostedGame) -> bool:
    """Give what is wanted of chains that were left to the host; True if everything is there then."""
    if room.waiting is None or "number" not in room.waiting.body:
        return False
    number = room.waiting.body["number"]
    for player, row in room.said(COMMIT).items():
        if KEPT in row.body and len(links_of(room, player)) < number:
            link = chain_of(bytes.fromhex(row.body[KEPT]))[number].hex()
            room.note(LINKED, player, None, {"number": number, "link": link})
    return all(len(links_of(room, player)) >= number for player in (1, 2))


def _again(room: HostedGame) -> None:
    """Everything that was wanted is there: try it again."""
    first = room.since_settled()[0]
    attempt(room, first.seat, None, first.body[KEPT])


def open_link(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Open the link that is wanted."""
    number, link = message.get("number"), message.get("link")
    next_number = room.waiting.body.get("number") if room.waiting is not None else None
    mine = links_of(room, seat)
    if next_number is None or type(number) is not int or number != next_number or len(mine) >= next_number:
        raise refused("not_wanted", "this dice link is not needed now")
    last = mine[-1] if mine else room.commitments()[str(seat)]
    if not isinstance(link, str) or not LINK_TEXT.fullmatch(link) or not follows(link, last):
        raise refused("not_committed", "this dice link does not match your committed chain")
    room.note(LINKED, seat, request_id, {"number": number, "link": link})
    if given_by_host(room):
        _again(room)


def rolled(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Say what the dice show that one has rolled."""
    pending_roll, faces = room.waiting.body.get("roll") if room.waiting is not None else None, message.get("faces")
    if pending_roll is None or room.roller(pending_roll["player"]) != seat:
        raise refused("not_wanted", "you have no dice to roll now")
    if not isinstance(faces, list) or not all(type(face) is int for face in faces):
        raise refused("unreadable", "faces: expected a list of whole numbers")
    roll = Roll(tuple(Die(die["name"], tuple(die["faces"])) for die in pending_roll["dice"]), pending_roll["player"], pending_roll["why"])
    try:
        check_faces(roll, faces)
    except DiceError as error:
        raise refused("dice", str(error)) from None
    room.note(ROLLED, seat, request_id, {"faces": faces})
    _again(room)


def roll_data(roll: Roll) -> dict[str, Any]:
    """A roll that is wanted, as JSON."""
    dice = [{"name": die.name, "faces": list(die.faces)} for die in roll.dice]
    return {"player": roll.player, "why": roll.why, "dice": dice}


def catch_up(room: HostedGame) -> None:
    """Go on with dice that were being rolled when the host went away, if all that is wanted is there."""
    if room.waiting is None:
        return
    typed = any(row.kind == ROLLED for row in room.rows[room.waiting.n :])
    if typed or given_by_host(room):
        _again(room)


def left_to_host(room: HostedGame, seat: int) -> tuple[str, str]:
    """A secret that the host chooses in a player's stead, and what is told of it before the game."""
    own = secrets.token_bytes(LINK)
    return own.hex(), chain_of(own)[0].hex() if room.plan.dice == CHAIN else room.committed(seat, own)
