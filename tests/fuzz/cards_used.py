"""What of the cards a game has used: each ability, Cypher, head, weapon and weapon quality, and only if it did something.

Every action is resolved a second time, from the same state and with the same dice, and watched:

- a weapon is used when an attack is declared with it, a Fury when its attack is rolled;
- a quality when it does its part: an effect put, a slam made, blast damage rolled, a spray's part, a Strafe die;
- what happens or is done on purpose (When, Do) when one of its effects changes something, or its question is not passed;
- what holds (While) when the same action without it is refused, asks for other dice or ends in another way;
  or when an attack that is refused would be allowed without it;
- a head, or a piece of equipment, when its bearer has been activated and uses one of the abilities it brings.

An ability of several clauses is used as often as the rarest of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cache
from typing import Any
from unittest import mock

from wc3d.engine.abilities import While
from wc3d.engine.agenda import Question, Resolution, find_frame, find_open_question
from wc3d.engine.dice import Dice, DiceError, RecordedDice
from wc3d.engine.game import ActionRecord, Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import selectors
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import BorneClause
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using
from wc3d.games.neo_mechanika.rules.abilities.selectors import AttackFacts
from wc3d.games.neo_mechanika.rules.abilities.triggers import Opened
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Brings, ChooseRulePerAttack
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.cards import Cards, WeaponCard
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import attack_modes
from wc3d.games.neo_mechanika.rules.fighting.slamming import Slamming
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, UnitChoice
from wc3d.games.neo_mechanika.rules.game_setup import Setup
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.rules.weapons import STRIKE_KEY, model_weapons
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

Key = tuple[str, ...]
"""What is counted: ("weapon", id), ("quality", id), ("head", id), ("fury", id) or ("clause", ability, its place)."""

Use = tuple[str, int, str]
"""An ability, the place of one of its clauses, and the model that bears it."""

AT_ONCE = 4
"""Clauses that are taken away at most, one after the other, to see whether an action goes otherwise."""

PLACES = {
    (ability, clause): i
    for ability, clauses in ABILITIES.items()
    for i, clause in enumerate(clauses)
}


# What there is.


def clause_keys(ability: str) -> tuple[Key, ...]:
    """The clauses of an ability (or of "cypher:" and a Cypher), as what is counted."""
    return tuple(("clause", ability, str(i)) for i in range(len(ABILITIES.get(ability, ()))))


def closed(abilities: Collection[str]) -> set[str]:
    """These abilities and qualities, and those that they bring or let choose."""
    found = set(abilities)
    new = list(abilities)
    while new:
        brought = {
            r
            for c in ABILITIES.get(new.pop(), ())
            if isinstance(c, ChooseRulePerAttack | Brings)
            for r in c.rules
        } - found
        found |= brought
        new += brought
    return found


def of_weapon(weapon: WeaponCard, cards: Cards) -> set[str]:
    """What a weapon is and brings, by name: "weapon x", "quality y", "ability z"."""
    found = {f"weapon {weapon.id}", *_rules((*weapon.abilities, *weapon.qualities), cards)}
    for component in weapon.components:
        found |= of_weapon(cards.weapons[component], cards)
    return found


def of_choice(choice: UnitChoice, cards: Cards) -> set[str]:
    """What a unit of a force is and brings, by name."""
    card = cards.units[choice.unit]
    head = card.cortex(choice.cortex)
    found = _rules((*card.abilities, *(head.abilities if head else ())), cards)
    if head:
        found.add(f"head {head.id}")
    for id in (*card.weapons, *(id for ids in choice.weapons.values() for id in ids)):
        found |= of_weapon(cards.weapons[id], cards)
    return found


def of_force(force: Force, cards: Cards) -> set[str]:
    """What a force brings, by name, its rack of Cyphers included."""
    choices = (*force.units, *force.heroes, *(UnitChoice(unit=a) for a in force.attachments))
    return {name for choice in choices for name in of_choice(choice, cards)} | _of_rack(
        force.rack, cards
    )


def _of_rack(rack: Collection[str], cards: Cards) -> set[str]:
    return {
        name
        for id in rack
        for name in (f"Cypher {id}", *_rules(cards.cyphers[id].qualities, cards))
    }


def _rules(ids: Collection[str], cards: Cards) -> set[str]:
    return {
        f"{'quality' if cards.abilities[id].kind == 'quality' else 'ability'} {id}"
        for id in closed(ids)
    }


@cache
def things(cards: Cards) -> dict[str, tuple[Key, ...]]:
    """Everything that some force can bring, by name, with all that must have been seen of it."""
    named = _of_rack(cards.cyphers, cards)
    for unit in cards.units.values():
        options = tuple(id for ids in unit.weapon_options.values() for id in ids)
        for head in unit.cortexes or (None,):
            named |= of_choice(
                UnitChoice(
                    unit=unit.id, cortex=head.id if head else None, weapons={"any": options}
                ),
                cards,
            )
    return {name: _keys(name, cards) for name in sorted(named)}


def _keys(name: str, cards: Cards) -> tuple[Key, ...]:
    kind, _, id = name.partition(" ")
    if kind == "ability":
        return clause_keys(id) or (("clause", id, "none"),)
    if kind == "Cypher":
        return (
            *((("fury", id),) if cards.cyphers[id].kind == "fury" else ()),
            *clause_keys(f"cypher:{id}"),
        )
    return ((kind, id),)


def nobody_has(cards: Cards) -> tuple[str, ...]:
    """The abilities and qualities on cards that nothing brings: no game can use them."""
    known = things(cards)
    return tuple(
        a
        for a in sorted(cards.abilities)
        if f"ability {a}" not in known and f"quality {a}" not in known
    )


def times(name_keys: tuple[Key, ...], counts: Counter[Key]) -> int:
    """How often something was used: as often as the rarest part of it."""
    return min(counts[key] for key in name_keys)


# What of it is used in a game.


class CardsUsed:
    """Counts what is used in one game. Of `wanted` what holds (While) is looked for until it was seen `enough` times."""

    def __init__(self, game: Game, wanted: Collection[Key], enough: int) -> None:
        self.rules = NEO_MECHANIKA
        self.setup: Setup = game.start.setup
        self.wanted = frozenset(wanted)
        self.enough = enough
        self.counts: Counter[Key] = Counter()
        self.activated: set[str] = set()
        self.pending: Use | None = None
        self.worn, self.composites = _worn(game.start)

    def note(self, turn: ActionRecord) -> None:
        """Look at an action that has been done. Raises RuntimeError if it does not go the same way again."""
        if self.pending and turn.action.type != "pass":
            self.used(self.pending)
        self.pending = None
        reached: set[Use] = set()
        with noting(reached):
            state = replace(turn.state_before)
            self.rules.play.check(state, turn.action)
            again = Watched(state, RecordedDice(turn.drawn), self)
            self.rules.play.decide(again, turn.action)
            again.settle()
        if tuple(again.events) != turn.events or again.state != turn.state_after:
            raise RuntimeError(
                "done again from the same state, with the same dice, the action goes another way"
            )
        for use in self._looked_for(reached):
            if self._goes_otherwise(turn, use):
                self.used(use)

    def refusals(self, game: Game) -> None:
        """Try the attacks of the activated unit: is one refused only because of something that holds?"""
        asked = find_open_question(game.state)
        state = replace(game.state)
        if not isinstance(asked, ActingQuestion):
            return
        for attack in _attacks(state, asked):
            reached: set[Use] = set()
            with noting(reached):
                refused = not self.rules.play.check(replace(state), attack)
            for use in self._looked_for(reached) if refused else ():
                with without(use):
                    if self.rules.play.check(replace(state), attack):
                        self.used(use)

    def used(self, use: Use) -> None:
        """Count a use of a clause, and of what brings it to its bearer."""
        ability, _, bearer = use
        for key in self._keys(use):
            self.counts[key] += 1
        for other in self.setup.abilities.get(bearer, ()):
            for i, clause in enumerate(ABILITIES.get(other, ())):
                if isinstance(clause, Brings) and ability in clause.rules:
                    self.used((other, i, bearer))

    def _keys(self, use: Use) -> tuple[Key, ...]:
        ability, place, bearer = use
        worn = self.worn.get(bearer, {}).get(ability, ()) if bearer in self.activated else ()
        return (("clause", ability, str(place)), *worn)

    def _looked_for(self, reached: set[Use]) -> list[Use]:
        """Those of which something is still to be seen, the rarest first."""
        missing = {
            use: [k for k in self._keys(use) if k in self.wanted and self.counts[k] < self.enough]
            for use in reached
        }
        return sorted(
            (u for u in reached if missing[u]),
            key=lambda u: (min(self.counts[k] for k in missing[u]), u),
        )[:AT_ONCE]

    def _goes_otherwise(self, turn: ActionRecord, use: Use) -> bool:
        """Without this clause: is the action refused, are other dice asked for, does something else happen?"""
        with without(use):
            state = replace(turn.state_before)
            if not self.rules.play.check(state, turn.action):
                return True
            again = Resolution(state, RecordedDice(turn.drawn), FRAME_STEPS)
            try:
                self.rules.play.decide(again, turn.action)
            except DiceError:
                return True
        return tuple(again.events) != turn.events or again.state != turn.state_after

    # What is seen as it happens.

    def happened(self, state: State, event: Any) -> None:
        """An event is about to change the state: does it show that a weapon, a Fury or a quality is used?"""
        top = state.agenda[-1] if state.agenda else None
        if isinstance(event, events.ActivationBegan):
            self.activated.update(m.id for m in state.models_of(event.unit))
        elif isinstance(event, events.AttackDeclared) and isinstance(top, Attacking):
            self._declared(top)
        elif (
            isinstance(event, events.Hit | events.Missed)
            and isinstance(top, Attacking)
            and top.kind == "fury"
        ):
            self.counts["fury", top.weapon.card] += 1
        attack = find_frame(state, Attacking)
        if attack is not None:
            for quality in {*attack.weapon.qualities} & {*_shown(state, event)}:
                self.counts["quality", quality] += 1

    def _declared(self, attack: Attacking) -> None:
        if attack.kind == "fury" or attack.weapon.key == STRIKE_KEY:
            return
        self.counts["weapon", attack.weapon.card] += 1
        for composite in self.composites.get((attack.attacker, attack.weapon.card), ()):
            self.counts["weapon", composite] += 1
        card = self.setup.cards.weapons[attack.weapon.card]
        chosen = {*attack.weapon.abilities, *attack.weapon.qualities} - {
            *card.abilities,
            *card.qualities,
        }
        for ability in card.abilities:
            for i, clause in enumerate(ABILITIES.get(ability, ())):
                if isinstance(clause, ChooseRulePerAttack) and chosen & set(clause.rules):
                    self.used((ability, i, attack.attacker))


class Watched(Resolution):
    """An action being resolved, with someone who looks on."""

    def __init__(self, state: State, dice: Dice, by: CardsUsed) -> None:
        super().__init__(state, dice, FRAME_STEPS)
        self.by = by
        self.begun: list[tuple[int, int, Use]] = []

    def emit(self, event: Any) -> None:
        """Let an event happen, seen."""
        self.by.happened(self.state, event)
        super().emit(event)

    def run_step(self) -> None:
        """One step, watched: an effect that begins in it counts once something has come of it."""
        state = self.state
        use = use_begun(state)
        if use is not None:
            self.begun.append((len(state.agenda), len(self.events), use))
        super().run_step()
        if use is not None:
            self._looked_at(state, use)
        for entry in [e for e in self.begun if len(self.state.agenda) <= e[0]]:
            self._over(entry)

    def _looked_at(self, before: State, use: Use) -> None:
        """An effect that changes what is in progress has done something; one that asks has not yet."""
        if len(self.state.agenda) > len(before.agenda) and isinstance(
            self.state.agenda[-1], Question
        ):
            self.begun.pop()
            self.by.pending = use
        elif before.agenda[:-1] != self.state.agenda[: len(before.agenda) - 1]:
            self.begun.pop()
            self.by.used(use)

    def _over(self, entry: tuple[int, int, Use]) -> None:
        self.begun.remove(entry)
        if len(self.events) > entry[1]:
            self.by.used(entry[2])

    def settle(self) -> None:
        """The action is done: what has begun and is not over has done something if anything happened since."""
        for entry in list(self.begun):
            self._over(entry)


def use_begun(state: State) -> Use | None:
    """The clause whose next effect is to happen now, or None."""
    frame = state.agenda[-1]
    if not isinstance(frame, Using) or not frame.effects or frame.current_step() != "next":
        return None
    clauses = list(enumerate(ABILITIES[frame.ability]))
    fitting = [
        (i, c)
        for i, c in clauses
        if getattr(c, "effects", ())[-len(frame.effects) :] == frame.effects
    ]
    opened = find_frame(state, Opened)
    exact = [
        i for i, c in fitting if opened is not None and getattr(c, "window", None) is opened.window
    ]
    return frame.ability, (exact or [i for i, _ in fitting])[0], frame.bearer


def _shown(state: State, event: Any) -> Iterator[str]:
    """The qualities of the attack in progress that an event shows at work."""
    top = state.agenda[-1]
    below = state.agenda[-2] if len(state.agenda) > 1 else None
    if isinstance(event, events.EffectPut) and isinstance(top, Attacking):
        yield event.effect.partition(":")[0]
    elif (
        isinstance(event, events.Moved)
        and isinstance(top, Slamming)
        and isinstance(below, Attacking)
    ):
        if event.track[0] != event.track[-1]:
            yield "repulsor"
    elif isinstance(event, events.Damaged) and event.cause == "blast":
        yield "blast"
    elif isinstance(event, events.AttackDeclared) and event.part == "spray":
        yield "spray"
    elif isinstance(event, events.Rolled) and event.why == "Strafe":
        yield "strafe"


def _attacks(state: State, asked: ActingQuestion) -> Iterator[Attack]:
    """Each weapon of the first models of the activated unit, in each mode, at each enemy on the table."""
    for model in state.models_of(asked.unit)[:2]:
        for weapon in model_weapons(state, model.id):
            for body in state.bodies:
                if state.owner(body.id) != asked.player:
                    for mode in attack_modes(weapon):
                        yield Attack(
                            player=asked.player,
                            model=model.id,
                            weapon=weapon.key,
                            target=body.id,
                            mode=mode,
                        )


def _worn(state: State) -> tuple[dict[str, dict[str, list[Key]]], dict[tuple[str, str], list[str]]]:
    """By model and ability the head or equipment that brings it; by model and weapon the composite that brings that."""
    worn: dict[str, dict[str, list[Key]]] = {}
    composites: dict[tuple[str, str], list[str]] = {}
    cards = state.setup.cards
    for model, choice in _choices(state):
        card = cards.units[choice.unit]
        head = card.cortex(choice.cortex)
        brings = worn.setdefault(model, {})
        if head:
            for ability in closed(head.abilities):
                brings.setdefault(ability, []).append(("head", head.id))
        for id in (*card.weapons, *(id for ids in choice.weapons.values() for id in ids)):
            for component in cards.weapons[id].components:
                composites.setdefault((model, component), []).append(id)
            for ability in (
                closed(cards.weapons[id].abilities) if cards.weapons[id].kind == "equipment" else ()
            ):
                brings.setdefault(ability, []).append(("weapon", id))
    return worn, composites


def _choices(state: State) -> Iterator[tuple[str, UnitChoice]]:
    """Each model with the entry of its force."""
    for player, force in zip(PLAYERS, state.setup.forces, strict=True):
        number: Counter[str] = Counter()
        for choice in (*force.units, *force.heroes):
            number[choice.unit] += 1
            for model in state.units[f"{player}.{choice.unit}.{number[choice.unit]}"].models:
                yield model, choice
        for id in state.setup.attachments[player]:
            yield id, UnitChoice(unit=state.setup.card_ids[id])


# A clause that does not work for a while.


@contextmanager
def only_if(test: Callable[[Use], bool]) -> Iterator[None]:
    """Meanwhile a While clause that reaches a model does so only if the test says so, and what is kept with the board is kept
    with each state by itself: what was worked out before does not count."""
    reaches = selectors._reaches

    def tested(state: State, borne: BorneClause, subject: str, facts: AttackFacts) -> bool:
        if not reaches(state, borne, subject, facts):
            return False
        place = PLACES.get((borne.ability, borne.clause))
        return (
            place is None
            or not isinstance(borne.clause, While)
            or test((borne.ability, place, borne.bearer))
        )

    selectors._reaches = tested
    try:
        with mock.patch.object(State, "board_notes", property(lambda state: state.notes)):
            yield
    finally:
        selectors._reaches = reaches


def noting(reached: set[Use]) -> AbstractContextManager[None]:
    """Meanwhile every clause works, and those that reach a model are noted."""

    def note(use: Use) -> bool:
        reached.add(use)
        return True

    return only_if(note)


def without(use: Use) -> AbstractContextManager[None]:
    """Meanwhile this clause of this bearer does nothing."""
    return only_if(lambda other: other != use)
