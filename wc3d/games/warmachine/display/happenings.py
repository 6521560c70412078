"""The display of events on the table: movement, attack lines, dice, damage and places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.dice import D6
from wc3d.engine.text import DETAIL_SEPARATOR, capitalize
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.cards import Armament, Spell
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.text.action_words import feat_meaning, spell_meaning
from wc3d.games.warmachine.text.formatting import SYSTEM_NAMES
from wc3d.games.warmachine.text.log_events import SENTENCE_MAKERS
from wc3d.presentation.attack_kinds import AttackKind, attack_kind_of
from wc3d.presentation.display_values import AreaEffectMark, DieLook, DisplayedRoll, EventDisplay
from wc3d.presentation.event_displays import (
    display_attack,
    display_damage,
    display_removal,
    find_attack_line,
)
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import Pen

DICE_LOOKS = {D6.name: DieLook("d6", (60, 76, 96), (255, 255, 255), 0.2)}
ATTACK_CLOSING_EVENTS = (
    events.Missed,
    events.OutOfRange,
    events.Damaged,
    events.ActivationBegan,
    events.ActivationEnded,
    events.UnitActivationBegan,
    events.UnitActivationEnded,
    events.TurnBegan,
)
"""Events that end the display of an attack."""


MOVE_MANNERS = {"is slammed": "slam", "is thrown": "throw", "is pushed": "push"}
"""The manner of a move against the model's will, by the phrase of its event."""
SILENT_EVENTS = (
    events.Rolled,
    events.Hit,
    events.Missed,
    events.Damaged,
    events.OutOfRange,
    events.ModelRemoved,
    events.KnockedDown,
    events.Faced,
    events.PhaseBegan,
    events.FocusLost,
)
"""Events without a sentence, because dice or a word at the model show them or they are minor."""


def happening_of(state: State, event: Event) -> EventDisplay:
    """Return the display of an event, from the state just before it."""
    happening = EventDisplay(
        places=_event_places(state, event),
        sentence=_plain_sentence(state, event),
        why=_explain_event(state, event),
    )
    if isinstance(event, events.AttackDeclared):
        line = find_attack_line(state, event)
        return display_attack(happening, event, line, _find_attack_kind(state, event))
    if isinstance(event, events.Moved):
        stroke = Stroke(event.track, Pen.PATH)
        manner = MOVE_MANNERS.get(event.how, "walk")
        return replace(
            happening,
            tracks={event.model: event.track},
            is_sliding=event.how in MOVE_MANNERS,
            manner=manner,
            strokes=(stroke,),
            places=event.track,
        )
    if isinstance(event, events.Rolled):
        return replace(
            happening,
            roll=DisplayedRoll(event.player, event.why, ((D6, event.faces),), str(event.total)),
        )
    return _model_happening(happening, state, event)


def _model_happening(happening: EventDisplay, state: State, event: Event) -> EventDisplay:
    """Return the display of models that are hit, damaged, removed or placed."""
    happening = replace(
        happening,
        ends_attack=isinstance(event, ATTACK_CLOSING_EVENTS),
        round=event.round if isinstance(event, events.RoundBegan) else 0,
    )
    match event:
        case events.Hit():
            words = "hit" if event.automatic else f"hit, {event.total} against {event.against}"
            return replace(
                happening,
                words=words + (", critical" if event.critical else ""),
                beside_model=event.target,
            )
        case events.Missed():
            return replace(
                happening,
                words=f"missed, {event.total} against {event.against}",
                beside_model=event.target,
            )
        case events.OutOfRange():
            return replace(happening, words="out of range", beside_model=event.target)
        case events.Damaged():
            return display_damage(happening, event)
        case events.KnockedDown():
            return replace(happening, words="knocked down", beside_model=event.model)
        case events.SystemDisabled():
            return replace(
                happening,
                words=f"{SYSTEM_NAMES[event.system]} disabled",
                beside_model=event.model,
                sentence="",
            )
        case events.ModelRemoved():
            return display_removal(happening, state, event.model, "removed")
        case events.Deployed():
            return replace(happening, arriving_models=(event.model,))
        case events.AreaPlaced():
            at = (*event.center, 0.0)
            return replace(
                happening, splashes=(AreaEffectMark("burst", at, event.diameter / 2),), places=(at,)
            )
    return happening


def _plain_sentence(state: State, event: Event) -> str:
    """Return the log sentence without numbers and rule; empty for an event without a sentence."""
    text = _log_sentence(state, event).partition(DETAIL_SEPARATOR)[0].strip(" =-")
    return capitalize(text)


def _log_sentence(state: State, event: Event) -> str:
    sentence = None if isinstance(event, SILENT_EVENTS) else SENTENCE_MAKERS.get(type(event))
    return sentence(state, event) if sentence is not None else ""


def _explain_event(state: State, event: Event) -> str:
    """Return the reason why an attack is possible, or the effect of a spell, feat or effect."""
    match event:
        case events.AttackDeclared():
            return (
                "in melee range"
                if event.kind == "melee"
                else "in line of sight"
                if event.line is not None
                else ""
            )
        case events.EffectPut():
            return _log_sentence(state, event).partition(DETAIL_SEPARATOR)[2]
        case events.SpellCast():
            return spell_meaning(state, event.caster, event.spell)
        case events.FeatUsed():
            return feat_meaning(state, event.model)
    return ""


def _find_attack_kind(state: State, event: events.AttackDeclared) -> AttackKind:
    card = state.setup.card_of(event.attacker)
    sources: tuple[Armament | Spell, ...] = (*card.weapons, *getattr(card, "spells", ()))
    using = next((source for source in sources if source.name == event.weapon), None)
    return attack_kind_with(using, event.kind)


def attack_kind_with(source: Armament | Spell | None, kind: str) -> AttackKind:
    """Return what an attack with a weapon or spell looks like, from its damage and effects."""
    usual = AttackKind.MAGIC if kind == "magic" else AttackKind.BALLISTIC
    if source is None:
        return attack_kind_of(kind, (), usual)
    effects = (*source.hits, *source.criticals)
    energy = {source.energy or "", *(getattr(effect, "by", "") for effect in effects)}
    energy |= {effect.kind for effect in effects if effect.word == "continuous"}
    if source.aoe and kind != "magic":
        usual = AttackKind.EXPLOSIVE
    return attack_kind_of(kind, energy, usual)


def _event_places(state: State, event: Any) -> tuple[XYZ, ...]:
    """Return the place of an event, or of the first model that it names."""
    at = getattr(event, "at", None)
    if isinstance(at, tuple):
        return (at,)
    for part in ("model", "target", "caster"):
        id = getattr(event, part, "")
        if isinstance(id, str) and id and state.is_on_table(id):
            return (state.place(id),)
    return ()
