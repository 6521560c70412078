"""Dice from outside the host: links of the players' chains, or typed results of table dice.

The host tries an action with the available dice. If dice are missing, it announces them and tries
again when they arrive. Before any link is opened, the host saves the action and publishes its
hash.
"""

from __future__ import annotations

import re
import secrets
from functools import partial
from typing import Any

from wc3d.engine.chain_dice import (
    LINK_BYTES,
    LinksWantedError,
    RevealedLinkDice,
    hash_roll_purpose,
    is_next_link,
    make_chain,
)
from wc3d.engine.dice import Dice, DiceError, DiceWantedError, Die, Roll, check_faces
from wc3d.engine.fair_dice import FairDice
from wc3d.engine.game import Game
from wc3d.server.match.match import (
    COMMIT_ROW,
    DICE_LINK_ROW,
    DICE_WANTED_ROW,
    PRIVATE_ENTRY,
    TYPED_ROLL_ROW,
    Match,
    Message,
    refusal_error,
)
from wc3d.server.match.match_spec import CHAIN_DICE, FAIR_DICE

CHAIN_LINK_PATTERN = re.compile(rf"[0-9a-f]{{{2 * LINK_BYTES}}}")
"""A chain link in lower-case hexadecimal. Upper case would break the hash of the next link."""


class SeatTypedDice:
    """Dice that return the typed results. The secrets shuffle the cards."""

    def __init__(self, rolls: list[list[int]], shuffler: FairDice) -> None:
        self.remaining_rolls, self.shuffler = list(rolls), shuffler

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the next typed result. Raises DiceWantedError if there is none yet."""
        if not self.remaining_rolls:
            raise DiceWantedError(roll)
        return check_faces(roll, self.remaining_rolls.pop(0))

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return a shuffled order of `count` cards."""
        return self.shuffler.shuffle(count, number)


def apply_action(room: Match, seat: int, request_id: str | None, data: Any) -> None:
    """Apply an action, or announce the dice that it needs. Raises RefusedError."""
    if room.dice_wanted_row is not None:
        raise refusal_error("rolling", "dice are being rolled: wait for the result")
    if room.spec.dice == FAIR_DICE:
        action = room.rules.play.read_action(data)
        room.apply_step(seat, request_id, lambda game: game.apply(action))
    else:
        apply_with_available_dice(room, seat, request_id, data)


def apply_with_available_dice(room: Match, seat: int, request_id: str | None, data: Any) -> None:
    """Apply an action with the available dice. Repeat while the host supplies missing dice."""
    while True:
        try:
            if room.game is None:
                room.begin_game(available_dice(room))
            else:
                room.apply_step(
                    seat,
                    request_id,
                    partial(
                        Game.apply,
                        action=room.rules.play.read_action(data),
                        dice=available_dice(room),
                    ),
                )
            return
        except LinksWantedError as wanting:
            about = hash_roll_purpose(room.id, wanting.number, data)
            room.add_row(
                DICE_WANTED_ROW,
                seat,
                request_id,
                {"number": wanting.number, "settled": about, PRIVATE_ENTRY: data},
            )
        except DiceWantedError as wanting:
            room.add_row(
                DICE_WANTED_ROW,
                seat,
                request_id,
                {"roll": roll_to_json(wanting.roll), PRIVATE_ENTRY: data},
            )
        request_id = None
        if not reveal_host_links(room):
            return


def available_dice(room: Match) -> Dice:
    """Return dice that roll the results available for the pending action."""
    if room.spec.dice == FAIR_DICE:
        return room.make_game_dice()
    if room.spec.dice == CHAIN_DICE:
        begin = room.used_link_count
        pairs = list(
            zip(revealed_links(room, 1)[begin:], revealed_links(room, 2)[begin:], strict=False)
        )
        return RevealedLinkDice(
            room.id,
            [(begin + i, link_1, link_2) for i, (link_1, link_2) in enumerate(pairs, 1)],
            begin + 1,
        )
    dice = room.make_game_dice()
    assert isinstance(dice, FairDice)
    return SeatTypedDice(
        [row.body["faces"] for row in room.pending_dice_rows() if row.kind == TYPED_ROLL_ROW], dice
    )


def revealed_links(room: Match, player: int) -> list[str]:
    """Return the links that a player has opened, in order."""
    return [
        row.body["link"] for row in room.rows if row.kind == DICE_LINK_ROW and row.seat == player
    ]


def reveal_host_links(room: Match) -> bool:
    """Open requested links of chains that the host manages. Return whether no link is missing."""
    if room.dice_wanted_row is None or "number" not in room.dice_wanted_row.body:
        return False
    number = room.dice_wanted_row.body["number"]
    for player, row in room.last_rows_of_kind(COMMIT_ROW).items():
        if PRIVATE_ENTRY in row.body and len(revealed_links(room, player)) < number:
            link = make_chain(bytes.fromhex(row.body[PRIVATE_ENTRY]))[number].hex()
            room.add_row(DICE_LINK_ROW, player, None, {"number": number, "link": link})
    return all(len(revealed_links(room, player)) >= number for player in (1, 2))


def _retry(room: Match) -> None:
    """Apply the pending action again after its dice have arrived."""
    first = room.pending_dice_rows()[0]
    apply_with_available_dice(room, first.seat, None, first.body[PRIVATE_ENTRY])


def receive_link(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Accept the requested link of a player's chain. Raises RefusedError."""
    number, link = message.get("number"), message.get("link")
    next_number = (
        room.dice_wanted_row.body.get("number") if room.dice_wanted_row is not None else None
    )
    mine = revealed_links(room, seat)
    if (
        next_number is None
        or type(number) is not int
        or number != next_number
        or len(mine) >= next_number
    ):
        raise refusal_error("not_wanted", "no dice value is needed from you now")
    last = mine[-1] if mine else room.dice_commitments()[str(seat)]
    if (
        not isinstance(link, str)
        or not CHAIN_LINK_PATTERN.fullmatch(link)
        or not is_next_link(link, last)
    ):
        raise refusal_error(
            "not_committed", "this value does not match the dice secret that you committed to"
        )
    room.add_row(DICE_LINK_ROW, seat, request_id, {"number": number, "link": link})
    if reveal_host_links(room):
        _retry(room)


def receive_roll(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Accept the typed result of a requested roll. Raises RefusedError."""
    pending_roll, faces = (
        room.dice_wanted_row.body.get("roll") if room.dice_wanted_row is not None else None,
        message.get("faces"),
    )
    if pending_roll is None or room.player_who_rolls(pending_roll["player"]) != seat:
        raise refusal_error("not_wanted", "you have no dice to roll now")
    if not isinstance(faces, list) or not all(type(face) is int for face in faces):
        raise refusal_error("unreadable", "faces: expected a list of whole numbers")
    roll = Roll(
        tuple(Die(die["name"], tuple(die["faces"])) for die in pending_roll["dice"]),
        pending_roll["player"],
        pending_roll["why"],
    )
    try:
        check_faces(roll, faces)
    except DiceError as error:
        raise refusal_error("dice", str(error)) from None
    room.add_row(TYPED_ROLL_ROW, seat, request_id, {"faces": faces})
    _retry(room)


def roll_to_json(roll: Roll) -> dict[str, Any]:
    """Return a requested roll as JSON."""
    dice = [{"name": die.name, "faces": list(die.faces)} for die in roll.dice]
    return {"player": roll.player, "why": roll.why, "dice": dice}


def resume_interrupted_roll(room: Match) -> None:
    """Continue a roll that a stop of the host interrupted, if its dice have arrived."""
    if room.dice_wanted_row is None:
        return
    typed = any(row.kind == TYPED_ROLL_ROW for row in room.rows[room.dice_wanted_row.number :])
    if typed or reveal_host_links(room):
        _retry(room)


def choose_host_secret(room: Match, seat: int) -> tuple[str, str]:
    """Choose a secret on behalf of a player. Return it and the commitment to it."""
    own = secrets.token_bytes(LINK_BYTES)
    return own.hex(), make_chain(own)[
        0
    ].hex() if room.spec.dice == CHAIN_DICE else room.commitment_to(seat, own)
