"""What happens in a game, and what each thing does to the state. All that is told in the log is one of these."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import Event
from wc3d.warcaster.state import HIDDEN, XYZ, Boost, CardInPlay, Gate, State, Where


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice were rolled: by whom, what for, what they showed (Action Dice first), and their sum."""

    player: int
    why: str
    action: tuple[int, ...] = ()
    power: tuple[int, ...] = ()
    plain: tuple[int, ...] = ()  # d6

    @property
    def strikes(self) -> int:
        """The strikes shown (p. 26)."""
        return sum(self.action) + sum(self.power)


# The turn


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A Pulse round begins."""

    RULE: ClassVar[str] = "NM-PUL-01"
    round: int

    def evolve(self, state: State) -> State:
        return replace(state, round=self.round, tracker=0)


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A player's turn begins."""

    RULE: ClassVar[str] = "NM-TRN-13"
    player: int

    def evolve(self, state: State) -> State:
        tracker = state.tracker + (1 if self.player == state.first else 0)
        return replace(state, active=self.player, turn=state.turn + 1, tracker=tracker, tally=())


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A step of the turn begins (1 to 9)."""

    RULE: ClassVar[str] = "NM-TRN-01"
    phase: int

    def evolve(self, state: State) -> State:
        return replace(state, phase=self.phase)


@dataclass(frozen=True, slots=True)
class SidesTaken(Event):
    """The roll for the first turn is settled: who goes first, and who sits where."""

    RULE: ClassVar[str] = "NM-SET-06"
    first: int
    sides: tuple[str, str]

    def evolve(self, state: State) -> State:
        state = replace(state, first=self.first)
        return state.with_player(1, side=self.sides[0]).with_player(2, side=self.sides[1])


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """Units lose their activation tokens."""

    RULE: ClassVar[str] = "NM-TRN-02"
    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = state.with_unit(unit, token=False)
        return state


@dataclass(frozen=True, slots=True)
class TokenGiven(Event):
    """A unit gets an activation token."""

    RULE: ClassVar[str] = "NM-ACT-02"
    unit: str

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, token=True)


@dataclass(frozen=True, slots=True)
class TokenTaken(Event):
    """A unit loses its activation token by an effect."""

    unit: str

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, token=False)


@dataclass(frozen=True, slots=True)
class ActivationBegan(Event):
    """A unit activates."""

    RULE: ClassVar[str] = "NM-TRN-05"
    unit: str

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, used=())


@dataclass(frozen=True, slots=True)
class ActivationEnded(Event):
    """A unit's activation is over."""

    RULE: ClassVar[str] = "NM-ACT-02"
    unit: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player does nothing, or nothing more, here."""

    player: int
    what: str


@dataclass(frozen=True, slots=True)
class Conceded(Event):
    """A player gives up."""

    RULE: ClassVar[str] = "NM-SIL-01"
    player: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over. `winner` is 0 for a draw."""

    RULE: ClassVar[str] = "NM-VIC-01"
    winner: int
    why: str

    def evolve(self, state: State) -> State:
        return replace(state, winner=self.winner, over=True, agenda=())


# Arc


@dataclass(frozen=True, slots=True)
class Charged(Event):
    """Arc moves from the well onto a unit or void gate."""

    RULE: ClassVar[str] = "NM-ARC-02"
    on: str
    arc: int
    why: str = ""

    def evolve(self, state: State) -> State:
        player = state.owner(self.on)
        state = state.with_player(player, well=state.players[player].well - self.arc)
        if self.on in state.gates:
            return state.with_gate(self.on, arc=state.gates[self.on].arc + self.arc)
        return state.with_unit(self.on, arc=state.units[self.on].arc + self.arc)


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """Arc moves from a unit or void gate to its owner's well."""

    RULE: ClassVar[str] = "NM-ARC-04"
    on: str
    arc: int
    why: str = ""

    def evolve(self, state: State) -> State:
        player = state.owner(self.on)
        state = state.with_player(player, well=state.players[player].well + self.arc)
        if self.on in state.gates:
            return state.with_gate(self.on, arc=state.gates[self.on].arc - self.arc)
        return state.with_unit(self.on, arc=state.units[self.on].arc - self.arc)


# Moving


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A model moves along a track (the way its base's centre takes) to the track's end."""

    RULE: ClassVar[str] = "NM-MOV-03"
    model: str
    track: tuple[XYZ, ...]
    how: str = "walks"

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.track[-1])


@dataclass(frozen=True, slots=True)
class Repositioned(Event):
    """A model is put somewhere else, without moving (p. 28)."""

    RULE: ClassVar[str] = "NM-MOV-11"
    model: str
    at: XYZ
    why: str = ""

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.at)


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """A model falls (p. 45). The damage roll follows."""

    RULE: ClassVar[str] = "NM-TER-19"
    model: str
    at: XYZ
    height: float
    power: int

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.at)


# Attacks and damage


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    """An attack is declared: who, with what (a weapon's name or a Fury's), at whom."""

    RULE: ClassVar[str] = "NM-ATK-02"
    attacker: str
    weapon: str
    target: str
    kind: str
    line: tuple[XYZ, XYZ] | None = None
    cover: bool = False


@dataclass(frozen=True, slots=True)
class Hit(Event):
    """An attack hits, with so many excess strikes."""

    RULE: ClassVar[str] = "NM-ATK-13"
    attacker: str
    target: str
    strikes: int
    against: int


@dataclass(frozen=True, slots=True)
class Missed(Event):
    """An attack misses."""

    RULE: ClassVar[str] = "NM-ATK-12"
    attacker: str
    target: str
    strikes: int
    against: int


@dataclass(frozen=True, slots=True)
class Redirected(Event):
    """Another model is hit instead."""

    target: str
    instead: str
    why: str


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A model suffers damage points. `strikes` against `arm`: how they came about; 0 points is told, too."""

    RULE: ClassVar[str] = "NM-ATK-15"
    model: str
    points: int
    cause: str
    strikes: int = 0
    arm: int = 0

    def evolve(self, state: State) -> State:
        if self.model in state.gates or not self.points:
            return state
        return state.with_model(self.model, damage=state.models[self.model].damage + self.points)


@dataclass(frozen=True, slots=True)
class Healed(Event):
    """Damage is removed from a model."""

    model: str
    points: int
    why: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, damage=max(0, state.models[self.model].damage - self.points))


@dataclass(frozen=True, slots=True)
class ModelDestroyed(Event):
    """A model leaves the table, destroyed."""

    RULE: ClassVar[str] = "NM-ATK-16"
    model: str
    why: str
    by: int = 0  # the player who destroyed it; 0 is nobody

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=None, damage=0, effects=(), carrying="")


@dataclass(frozen=True, slots=True)
class ModelReturned(Event):
    """A destroyed model comes back to its squad."""

    model: str
    at: XYZ
    why: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, at=self.at, damage=0, effects=())


@dataclass(frozen=True, slots=True)
class UnitLeft(Event):
    """A unit's last model has left play: to the reserves, or, a destroyed Hero, for good (p. 26)."""

    RULE: ClassVar[str] = "NM-SQD-02"
    unit: str
    to: Where
    destroyed: bool
    by: int = 0

    def evolve(self, state: State) -> State:
        unit = state.units[self.unit]
        models = dict(state.models)
        for id in unit.models + unit.attached:
            home = self.unit if id in unit.models else ""
            models[id] = replace(models[id], unit=home, at=None, damage=0, effects=(), carrying="")
        return replace(state, models=models).with_unit(
            self.unit, where=self.to, attached=(), arc=0, token=False, cyphers=(), boosts=(), used=()
        )


@dataclass(frozen=True, slots=True)
class EffectPut(Event):
    """A continuous effect's token is put on a model or void gate (p. 36)."""

    RULE: ClassVar[str] = "NM-CON-01"
    model: str
    effect: str

    def evolve(self, state: State) -> State:
        effects = (*state.thing(self.model).effects, self.effect)
        if self.model in state.gates:
            return state.with_gate(self.model, effects=effects)
        return state.with_model(self.model, effects=effects)


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """A continuous effect ends."""

    RULE: ClassVar[str] = "NM-CON-03"
    model: str
    effect: str

    def evolve(self, state: State) -> State:
        effects = tuple(e for e in state.thing(self.model).effects if e != self.effect)
        if self.model in state.gates:
            return state.with_gate(self.model, effects=effects)
        return state.with_model(self.model, effects=effects)


# Abilities


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """An ability is used (an Arc it costs is told by itself). It counts against its limit."""

    RULE: ClassVar[str] = "NM-ARC-09"
    unit: str
    model: str
    ability: str
    counts: bool = True

    def evolve(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.with_unit(self.unit, used=(*unit.used, f"{self.ability}:{self.model}")) if self.counts else state


@dataclass(frozen=True, slots=True)
class Boosted(Event):
    """A temporary effect begins on a unit."""

    unit: str
    boost: Boost

    def evolve(self, state: State) -> State:
        boosts = state.units[self.unit].boosts
        return state if self.boost in boosts else state.with_unit(self.unit, boosts=(*boosts, self.boost))


@dataclass(frozen=True, slots=True)
class BoostsEnded(Event):
    """A unit's temporary effects of a duration end."""

    unit: str
    until: str

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, boosts=tuple(b for b in state.units[self.unit].boosts if b.until != self.until))


# Cyphers


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """A player's rack is shuffled; at the start the whole of it, later the discard pile."""

    RULE: ClassVar[str] = "NM-CYP-06"
    player: int
    cards: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return state.with_player(self.player, rack=self.cards, discard=())

    def seen_by(self, player: int | None) -> Shuffled:
        return replace(self, cards=(HIDDEN,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player draws cards from the rack."""

    RULE: ClassVar[str] = "NM-TRN-12"
    player: int
    cards: tuple[str, ...]

    @property
    def reveals(self) -> bool:
        return True

    def evolve(self, state: State) -> State:
        who = state.players[self.player]
        return state.with_player(self.player, rack=who.rack[len(self.cards) :], hand=who.hand + self.cards)

    def seen_by(self, player: int | None) -> Drew:
        return self if player == self.player else replace(self, cards=(HIDDEN,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A card goes from a hand to the discard pile."""

    RULE: ClassVar[str] = "NM-TRN-11"
    player: int
    card: str

    @property
    def reveals(self) -> bool:
        return True

    def evolve(self, state: State) -> State:
        who = state.players[self.player]
        i = who.hand.index(self.card)
        return state.with_player(self.player, hand=who.hand[:i] + who.hand[i + 1 :], discard=(*who.discard, self.card))


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A Cypher is played: on a unit or model, or, a Fury, through a model at a target. It leaves the hand."""

    RULE: ClassVar[str] = "NM-CYP-04"
    player: int
    card: str
    on: str
    channel: str = ""

    @property
    def reveals(self) -> bool:
        return True

    def evolve(self, state: State) -> State:
        who = state.players[self.player]
        i = who.hand.index(self.card)
        return state.with_player(self.player, hand=who.hand[:i] + who.hand[i + 1 :])


@dataclass(frozen=True, slots=True)
class CardLies(Event):
    """A Cypher stays in effect by a unit."""

    RULE: ClassVar[str] = "NM-CYP-13"
    unit: str
    card: CardInPlay

    def evolve(self, state: State) -> State:
        return state.with_unit(self.unit, cyphers=(*state.units[self.unit].cyphers, self.card))


@dataclass(frozen=True, slots=True)
class CardExpired(Event):
    """A Cypher is over and goes to its owner's discard pile. `unit` is where it lay, or nothing."""

    RULE: ClassVar[str] = "NM-CYP-05"
    player: int
    card: str
    unit: str = ""

    def evolve(self, state: State) -> State:
        if self.unit:
            lying = state.units[self.unit].cyphers
            gone = next(c for c in lying if c.card == self.card and c.player == self.player)
            state = state.with_unit(self.unit, cyphers=tuple(c for c in lying if c is not gone))
        return state.with_player(self.player, discard=(*state.players[self.player].discard, self.card))


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A card goes from the discard pile (or, just played, from the table) back to its owner's hand."""

    player: int
    card: str

    def evolve(self, state: State) -> State:
        who = state.players[self.player]
        i = who.discard.index(self.card)
        return state.with_player(self.player, discard=who.discard[:i] + who.discard[i + 1 :], hand=(*who.hand, self.card))


# Gates, deployment, recall


@dataclass(frozen=True, slots=True)
class GatePlaced(Event):
    """A void gate is placed and charged."""

    RULE: ClassVar[str] = "NM-GAT-02"
    gate: Gate

    def evolve(self, state: State) -> State:
        player = self.gate.player
        state = state.with_player(player, well=state.players[player].well - self.gate.arc)
        return replace(state, gates={**state.gates, self.gate.id: self.gate})


@dataclass(frozen=True, slots=True)
class GateCollapsed(Event):
    """A void gate without Arc collapses."""

    RULE: ClassVar[str] = "NM-GAT-10"
    gate: str
    by: int = 0

    def evolve(self, state: State) -> State:
        return replace(state, gates={id: g for id, g in state.gates.items() if id != self.gate})


@dataclass(frozen=True, slots=True)
class UnitDeployed(Event):
    """A unit comes into play through a gate (or at the start of the game, through none)."""

    RULE: ClassVar[str] = "NM-GAT-13"
    unit: str
    gate: str
    places: tuple[tuple[str, XYZ], ...]
    attached: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        models = dict(state.models)
        for id, at in self.places:
            models[id] = replace(models[id], unit=self.unit, at=at, damage=0, effects=(), carrying="")
        return replace(state, models=models).with_unit(
            self.unit, where=Where.PLAY, attached=self.attached, deployed_on=state.turn, token=False
        )


@dataclass(frozen=True, slots=True)
class UnitRecalled(Event):
    """A unit is recalled. Its leaving is told by itself."""

    RULE: ClassVar[str] = "NM-GAT-22"
    unit: str


# Objectives and points


@dataclass(frozen=True, slots=True)
class ObjectiveTaken(Event):
    """A model picks a portable objective up."""

    RULE: ClassVar[str] = "NM-OBJ-07"
    model: str
    objective: str

    def evolve(self, state: State) -> State:
        return state.with_model(self.model, carrying=self.objective)


@dataclass(frozen=True, slots=True)
class ObjectiveDropped(Event):
    """A portable objective is put down; nobody carries it now."""

    RULE: ClassVar[str] = "NM-OBJ-10"
    objective: str
    at: XYZ

    def evolve(self, state: State) -> State:
        for model in [m.id for m in state.models.values() if m.carrying == self.objective]:
            state = state.with_model(model, carrying="")
        return state.with_objective(self.objective, at=self.at)


@dataclass(frozen=True, slots=True)
class ObjectiveRemoved(Event):
    """An objective is taken off the table."""

    RULE: ClassVar[str] = "NM-UNP-04"
    objective: str

    def evolve(self, state: State) -> State:
        return state.with_objective(self.objective, removed=True)


@dataclass(frozen=True, slots=True)
class ZonesActive(Event):
    """The drop zones of this number are active; the others are not."""

    RULE: ClassVar[str] = "NM-ORD-03"
    number: int

    def evolve(self, state: State) -> State:
        marked = {id: replace(o, active=o.number == self.number) for id, o in state.objectives.items()}
        return replace(state, objectives=marked)


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A player scores victory points. `mark` makes it count once (this objective, this round)."""

    RULE: ClassVar[str] = "NM-PUL-05"
    player: int
    points: int
    why: str
    objective: str = ""

    def evolve(self, state: State) -> State:
        state = state.with_player(self.player, points=state.players[self.player].points + self.points)
        if not self.objective:
            return state
        return replace(state, scored=(*state.scored, (self.player, self.objective, state.round)))


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """Something that secondary missions count has happened this turn (not told)."""

    what: str

    def evolve(self, state: State) -> State:
        return state.counted(self.what)


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """Something that counts once in a game has happened (not told)."""

    what: str

    def evolve(self, state: State) -> State:
        return replace(state, done=(*state.done, self.what))
