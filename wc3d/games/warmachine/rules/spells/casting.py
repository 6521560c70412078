"""Spells, cast by the warcaster or through a channeler; feats; and regeneration."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import CastSpell, Regenerate, UseFeat
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion, Attacking
from wc3d.games.warmachine.rules.attack_plans import spell_plan
from wc3d.games.warmachine.rules.cards import Spell
from wc3d.games.warmachine.rules.fighting import card_effects
from wc3d.games.warmachine.rules.fighting.targeting import check_target
from wc3d.games.warmachine.rules.focus import ARC_NODE, is_commanded_by, is_in_control_area
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.movement_checks import (
    check_has_focus,
    check_is_activated,
    check_not_stationary,
    current_activation,
)
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.sight_in_game import can_see, find_melee
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import is_act_forbidden
from wc3d.games.warmachine.rules.turn.maintenance import end_upkeep_spell
from wc3d.geometry.tolerances import EPSILON_IN

REGISTRY = HandlerRegistry()

AIMED_TARGETS = ("any", "enemy", "friend")
"""The targets of spells with a range."""


def check_caster(
    state: State, question: ActQuestion, action: CastSpell | UseFeat | Regenerate
) -> Verdict:
    """Check that this is the activated warcaster. Warjacks (WM-JAK-01) have no magic."""
    verdict = check_is_activated(state, question, action)
    if verdict and not state.models[question.model].is_warcaster:
        return refuse(
            "no_warcaster", "only warcasters can use spells, feats and power fields", "WM-MOD-09"
        )
    return verdict


def _check_cast(state: State, question: ActQuestion, action: CastSpell) -> Verdict:
    """Check that a spell may be cast now, with enough focus (WM-FOC-11, WM-SPL-02)."""
    verdict = check_caster(state, question, action) and check_not_stationary(state, question.model)
    if not verdict:
        return verdict
    spell = state.setup.spell(question.model, action.spell)
    f = current_activation(state, question.model)
    if spell is None:
        return refuse("no_spell", f"{state.name(question.model)} has no such spell", "WM-SPL-01")
    if any(effect.word == "not_used" for effect in spell.hits):
        return refuse("not_used", f"wc3d does not support {spell.name}", "WM-SPL-10")
    if f.movement == "run":
        return refuse("ran", "a warcaster that ran cannot cast spells", "WM-MOV-08")
    if is_act_forbidden(state, question.model, "cast"):
        return refuse(
            "no_casting", "an effect prevents this warcaster from casting spells", "WM-MOD-14"
        )
    if spell.once_per_turn and spell.id in f.cast:
        return refuse("once", f"{spell.name} can be cast only once per turn", "WM-MOD-14")
    verdict = check_has_focus(state, question.model, "WM-SPL-01", spell.cost)
    return verdict and _check_aim(state, question, action, spell)


def _check_aim(state: State, question: ActQuestion, action: CastSpell, spell: Spell) -> Verdict:
    """Check the target and its line of sight, not the range yet (WM-RUL-07, WM-RUL-83)."""
    if spell.targets not in AIMED_TARGETS:
        if action.channel:
            return refuse(
                "not_channeled",
                "a spell on the caster or its control area cannot be channeled",
                "WM-RUL-87",
            )
        if action.target not in ("", question.model):
            return refuse("own_spell", f"{spell.name} affects only its caster", "WM-SPL-05")
        return LEGAL
    if action.channel:
        verdict = check_channeler(state, question.model, action.channel)
        if not verdict:
            return verdict
    if not state.is_on_table(action.target):
        return refuse("no_target", "there is no such target on the table", "WM-RUL-83")
    return _check_target(state, question, action, spell)


def _check_target(state: State, question: ActQuestion, action: CastSpell, spell: Spell) -> Verdict:
    mine = state.models[action.target].owner == question.player
    if (spell.targets == "enemy" and mine) or (spell.targets == "friend" and not mine):
        return refuse(
            "wrong_side",
            f"{spell.name} must target {'an enemy' if mine else 'a friendly model'}",
            "WM-MOD-14",
        )
    if not mine and state.has_trait(action.target, "spell_proof"):
        return refuse(
            "spell_proof", f"enemy spells cannot target {state.name(action.target)}", "WM-MOD-14"
        )
    origin = action.channel or question.model
    if spell.offensive:
        return check_target(
            state, spell_plan(state, question.model, spell, origin), question.model, action.target
        )
    # always in sight of itself (WM-RUL-83)
    if action.target in (origin, question.model) or can_see(state, origin, action.target):
        return LEGAL
    return refuse(
        "no_sight", f"{state.name(origin)} cannot see {state.name(action.target)}", "WM-CHN-04"
    )


def channelers(state: State, caster: str) -> Iterator[str]:
    """Yield the warjacks through which a caster may cast now (WM-CHN-01)."""
    for model in state.models_in_play(state.models[caster].owner):
        if check_channeler(state, caster, model.id):
            yield model.id


def check_channeler(state: State, caster: str, id: str) -> Verdict:
    """Check for a working arc node in the control area, not engaged, not knocked down."""
    own = state.is_on_table(id) and is_commanded_by(state, caster, id)
    if not own or not state.has_trait(id, "arc_node"):
        return refuse(
            "no_arc_node",
            "only a warjack of the battlegroup with an arc node can channel the spell",
            "WM-CHN-01",
        )
    if state.is_disabled(id, ARC_NODE):
        return refuse("arc_node_disabled", "the arc node of this warjack is disabled", "WM-DJA-07")
    if not is_in_control_area(state, caster, id):  # line of sight is not needed
        return refuse("out_of_control", "the warjack is outside the control area", "WM-CHN-03")
    if find_melee(state, id).engaged_by:
        return refuse("engaged", "an engaged warjack cannot channel", "WM-CHN-07")
    if state.models[id].knocked_down or state.is_inert(id):  # a stationary model can channel
        return refuse("down", "a knocked-down warjack cannot channel", "WM-CHN-08")
    if is_act_forbidden(state, id, "channel"):
        return refuse("no_channel", "an effect prevents this warjack from channeling", "WM-MOD-14")
    return LEGAL


def _cast(r: Resolution, question: ActQuestion, action: CastSpell) -> None:
    """Resolve a spell at once (WM-SPL-03). Channeling is free (WM-CHN-05, WM-CHN-06)."""
    state: State = r.state
    spell = state.setup.spell(question.model, action.spell)
    f = current_activation(state, question.model)
    if spell is None:
        return
    target = action.target or question.model
    r.emit(events.SpellCast(question.model, spell.name, spell.cost, action.target, action.channel))
    r.update_frame(Activation, cast=(*f.cast, spell.id))
    origin = action.channel or question.model
    if spell.upkeep:
        end_upkeep_spell(
            r, question.player, spell.name, "cast anew"
        )  # one copy of each in play (WM-UPK-03)
    if spell.offensive:
        r.push(
            Attacking("", question.model, target, spell_plan(state, question.model, spell, origin))
        )
        return
    distance = (
        state.table.distance(origin, target) if target not in (origin, question.model) else 0.0
    )
    if spell.targets in AIMED_TARGETS and distance > (spell.rng or 0) + EPSILON_IN:
        r.emit(
            events.OutOfRange(question.model, target, distance, float(spell.rng or 0))
        )  # the cost is lost (WM-RUL-83)
        return
    card_effects.apply_effects(r, spell.hits, spell.name, question.model, target, (target,))


def _list_spells(state: State, question: ActQuestion) -> Iterator[CastSpell]:
    """Yield every spell at every possible target, from the caster and through each channeler."""
    me = state.models[question.model]
    if not me.is_warcaster or not me.focus:
        return
    origins = ("", *channelers(state, me.id))
    for spell in state.setup.caster_card(me.id).spells:
        if spell.cost > me.focus:
            continue
        if spell.targets not in AIMED_TARGETS:
            yield CastSpell(player=question.player, model=me.id, spell=spell.id)
            continue
        side = question.player if spell.targets == "friend" else 3 - question.player
        for model in state.models_in_play(side):
            for origin in origins:
                yield CastSpell(
                    player=question.player,
                    model=me.id,
                    spell=spell.id,
                    target=model.id,
                    channel=origin,
                )


REGISTRY.register_answer(
    ActQuestion,
    CastSpell,
    text="cast a spell",
    check=_check_cast,
    decide=_cast,
    candidates=_list_spells,
)


# Feats


def _check_feat(state: State, question: ActQuestion, action: UseFeat) -> Verdict:
    """Check that the feat is unused (WM-FEA-01), without a run (WM-MOV-08, WM-MK3-34)."""
    verdict = check_caster(state, question, action) and check_not_stationary(state, question.model)
    if verdict and state.models[question.model].feat_used:
        return refuse("used", "a warcaster can use its feat only once per game", "WM-FEA-01")
    if verdict and current_activation(state, question.model).movement == "run":
        return refuse("ran", "a warcaster that ran cannot use its feat", "WM-MOV-08")
    return verdict


def _use_feat(r: Resolution, question: ActQuestion, action: UseFeat) -> None:
    """Apply the feat on the card (WM-FEA-02)."""
    feat = r.state.setup.caster_card(question.model).feat
    r.emit(events.FeatUsed(question.model, feat.name))
    r.update_frame(Activation, feat=True)
    card_effects.apply_effects(r, feat.effects, feat.name, question.model, "", ())


REGISTRY.register_answer(
    ActQuestion,
    UseFeat,
    text="use the feat",
    check=_check_feat,
    decide=_use_feat,
    candidates=lambda state, asked: (UseFeat(player=asked.player, model=asked.model),),
)


# Regeneration


def _check_regenerate(state: State, question: ActQuestion, action: Regenerate) -> Verdict:
    """Check a regeneration (WM-FOC-19, WM-MK3-28), even if stationary (WM-REF-55, WM-RUL-58)."""
    verdict = check_caster(state, question, action)
    if verdict and not 1 <= action.points <= state.models[question.model].damage:
        damage = pluralize(state.models[question.model].damage, "damage point")
        return refuse("unhurt", f"the model has only {damage} to remove", "WM-FOC-19")
    return verdict and check_has_focus(state, question.model, "WM-FOC-19", action.points)


REGISTRY.register_answer(
    ActQuestion,
    Regenerate,
    text="regenerate",
    check=_check_regenerate,
    decide=lambda r, asked, action: r.emit(events.Regenerated(asked.model, action.points)),
    candidates=lambda state, asked: (
        Regenerate(player=asked.player, model=asked.model, points=n)
        for n in range(1, state.models[asked.model].damage + 1)
    ),
)
