"""The Maintenance phase (WM-TRN-06 to 08, WM-REF-02), and the effects that end with a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine.agenda import Frame, Resolution
from wc3d.engine.dice import D6
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import DamageRoll
from wc3d.games.warmachine.rules.clouds import harm_at_turn_end
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.state import PLAYERS, Effect, State, opponent_of
from wc3d.games.warmachine.rules.stats import focus_stat

REGISTRY = HandlerRegistry()

MAX_GO_OUT_ROLL = 2
"""The highest roll at which a continuous effect goes out: 1 or 2 (WM-CON-02)."""

FIRE_POWER = 12
"""The power of fire's damage roll (WM-CON-05)."""

NO_EFFECT = Effect("", 0, "", "")


@dataclass(frozen=True, slots=True)
class Burning(Frame):
    """A continuous effect on a model in its owner's Maintenance phase (WM-TRN-08)."""

    STEPS: ClassVar[tuple[str, ...]] = ("roll",)
    model: str = ""
    effect: Effect = NO_EFFECT


def remove_focus(r: Resolution, player: int) -> None:
    """Remove all unspent focus points of warcasters and warjacks (WM-TRN-06).

    With `focus.carry_over`, a warcaster retains up to its FOC (WM-MK3-14), a warjack none
    (WM-RUL-90).
    """
    keeps = r.state.edition["focus.carry_over"] == "up_to_focus"
    losing = [
        m for m in r.state.models_in_play(player) if m.focus and not (keeps and m.is_warcaster)
    ]
    if losing:
        r.emit(events.FocusLost(tuple(m.id for m in losing)))
    caster = r.state.warcaster_of(player)
    if (
        keeps
        and caster.at is not None
        and caster.owner == player
        and caster.focus > (limit := focus_stat(r.state, caster.id))
    ):
        r.emit(events.FocusLost((caster.id,), limit, rule="WM-MK3-14"))


def end_round_effects(r: Resolution, player: int) -> None:
    """End the player's effects of one round (WM-TRN-04, WM-TRN-07) and clouds (WM-RUL-53)."""
    _end_effects(r, player, "round")
    if any(cloud.player == player for cloud in r.state.clouds):
        r.emit(events.CloudsEnded(player))


def end_turn_effects(r: Resolution, player: int) -> None:
    """End the effects of one turn, and apply the damage of harmful clouds (WM-CLD-05)."""
    _end_effects(r, player, "turn")
    harm_at_turn_end(r, player)


def _end_effects(r: Resolution, player: int, until: str) -> None:
    for model in list(r.state.models_in_play()):
        for effect in model.effects:
            if effect.player == player and effect.until == until:
                r.emit(events.EffectEnded(model.id, effect))


def resolve_continuous_effects(r: Resolution, player: int) -> None:
    """Resolve each continuous effect on the active player's models (WM-TRN-08, WM-CON-02)."""
    burns = [
        Burning(model=m.id, effect=e)
        for m in r.state.models_in_play(player)
        for e in m.effects
        if e.until == "continuous"
    ]
    r.push(*burns)


@REGISTRY.step(Burning, "roll")
def _roll_continuous(r: Resolution, f: Burning) -> None:
    """Roll a d6: the effect goes out on 1 or 2 (WM-CON-02), or takes effect (WM-CON-03)."""
    if not r.state.is_on_table(f.model) or f.effect not in r.state.models[f.model].effects:
        return
    owner = r.state.models[f.model].owner
    label = f"whether the {f.effect.name} on {r.state.name(f.model)} goes out"
    faces = r.roll((D6,), owner, label)
    r.emit(events.Rolled(owner, label, faces, faces[0], rule="WM-CON-02"))
    if faces[0] <= MAX_GO_OUT_ROLL:
        r.emit(events.EffectEnded(f.model, f.effect, "goes out"))
        return
    if f.effect.name == "corrosion":  # one point without a roll (WM-CON-04)
        r.push(DamageRoll("mark", f.model, opponent_of(owner), points=1, cause="corrosion"))
    else:  # 2d6 + 12 (WM-CON-05); the opponent rolls, also for the column (WM-RUL-56)
        r.push(DamageRoll("", f.model, opponent_of(owner), FIRE_POWER, cause="fire", energy="fire"))


def put_continuous_effect(r: Resolution, model: str, kind: str, player: int, maker: str) -> None:
    """Put a continuous effect on a model, up to one of each kind (WM-CON-01, WM-RUL-55)."""
    if r.state.is_on_table(model) and not has_continuous_effect(r.state, model, kind):
        r.emit(events.EffectPut(model, Effect(kind, player, maker, "continuous")))


def has_continuous_effect(state: State, model: str, kind: str) -> bool:
    """Return whether the model already has this continuous effect."""
    return any(e.until == "continuous" and e.name == kind for e in state.models[model].effects)


def end_upkeep_spell(r: Resolution, player: int, name: str, reason: str) -> None:
    """End an upkeep spell of a player on all models."""
    for model in list(r.state.models_in_play()):
        for effect in model.effects:
            if effect.is_upkeep and effect.player == player and effect.name == name:
                r.emit(events.EffectEnded(model.id, effect, reason))


def end_spells_of_caster(r: Resolution, maker: str) -> None:
    """End the upkeep spells of a warcaster that has left play (WM-RUL-86)."""
    for player in PLAYERS:
        for model in list(r.state.models_in_play(player)):
            for effect in model.effects:
                if effect.maker == maker and effect.is_upkeep:
                    r.emit(events.EffectEnded(model.id, effect, "its caster is gone"))
