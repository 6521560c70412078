"""Enumerate every outcome of attacks with its exact chance, by resolving each possible roll with
the game's own rules.

Only the strikes of a roll count, so a roll has one branch for each number of strikes.
`chances.count_strikes` computes their chances by convolution. Branches with the same state are
merged. Nothing is simulated, and no rule is duplicated: effects before the damage roll, blasts,
slams, rerolls and Arc all come from the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Frame, Resolution, find_open_question
from wc3d.engine.dice import DiceWantedError, Die, Roll
from wc3d.games.neo_mechanika.odds.chances import count_strikes
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS, FRAME_STEPS
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE
from wc3d.games.neo_mechanika.rules.events import Hit
from wc3d.games.neo_mechanika.rules.fighting.targeting import check_target
from wc3d.games.neo_mechanika.rules.state import State

RollScript = tuple[tuple[int, ...], ...]
RollObserver = Callable[[State, Roll], None]
CERTAIN = Fraction(1)


@dataclass(frozen=True)
class AttackOutcome:
    """An outcome: its end state, the numbers of hits and of attacks made, and its chance."""

    state: State
    hits: int
    attacks_made: int
    chance: Fraction


class _ShuffleWantedError(Exception):
    """Raised when an order is drawn that is not prepared."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _EnumeratedDice:
    """Dice with prepared results. Missing results raise an error. An order counts as a roll."""

    def __init__(self, script: RollScript) -> None:
        self.left = list(script)

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the next faces. Raises DiceWantedError if none are left."""
        if not self.left:
            raise DiceWantedError(roll)
        return self.left.pop(0)

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return the next order."""
        if not self.left:
            raise _ShuffleWantedError(count)
        return self.left.pop(0)


def dice_outcomes(dice: Sequence[Die]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield dice results and chances, one per number of strikes for Action and Power Dice."""
    if any(die not in (ACTION_DIE, POWER_DIE) for die in dice):
        chance = Fraction(1, prod(len(die.faces) for die in dice))
        yield from ((values, chance) for values in product(*(die.faces for die in dice)))
        return
    total = 6 ** len(dice)
    for strikes, count in enumerate(count_strikes(dice.count(ACTION_DIE), dice.count(POWER_DIE))):
        if count:
            yield _make_values(strikes, len(dice)), Fraction(count, total)


def _make_values(strikes: int, dice: int) -> tuple[int, ...]:
    """Return die values that show a number of strikes."""
    return tuple(min(2, max(0, strikes - 2 * i)) for i in range(dice))


def enumerate_outcomes(
    state: State,
    attacks: Iterable[Attacking],
    choose: Callable[[State], Action],
    watch: RollObserver | None = None,
    aim: Callable[[State, Attacking], tuple[State, Attacking]] = lambda state, attack: (
        state,
        attack,
    ),
) -> list[AttackOutcome]:
    """Return all outcomes of attacks made in order; their chances add up to 1.

    `aim` chooses the target of an attack in the current state. An attack is skipped if it is
    illegal or its attacker or target is gone. `choose` answers the players' questions. `watch`
    receives each kind of roll and the state before it.
    """
    lots = {_state_key(state, 0, 0): AttackOutcome(state, 0, 0, CERTAIN)}
    cached_endings: dict[Any, list[AttackOutcome]] = {}
    for attack in attacks:
        next_lots: dict[Any, AttackOutcome] = {}
        for lot in lots.values():  # an attack depends on the state only
            state, aimed = aim(lot.state, attack)
            key = aimed, _state_key(state, 0, 0)
            if key not in cached_endings:
                cached_endings[key] = list(_resolve_attack(state, aimed, choose, watch).values())
            for way in cached_endings[key]:
                _add_ending(
                    next_lots,
                    way.state,
                    lot.hits + way.hits,
                    lot.attacks_made + way.attacks_made,
                    lot.chance * way.chance,
                )
        lots = next_lots
    return list(lots.values())


def _resolve_attack(
    state: State, attack: Attacking, choose: Callable[[State], Action], watch: RollObserver | None
) -> dict[Any, AttackOutcome]:
    """Return the outcomes of one attack; hits and attacks made count from here."""
    if not (
        state.is_on_table(attack.attacker)
        and check_target(state, attack.attacker, attack.weapon, attack.target)
    ):
        return {None: AttackOutcome(state, 0, 0, CERTAIN)}
    results: dict[Any, AttackOutcome] = {}
    started_state = replace_fields(state, agenda=(*state.agenda, attack))
    open = {_state_key(started_state, 0, 1): AttackOutcome(started_state, 0, 1, CERTAIN)}
    depth = len(state.agenda)
    while open:
        following: dict[Any, AttackOutcome] = {}
        for lot in open.values():
            for s, hits, chance in _resolve_step(lot.state, attack.target, choose, watch):
                _add_ending(
                    following if len(s.agenda) > depth else results,
                    s,
                    lot.hits + hits,
                    lot.attacks_made,
                    lot.chance * chance,
                )
        open = following
    return results


def _add_ending(
    lots: dict[Any, AttackOutcome], state: State, hits: int, attacks_made: int, chance: Fraction
) -> None:
    key = _state_key(state, hits, attacks_made)
    existing = lots.get(key)
    lots[key] = (
        AttackOutcome(state, hits, attacks_made, chance)
        if existing is None
        else replace(existing, chance=existing.chance + chance)
    )


_VALUES = tuple(f.name for f in fields(State) if f.name not in ("setup", "drawn"))


def _state_key(state: State, hits: int, attacks_made: int) -> Any:
    """Return a key that is equal for equal states, ignoring the number of dice drawn."""
    parts = (getattr(state, name) for name in _VALUES)
    return (
        hits,
        attacks_made,
        tuple(tuple(p.values()) if isinstance(p, Mapping) else p for p in parts),
    )


def _resolve_step(
    state: State, target: str, choose: Callable[[State], Action], watch: RollObserver | None
) -> Iterator[tuple[State, int, Fraction]]:
    """Yield the results of the next step or answer: state, hits on the target, chance."""
    scripts: list[tuple[RollScript, Fraction]] = [((), CERTAIN)]
    while scripts:
        script, chance = scripts.pop()
        r = Resolution(state, _EnumeratedDice(script), FRAME_STEPS)
        try:
            _advance(r, choose)
        except DiceWantedError as error:
            if watch is not None:
                watch(state, error.roll)
            scripts += [
                ((*script, values), chance * probability)
                for values, probability in dice_outcomes(error.roll.dice)
            ]
        except _ShuffleWantedError as error:
            probability = Fraction(1, factorial(error.count))
            scripts += [
                ((*script, order), chance * probability)
                for order in permutations(range(error.count))
            ]
        else:
            hits = sum(isinstance(e, Hit) and e.target == target for e in r.events)
            yield _forget_dice(r.state), hits, chance


def _advance(r: Resolution, choose: Callable[[State], Action]) -> None:
    open_question = find_open_question(r.state)
    if open_question is None:
        r.run_step()
        return
    action = choose(r.state)
    r.pop()
    ACTION_HANDLERS[type(open_question), type(action)].decide(r, open_question, action)


_ROLLED = Attacking.STEPS[Attacking.STEPS.index("damage") + 1 :]
"""The steps of an attack after its damage roll is on the agenda."""


def _forget_dice(state: State) -> State:
    """Remove dice that no longer matter, after a hit or miss and after counted damage."""
    agenda = tuple(_clear_dice(f) for f in state.agenda)
    changed = any(a is not b for a, b in zip(agenda, state.agenda, strict=True))
    return replace_fields(state, agenda=agenda) if changed else state


def _clear_dice(frame: Frame) -> Frame:
    if isinstance(frame, Attacking) and frame.hit is not None:
        excess = 0 if frame.step in _ROLLED else frame.excess
        if frame.attack or frame.defense or excess != frame.excess:
            return replace(
                frame, attack=(), defense=(), excess=excess, attack_action=0, defense_action=0
            )
    if isinstance(frame, DamageRoll) and frame.arm and (frame.action or frame.power):
        return replace(frame, power_dice=0, action=(), power=())
    return frame
