"""What can be done now, in words and ready to be clicked, and why the rest cannot: all of it asked of the game's offers."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from wc3d.engine.actions import Action, Offer, Verdict
from wc3d.engine.agenda import find, question
from wc3d.warcaster import actions as act
from wc3d.warcaster.abilities.ability_sources import name_of
from wc3d.warcaster.abilities.selectors import matches
from wc3d.warcaster.fighting.attack import attack
from wc3d.warcaster.fighting.modes import modes_of
from wc3d.warcaster.fighting.targeting import has_cover
from wc3d.warcaster.frames import Activation, Attacking
from wc3d.warcaster.odds.attack_summary import describe_attack, used_in
from wc3d.warcaster.odds.chances import Odds
from wc3d.warcaster.previews.moves import short
from wc3d.warcaster.previews.slams import expected_odds
from wc3d.warcaster.state import State, Where
from wc3d.warcaster.turn.cyphers import CypherQuestion, fury
from wc3d.warcaster.turn.usable_abilities import usable
from wc3d.warcaster.weapons import weapons_of
from wc3d.warcaster.words.action_words import describe_action, meaning

LISTED = 400
"""How many actions of a kind are looked at; of those done by pointing at the board `EXAMPLES` are named."""
EXAMPLES = 8
BY_POINTING = ("advance", "place", "place_gate", "deploy")
"""Kinds that are done by pointing at the board: there are endlessly many of each."""
ORDER = ("activate", "attack", "use", "advance", "deploy", "recall", "place", "place_gate", "play", "charge", "clear", "choose",
         "discard")  # fmt: skip
"""In which order kinds of actions are listed."""


@dataclass(frozen=True)
class Choice:
    """An action that is possible now, in words. `meaning` is what its card or ability does."""

    action: Action
    words: str
    meaning: str = ""

    @property
    def mark(self) -> str:
        """What tests call its button."""
        return mark_of(self.action)


@dataclass(frozen=True)
class Refusal:
    """Something that is not possible now, and what the rules say to it."""

    words: str
    verdict: Verdict


def mark_of(action: Action) -> str:
    """The name of an action's button: "attack 1.dusk_wolf.1 rail_gun 2.marauder.1"."""
    named = action.model_dump(exclude_defaults=True)
    return " ".join((action.type, *(str(v) for k, v in named.items() if k not in ("type", "player") and not isinstance(v, dict))))


@dataclass(frozen=True, eq=False)
class Prospect:
    """An attack before it is rolled: with what, its chances, the dice behind them, and whether the target has cover."""

    choice: Choice
    weapon: str
    odds: Odds
    told: str
    cover: bool = False


@dataclass
class Choices:
    """What is offered to the one who is asked, on the state that is shown."""

    state: State
    offers: Sequence[Offer]
    _kept: dict[str, tuple[Choice, ...]] = field(default_factory=dict, repr=False)

    def offer(self, kind: str) -> Offer | None:
        """The offer of a kind, or None."""
        return next((o for o in self.offers if o.type == kind), None)

    @property
    def kinds(self) -> list[str]:
        """The kinds of actions offered, passing left out, in the order in which they are listed."""
        return sorted((o.type for o in self.offers if o.type != "pass"), key=ORDER.index)

    def text(self, kind: str) -> str:
        """What an offer does, as a sentence begins."""
        offer = self.offer(kind)
        return offer.text[:1].upper() + offer.text[1:] if offer is not None else ""

    def of(self, kind: str) -> tuple[Choice, ...]:
        """The actions of a kind that can be listed; of those done by pointing some that differ."""
        if kind not in self._kept:
            offer = self.offer(kind)
            found = list(islice(offer.candidates(), LISTED)) if offer is not None else []
            if kind in BY_POINTING and kind != "deploy":
                found = _spread(found)
            self._kept[kind] = tuple(Choice(a, describe_action(self.state, a), meaning(self.state, a)) for a in found)
        return self._kept[kind]

    def passing(self) -> tuple[str, act.Pass, Verdict] | None:
        """What passing does here, and whether it may be done."""
        offer = self.offer("pass")
        if offer is None:
            return None
        action = act.Pass(player=offer.player)
        return offer.text, action, offer.check(action)

    def about(self, id: str) -> list[Choice]:
        """The finite actions that this unit, model or gate does or suffers."""
        mine = members(self.state, id)
        kinds = (k for k in self.kinds if k not in BY_POINTING and k not in ("clear", "choose", "discard"))
        return [c for kind in kinds for c in self.of(kind) if mine & set(named_in(c.action))]

    def able(self) -> list[str]:
        """The units and gates that can do something now, in the order of the force."""
        moving = getattr(getattr(question(self.state), "order", None), "unit", "") if self.offers else ""
        acting = getattr(question(self.state), "unit", "") if self.offers else ""
        found = {id for kind in ("activate", "charge", "deploy", "recall") for c in self.of(kind) for id in named_in(c.action)}
        units = [u for u in self.state.units if u in found or u in (acting, moving)]
        return units + [g for g in self.state.gates if g in found and self.offer("charge") is not None]

    # --- attacks

    def targets(self) -> dict[str, list[Choice]]:
        """What can be attacked now, or aimed at with a Fury, with the attacks on it."""
        found: dict[str, list[Choice]] = {}
        for choice in (*self.of("attack"), *(c for c in self.of("play") if getattr(c.action, "channel", ""))):
            target = getattr(choice.action, "target", "") or getattr(choice.action, "on", "")
            found.setdefault(target, []).append(choice)
        return found

    def prospect(self, choice: Choice) -> Prospect | None:
        """The chances of an attack or a Fury; None for other actions."""
        found = _attack_of(self.state, choice.action)
        if found is None:
            return None
        a: Any = choice.action
        mode = f" ({name_of(self.state, a.mode)})" if getattr(a, "mode", "") else ""
        covered, second = has_cover(self.state, found.attacker, found.weapon, found.target), found.weapon.key.partition("#")[2]
        weapon = " ".join((found.weapon.name, second)).rstrip() + mode
        return Prospect(choice, weapon, expected_odds(self.state, found), describe_attack(self.state, found), covered)

    def best(self, choices: Sequence[Choice]) -> Prospect | None:
        """The attack among these that destroys most surely, then hits most surely."""
        found = [p for c in choices if (p := self.prospect(c)) is not None]
        return max(found, key=lambda p: (p.odds.destroy, p.odds.hit), default=None)


def _spread(found: list[Action]) -> list[Action]:
    """Some of endlessly many, spread over what was found; each place of a void gate once."""
    places: dict[Any, Action] = {}
    for action in found:
        places.setdefault(getattr(action, "at", len(places)), action)
    few = list(places.values())
    return few[:: max(1, len(few) // EXAMPLES)][:EXAMPLES]


def _attack_of(state: State, action: Action) -> Attacking | None:
    if isinstance(action, act.Attack):
        using = used_in(state, action)
        return attack(action.model, using, action.target) if using is not None and state.on_table(action.target) else None
    if isinstance(action, act.Play) and action.channel and state.on_table(action.channel) and state.on_table(action.on):
        return attack(action.channel, fury(state.setup.cards.cyphers[action.card]), action.on)
    return None


def named_in(action: Action) -> Iterator[str]:
    """The units, models and gates that an action names."""
    for part in ("unit", "model", "on", "target", "channel"):
        id = getattr(action, part, "")
        if id:
            yield id


def members(state: State, id: str) -> set[str]:
    """A unit's id with those of its models; a model's with its unit's and comrades'; a gate's alone."""
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    if unit not in state.units:
        return {id}
    return {unit, *state.units[unit].models, *state.units[unit].attached}


# Why not


def refusals(state: State, check: Any, player: int, id: str) -> list[Refusal]:
    """What a unit's player may want to do with it now and cannot, each with the rules' own words."""
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    asked = [(words, check(action)) for words, action in _wanted(state, player, unit)]
    told: dict[str, Refusal] = {}
    for words, verdict in asked:
        if not verdict:
            told.setdefault(words, Refusal(words, verdict))
    return list(told.values())


def _wanted(state: State, player: int, unit: str) -> Iterator[tuple[str, Action]]:
    """The actions that one would try with a unit or gate of one's own."""
    if unit in state.gates:
        yield "charge", act.Charge(player=player, on=unit)
        return
    where = state.units[unit].where
    if where is Where.PLAY and isinstance(question(state), CypherQuestion):
        yield from _plays_wanted(state, player, unit)
    if where is not Where.PLAY:
        gate = next((g.id for g in state.gates_of(player)), "")
        yield "deploy", act.Deploy(player=player, unit=unit, gate=gate, places={})
        return
    now = find(state, Activation)
    if now is None or now.unit != unit:
        yield "activate", act.Activate(player=player, unit=unit)
        yield "charge with 1 Arc", act.Charge(player=player, on=unit)
        yield "recall", act.Recall(player=player, unit=unit)
        return
    for m in state.models_of(unit):
        yield "advance", act.Advance(player=player, model=m.id)
    for m in state.models_of(unit):
        yield from _attacks_wanted(state, player, m.id)
    for m in state.models_of(unit):
        for ability, borne in usable(state, m.id):
            sort = borne.clause.target
            fitting = [b.id for b in state.bodies if sort is not None and matches(state, sort, borne.bearer, b.id)]
            yield borne.source, act.Use(player=player, ability=ability, model=m.id, target=fitting[0] if fitting else "")


def _plays_wanted(state: State, player: int, unit: str) -> Iterator[tuple[str, Action]]:
    """Each card of the hand that is laid on a unit or model, on this one."""
    for id in dict.fromkeys(state.players[player].hand):
        card = state.setup.cards.cyphers.get(id)
        if card is not None and card.kind != "fury":
            on = state.models_of(unit)[0].id if card.target == "friendly_unit_model" else unit
            yield card.name, act.Play(player=player, card=id, on=on)


def _attacks_wanted(state: State, player: int, model: str) -> Iterator[tuple[str, Action]]:
    """An attack of a model with each of its weapons, at the nearest enemy."""
    enemies = [b.id for b in state.bodies if state.owner(b.id) != player]
    nearest = min(enemies, key=lambda id: state.table.distance(model, id), default="")
    for w in weapons_of(state, model) if nearest else ():
        words = f"{w.name} ({short(state, model)})" if len(state.unit_of(model).models) > 1 else w.name
        yield words, act.Attack(player=player, model=model, weapon=w.key, target=nearest, mode=modes_of(w)[0])


def refused_on(state: State, check: Any, player: int, target: str) -> list[Refusal]:
    """Why the activated unit's weapons cannot attack this target: one line for each model and weapon."""
    now = find(state, Activation)
    if now is None or state.owner(now.unit) != player:
        return []
    found = []
    for m in state.models_of(now.unit):
        for w in weapons_of(state, m.id):
            action = act.Attack(player=player, model=m.id, weapon=w.key, target=target, mode=modes_of(w)[0])
            verdict = check(action)
            if not verdict:
                who = f"{short(state, m.id)}, " if len(state.unit_of(m.id).models) > 1 else ""
                found.append(Refusal(who + w.name, verdict))
    return found
