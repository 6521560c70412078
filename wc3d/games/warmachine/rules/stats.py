"""The stats of a model as they are now, each with its receipt: the lowest base, then everything that adds to it (WM-RUL-42)."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.memo import memo_on_state
from wc3d.engine.receipt import Receipt, ReceiptLine
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.space.areas import (
    RADIUS_PER_FOCUS_IN,
    ControlArea,
    compute_control_area,
)
from wc3d.games.warmachine.rules.space.climbing import waters_under
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.policy import has_extra_terrain
from wc3d.games.warmachine.rules.state import Effect, State

STAT_NAMES = ("SPD", "STR", "MAT", "RAT", "DEF", "ARM", "FOC")
SHOT_SUFFIX = ":shot"
"""The end of a stat's name in effects that count against ranged and magic attacks alone."""

CRIPPLED_SPEED, CRIPPLED_DEFENSE = 1, 7
"""SPD and DEF of a warjack with disabled movement (WM-DJA-10, WM-RUL-91)."""

DEEP_DEFENSE = 7
"""Base DEF of a model in deep water (WM-REF-37)."""

STATIONARY_DEFENSE = 5
"""Base DEF of a stationary model against ranged and magic attacks (WM-STA-03, WM-RUL-41, WM-REF-53)."""


def effects_on(state: State, id: str) -> Iterator[Effect]:
    """Every effect that counts for a model: its own, and those of control areas that it is in now."""
    me = state.models[id]
    yield from (effect for effect in me.effects if not effect.over)
    for model in state.models_in_play():
        for effect in model.effects:
            ours = model.owner == me.owner
            if (
                effect.over == ("friends" if ours else "enemies")
                and id in control_area_of(state, model.id).models
            ):
                yield effect


def effect_total(state: State, id: str, word: str) -> int:
    """What the effects on a model make of a word, summed."""
    return sum(n for effect in effects_on(state, id) for w, n in effect.does if w == word)


def has_effect_word(state: State, id: str, word: str) -> bool:
    """Does any effect on a model say this word?"""
    return any(w == word for effect in effects_on(state, id) for w, _ in effect.does)


def is_act_forbidden(state: State, id: str, act: str) -> bool:
    """Is a model forbidden to do this ("move", "run", "charge", "special_attack", "cast", "channel", "gain_focus")?"""
    return has_effect_word(state, id, f"no:{act}")


@memo_on_state
def current_stat(state: State, id: str, name: str, against: str = "") -> Receipt:
    """A stat as it is now; DEF and ARM against a kind of attack ("melee", "ranged", "magic"). Raises KeyError for no stat."""
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
    """The lowest base that anything sets (WM-RUL-42, WM-REF-54), and where it stands."""
    card = state.setup.card_of(id)
    if name == "FOC":
        return (
            card.foc if hasattr(card, "foc") else 0
        ), "on the card"  # only warcasters have it (WM-MOD-09)
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


@memo_on_state
def waters_of(state: State, id: str) -> frozenset[str]:
    """The waters that a model is in, "shallow" and "deep"; none where water is ground like any other (WM-RUL-151)."""
    if not state.is_on_table(id) or not has_extra_terrain(state.table):
        return frozenset()
    me = get_fighter(state.table, id)
    return waters_under(state.table, me.place, me.radius)


def is_shield_working(state: State, id: str) -> bool:
    """Has it a shield arm that is not disabled (WM-JAK-07, WM-DJA-13)? A lock does not lower its ARM (WM-RUL-76)."""
    card = state.setup.card_of(id)
    return any(
        w.shield and not (w.location and state.is_disabled(id, w.location)) for w in card.weapons
    )


def stat_value(state: State, id: str, name: str, against: str = "") -> int:
    """A stat as it is now, the number alone."""
    return int(current_stat(state, id, name, against).value)


def focus_stat(state: State, id: str) -> int:
    """A warcaster's FOC now."""
    return stat_value(state, id, "FOC")


@memo_on_state
def control_area_of(state: State, caster: str) -> ControlArea:
    """A warcaster's control area now: it changes with its FOC (WM-FOC-03, WM-MK3-17)."""
    return compute_control_area(state.table, caster, _own_focus(state, caster))


def _own_focus(state: State, caster: str) -> int:
    """FOC by the effects on the caster itself: a control area does not change by what control areas do."""
    card = state.setup.caster_card(caster)
    return max(0, card.foc + state.models[caster].effect_total("FOC"))


def control_radius(state: State, caster: str) -> float:
    """The radius of a warcaster's control area, from the edge of its base (WM-RUL-80)."""
    return RADIUS_PER_FOCUS_IN * _own_focus(state, caster)


def weapon_range(state: State, id: str, weapon: Armament) -> float:
    """The RNG of a ranged weapon now (WM-MOD-11)."""
    return float((weapon.rng or 0) + effect_total(state, id, "RNG"))


def damage_power(state: State, id: str, weapon: Armament) -> int:
    """What a weapon adds to a damage roll: POW, in melee with its bearer's STR (WM-MOD-05, WM-MOD-10, WM-DMG-01)."""
    return weapon.pow + (stat_value(state, id, "STR") if weapon.kind == "melee" else 0)
