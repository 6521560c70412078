"""Command checks: subjects, CMD, massive casualties and terror (WM-REF-15 to 19, WM-REF-27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wc3d.games.warmachine.rules.sight_in_game import find_melee
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.melee import melee_region
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.sight.distances import is_within

FLEE_PENALTY = "flee"
"""The penalty of most command checks."""

ABOMINATION_RANGE_IN = 3.0
"""The range in inches in which an Abomination causes checks (WM-REF-19)."""

TERROR = "terror"
ABOMINATION = "abomination"


def checked_models(state: State, subject: str) -> tuple[str, ...]:
    """Return the models on the table that a check covers: a unit, or a single model or trooper."""
    if subject in state.units:
        return tuple(m.id for m in state.members_of(subject))
    return (subject,) if state.is_on_table(subject) else ()


def command_value(state: State, subject: str, with_caster: bool = False) -> int | None:
    """Return the CMD of a unit or a model, or None if its card has none.

    If `with_caster`, use a higher CMD of a warcaster with the subject in command range (WM-REF-14,
    WM-RUL-140).
    """
    members = checked_models(state, subject)
    own = state.setup.card_of(members[0]).cmd if members else None
    if own is None or not with_caster:
        return own
    return max(own, nearby_warcaster_command(state, members) or 0)


def nearby_warcaster_command(state: State, models: Sequence[str]) -> int | None:
    """Return the CMD of a friendly warcaster in command range, or None (WM-REF-16)."""
    side = state.models[models[0]].owner
    caster = state.warcaster_of(side)
    reach = state.setup.card_of(caster.id).cmd
    if caster.at is None or caster.owner != side or caster.fleeing or reach is None:
        return None
    is_near = any(
        id == caster.id or is_within(state.table.distance(caster.id, id), reach) for id in models
    )
    return reach if is_near else None


def must_check(state: State, subject: str, penalty: str = FLEE_PENALTY) -> bool:
    """Return whether a unit or model makes this check.

    The game must have command checks. The subject must have a CMD (WM-RUL-141) and not flee
    already. A fearless subject skips checks whose only penalty is flight (WM-REF-27).
    """
    models = [state.models[id] for id in checked_models(state, subject)]
    if not state.edition["command"] or not models or command_value(state, subject) is None:
        return False
    if penalty != FLEE_PENALTY:
        return True
    return not all(m.fleeing for m in models) and not state.setup.card_of(models[0].id).has_trait(
        "fearless"
    )


def has_massive_casualties(state: State, unit: str) -> bool:
    """Return whether a unit lost half its models and must check (WM-REF-17, WM-RUL-101)."""
    unit_record = state.units[unit]
    losses = unit_record.strength - len(state.members_of(unit))
    return (
        unit_record.shaken != state.turn
        and unit_record.strength > 0
        and 2 * losses >= unit_record.strength
    )


# Terror


@dataclass(frozen=True, slots=True)
class Encounter:
    """An encounter with terror: `source` is the unit or model, `threat` the single model."""

    who: str
    source: str
    threat: str
    word: str


def terrifying_models(state: State, word: str) -> tuple[str, ...]:
    """Return the models in play with usable Terror, or the Abominations."""
    if not state.edition["command"]:
        return ()
    return tuple(m.id for m in state.models_in_play() if state.has_trait(m.id, word))


def find_encounters(state: State, id: str) -> Iterator[Encounter]:
    """Yield a model's encounters: Terror (WM-REF-18) and Abominations within 3" (WM-REF-19).

    Terror counts in melee, Abominations count on either side. For a terrifying model, also yield
    the models that encounter it.
    """
    for word, meets in ((TERROR, _are_in_melee), (ABOMINATION, _are_near)):
        for other_id in terrifying_models(state, word):
            if other_id != id and meets(state, id, other_id):
                yield Encounter(
                    state.models[id].activation_group,
                    state.models[other_id].activation_group,
                    other_id,
                    word,
                )
        if id in terrifying_models(state, word):
            for other_id in (
                m.id
                for m in state.models_in_play()
                if m.activation_group != state.models[id].activation_group
            ):
                if meets(state, id, other_id):
                    yield Encounter(
                        state.models[other_id].activation_group,
                        state.models[id].activation_group,
                        id,
                        word,
                    )


def _are_in_melee(state: State, first: str, second: str) -> bool:
    melee = find_melee(state, first)
    return second in melee.engaged_by or second in melee.engages


def _are_near(state: State, first: str, second: str) -> bool:
    is_same_group = state.models[first].activation_group == state.models[second].activation_group
    return not is_same_group and is_within(
        state.table.distance(first, second), ABOMINATION_RANGE_IN
    )


def frights_along_path(state: State, id: str, path: Sequence[XY]) -> tuple[float, ...]:
    """Return the lengths of a path at which a model may meet terror (WM-REF-20)."""
    if not must_check(state, state.models[id].activation_group):
        return ()
    me = get_fighter(state.table, id)
    lengths = []
    course = DiscPath((me.place, *path), me.radius)
    return_course = (
        DiscPath((path[-1], *reversed(path[:-1]), me.place), me.radius) if path else course
    )
    for threat in terrifying_models(state, ABOMINATION):
        it = get_fighter(state.table, threat)
        lengths += [
            start
            for start, _ in course.overlap_intervals([(it.place, it.radius + ABOMINATION_RANGE_IN)])
        ]
    for threat in terrifying_models(state, TERROR):
        it = get_fighter(state.table, threat)
        if it.owner == me.owner:
            continue
        if me.melee_reach:
            lengths += [
                start
                for start, _ in course.overlap_intervals([(it.place, it.radius + me.melee_reach)])
            ]
        if it.melee_reach:
            region = melee_region(it, it.melee_reach)
            lengths += [
                course.length - at
                for at in return_course.leaving_points(region.near_interval, me.radius)
            ]
    return tuple(sorted(at for at in lengths if EPSILON_IN < at < course.length - EPSILON_IN))
