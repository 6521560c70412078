"""Set up a duel: two units in a real game on an empty table, just before the first attack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import asin, cos, pi, sin

import numpy as np

from wc3d.engine.actions import Action, Verdict
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import DiceWantedError, ScriptedDice
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.odds.odds_names import GATE_NAME, DuelSide, arm_unit
from wc3d.games.neo_mechanika.odds.reroll_policy import RerollPolicy
from wc3d.games.neo_mechanika.rules import all_handlers
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import (
    EFFECT_MODIFIERS,
    SYSTEM_FAILURE,
    effect_kind,
)
from wc3d.games.neo_mechanika.rules.action_dispatcher import DECISIONS
from wc3d.games.neo_mechanika.rules.actions import Activate, Attack, Play, Use
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking
from wc3d.games.neo_mechanika.rules.arc import arc_limit
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.book.rulings import MAX_GATE_ARC, START_WELL_ARC, GameOptions
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.events import CardLies
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import (
    can_put_effect,
    has_continuous_effect,
)
from wc3d.games.neo_mechanika.rules.fighting.targeting import attack_range
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, UnitChoice
from wc3d.games.neo_mechanika.rules.missions.book_missions import Mission, mission
from wc3d.games.neo_mechanika.rules.muster import make_first_state
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, CardInPlay, Gate, State, Where
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.turn.cyphers import check_cypher_target, fury_weapon
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame
from wc3d.games.neo_mechanika.rules.turn.turn import TURN_STEPS, TurnFrame
from wc3d.games.neo_mechanika.rules.turn.usable_abilities import usable_abilities
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon
from wc3d.games.neo_mechanika.text.formatting import cite_rule, effect_name
from wc3d.geometry.solids import Plane, Prism
from wc3d.table.features import Feature, Kind, make_feature
from wc3d.table.table import Table

TABLE_SIDE_IN = 96.0
"""The side length of the empty table in inches, enough for the longest reach."""

RANGED_DISTANCE_IN, MELEE_DISTANCE_IN = 8.0, 0.5
"""The default distances for ranged and melee attacks in inches, if the reach allows them."""

WALL_THICKNESS_IN = 0.05
"""The thickness of the wall that gives cover, and the minimum room for it, in inches."""

WALL_DISTANCE_IN = 0.5
"""The distance in inches from the target to the wall behind it that ends a slam."""


@dataclass(frozen=True)
class DuelTerms:
    """The conditions of a duel. A `distance` of None is the weapon's usual one. A `well` of None
    has all remaining Arc (p. 27).

    `squad`: when a model of the target's squad is destroyed, the next model takes its place as the
    target. `agreed` holds the rulings that differ from the defaults.
    """

    mode: str = ""
    distance: float | None = None
    cover: bool = False
    slam_contact: bool = False
    damage: int = 0
    well: int | None = None
    attacks: int = 1
    models: int = 1
    squad: bool = False
    agreed: GameOptions = field(default_factory=GameOptions)


@dataclass(frozen=True)
class Duel:
    """A duel: the state before the attacks, the attacks in order, and the answers to questions."""

    state: State
    attacks: tuple[Attacking, ...]
    policy: RerollPolicy
    distance: float
    terms: DuelTerms

    @property
    def first_attack(self) -> Attacking:
        """The first attack."""
        return self.attacks[0]

    @property
    def targets(self) -> tuple[str, ...]:
        """The possible targets: one model, or the models of the squad in order."""
        target = self.first_attack.target
        return self.state.unit_of(target).models if self.terms.squad else (target,)

    def aim_at_next(self, state: State, attack: Attacking) -> tuple[State, Attacking]:
        """Return the state with the squad's next model in front, and the attack on it."""
        remaining = [id for id in self.targets if state.is_on_table(id)]
        if not self.terms.squad or not remaining:
            return state, attack
        front = self.state.models[self.first_attack.target].at
        state = (
            state
            if state.models[remaining[0]].at == front
            else state.with_model(remaining[0], at=front)
        )
        return state, replace(attack, target=remaining[0], declared=remaining[0])


def make_empty_mission() -> Mission:
    """Return a mission without objectives."""
    return replace(mission("decay_constant"), objectives=())


# Table


def _build_wall(
    id: str,
    center: tuple[float, float],
    toward: float,
    size: tuple[float, float, float],
    kind: Kind,
) -> Feature:
    """Return a wall that does not block sight; `size` is thickness, width and height."""
    along = np.array([cos(toward), sin(toward)])
    across = np.array([-sin(toward), cos(toward)])
    t, w = size[0] / 2, size[1] / 2
    corners = [
        center + a * t * along + b * w * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return make_feature(
        id, kind, (Prism(np.array(corners), Plane(0.0), Plane(size[2])),), blocks_sight=False
    )


def _build_table(
    angles: Iterable[float], radius: float, distance: float, terms: DuelTerms
) -> Table:
    """Return the table with the terms' walls: a low one before the target, a high one behind."""
    features = []
    for i, angle in enumerate(angles):
        if terms.cover:
            offset = radius + min(distance / 2, 0.5)
            features.append(
                _build_wall(
                    f"cover {i + 1}",
                    _point_at(angle, offset),
                    angle,
                    (WALL_THICKNESS_IN, 0.5, 0.5),
                    Kind.OBSTACLE,
                )
            )
        if terms.slam_contact:
            offset = radius + WALL_DISTANCE_IN + 0.5
            features.append(
                _build_wall(
                    "wall behind",
                    _point_at(angle + pi, offset),
                    angle,
                    (1.0, 8.0, 8.0),
                    Kind.IMPASSABLE,
                )
            )
    return Table(
        (TABLE_SIDE_IN, TABLE_SIDE_IN), features=tuple(features), name="duel", policy=SPACE
    )


def _point_at(angle: float, distance: float) -> tuple[float, float]:
    """Return the point at an angle and distance from the middle."""
    return TABLE_SIDE_IN / 2 + distance * cos(angle), TABLE_SIDE_IN / 2 + distance * sin(angle)


def _spread_angles(count: int, mine: float, distance: float) -> list[float]:
    """Return the angles of attackers with radius `mine`, side by side around the target. Raises
    InputError without room for all.
    """
    step = 2 * asin(min(1.0, (mine + 0.05) / distance))
    if step * count > 2 * pi:
        raise InputError(
            f"no room for {count} models this close to the target; set a larger --distance"
        )
    return [pi + step * (i - (count - 1) / 2) for i in range(count)]


# State


def set_up_duel(south: DuelSide, using: str, north: DuelSide, terms: DuelTerms) -> Duel:
    """Set up the duel. Raises InputError with the rule and page for anything illegal."""
    card = CARDS().unit(south.unit)
    is_fury = using in CARDS().cyphers
    if terms.models > (1 if is_fury else card.size):
        reason = (
            "a Fury is channeled through one model"
            if is_fury
            else f"{card.name} has only {card.size}"
        )
        raise InputError(f"--models {terms.models}: {reason}")
    distance = terms.distance
    if distance is None:
        probe, shot = _set_up_duel(south, using, north, terms, 0.1, plain=True)
        reach = attack_range(probe, shot.attacker, shot.weapon, shot.target)
        distance = min(MELEE_DISTANCE_IN if shot.kind == "melee" else RANGED_DISTANCE_IN, reach)
    if terms.cover and distance < 2 * WALL_THICKNESS_IN:
        raise InputError(
            "--cover: no room for a wall between bases this close; set a larger --distance"
        )
    if terms.slam_contact and terms.models > 1:
        raise InputError("--slam-contact: can be used only with one attacking model")
    if terms.squad and (north.unit == GATE_NAME or CARDS().unit(north.unit).size < 2):
        raise InputError("--squad: the target is not a squad")
    state, _ = _set_up_duel(south, using, north, terms, distance)
    policy = RerollPolicy(
        frozenset((p, a) for p, side in ((1, south), (2, north)) for a in side.spikes)
    )
    state_with_hand = state.with_player(1, hand=(using,) * terms.attacks)
    state = (
        _start_turn(state_with_hand, "cypher")
        if is_fury
        else _start_activation(state, south, policy)
    )
    attackers = [m.id for m in state.models_of(next(u.id for u in state.units_in_play(1)))]
    shots = tuple(
        _build_attack(state, id, using, terms) for id in attackers for _ in range(terms.attacks)
    )
    _check_first(state, shots[0], using, terms)
    return Duel(state, shots, policy, distance, terms)


def _set_up_duel(
    south: DuelSide,
    using: str,
    north: DuelSide,
    terms: DuelTerms,
    distance: float,
    plain: bool = False,
) -> tuple[State, Attacking]:
    """Return the state with both units, their Arc, damage, effects and Cyphers, and the attack."""
    is_gate = north.unit == GATE_NAME
    mine, target_base = (
        "small" if side.unit == GATE_NAME else CARDS().unit(side.unit).base
        for side in (south, north)
    )
    radii = [SPACE.bases[base].radius for base in (mine, target_base)]
    angles = _spread_angles(terms.models, radii[0], sum(radii) + distance)
    table = (
        Table((TABLE_SIDE_IN, TABLE_SIDE_IN), name="duel", policy=SPACE)
        if plain
        else _build_table(angles, radii[1], distance, terms)
    )
    forces = (
        _build_force(south, using),
        Force(faction="any", units=(), rack=()) if is_gate else _build_force(north),
    )
    names = "the attacker's player", "the target's player"
    state = make_first_state(
        table, forces, make_empty_mission(), CARDS(), terms.agreed, names=names
    )
    places = [(*_point_at(angle, sum(radii) + distance), 0.0) for angle in angles]
    state = (
        _with_gate(state, north)
        if is_gate
        else _put_in_play(state, 2, north, _list_target_places(north, terms))
    )
    state = _put_in_play(state, 1, south, places)
    for player, side in ((1, south), (2, north)):
        state = state.with_player(player, well=_check_well(player, side, terms))
    target = (
        "2.gate.1"
        if is_gate
        else next(m.id for m in state.models.values() if m.at is not None and m.id.startswith("2."))
    )
    state = _with_damage(state, target, terms.damage)
    attacker = next(
        m.id for m in state.models.values() if m.at is not None and m.id.startswith("1.")
    )
    return state, replace(
        _build_attack(state, attacker, using, terms), target=target, declared=target
    )


def _list_target_places(side: DuelSide, terms: DuelTerms) -> list[XYZ]:
    """Return the target's place and, far out of reach, the places of its squad's other models."""
    follower_count = CARDS().unit(side.unit).size - 1 if terms.squad else 0
    return [
        (*_point_at(0.0, 0.0), 0.0),
        *((1.0 + 3.0 * i, 1.0, 0.0) for i in range(follower_count)),
    ]


def _build_force(side: DuelSide, using: str = "") -> Force:
    """Return a force of one unit; an attachment gets a squad to join, which stays off the table."""
    card = CARDS().unit(side.unit)
    bare = using in CARDS().cyphers and not side.weapons and not side.head
    choice = UnitChoice(unit=side.unit) if bare else arm_unit(side, using)
    if card.kind == "attachment":
        return Force(
            faction="any",
            units=(UnitChoice(unit=card.joins[0]),),
            attachments=(side.unit,),
            rack=(),
        )
    if card.hero:
        return Force(faction="any", units=(), heroes=(choice,), rack=())
    return Force(faction="any", units=(choice,), rack=())


def _put_in_play(state: State, player: int, side: DuelSide, places: list[XYZ]) -> State:
    unit = next(u for u in state.units.values() if u.player == player)
    models = unit.models
    if CARDS().unit(side.unit).kind == "attachment":
        models = state.setup.attachments[player]
        state = state.with_unit(unit.id, attached=models).with_model(models[0], unit=unit.id)
    stand = dict(zip(models, places, strict=False))
    for id, place in stand.items():
        state = state.with_model(id, at=place)
    state = state.with_unit(
        unit.id, where=Where.PLAY, arc=_check_arc(side, arc_limit(state, unit.id))
    )
    for id in side.cyphers:
        state = _with_cypher(state, player, unit.id, models[0], id)
    for id in stand:
        state = _with_effects(state, id, side.effects)
    return state


def _with_gate(state: State, side: DuelSide) -> State:
    if side.head or side.weapons or side.cyphers or side.spikes:
        raise InputError("a void gate has no head, weapons, Cyphers or spikes")
    gate = Gate(
        "2.gate.1", 2, "Void Gate", (*_point_at(0.0, 0.0), 0.0), _check_arc(side, MAX_GATE_ARC)
    )
    return _with_effects(replace(state, gates={gate.id: gate}), gate.id, side.effects)


def _check_arc(side: DuelSide, maximum: int) -> int:
    name = "a void gate" if side.unit == GATE_NAME else CARDS().unit(side.unit).name
    minimum = 1 if side.unit == GATE_NAME else 0  # a void gate without Arc has collapsed
    if not minimum <= side.arc <= maximum:
        raise InputError(
            f"{name} can hold {minimum} to {maximum} Arc, but not {side.arc} {_cite_page('NM-ARC-07')}"
        )
    return side.arc


def _check_well(player: int, side: DuelSide, terms: DuelTerms) -> int:
    rest = START_WELL_ARC - side.arc
    if player == 2 or terms.well is None:
        return rest
    if not 0 <= terms.well <= rest:
        raise InputError(
            f"--well {terms.well}: with {side.arc} Arc on the unit, the well can hold 0 to {rest} {_cite_page('NM-SET-04')}"
        )
    return terms.well


def _with_effects(state: State, id: str, effects: tuple[str, ...]) -> State:
    """Add continuous effects to a model or void gate. Raises InputError if one is illegal."""
    for effect in effects:
        plain = effect_kind(effect) == effect
        good = effect in (f"{SYSTEM_FAILURE}:melee", f"{SYSTEM_FAILURE}:ranged") or (
            plain and effect != SYSTEM_FAILURE
        )
        if effect_kind(effect) not in EFFECT_MODIFIERS or not good:
            expected = ", ".join(
                f"{e}:melee, {e}:ranged" if e == SYSTEM_FAILURE else e for e in EFFECT_MODIFIERS
            )
            raise InputError(f"unknown effect {effect!r}; expected one of {expected}")
        if not can_put_effect(state, id, effect_kind(effect)):
            extent = "twice" if has_continuous_effect(state, id, effect_kind(effect)) else "at all"
            raise InputError(
                f"{state.name(id)} cannot have {effect_name(effect)} {extent} {_cite_page('NM-CON-02')}"
            )
        state = state.with_model_or_gate(id, effects=(*state.model_or_gate(id).effects, effect))
    return state


def _with_cypher(state: State, player: int, unit: str, model: str, id: str) -> State:
    """Return the state with a Cypher on the unit, if the Cypher allows it and stays in play."""
    card = CARDS().cypher(id)
    if card.kind == "fury" or card.expires == "resolved":
        raise InputError(f"{card.name} does not stay on a unit, because it expires when resolved")
    holder = model if card.target == "friendly_unit_model" else unit
    _require(check_cypher_target(state, player, card, holder))
    card_in_play = CardInPlay(
        id,
        player,
        card.expires,
        holder if holder == model and card.target == "friendly_unit_model" else "",
    )
    return CardLies(unit, card_in_play).evolve(state)


def _with_damage(state: State, target: str, damage: int) -> State:
    if target in state.gates:
        if damage:
            raise InputError(
                "a void gate's damage is the Arc it has lost; set --target-arc instead"
            )
        return state
    health = state.setup.card_of(target).health
    if not 0 <= damage < health:
        raise InputError(
            f"--damage {damage}: {state.name(target)} can have 0 to {health - 1} damage"
        )
    return state.with_model(target, damage=damage)


# Turn


def _start_turn(state: State, step: str) -> State:
    """Return the state at a step of player 1's turn."""
    agenda = (GameFrame(step="next_turn"), TurnFrame(step=step, player=1))
    state = replace(
        state,
        active=1,
        first=1,
        round=1,
        turn=1,
        tracker=1,
        phase=TURN_STEPS.index(step) + 1,
        agenda=agenda,
    )
    resolution = Resolution(state, ScriptedDice(()), all_handlers.FRAME_STEPS)
    resolution.run()
    new_state: State = resolution.state
    return new_state


def _start_activation(state: State, side: DuelSide, policy: RerollPolicy) -> State:
    """Activate the unit and use the requested spikes that come before the attack."""
    unit = next(u.id for u in state.units_in_play(1))
    try:
        state = _answer_questions(
            _apply_action(_start_turn(state, "activation"), Activate(player=1, unit=unit)), policy
        )
        for ability in side.spikes:
            for model in state.models_of(unit)[:1]:
                if ability in dict(usable_abilities(state, model.id)):
                    state = _apply_action(state, Use(player=1, ability=ability, model=model.id))
                    policy.used.add((1, ability))
                    state = _answer_questions(state, policy)
    except DiceWantedError as error:
        raise InputError(
            f"{error.roll.why}: wc3d odds cannot include effects that roll dice before the attack"
        ) from None
    return state


def _answer_questions(state: State, policy: RerollPolicy) -> State:
    """Answer all questions up to the unit's next action."""
    while not isinstance(find_open_question(state), ActingQuestion):
        state = _apply_action(state, policy.choose(state))
    return state


def _apply_action(state: State, action: Action) -> State:
    """Apply an action. Raises InputError if it is illegal."""
    _require(DECISIONS.check(state, action))
    resolution = Resolution(state, ScriptedDice(()), all_handlers.FRAME_STEPS)
    DECISIONS.decide(resolution, action)
    new_state: State = resolution.state
    return new_state


def _build_attack(state: State, attacker: str, using: str, terms: DuelTerms) -> Attacking:
    target = next((b.id for b in state.bodies if b.id.startswith("2.")), "")
    if using in CARDS().cyphers:
        return make_attack(attacker, fury_weapon(CARDS().cypher(using)), target)
    carried = find_weapon(state, attacker, using)
    assert carried is not None, f"{attacker} was not given {using}"
    shaped = apply_mode(carried, terms.mode)
    if not isinstance(shaped, Weapon):
        raise InputError(f"--mode: {shaped.text} {page_in_brackets(shaped)}")
    return make_attack(attacker, shaped, target)


def _check_first(state: State, shot: Attacking, using: str, terms: DuelTerms) -> None:
    """Check that the rules allow the first attack: range, sight, Stealth, the model's options."""
    if shot.kind == "fury":
        if terms.mode:
            raise InputError(f"--mode: {shot.weapon.name} has no attack modes")
        action: Action = Play(player=1, card=using, on=shot.target, channel=shot.attacker)
    else:
        action = Attack(
            player=1,
            model=shot.attacker,
            weapon=shot.weapon.key,
            target=shot.target,
            mode=terms.mode,
        )
    _require(DECISIONS.check(state, action))


def _require(verdict: Verdict) -> None:
    if not verdict:
        raise InputError(f"{verdict.text} {page_in_brackets(verdict)}".strip())


def page_in_brackets(verdict: Verdict) -> str:
    """Return the page of a refusal in brackets, or an empty string."""
    return f"({describe_page(verdict.page)})" if verdict.page else ""


def _cite_page(rule: str) -> str:
    return cite_rule(rule).strip()
