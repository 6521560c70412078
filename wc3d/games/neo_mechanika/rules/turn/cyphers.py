"""Play Cyphers (p. 38-39, 43): Furies through a model with Arc Relay, others on a unit or model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine.abilities import Do
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import hand_size, vocabulary
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import clauses_of_type
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, used_ability_name
from wc3d.games.neo_mechanika.rules.abilities.availability import has_any_effect
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import has_trigger, trigger_abilities
from wc3d.games.neo_mechanika.rules.actions import Play
from wc3d.games.neo_mechanika.rules.cards import CypherCard
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.targeting import check_target, legal_targets
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State, memo_on_board
from wc3d.games.neo_mechanika.rules.turn.turn import CypherQuestion
from wc3d.games.neo_mechanika.rules.weapons import Weapon

REGISTRY = HandlerRegistry()

RULE_BY_KIND = {
    "geometric": "NM-CYP-08",
    "harmonic": "NM-CYP-09",
    "overdrive": "NM-CYP-10",
    "fury": "NM-CYP-07",
}


@dataclass(frozen=True, slots=True)
class Channelling(Frame):
    """A channeled Fury: the attack, the discard, and the reactions."""

    STEPS: ClassVar[tuple[str, ...]] = ("attack", "discard", "after", "done")
    player: int = 0
    card: str = ""
    channel: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Resolving(Frame):
    """A Cypher without duration: its effects, then the discard (NM-CYP-14)."""

    STEPS: ClassVar[tuple[str, ...]] = ("effects", "discard")
    player: int = 0
    card: str = ""
    on: str = ""


def fury_weapon(card: CypherCard) -> Weapon:
    """Return a Fury as the weapon of its attack; it has a POW like a weapon (NM-CYP-07)."""
    return Weapon(
        card.id,
        card.id,
        card.name,
        "fury",
        card.energy,
        0.0,
        card.pow,
        card.qualities,
        (f"cypher:{card.id}",),
    )


@memo_on_board
def channelers(state: State, player: int) -> tuple[str, ...]:
    """Return the models with Arc Relay and FOC, with or without token (NM-CYP-15, SIL-100)."""
    mine = [m.id for m in state.models.values() if m.at is not None and state.owner(m.id) == player]
    return tuple(
        id
        for id in mine
        if has_flag(state, id, "arc_relay") and current_stat(state, id, "FOC").value > 0
    )


def check_in_hand(state: State, player: int, card: str) -> Verdict:
    """Check that the card is in the player's hand."""
    if card in state.players[player].hand:
        return LEGAL
    return refuse("not_in_hand", f"there is no {card!r} in your hand", "NM-CYP-04")


def check_channel(state: State, player: int, channel: str) -> Verdict:
    """Check that a Fury's channel is a friendly model in play with Arc Relay (NM-CYP-15, p. 38)."""
    able = channelers(state, player)
    if channel in able:
        return LEGAL
    names = ", ".join(state.name(id) for id in able)
    message = (
        f"choose a model to channel it: {names}"
        if names
        else "you have no model with Arc Relay in play to channel a Fury"
    )
    return refuse("no_channel", message, "NM-CYP-15")


def check_fury(state: State, player: int, card: CypherCard, action: Play) -> Verdict:
    """Check a Fury's card, channeling model and target (NM-CYP-16); any fault rejects (SIL-99)."""
    if not (channelled := check_channel(state, player, action.channel)):
        return channelled
    if card.target == "enemy_unit_model" and action.on in state.gates:
        return refuse("wrong_target", f"{card.name} cannot target a void gate", "NM-CYP-16")
    return check_target(state, action.channel, fury_weapon(card), action.on)


def _instead(target: str) -> str:
    """Return the words that name a wrong target, or nothing where no target was chosen."""
    return f", not {target!r}" if target else ""


def check_cypher_target(state: State, player: int, card: CypherCard, target: str) -> Verdict:
    """Check the target: Geometrics squads, Overdrives warjacks, Harmonics any (NM-CYP-08..10)."""
    if card.target == "friendly_unit_model":
        if target not in state.models or not state.is_on_table(target):
            return refuse(
                "unknown",
                f"{card.name} needs a model of a friendly unit in play{_instead(target)}",
                RULE_BY_KIND[card.kind],
            )
        unit = state.models[target].unit
    elif target in state.units and state.units[target].is_in_play:
        unit = target
    else:
        return refuse(
            "unknown",
            f"{card.name} needs a friendly unit in play{_instead(target)}",
            RULE_BY_KIND[card.kind],
        )
    if state.units[unit].player != player:
        return refuse(
            "enemy_unit", f"{card.name} can only target a friendly unit", RULE_BY_KIND[card.kind]
        )
    kind = state.setup.card_of(unit).kind
    wanted_kind = card.target.removeprefix("friendly_")
    if wanted_kind in ("squad", "warjack", "solo") and kind != wanted_kind:
        return refuse(
            "wrong_kind",
            f"{card.name} can only target a friendly {wanted_kind}",
            RULE_BY_KIND[card.kind],
        )
    return check_one_of_a_kind(state, card, unit)


def check_one_of_a_kind(state: State, card: CypherCard, unit: str) -> Verdict:
    """Check that no card of this type affects the unit (NM-CYP-12, p. 38; SIL-95)."""
    card_ids = [
        c.card
        for c in state.units[unit].cyphers
        if state.setup.cards.cyphers[c.card].kind == card.kind
    ]
    if card_ids:
        cypher_name = state.setup.cards.cyphers[card_ids[0]].name
        return refuse(
            "one_of_each_type",
            f"{state.name(unit)} already has a {card.kind} Cypher: {cypher_name}",
            "NM-CYP-12",
        )
    return LEGAL


def check_play(state: State, question: CypherQuestion, action: Play) -> Verdict:
    """Check that a card may be played this way now."""
    if not (verdict := check_in_hand(state, question.player, action.card)):
        return verdict
    card = state.setup.cards.cyphers[action.card]
    if card.kind == "fury":
        return check_fury(state, question.player, card, action)
    if action.channel:
        return refuse(
            "no_channel", f"{card.name} cannot be channeled; only a Fury can", "NM-CYP-11"
        )
    return check_cypher_target(state, question.player, card, action.on)


def _list_plays(state: State, question: CypherQuestion) -> Iterator[Play]:
    for id in dict.fromkeys(state.players[question.player].hand):
        card = state.setup.cards.cyphers[id]
        if card.kind == "fury":
            for channel in channelers(state, question.player):
                for target in legal_targets(state, channel, fury_weapon(card)):
                    yield Play(player=question.player, card=id, on=target, channel=channel)
        elif card.target == "friendly_unit_model":
            for unit in state.units_in_play(question.player):
                for model in state.models_of(unit.id):
                    yield Play(player=question.player, card=id, on=model.id)
        else:
            for unit in state.units_in_play(question.player):
                yield Play(player=question.player, card=id, on=unit.id)


def _play(r: Resolution, question: CypherQuestion, action: Play) -> None:
    card = r.state.setup.cards.cyphers[action.card]
    r.emit(events.CardPlayed(question.player, card.id, action.on, action.channel))
    _resolve(r, question, card, action)
    if card.kind != "fury":
        trigger_abilities(r, Moment.CARD_PLAYED, _find_unit(r.state, action.on))


def _find_unit(state: State, target: str) -> str:
    """Return the unit that a card is played on, or the unit of its model."""
    return state.models[target].unit if target in state.models else target


def _resolve(r: Resolution, question: CypherQuestion, card: CypherCard, action: Play) -> None:
    if card.kind == "fury":
        r.push(Channelling("", question.player, card.id, action.channel, action.on))
        return
    if card.expires == "resolved":
        r.push(Resolving("", question.player, card.id, action.on))
        return
    on_model = action.on in r.state.models and card.target == "friendly_unit_model"
    unit = r.state.models[action.on].unit if on_model else action.on
    r.emit(
        events.CardLies(
            unit, CardInPlay(card.id, question.player, card.expires, action.on if on_model else "")
        )
    )


@REGISTRY.step(Channelling, "attack")
def _attack(r: Resolution, f: Channelling) -> None:
    """Make the Fury's attack with the channeling model (SIL-101), at no cost to it (NM-CYP-22)."""
    r.push(make_attack(f.channel, fury_weapon(r.state.setup.cards.cyphers[f.card]), f.target))


@REGISTRY.step(Channelling, "discard")
def _discard(r: Resolution, f: Channelling) -> None:
    r.emit(events.CardExpired(f.player, f.card))


@REGISTRY.step(Channelling, "after")
def _open_after_fury_window(r: Resolution, f: Channelling) -> None:
    if r.state.is_on_table(f.channel):
        trigger_abilities(r, Moment.AFTER_FURY, f.channel)


@REGISTRY.step(Channelling, "done")
def _finish_fury(r: Resolution, f: Channelling) -> None:
    """Finish the Fury after the reactions to it."""


@REGISTRY.step(Resolving, "effects")
def _apply_effects(r: Resolution, f: Resolving) -> None:
    for use in _list_uses(r.state, f.player, f.card, f.on):
        if not has_any_effect(r.state, use.effects, use):
            r.emit(events.NothingDone(f.card))
        r.push(use)


def _list_uses(state: State, player: int, card: str, target: str) -> list[Using]:
    """Return the effects of a Cypher without duration, clause by clause."""
    models = state.models_of(_find_unit(state, target))
    if not models:
        return []
    bearer = target if state.is_on_table(target) else models[0].id
    name = f"cypher:{card}"
    return [
        Using("", name, bearer, player, clause.effects, target)
        for _, clause in clauses_of_type((name,), Do)
    ]


def changes_the_game(state: State, action: Play) -> bool:
    """Return whether a card itself changes more than the hand. It need not (NM-SIL-175)."""
    card = state.setup.cards.cyphers[action.card]
    if card.kind == "fury" or card.expires != "resolved":
        return True
    return any(
        has_any_effect(state, use.effects, use)
        for use in _list_uses(state, action.player, action.card, action.on)
    )


def changes_anything(state: State, action: Play) -> bool:
    """Return whether playing a card, or a reaction to it, changes more than the hand."""
    return changes_the_game(state, action) or has_trigger(
        state, Moment.CARD_PLAYED, _find_unit(state, action.on)
    )


@REGISTRY.step(Resolving, "discard")
def _discard_resolved(r: Resolution, f: Resolving) -> None:
    """Discard a card without duration once its effects are resolved (NM-CYP-14)."""
    r.emit(events.CardExpired(f.player, f.card))


REGISTRY.register_answer(
    CypherQuestion,
    Play,
    text="play a Cypher",
    check=check_play,
    decide=_play,
    candidates=_list_plays,
)


@REGISTRY.register_effect(vocabulary.ReturnCard)
def _return_card(r: Resolution, e: vocabulary.ReturnCard, f: Using) -> None:
    """Return the resolved Fury from the discard pile, up to the maximum hand size."""
    fury = r.find_frame(Channelling)
    if fury is not None and fury.card in r.state.players[f.player].discard:
        r.emit(events.CardTaken(f.player, fury.card, used_ability_name(r.state, f)))
        hand_size.trim_hands(r)
