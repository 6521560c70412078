"""The threats of one side to the other in its next turn, by tables of attacks without geometry.

A table remembers each attack's damage chances, because a search judges thousands of positions with
the same attacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wc3d.games.warmachine.bots.danger import SCREENED_THREAT_SHARE, is_screened
from wc3d.games.warmachine.bots.distance_estimate import estimate_distance
from wc3d.games.warmachine.rules.attack_plans import BASH_PENALTY
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.focus import can_hold_focus, commander_of, is_in_control_area
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.roll_chances import damage_chances, hit_chances
from wc3d.games.warmachine.rules.state import Model, State, opponent_of
from wc3d.games.warmachine.rules.stats import (
    damage_power,
    effect_total,
    is_act_forbidden,
    stat_value,
    weapon_range,
)

Floats = NDArray[np.float64]

MAX_BOUGHT_ATTACKS = 3
"""The most additional attacks that a warjack is expected to buy in its next turn."""

RANGE_MARGIN_IN = 1.0
"""The inches over which a threat fades out at the end of its range."""

LOST_MOVEMENT_SHARE = 0.4
"""The share of a threat that remains if a model must first stand up or shake an effect off."""

LIKELY_MELEE_CHANCE = 0.5
"""The chance to reach melee from which an enemy is not expected to shoot."""

CacheKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Threat:
    """An enemy's attacks on a model: the weapons' attacks, and the one that it would buy.

    Each attack is the chances of 0, 1, ... damage points. `sure` is the chance to get there.
    """

    attacker: str
    sure: float
    attacks: tuple[Floats, ...]
    bought: Floats | None
    needs_focus: bool


@dataclass(slots=True)
class ThreatTable:
    """The damage chances of attacks, remembered by all that they depend on but the places."""

    attacks: dict[CacheKey, Floats] = field(default_factory=dict)

    def damage(
        self, state: State, attacker: Model, target: Model, kind: str, power: int, extra: int = 0
    ) -> Floats:
        """Return the damage chances of one attack, unboosted, with `extra` damage dice."""
        key = (
            kind,
            power,
            extra,
            attacker.id,
            attacker.effects,
            target.id,
            target.effects,
            target.marked,
            target.focus if target.is_warcaster else 0,
            target.damage,
            target.down > 0,
        )
        chances = self.attacks.get(key)
        if chances is None:
            chances = self.attacks[key] = _damage(state, attacker, target, kind, power, extra)
        return chances

    def threats_to(self, state: State, target: Model) -> list[Threat]:
        """Return the threats of all enemies to a model, the nearest ones included."""
        if target.at is None:
            return []
        enemies = state.models_in_play(opponent_of(target.owner))
        return [
            threat
            for enemy in enemies
            if not enemy.fleeing and not state.is_inert(enemy.id)
            for threat in self._weapon_threats(state, enemy, target)
        ]

    def _weapon_threats(self, state: State, enemy: Model, target: Model) -> Iterator[Threat]:
        """Yield an enemy's threat with melee weapons, and with ranged ones if melee is unlikely."""
        distance = estimate_distance(state, enemy.id, target.id)
        share = LOST_MOVEMENT_SHARE if state.is_stationary(enemy.id) else 1.0
        can_move = not is_act_forbidden(state, enemy.id, "move")
        walk = float(stat_value(state, enemy.id, "SPD")) if can_move else 0.0
        melee = self._melee_threat(state, enemy, target, distance, walk, share)
        if melee is not None:
            yield melee
            if melee.sure >= LIKELY_MELEE_CHANCE:
                return
        guns = [w for w in state.usable_weapons(enemy.id) if w.kind == "ranged"]
        shots = [
            (_chance_within(distance, walk + weapon_range(state, enemy.id, w)) * share, w)
            for w in guns
        ]
        in_range = [(sure, w) for sure, w in shots if sure]
        if in_range:
            attacks = tuple(
                self.damage(state, enemy, target, "ranged", damage_power(state, enemy.id, w))
                for _, w in in_range
                for _ in range(min(2, w.rof or 1))
            )
            yield Threat(enemy.id, max(sure for sure, _ in in_range), attacks, None, False)

    def _melee_threat(
        self,
        state: State,
        enemy: Model,
        target: Model,
        distance: float,
        walk: float,
        share: float,
    ) -> Threat | None:
        """Return an enemy's threat in melee, or None out of its reach."""
        reach = state.longest_melee_reach(enemy.id)
        can_charge = walk and not state.is_disabled(enemy.id, "M")
        length = charge_length(state, enemy.id) if can_charge else walk
        sure = _chance_within(distance, length + reach) * share if reach else 0.0
        if not sure:
            return None
        if distance > reach and target.is_warcaster:
            is_behind = is_screened(state, target.id, state.place(enemy.id)[:2])
            sure *= SCREENED_THREAT_SHARE if is_behind else 1.0
        weapons = [w for w in state.usable_weapons(enemy.id) if w.kind == "melee"]
        kind = "melee" if weapons else "bash"
        powers = sorted((damage_power(state, enemy.id, w) for w in weapons), reverse=True)
        powers = powers or [stat_value(state, enemy.id, "STR")]
        is_charge = distance > walk + reach
        first = self.damage(state, enemy, target, kind, powers[0], int(is_charge))
        others = tuple(self.damage(state, enemy, target, kind, power) for power in powers[1:])
        can_buy = weapons and _can_get_focus(state, enemy)
        bought = self.damage(state, enemy, target, kind, powers[0]) if can_buy else None
        return Threat(enemy.id, sure, (first, *others), bought, enemy.is_warjack)

    def spell_threats(self, state: State, target: Model) -> Floats | None:
        """Return the damage chances of the enemy warcaster's best spell, cast repeatedly."""
        enemy = state.warcaster_of(opponent_of(target.owner))
        if enemy.at is None or target.at is None or enemy.owner == target.owner:
            return None
        origins = [
            enemy.id,
            *(m.id for m in state.models_in_play(enemy.owner) if state.has_trait(m.id, "arc_node")),
        ]
        best: Floats | None = None
        focus = stat_value(state, enemy.id, "FOC")
        for spell in state.setup.caster_card(enemy.id).spells:
            if not spell.offensive or spell.pow is None or not spell.cost:
                continue
            sure = max(
                _chance_within(
                    estimate_distance(state, m, target.id),
                    float(stat_value(state, m, "SPD")) + float(spell.rng or 0),
                )
                for m in origins
            )
            if not sure:
                continue
            one = _scale(self.damage(state, enemy, target, "magic", spell.pow), sure)
            total = _add([one] * (focus // spell.cost), len(one))
            if best is None or _mean(total) > _mean(best):
                best = total
        return best


def _can_get_focus(state: State, model: Model) -> bool:
    """Return whether a model can have focus in its next turn."""
    if model.is_warcaster:
        return True
    commander = commander_of(state, model.id)
    return bool(
        commander
        and can_hold_focus(state, model.id)
        and is_in_control_area(state, commander, model.id)
    )


def _damage(
    state: State, attacker: Model, target: Model, kind: str, power: int, extra: int
) -> Floats:
    stat = {"ranged": "RAT", "magic": "FOC"}.get(kind, "MAT")
    add = stat_value(state, attacker.id, stat) + effect_total(state, attacker.id, "ATTACK")
    add += BASH_PENALTY if kind == "bash" else 0
    against = "melee" if kind == "bash" else kind
    if against == "melee" and state.is_stationary(target.id):
        hit = 1.0
    else:
        hit = float(hit_chances(add, stat_value(state, target.id, "DEF", against), BASE_DICE).hit)
    boxes = boxes_left(state, target.id)
    chances = np.zeros(boxes + 1)
    armor = stat_value(state, target.id, "ARM", against)
    power += effect_total(state, attacker.id, "DAMAGE")
    for points, chance in damage_chances(power, armor, BASE_DICE + extra).items():
        chances[min(points, boxes)] += hit * float(chance)
    chances[0] += 1.0 - hit
    return chances


def boxes_left(state: State, id: str) -> int:
    """Return the number of unmarked damage boxes of a model."""
    if state.models[id].is_warjack:
        return state.damage_grid(id).remaining_boxes
    return state.setup.damage_row_size(id) - state.models[id].damage


def total_boxes(state: State, id: str) -> int:
    """Return the number of damage boxes of a model."""
    if state.models[id].is_warjack:
        return len(state.setup.grids[id].boxes)
    return state.setup.damage_row_size(id)


def _chance_within(distance: float, limit: float) -> float:
    """Return the chance that a threat of length `limit` reaches over a distance."""
    return min(1.0, max(0.0, (limit - distance) / RANGE_MARGIN_IN + 0.5))


def _scale(attack: Floats, sure: float) -> Floats:
    """Return the damage chances of an attack that happens with probability `sure`."""
    scaled = attack * sure
    scaled[0] += 1.0 - sure
    return scaled


def _add(attacks: list[Floats], size: int) -> Floats:
    """Return the chances of the total damage of several attacks on one target."""
    total = np.zeros(size)
    total[0] = 1.0
    for attack in attacks:
        sums = np.convolve(total, attack)
        total = sums[:size].copy()
        total[-1] += sums[size:].sum()
    return total


def _mean(chances: Floats) -> float:
    return float(chances @ np.arange(len(chances)))


def removal_chance(state: State, target: Model, table: ThreatTable) -> tuple[float, float]:
    """Return the chance that a model is removed in the enemy's next turn, and the expected share of
    its remaining boxes that it loses, if the enemy does nothing else.
    """
    if target.at is None:
        return 1.0, 1.0
    threats = table.threats_to(state, target)
    spells = table.spell_threats(state, target)
    size = boxes_left(state, target.id) + 1
    if not threats and spells is None:
        return 0.0, 0.0
    enemy = state.warcaster_of(opponent_of(target.owner))
    focus = stat_value(state, enemy.id, "FOC") if enemy.at is not None else 0
    attacks = [_scale(a, t.sure) for t in threats for a in t.attacks]
    results = [_add([*attacks, *_bought_attacks(state, threats, focus)], size)]
    if spells is not None:
        results.append(_add([*attacks, spells], size))
    worst = max(results, key=lambda total: (float(total[-1]), _mean(total)))
    return float(worst[-1]), _mean(worst) / max(1, size - 1)


def _bought_attacks(state: State, threats: list[Threat], focus: int) -> list[Floats]:
    """Return the attacks that the enemy can buy with its focus, the most damaging first."""
    buyers = [t for t in threats if t.bought is not None]
    buyers.sort(key=lambda t: -t.sure * _mean(t.bought) if t.bought is not None else 0.0)
    attacks: list[Floats] = []
    for threat in buyers:
        bought = threat.bought
        if bought is None or focus <= 0:
            continue
        most = MAX_BOUGHT_ATTACKS if threat.needs_focus else focus
        count = min(most, focus)
        focus -= count
        attacks += [_scale(bought, threat.sure)] * count
    return attacks


def expected_losses(state: State, player: int, table: ThreatTable) -> float:
    """Return the worth of a player's models that the enemy can expect to remove next turn.

    Each enemy attacks the model that it hurts most, and the focus goes where it hurts most. The
    warcaster is left out.
    """
    best: dict[str, tuple[float, float, str]] = {}
    for target in state.models_in_play(player):
        if target.is_warcaster or state.is_inert(target.id):
            continue
        worth = model_worth(state, target)
        boxes = boxes_left(state, target.id) or 1
        for threat in table.threats_to(state, target):
            points = sum(_mean(a) for a in threat.attacks)
            more = MAX_BOUGHT_ATTACKS * _mean(threat.bought) if threat.bought is not None else 0.0
            loss = threat.sure * min(1.0, points / boxes) * worth
            most = threat.sure * min(1.0, (points + more) / boxes) * worth
            if most > best.get(threat.attacker, (0.0, 0.0, ""))[1]:
                best[threat.attacker] = (loss, most, target.id)
    enemy = state.warcaster_of(opponent_of(player))
    focus = stat_value(state, enemy.id, "FOC") if enemy.at is not None else 0
    totals: dict[str, float] = {}
    for loss, most, target_id in sorted(best.values(), key=lambda b: (b[0] - b[1], b[2])):
        share = min(1.0, focus / MAX_BOUGHT_ATTACKS) if most > loss else 0.0
        focus -= MAX_BOUGHT_ATTACKS if most > loss else 0
        gain = loss + (most - loss) * max(0.0, share)
        totals[target_id] = totals.get(target_id, 0.0) + gain
    return sum(min(t, model_worth(state, state.models[id])) for id, t in totals.items())


WARJACK_WORTH, SOLO_WORTH, TROOPER_WORTH = 1.0, 0.6, 0.25
"""The worth of an undamaged model, as a multiple of a warjack."""


def model_worth(state: State, model: Model) -> float:
    """Return the worth of a model with its damage; a warcaster has none."""
    if model.is_warcaster or model.at is None:
        return 0.0
    if model.is_warjack:
        if state.is_inert(model.id):
            return 0.0
        grid = state.damage_grid(model.id)
        share = grid.remaining_boxes / len(grid.boxes)
        return WARJACK_WORTH * max(0.1, 0.4 + 0.6 * share - 0.12 * len(grid.disabled))
    worth = SOLO_WORTH if model.kind == "solo" else TROOPER_WORTH
    return worth * (0.5 if model.fleeing else 1.0)
