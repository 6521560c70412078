"""An activation: advance and attacks, special actions and spikes, then the token (p. 28-29)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, find_frame
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.abilities.stats import bonus_total, current_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import trigger_abilities
from wc3d.games.neo_mechanika.rules.actions import Advance, Attack, Pass
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode, attack_modes
from wc3d.games.neo_mechanika.rules.fighting.targeting import check_target, legal_targets
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import movement
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon, model_weapons

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class ActingQuestion(Question):
    """A choice of the activated unit's next action."""

    unit: str = ""


@REGISTRY.step(Activation, "begin")
def _begin(r: Resolution, f: Activation) -> None:
    r.emit(events.ActivationBegan(f.unit))
    trigger_abilities(r, Moment.ACTIVATION_START, f.unit)


@REGISTRY.step(Activation, "ask")
def _ask(r: Resolution, f: Activation) -> Frame | None:
    if f.ended or not r.state.units[f.unit].is_in_play:
        return replace_fields(f, step="ending")
    r.push(ActingQuestion("", r.state.owner(f.unit), f.unit))
    return None


@REGISTRY.step(Activation, "again")
def _ask_again(r: Resolution, f: Activation) -> Frame:
    return replace_fields(f, step="ask")


@REGISTRY.step(Activation, "ending")
def _open_end_window(r: Resolution, f: Activation) -> None:
    if r.state.units[f.unit].is_in_play:
        trigger_abilities(r, Moment.ACTIVATION_END, f.unit)


@REGISTRY.step(Activation, "token")
def _give_token(r: Resolution, f: Activation) -> None:
    """Give the unit its activation token, unless it has one (NM-ACT-02, NM-ACT-03, p. 29)."""
    unit = r.state.units[f.unit]
    if unit.is_in_play and not unit.token and not f.tokenless:
        r.emit(events.TokenGiven(f.unit))


@REGISTRY.step(Activation, "finish")
def _finish(r: Resolution, f: Activation) -> Frame | None:
    """End the activation's effects. The mission scores next (SIL-124)."""
    r.emit(events.ActivationEnded(f.unit))
    if any(b.until == "activation" for b in r.state.units[f.unit].boosts):
        r.emit(events.BoostsEnded(f.unit, "activation"))
    return None


def current_activation(state: State) -> Activation:
    """Return the activation in progress."""
    activation = find_frame(state, Activation)
    assert activation is not None
    return activation


# Advance


def advance_order(state: State, unit: str, model: str) -> movement.MoveOrder:
    """Return a model's advance in its unit's activation (NM-MOV-03, NM-MOV-04, p. 28)."""
    return movement.MoveOrder(
        unit=unit,
        model=model,
        inches=float(current_stat(state, model, "SPD").value),
        own_activation=True,
        why="advance",
        whole_squad=len(state.models_of(unit)) > 1,
        flight=has_flag(state, model, "flight"),
        pathfinder=has_flag(state, model, "pathfinder"),
        through=("structures", "models") if has_flag(state, model, "through") else (),
    )


def check_can_advance(state: State, unit: str) -> Verdict:
    """Check that a unit has not advanced in its activation (NM-ACT-01, p. 28)."""
    if current_activation(state).advanced:
        return refuse(
            "already_advanced",
            f"{state.name(unit)} has already advanced in this activation",
            "NM-ACT-01",
        )
    return LEGAL


def _check_advance(state: State, question: ActingQuestion, action: Advance) -> Verdict:
    if action.model not in state.models or state.models[action.model].unit != question.unit:
        message = f"{state.name(question.unit)} is activating and has no model {action.model!r}"
        return refuse("wrong_unit", message, "NM-ACT-01")
    if not state.is_on_table(action.model):
        return refuse("not_in_play", f"{state.name(action.model)} is not on the table", "NM-ACT-01")
    verdict = check_can_advance(state, question.unit)
    return verdict and movement.check_move(
        state, advance_order(state, question.unit, action.model), action
    )


def _advance(r: Resolution, question: ActingQuestion, action: Advance) -> None:
    activation = current_activation(r.state)
    order = advance_order(r.state, question.unit, action.model)
    r.replace_frame(
        activation, replace_fields(activation, advanced=True, closed=bool(activation.fired))
    )
    movement.push_move(r, order, action)


def _list_advances(state: State, question: ActingQuestion) -> Iterator[Advance]:
    if check_can_advance(state, question.unit):
        for m in state.models_of(question.unit):
            yield from movement.candidate_moves(
                state, advance_order(state, question.unit, m.id), question.player
            )


def _sample_advance(state: State, question: ActingQuestion, rng: random.Random) -> Advance | None:
    if not check_can_advance(state, question.unit):
        return None
    leader = rng.choice(state.models_of(question.unit)).id
    return movement.sample_move(
        state, advance_order(state, question.unit, leader), question.player, rng
    )


# Attacks


def check_can_attack(state: State, unit: str) -> Verdict:
    """Check that the attacks are not split by the advance (NM-ACT-01, SIL-40), nor forbidden."""
    if current_activation(state).closed:
        message = f"{state.name(unit)} has finished its attacks in this activation"
        return refuse("not_interleaved", message, "NM-ACT-01")
    return LEGAL


def check_can_attack_with(state: State, model: str, using: Weapon) -> Verdict:
    """Check that the model may make another attack with this weapon in its activation."""
    return (
        _check_not_acted(state, model)
        and _check_kind(state, model, using)
        and _check_one_weapon(state, model, using)
        and _check_attacks_left(state, model, using)
    )


def _check_not_acted(state: State, model: str) -> Verdict:
    """Check that no special action has replaced the model's attacks (NM-ACT-10, p. 29)."""
    if model in current_activation(state).acted:
        return refuse(
            "special_action_made",
            f"{state.name(model)} made a special action in place of its attacks",
            "NM-ACT-10",
        )
    if has_flag(state, model, "no_attacks"):
        return refuse(
            "no_attacks", f"{state.name(model)} cannot attack in this activation", "NM-ACT-01"
        )
    return LEGAL


def _check_kind(state: State, model: str, using: Weapon) -> Verdict:
    """Check that System Failure does not forbid this kind of weapon (NM-CON-09, p. 36)."""
    if continuous_effects.is_attack_forbidden(state, model, using.kind):
        return refuse(
            "system_failure",
            f"System Failure prevents {using.kind} attacks by {state.name(model)}",
            "NM-CON-09",
        )
    return LEGAL


def _check_one_weapon(state: State, model: str, using: Weapon) -> Verdict:
    """Check that no effect limits the model to another weapon (Power Focus)."""
    if has_flag(state, model, "one_weapon") and any(
        id == model and key != using.key for id, key in current_activation(state).fired
    ):
        return refuse(
            "one_weapon",
            f"{state.name(model)} may use only one weapon in this activation",
            "NM-SIL-47",
        )
    return LEGAL


def _check_attacks_left(state: State, model: str, using: Weapon) -> Verdict:
    """Check that the model has an attack left (NM-ACT-07..09, NM-STA-19).

    A solo or a squad's model has one; a warjack or Weapon Expert has one with each weapon. Effects
    may add attacks: with each melee weapon, or one ranged attack for the model.
    """
    kind = state.setup.cards.units[state.unit_of(model).card].kind
    weapons = {w.key: w for w in model_weapons(state, model)}
    attack_counts = Counter(
        key for id, key in current_activation(state).fired if id == model and key in weapons
    )
    more_ranged = int(bonus_total(state, model, "MORE_RANGED").value)
    more_melee = int(bonus_total(state, model, "MORE_MELEE").value)
    attack_counts[using.key] += 1
    if kind == "warjack" or has_flag(state, model, "every_weapon"):
        allowed = {key: 1 + (more_melee if w.kind == "melee" else 0) for key, w in weapons.items()}
        excess = {key: n - allowed[key] for key, n in attack_counts.items() if n > allowed[key]}
        if not excess or (
            all(weapons[key].kind == "ranged" for key in excess)
            and sum(excess.values()) <= more_ranged
        ):
            return LEGAL
        message = f"{state.name(model)} has already attacked with {using.name} in this activation"
        return refuse("weapon_used", message, "NM-ACT-09")
    base = 1 + (more_melee if any(weapons[k].kind == "melee" for k in attack_counts) else 0)
    over_one = sum(attack_counts.values()) - base
    ranged = sum(n for key, n in attack_counts.items() if weapons[key].kind == "ranged")
    if over_one <= 0 or (over_one <= more_ranged and ranged >= over_one):
        return LEGAL
    rule = "NM-ACT-08" if kind == "squad" else "NM-ACT-07"
    return refuse(
        "attack_made", f"{state.name(model)} has already made its attack in this activation", rule
    )


def weapon_in_mode(state: State, action: Attack) -> Weapon | Verdict:
    """Return an action's weapon in its mode, or a refusal if the model does not have them."""
    using = find_weapon(state, action.model, action.weapon)
    if using is None:
        carried = ", ".join(w.key for w in model_weapons(state, action.model)) or "none"
        message = f"{state.name(action.model)} has no weapon {action.weapon!r}; it has {carried}"
        return refuse("unknown_weapon", message, "NM-ATK-02")
    return apply_mode(using, action.mode)


def _check_attack(state: State, question: ActingQuestion, action: Attack) -> Verdict:
    if (
        action.model not in state.models
        or state.models[action.model].unit != question.unit
        or not state.is_on_table(action.model)
    ):
        return refuse(
            "wrong_unit",
            f"{state.name(question.unit)} has no model {action.model!r} in play",
            "NM-ACT-06",
        )
    using = weapon_in_mode(state, action)
    if isinstance(using, Verdict):
        return using
    verdict = check_can_attack(state, question.unit) and check_can_attack_with(
        state, action.model, using
    )
    return verdict and check_target(state, action.model, using, action.target)


def _attack(r: Resolution, question: ActingQuestion, action: Attack) -> None:
    activation = current_activation(r.state)
    using = weapon_in_mode(r.state, action)
    assert isinstance(using, Weapon)
    r.replace_frame(
        activation, replace_fields(activation, fired=(*activation.fired, (action.model, using.key)))
    )
    r.push(make_attack(action.model, using, action.target))


def _list_attacks(state: State, question: ActingQuestion) -> Iterator[Attack]:
    if not check_can_attack(state, question.unit):
        return
    for m in state.models_of(question.unit):
        for plain in model_weapons(state, m.id):
            if not check_can_attack_with(state, m.id, plain):
                continue
            for mode in attack_modes(plain):
                using = apply_mode(plain, mode)
                assert isinstance(using, Weapon)
                for target in legal_targets(state, m.id, using):
                    yield Attack(
                        player=question.player,
                        model=m.id,
                        weapon=plain.key,
                        target=target,
                        mode=mode,
                    )


# End


def _end(r: Resolution, question: ActingQuestion, action: Pass) -> None:
    """End the activation. Advance and attacks are optional (NM-ACT-12, p. 29)."""
    activation = current_activation(r.state)
    r.replace_frame(activation, replace_fields(activation, ended=True))


REGISTRY.register_answer(
    ActingQuestion,
    Advance,
    text="advance",
    check=_check_advance,
    decide=_advance,
    candidates=_list_advances,
    sample=_sample_advance,
)
REGISTRY.register_answer(
    ActingQuestion,
    Attack,
    text="attack",
    check=_check_attack,
    decide=_attack,
    candidates=_list_attacks,
)
REGISTRY.register_pass(ActingQuestion, text="end the activation", decide=_end)
