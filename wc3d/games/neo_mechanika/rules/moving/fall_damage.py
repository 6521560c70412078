"""Falls: landing, damage, and the consequences for the activation (p. 45)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import END_STEP, Frame, Resolution
from wc3d.engine.dice import Die
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.agenda_frames import (
    Cause,
    ModelsMoved,
    end_activation,
    make_damage_roll,
)
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.placing import make_point
from wc3d.table.moves.falling import Fall

REGISTRY = HandlerRegistry()

NO_FALL = Fall((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0)
FALL_CAUSE = Cause(kind="fall")


@dataclass(frozen=True, slots=True)
class Falling(Frame):
    """A falling model: landing, damage roll, consequences for its activation (p. 45)."""

    STEPS: ClassVar[tuple[str, ...]] = ("land", "hurt", "settle")
    model: str = ""
    fall: Fall = NO_FALL
    cause: Cause = FALL_CAUSE
    before: int = 0


def push_fall(r: Resolution, model: str, fall: Fall, cause: Cause) -> None:
    """Push a fall after a step over an edge, a jump or a slam. `cause` causes its damage."""
    r.push(Falling("", model, normalize_fall(fall), cause))


@REGISTRY.step(Falling, "land")
def _land(r: Resolution, f: Falling) -> Frame:
    """Land the model; the dice choose between equally near places (NM-SIL-61)."""
    player = r.state.owner(f.model)
    end = f.fall.places[_draw_index(r, len(f.fall.places), player)] if f.fall.tied else f.fall.end
    r.emit(events.Fell(f.model, end, f.fall.height, f.fall.power))
    r.notify(ModelsMoved())
    if f.fall.power > 0 and not has_flag(r.state, f.model, "no_fall_damage"):
        reason = f'{r.state.models[f.model].name} falls {f.fall.height:.4g}"'  # in saves
        r.push(make_damage_roll(f.model, f.fall.power, cause=f.cause, why=reason))
    return replace(f, before=r.state.models[f.model].damage)


def _draw_index(r: Resolution, count: int, player: int) -> int:
    """Return a random index below `count`, for equally near places (NM-SIL-61)."""
    reason = f"which of {count} places equally near"
    results = r.roll((Die(f"d{count}", tuple(range(1, count + 1))),), player, reason)
    r.emit(events.Rolled(player, reason, plain=results, rule="NM-SIL-61"))
    return results[0] - 1


@REGISTRY.step(Falling, "hurt")
def _end_activation_if_hurt(r: Resolution, f: Falling) -> Frame | None:
    """Give a damaged warjack or solo its token and end its activation (NM-TER-20)."""
    if not r.state.is_on_table(f.model):
        return replace(f, step=END_STEP)
    unit = r.state.unit_of(f.model)
    if r.state.models[f.model].damage <= f.before or r.state.setup.card_of(unit.id).kind == "squad":
        return None
    if not unit.token:
        r.emit(events.TokenGiven(unit.id, "fall"))
    end_activation(r, unit.id)
    return None


@REGISTRY.step(Falling, "settle")
def _pick_up(r: Resolution, f: Falling) -> None:
    """Let the model pick up an objective at its landing place (NM-SIL-131)."""
    carrying.offer_pickups(r, f.model)


def normalize_fall(fall: Fall) -> Fall:
    """Return the fall with places in the form that states use."""
    start, landing, end = (make_point(*p) for p in (fall.start, fall.landing, fall.end))
    places = tuple(make_point(*p) for p in fall.places)
    return replace(
        fall, start=start, landing=landing, end=end, height=float(fall.height), places=places
    )
