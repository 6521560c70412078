"""A table of attack values for one turn: each weapon against each target from each place."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.games.neo_mechanika.bots.choosers import attack_bonus
from wc3d.games.neo_mechanika.bots.evaluation import (
    MAX_REACH_BONUS_IN,
    attack_value,
    nearby_enemies,
)
from wc3d.games.neo_mechanika.bots.player import MIN_ACTION_VALUE
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode, attack_modes
from wc3d.games.neo_mechanika.rules.fighting.targeting import is_likely_target
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    check_can_attack_with,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.weapons import Weapon, model_weapons

FOCUS_FACTOR = 1.6
"""The factor for attacks on the favorite target of a plan."""


class AttackTable:
    """Attack values, each computed once for equal attackers, weapons and targets.

    The table ignores all other models, such as new obstacles to a line of sight. The rules still
    check each attack.
    """

    def __init__(self) -> None:
        self._values: dict[tuple[object, ...], float] = {}

    def list_attacks(self, state: State, unit: str, focus: str = "") -> Iterator[Attack]:
        """Yield the attacks of a unit that is activated, the most valuable first."""
        activation = current_activation(state)
        if activation.closed:
            return
        options = []
        for model in state.models_of(unit):
            fired = {key for id, key in activation.fired if id == model.id}
            for weapon in model_weapons(state, model.id):
                if weapon.key not in fired:
                    options += self._list_targets(state, model.id, weapon, focus)
        player = state.units[unit].player
        for _, model_id, weapon, target, mode in sorted(
            options, key=lambda o: (-o[0], o[1:2], o[3])
        ):
            if check_can_attack_with(state, model_id, weapon):
                yield Attack(
                    player=player, model=model_id, weapon=weapon.key, target=target, mode=mode
                )

    def _list_targets(
        self, state: State, model: str, weapon: Weapon, focus: str
    ) -> list[tuple[float, str, Weapon, str, str]]:
        """List the worthwhile targets of a weapon with the value and mode of the attack."""
        options = []
        for target in nearby_enemies(state, model, weapon.rng + MAX_REACH_BONUS_IN):
            best = max(
                (self._look_up(state, model, weapon, mode, target), mode)
                for mode in attack_modes(weapon)
            )
            if best[0] < MIN_ACTION_VALUE:
                continue
            factor = FOCUS_FACTOR if is_favorite(state, target, focus) else 1.0
            options.append((best[0] * factor, model, weapon, target, best[1]))
        return options

    def _look_up(self, state: State, model: str, weapon: Weapon, mode: str, target: str) -> float:
        attacker = state.models[model]
        unit = state.units[attacker.unit]
        key = (
            attacker,
            unit.arc,
            unit.cyphers,
            unit.boosts,
            weapon.key,
            mode,
            state.model_or_gate(target),
        )
        if key not in self._values:
            self._values[key] = _compute_value(state, model, weapon, mode, target)
        return self._values[key]


def is_favorite(state: State, target: str, focus: str) -> bool:
    """Return whether a target is in the favorite unit of a plan, if the plan has one."""
    return bool(focus) and target in state.models and state.models[target].unit == focus


def _compute_value(state: State, model: str, weapon: Weapon, mode: str, target: str) -> float:
    """Return the value of an attack, or 0 if the target seems to be out of range or sight."""
    using = apply_mode(weapon, mode)
    if not isinstance(using, Weapon) or not is_likely_target(state, model, using, target, None):
        return 0.0
    return attack_value(state, model, using, target) + attack_bonus(state, model, using, target)
