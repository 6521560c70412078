"""Three Pulse rounds of alternating turns, each round with four end steps (pp. 26, 56)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.agenda import Frame, Resolution
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using
from wc3d.games.neo_mechanika.rules.abilities.availability import register_condition
from wc3d.games.neo_mechanika.rules.abilities.hand_size import trim_hands
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.events import CardExpired, Readied, RoundBegan
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.turn import TurnFrame

REGISTRY = HandlerRegistry()

ROUND_DURATION = "pulse_round"
"""The duration of cards that last until the end of a Pulse round (NM-SIL-97)."""


@dataclass(frozen=True, slots=True)
class GameFrame(Frame):
    """The game's rounds. The missions package handles "zones", "scoring" and "finish"."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "round",
        "zones",
        "turn",
        "next_turn",
        "effects",
        "cards",
        "scoring",
        "readying",
        "next_round",
        "finish",
    )


def turns_left(state: State) -> int:
    """Return the turns left in this Pulse round for both players (NM-PUL-02, NM-PUL-03)."""
    return state.round * 2 * int(state.setup.mission.turns_per_round) - state.turn


@REGISTRY.step(GameFrame, "round")
def _begin_round(r: Resolution, frame: GameFrame) -> None:
    """Begin a Pulse round (NM-PUL-01)."""
    r.emit(RoundBegan(r.state.round + 1))


@REGISTRY.step(GameFrame, "turn")
def _begin_turn(r: Resolution, frame: GameFrame) -> None:
    """Begin the next turn; turns alternate (NM-SET-09, NM-TRN-13, NM-SIL-13)."""
    r.push(TurnFrame(player=opponent_of(r.state.active) if r.state.turn else r.state.first))


@REGISTRY.step(GameFrame, "next_turn")
def _go_to_next_turn(r: Resolution, frame: GameFrame) -> GameFrame | None:
    """Continue, or end the round after the second player's last turn (NM-PUL-03, NM-SIL-12)."""
    return replace_fields(frame, step="turn") if turns_left(r.state) else None


@REGISTRY.step(GameFrame, "effects")
def _resolve_effects(r: Resolution, frame: GameFrame) -> None:
    """Resolve continuous effects: step 1 of a Pulse round's end (NM-PUL-04)."""
    continuous_effects.roll_continuous_effects(r)


@REGISTRY.step(GameFrame, "cards")
def _expire_cards(r: Resolution, frame: GameFrame) -> None:
    """Expire cards that last for the round: step 2 of its end (NM-PUL-04, NM-SIL-97)."""
    for unit in r.state.units.values():
        for card in unit.cyphers:
            if card.until == ROUND_DURATION:
                r.emit(CardExpired(card.player, card.card, unit.id))
    trim_hands(r)


@REGISTRY.step(GameFrame, "readying")
def _remove_tokens(r: Resolution, frame: GameFrame) -> None:
    """Remove every activation token: step 4 of a Pulse round's end (NM-PUL-06)."""
    tokened = tuple(u.id for u in r.state.units_in_play() if u.token)
    if tokened:
        r.emit(Readied(tokened))


@REGISTRY.step(GameFrame, "next_round")
def _go_to_next_round(r: Resolution, frame: GameFrame) -> GameFrame | None:
    """Begin the next round; the game ends after the third round's end steps (NM-PUL-08)."""
    return replace_fields(frame, step="round") if r.state.round < PULSE_ROUNDS else None


@register_condition(vocabulary.NoToken)
def _token_would_stay(state: State, e: vocabulary.NoToken, f: Using) -> bool:
    """Return whether a token matters: its owner has a turn left in this round (NM-PUL-06).

    A solo without a token may also be activated again in the same turn.
    """
    unit = state.unit_of(f.bearer)
    return not unit.token and (turns_left(state) > 1 or state.setup.card_of(unit.id).kind == "solo")
