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
        self.remaining_rolls = list(rolls)
        self.shuffler = shuffler

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the next typed result. Raises DiceWantedError if there is none yet."""
        if not self.remaining_rolls:
            raise DiceWantedError(roll)
        return check_faces(roll, self.remaining_rolls.pop(0))

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return a shuffled order of `count` cards."""
        return self.shuffler.shuffle(count, number)


def apply_action(match: Match, seat: int, request_id: str | None, data: Any) -> None:
    """Apply an action, or announce the dice that it needs. Raises RefusedError."""
    if match.dice_wanted_row is not None:
        raise refusal_error("rolling", "dice are being rolled; wait for the result")
    if match.spec.dice == FAIR_DICE:
        action = match.rules.play.read_action(data)
        match.apply_step(seat, request_id, lambda game: game.apply(action))
    else:
        apply_with_available_dice(match, seat, request_id, data)


def apply_with_available_dice(match: Match, seat: int, request_id: str | None, data: Any) -> None:
    """Apply an action with the available dice. Repeat while the host supplies missing dice."""
    while True:
        try:
            if match.game is None:
                match.begin_game(dice_for_pending_action(match))
            else:
                match.apply_step(
                    seat,
                    request_id,
                    partial(
                        Game.apply,
                        action=match.rules.play.read_action(data),
                        dice=dice_for_pending_action(match),
                    ),
                )
            return
        except LinksWantedError as wanting:
            about = hash_roll_purpose(match.id, wanting.number, data)
            match.add_row(
                DICE_WANTED_ROW,
                seat,
                request_id,
                {"number": wanting.number, "settled": about, PRIVATE_ENTRY: data},
            )
        except DiceWantedError as wanting:
            match.add_row(
                DICE_WANTED_ROW,
                seat,
                request_id,
                {"roll": roll_to_json(wanting.roll), PRIVATE_ENTRY: data},
            )
        request_id = None
        if not reveal_host_links(match):
            return


def dice_for_pending_action(match: Match) -> Dice:
    """Return dice that roll the results available for the pending action."""
    if match.spec.dice == FAIR_DICE:
        return match.make_game_dice()
    if match.spec.dice == CHAIN_DICE:
        begin = match.used_link_count
        pairs = list(
            zip(revealed_links(match, 1)[begin:], revealed_links(match, 2)[begin:], strict=False)
        )
        return RevealedLinkDice(
            match.id,
            [(begin + i, link_1, link_2) for i, (link_1, link_2) in enumerate(pairs, 1)],
            begin + 1,
        )
    dice = match.make_game_dice()
    assert isinstance(dice, FairDice)
    return SeatTypedDice(
        [row.body["faces"] for row in match.pending_dice_rows() if row.kind == TYPED_ROLL_ROW], dice
    )


def revealed_links(match: Match, player: int) -> list[str]:
    """Return the links that a player has opened, in order."""
    return [
        row.body["link"] for row in match.rows if row.kind == DICE_LINK_ROW and row.seat == player
    ]


def reveal_host_links(match: Match) -> bool:
    """Open requested links of chains that the host manages. Return whether no link is missing."""
    if match.dice_wanted_row is None or "number" not in match.dice_wanted_row.body:
        return False
    number = match.dice_wanted_row.body["number"]
    for player, row in match.last_rows_of_kind(COMMIT_ROW).items():
        if PRIVATE_ENTRY in row.body and len(revealed_links(match, player)) < number:
            link = make_chain(bytes.fromhex(row.body[PRIVATE_ENTRY]))[number].hex()
            match.add_row(DICE_LINK_ROW, player, None, {"number": number, "link": link})
    return all(len(revealed_links(match, player)) >= number for player in (1, 2))


def _retry(match: Match) -> None:
    """Apply the pending action again after its dice have arrived."""
    first = match.pending_dice_rows()[0]
    apply_with_available_dice(match, first.seat, None, first.body[PRIVATE_ENTRY])


def receive_link(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Accept the requested link of a player's chain. Raises RefusedError."""
    number = message.get("number")
    link = message.get("link")
    next_number = (
        match.dice_wanted_row.body.get("number") if match.dice_wanted_row is not None else None
    )
    mine = revealed_links(match, seat)
    if (
        next_number is None
        or type(number) is not int
        or number != next_number
        or len(mine) >= next_number
    ):
        raise refusal_error("not_wanted", "no dice secret is needed from you now")
    last = mine[-1] if mine else match.dice_commitments()[str(seat)]
    if (
        not isinstance(link, str)
        or not CHAIN_LINK_PATTERN.fullmatch(link)
        or not is_next_link(link, last)
    ):
        raise refusal_error(
            "not_committed", "this dice secret does not match the one that you locked in"
        )
    match.add_row(DICE_LINK_ROW, seat, request_id, {"number": number, "link": link})
    if reveal_host_links(match):
        _retry(match)


def receive_roll(match: Match, seat: int, request_id: str, message: Message) -> None:
    """Accept the typed result of a requested roll. Raises RefusedError."""
    pending_roll = (
        match.dice_wanted_row.body.get("roll") if match.dice_wanted_row is not None else None
    )
    faces = message.get("faces")
    if pending_roll is None or match.player_who_rolls(pending_roll["player"]) != seat:
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
    match.add_row(TYPED_ROLL_ROW, seat, request_id, {"faces": faces})
    _retry(match)


def roll_to_json(roll: Roll) -> dict[str, Any]:
    """Return a requested roll as JSON."""
    dice = [{"name": die.name, "faces": list(die.faces)} for die in roll.dice]
    return {"player": roll.player, "why": roll.why, "dice": dice}


def resume_interrupted_roll(match: Match) -> None:
    """Continue a roll that a stop of the host interrupted, if its dice have arrived."""
    if match.dice_wanted_row is None:
        return
    typed = any(row.kind == TYPED_ROLL_ROW for row in match.rows[match.dice_wanted_row.number :])
    if typed or reveal_host_links(match):
        _retry(match)


def choose_host_secret(match: Match, seat: int) -> tuple[str, str]:
    """Choose a secret on behalf of a player. Return it and the commitment to it."""
    own = secrets.token_bytes(LINK_BYTES)
    return own.hex(), make_chain(own)[
        0
    ].hex() if match.spec.dice == CHAIN_DICE else match.commitment_to(seat, own)
