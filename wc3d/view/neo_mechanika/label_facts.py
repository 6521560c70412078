"""What the sign of each model says: its name, health, Arc, activation, effects, Cyphers and what it carries; and its livery."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wc3d.evidence.exhibit import XYZ
from wc3d.evidence.palette import Livery, Silhouette
from wc3d.evidence.poses import toward_enemies
from wc3d.table.body import Body
from wc3d.warcaster.arc import limit
from wc3d.warcaster.cards import UnitCard
from wc3d.warcaster.previews.side_colors import colors_of
from wc3d.warcaster.state import Gate, Model, State, Unit
from wc3d.warcaster.words.vocabulary import effect_name

if TYPE_CHECKING:
    from wc3d.engine.game import View


@dataclass(frozen=True)
class Badge:
    """What a model's sign says. `at` is above its head, `foot` at its base.

    `health` of `boxes` are left. What belongs to the whole unit (`arc` of `most`, `activated`, `cyphers`) stands on the first
    model of a squad that is still there; `first` says whether this is it, `left` how many of how many models it has.
    """

    id: str
    unit: str
    name: str
    livery: Livery
    at: XYZ
    foot: XYZ
    health: int = 1
    boxes: int = 1
    arc: int = 0
    most: int = 0
    first: bool = True
    left: tuple[int, int] = (1, 1)
    activated: bool = False
    effects: tuple[str, ...] = ()
    cyphers: tuple[str, ...] = ()
    carries: str = ""
    own: bool = False

    def standing(self, foot: XYZ) -> Badge:
        """The same sign over a model that is shown elsewhere."""
        return replace(self, foot=foot, at=(foot[0], foot[1], foot[2] + self.at[2] - self.foot[2]))

    @property
    def title(self) -> str:
        """What the sign is headed: on the first model of a squad the squad's name, on the others their letters."""
        whole, _, letter = self.name.rpartition(" ")
        if len(letter) > 1 or self.left[1] == 1:
            return self.name.partition(",")[0]
        return whole if self.first else letter

    @property
    def words(self) -> tuple[str, ...]:
        """Everything the sign says, in words: the lines of a tooltip."""
        left, of = self.left
        told = [self.livery.silhouette.value + (f", {left} of {of} models left" if of > 1 else "")]
        told += [f"{self.health} of {self.boxes} health"] if self.boxes > 1 else []
        told += [f"{self.arc} of {self.most} Arc"] if self.most and self.first else []
        told += ["has an activation token"] if self.activated else []
        told += [f"effect: {effect_name(effect)}" for effect in self.effects]
        told += [f"Cypher: {cypher}" for cypher in self.cyphers]
        told += [f"carries {self.carries}"] if self.carries else []
        return (self.name, *told)


def silhouette_of(card: UnitCard) -> Silhouette:
    """The silhouette of a card's models."""
    if card.hero:
        return Silhouette.HERO
    kinds = {"warjack": Silhouette.WARJACK, "solo": Silhouette.SOLO, "attachment": Silhouette.ATTACHMENT}
    return kinds.get(card.kind, Silhouette.TROOPER)


def liveries_of(state: State) -> dict[str, Livery]:
    """How every model and void gate of a game is dressed, by id: for `Screen.liveries` and pictures."""
    if "liveries" in state.notes:
        return state.notes["liveries"]  # type: ignore[no-any-return]
    colours = colors_of(state)
    found = {}
    for model in state.models.values():
        side = state.owner(model.id)
        found[model.id] = Livery(colours[side - 1], side, silhouette_of(state.setup.card_of(model.id)))
    for gate in state.gates.values():
        found[gate.id] = Livery(colours[gate.player - 1], gate.player, Silhouette.GATE)
    state.notes["liveries"] = found
    return found


def facings_of(state: State) -> dict[str, float]:
    """Which way every model looks: at the nearest enemy, for `Screen.turned`."""
    if "facings" not in state.notes:
        state.notes["facings"] = toward_enemies(state.bodies, {body.id: state.owner(body.id) for body in state.bodies})
    return state.notes["facings"]  # type: ignore[no-any-return]


def badges_of(state: State, view: View | None = None) -> tuple[Badge, ...]:
    """The sign of every model and void gate on the table; `view` says whose own they are. All of it is known to both players."""
    player = view.player if view is not None else None
    liveries, bodies, found = liveries_of(state), {body.id: body for body in state.bodies}, []
    for unit in state.units_in_play():
        for number, model in enumerate(state.models_of(unit.id)):
            found.append(_badge(state, unit, model, number == 0, bodies[model.id], liveries[model.id], player))
    found += [_gate_badge(state, gate, bodies[gate.id], liveries[gate.id], player) for gate in state.gates.values()]
    return tuple(found)


def _badge(state: State, unit: Unit, model: Model, first: bool, body: Body, livery: Livery, player: int | None) -> Badge:
    boxes = state.setup.card_of(model.id).health
    here = [c for c in unit.cyphers if c.model == model.id or (first and not c.model)]
    cyphers = tuple(state.setup.cards.cyphers[c.card].name for c in here)
    whole = len(unit.models) + len(unit.attached)
    return Badge(
        model.id, unit.id, model.name, livery, *_ends(body), health=max(0, boxes - model.damage), boxes=boxes,
        arc=unit.arc if first else 0, most=limit(state, unit.id) if first else 0, first=first,
        left=(len(state.models_of(unit.id)), whole), activated=unit.token, effects=model.effects, cyphers=cyphers,
        carries=state.name(model.carrying) if model.carrying else "", own=unit.player == player,
    )  # fmt: skip


def _gate_badge(state: State, gate: Gate, body: Body, livery: Livery, player: int | None) -> Badge:
    return Badge(
        gate.id, gate.id, gate.name, livery, *_ends(body), arc=gate.arc, most=limit(state, gate.id), effects=gate.effects,
        own=gate.player == player,
    )  # fmt: skip


def _ends(body: Body) -> tuple[XYZ, XYZ]:
    x, y, z = body.at
    return (x, y, z + body.height + 0.1), (x, y, z)
