"""`wc3d replay --verify`: check a record, and report what it proves and does not prove."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.suggestions import pluralize
from wc3d.cli.play.noted_seals import read_noted_heads
from wc3d.errors import InputError, escape_control_characters, to_one_line
from wc3d.registry import rebuilder

if TYPE_CHECKING:
    from wc3d.engine.game import Game
    from wc3d.engine.record_seal import SealChecker
    from wc3d.engine.replay import ReplayReader

GAME_CHAIN_LABEL = "game"
"""The label of the head of a record's chain, next to the commitments of the dice."""


def replay_to_end(path: str) -> ReplayReader:
    """Replay a game to its end. Raises InputError, or DamagedGameError after line 1."""
    from wc3d.engine.replay import DamagedGameError, ReplayReader

    reading = ReplayReader(Path(path), rebuilder(path))
    while reading.replay_next():
        pass
    if reading.damage:
        raise DamagedGameError(reading.damage)
    return reading


def verify_record(path: str, noted_numbers: Mapping[str, str]) -> None:
    """Check a record and print the result. Raises InputError with the fault."""
    from wc3d.engine.dice_proof import check_commitments, describe_dice_proof

    reading = replay_to_end(path)
    game = reading.game
    seal = reading.seal
    if seal is not None and not game.over:
        stands = f"the game is not over after {pluralize(len(game.turns), 'action')}, but hosts hand out only finished games"
        raise InputError(f"{path}: the end of the game is missing: {stands}")
    check_commitments(
        game, {name: number for name, number in noted_numbers.items() if name != GAME_CHAIN_LABEL}
    )
    proofs = _compare_noted_heads(path, reading, noted_numbers)
    taken_back = len(game.record) - len(game.turns)
    undone_words = f", {pluralize(taken_back, 'line')} of undone actions" if taken_back else ""
    print(
        f"{path}: intact: {pluralize(len(game.turns), 'action')}{undone_words}, hash {game.digest()}"
    )
    lines = [
        _describe_players(game, seal),
        *_describe_origin(game),
        _describe_end(reading),
        describe_dice_proof(game),
        *(proofs or _describe_open_points(seal)),
    ]
    print("\n".join(to_one_line(escape_control_characters(line)) for line in lines))


def describe_time_loss(reading: ReplayReader) -> str:
    """Describe a player's loss on time; empty if there is none."""
    if reading.seal is None or not reading.seal.time_up:
        return ""
    names = reading.game.rules.text.player_names(reading.game.state)
    return f"{names[reading.seal.time_up - 1]} lost on time, according to the clock in the file"


def _describe_players(game: Game, seal: SealChecker | None) -> str:
    """Describe the players, with bots by name, and for a sealed record the clock and the day."""
    names = game.rules.text.player_names(game.state)
    bots = [f" (bot {game.bots[player]})" if player in game.bots else "" for player in (1, 2)]
    players = f"players: {names[0]}{bots[0]} and {names[1]}{bots[1]}"
    if seal is None:
        return players
    day = datetime.fromtimestamp(seal.begun / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{players}; started {day}; clock: {seal.control or 'none'}"


def _describe_origin(game: Game) -> list[str]:
    """Describe the unproven part of the game that a record continues; empty without one."""
    if game.origin is None:
        return []
    start = (
        f"the opening and the first {pluralize(game.inherited_count, 'action')}"
        if game.inherited_count
        else "the opening"
    )
    return [
        f"this game starts from {game.origin}; this file does not prove {start}, or the dice rolled there"
    ]


def _describe_end(reading: ReplayReader) -> str:
    """Describe the end of the game, or that the game has not ended."""
    if words := describe_time_loss(reading):
        return words
    game = reading.game
    names = game.rules.text.player_names(game.state)
    if game.over:
        return f"the game is over: {game.rules.text.describe_ending(game.state)}"
    mover = names[game.to_act - 1] if game.to_act in (1, 2) else "nobody"
    return f"the game is not over: after {pluralize(len(game.turns), 'action')}, {mover} acts next"


def _compare_noted_heads(
    path: str, reading: ReplayReader, noted_numbers: Mapping[str, str]
) -> list[str]:
    """Describe the proof by the noted heads. Raises InputError for a head of a different course."""
    seal = reading.seal
    if seal is None:
        if GAME_CHAIN_LABEL in noted_numbers:
            raise InputError(
                f"--noted {GAME_CHAIN_LABEL}: this file is not sealed, so it has no such number"
            )
        return []
    proofs = []
    if GAME_CHAIN_LABEL in noted_numbers:
        covered = seal.actions_covered(noted_numbers[GAME_CHAIN_LABEL].lower())
        if covered is None:
            raise InputError(
                f"{path}: your proof number {noted_numbers[GAME_CHAIN_LABEL]} does not occur in this file "
                f"(its last one is {seal.head}), so this is another game or the record was changed"
            )
        proofs.append(
            _describe_coverage(reading, *covered, "the proof number that you noted proves")
        )
    if not proofs and (heads := read_noted_heads(seal.game_id)):
        proofs.append(_compare_own_notes(path, reading, seal, heads))
    return proofs


def _compare_own_notes(
    path: str, reading: ReplayReader, seal: SealChecker, heads: list[str]
) -> str:
    """Describe this computer's notes as proof. Raises InputError where the record differs."""
    actions = lines = 0
    for head in heads:
        covered = seal.actions_covered(head)
        if covered is None:
            place = (
                f"after action {actions}"
                if lines > 1
                else "at line 1"
                if not lines
                else "after the opening"
            )
            raise InputError(
                f"{path}: this is not the game that was played on this computer; it differs {place}"
            )
        actions, lines = max((actions, lines), covered)
    return _describe_coverage(reading, actions, lines, "the notes saved on this computer confirm")


def _describe_coverage(reading: ReplayReader, actions: int, lines: int, by: str) -> str:
    """Describe the part of a record that a head proves."""
    if lines == reading.total:
        return f"{by} the whole game"
    number = pluralize(reading.total - lines, "line")
    return f"{by} the game up to action {actions}, but not the {number} after that"


def _describe_open_points(seal: SealChecker | None) -> list[str]:
    """Describe the open points of a record without noted heads."""
    if seal is None:
        return [
            "not sealed: the players received no proof numbers during the game, so the file cannot prove that the game went this way"
        ]
    return [
        f"sealed: {GAME_CHAIN_LABEL}={seal.head}",
        f"Compare this proof number with the one that both players' programs showed at the end (--noted {GAME_CHAIN_LABEL}=NUMBER). Only "
        "a match proves names, clocks and actions: anyone who knows the secrets can write another game with the same dice.",
    ]
