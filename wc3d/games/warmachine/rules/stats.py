"""The current stats of models with receipts: the lowest base, then all modifiers (WM-RUL-42)."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d._internal.memo import memo_on_state
from wc3d.engine.receipt import Receipt, ReceiptLine
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.space.areas import (
    RADIUS_PER_FOCUS_IN,
    ControlArea,
    compute_control_area,
)
from wc3d.games.warmachine.rules.space.climbing_and_water import waters_under
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.policy import has_extra_terrain
from wc3d.games.warmachine.rules.state import Effect, State

STAT_NAMES = ("SPD", "STR", "MAT", "RAT", "DEF", "ARM", "FOC")
SHOT_SUFFIX = ":shot"
"""The suffix of stats in effects that count only against ranged and magic attacks."""

CRIPPLED_SPEED, CRIPPLED_DEFENSE = 1, 7
"""The base SPD and DEF of a warjack with disabled movement (WM-DJA-10, WM-RUL-91)."""

DEEP_DEFENSE = 7
"""The base DEF of a model in deep water (WM-REF-37)."""

STATIONARY_DEFENSE = 5
"""The base DEF of a stationary model against shots and magic (WM-STA-03, WM-RUL-41, WM-REF-53)."""


def effects_on(state: State, id: str) -> Iterator[Effect]:
    """Yield every effect on a model: its own, and those of the control areas it is in."""
    me = state.models[id]
    yield from (effect for effect in me.effects if not effect.over)
    for model, effect in state.area_effects:
        ours = model.owner == me.owner
        if (
            effect.over == ("friends" if ours else "enemies")
            and id in control_area_of(state, model.id).models
        ):
            yield effect


def effect_total(state: State, id: str, word: str) -> int:
    """Return the sum of a word over all effects on a model."""
    return sum(n for effect in effects_on(state, id) for w, n in effect.does if w == word)


def has_effect_word(state: State, id: str, word: str) -> bool:
    """Return whether any effect on a model has this word."""
    return any(w == word for effect in effects_on(state, id) for w, _ in effect.does)


def is_act_forbidden(state: State, id: str, act: str) -> bool:
    """Return whether effects forbid an act, such as "move", "run", "cast" or "gain_focus"."""
    return has_effect_word(state, id, f"no:{act}")


def explain_stat(state: State, id: str, name: str) -> Receipt:
    """Return a stat of a model on the table by its name. Raises KeyError for other ids."""
    if not state.is_on_table(id):
        raise KeyError(f"{id} is not on the table")
    return current_stat(state, id, name.upper())


@memo_on_state
def current_stat(state: State, id: str, name: str, against: str = "") -> Receipt:
    """Return a stat; for DEF and ARM, `against` is an attack ("melee", "ranged", "magic").

    Raises KeyError for an unknown stat.
    """
    base, source = _lowest_base(state, id, name, against)
    shot = against in ("ranged", "magic")
    lines = [
        ReceiptLine(effect.name, n)
        for effect in effects_on(state, id)
        for word, n in effect.does
        if word == name or (shot and word == name + SHOT_SUFFIX)
    ]
    me = state.models[id]
    if (
        name == "ARM"
        and me.is_warcaster
        and me.focus
        and state.edition["focus.power_field"] == "overboost"
    ):
        lines.append(
            ReceiptLine("overboosted power field", me.focus)
        )  # WM-FOC-16; never of a warjack (WM-FOC-18)
    return Receipt(name, base, tuple(lines), floor=0, source=source)


def _lowest_base(state: State, id: str, name: str, against: str) -> tuple[int, str]:
    """Return the lowest base value of a stat (WM-RUL-42, WM-REF-54), and its source."""
    card = state.setup.card_of(id)
    if name == "FOC":
        return (
            card.foc if hasattr(card, "foc") else 0
        ), "on the card"  # warcasters only (WM-MOD-09)
    if name not in STAT_NAMES:
        raise KeyError(name)
    printed = int(getattr(card, f"{name.lower()}_" if name in ("STR", "DEF") else name.lower()))
    bases = [(printed, "on the card")]
    if name == "ARM" and is_shield_working(state, id):
        return getattr(card, "shield_arm", None) or printed, "with its shield"
    if state.is_disabled(id, "M") and name in ("SPD", "DEF"):
        bases.append((CRIPPLED_SPEED if name == "SPD" else CRIPPLED_DEFENSE, "movement disabled"))
    if name == "DEF" and "deep" in waters_of(state, id):
        bases.append((DEEP_DEFENSE, "in deep water"))
    if name == "DEF" and against in ("ranged", "magic") and state.is_stationary(id):
        bases.append((STATIONARY_DEFENSE, "stationary"))
    return min(bases)


def waters_of(state: State, id: str) -> frozenset[str]:
    """Return the kinds of water that a model is in, "shallow" and "deep".

    The result is empty in editions without water rules (WM-RUL-151).
    """
    if not state.is_on_table(id) or not has_extra_terrain(state.table):
        return frozenset()
    me = get_fighter(state.table, id)
    return waters_under(state.table, me.place, me.radius)


def is_shield_working(state: State, id: str) -> bool:
    """Return whether a model has a shield arm that is not disabled (WM-JAK-07, WM-DJA-13).

    A lock does not lower its ARM (WM-RUL-76).
    """
    card = state.setup.card_of(id)
    return any(
        w.shield and not (w.location and state.is_disabled(id, w.location)) for w in card.weapons
    )


def stat_value(state: State, id: str, name: str, against: str = "") -> int:
    """Return a current stat as a number."""
    return int(current_stat(state, id, name, against).value)


def focus_stat(state: State, id: str) -> int:
    """Return a warcaster's current FOC."""
    return stat_value(state, id, "FOC")


@memo_on_state
def control_area_of(state: State, caster: str) -> ControlArea:
    """Return a warcaster's current control area, given by its FOC (WM-FOC-03, WM-MK3-17)."""
    return compute_control_area(state.table, caster, _own_focus(state, caster))


def _own_focus(state: State, caster: str) -> int:
    """Return the FOC by the caster's own effects, without those of control areas."""
    card = state.setup.caster_card(caster)
    return max(0, card.foc + state.models[caster].effect_total("FOC"))


def control_radius(state: State, caster: str) -> float:
    """Return the radius of a warcaster's control area from the edge of its base (WM-RUL-80)."""
    return RADIUS_PER_FOCUS_IN * _own_focus(state, caster)


def weapon_range(state: State, id: str, weapon: Armament) -> float:
    """Return the current RNG of a ranged weapon (WM-MOD-11)."""
    return float((weapon.rng or 0) + effect_total(state, id, "RNG"))


def damage_power(state: State, id: str, weapon: Armament) -> int:
    """Return POW, in melee plus the bearer's STR (WM-MOD-05, WM-MOD-10, WM-DMG-01)."""
    return weapon.pow + (stat_value(state, id, "STR") if weapon.kind == "melee" else 0)
