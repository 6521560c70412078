"""What a person has in hand: a move, a deployment, a void gate or a place, until it is put down and becomes an action.

A draft only collects where the mouse points; whether it may be done, and why not, the game says (`verdict`).
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.actions import Action, Verdict
from wc3d.engine.agenda import question
from wc3d.evidence.exhibit import XYZ
from wc3d.evidence.picking import Hit
from wc3d.table.body import Body
from wc3d.table.moves.movement import Move
from wc3d.warcaster import actions as act
from wc3d.warcaster.book.rulings import GATE_ARC
from wc3d.warcaster.moving.movement import MoveOrder, flies
from wc3d.warcaster.moving.placing import arrange, put
from wc3d.warcaster.moving.squad_moves import comrades
from wc3d.warcaster.previews.action_preview import refusal
from wc3d.warcaster.previews.ladders import climb, foot, ladder_meant, straight_to
from wc3d.warcaster.previews.routes import finder, steps, way_to, worth_searching
from wc3d.warcaster.state import State
from wc3d.warcaster.turn.deployment_offers import others_around
from wc3d.warcaster.turn.gates import nominees
from wc3d.warcaster.words.vocabulary import length, name

Check = Callable[[Action], Verdict]
Seek = Callable[["MoveDraft", act.Point], None]
NOT_YET = Verdict(False, "unfinished", "point at the board")


def spot(hit: Hit) -> XYZ:
    """Where a hit points to; the foot of a wall where its side was hit is for the rules to find."""
    x, y, z = hit.at
    return round(x, 3), round(y, 3), round(z, 3)


class Draft:
    """Something in hand. `ghosts` are the models where they would be, `one` whether a single click does it.

    `settled`: it has been put down, and waits to be changed or done.
    """

    words = ""
    one = True
    waiting = False
    """Is it still being worked out how to get to where the mouse points?"""

    def __init__(self, state: State, player: int, check: Check) -> None:
        self.state, self.player, self.check = state, player, check
        self.verdict: Verdict = NOT_YET
        self.ghosts: tuple[Body, ...] = ()
        self.lost: tuple[str, ...] = ()
        self.settled = False

    def point(self, hit: Hit | None) -> None:
        """The mouse points here."""

    def corner(self) -> None:
        """Go on from here: a corner of a path."""

    def action(self) -> Action | None:
        """The action as it stands, or None if it is not complete."""
        return None

    def settle(self) -> None:
        """Ask the game what it says to it."""
        action = self.action()
        self.verdict = self.check(action) if action is not None else NOT_YET

    def nudge(self, id: str, hit: Hit) -> None:
        """Put one of the ghosts elsewhere."""

    @property
    def ready(self) -> bool:
        """May it be done as it is?"""
        return bool(self.verdict)

    @property
    def told(self) -> str:
        """How it stands, in a few words: inches, falls, or what the rules have against it."""
        return "" if self.verdict is NOT_YET else "here" if self.verdict else refusal(self.state, self.verdict)


class MoveDraft(Draft):
    """A move of a model, corner by corner, and then of its squad round it.

    `seek` has the way to a goal worked out beside the window, and calls `come` with it; without it that is done at once.
    """

    def __init__(
        self, state: State, player: int, check: Check, order: MoveOrder, model: str, seek: Seek | None = None
    ) -> None:
        super().__init__(state, player, check)
        self.order, self.model, self._seek = order, model, seek
        self._wanted: act.Point | None = None
        self._straight: tuple[act.Step, ...] = ()
        self._climb: tuple[act.Step, ...] = ()
        self.steps: tuple[act.Step, ...] = ()
        self.end: tuple[act.Step, ...] = ()
        self.others: dict[str, act.Point] = {}
        self.jumps = False
        self._corner = state.place(model)
        self.mates = comrades(state, order.unit, model) if order.whole_squad else ()
        self.one = not self.mates
        what = f"{name(state, model)}: up to {length(order.inches)}"
        ladder = ", or a ladder" if state.table.ladders and not flies(state, order, model) else ""
        jump = ", J: jump" if order.own_activation else ""
        self.words = f"{what}; drag it or click where it goes{ladder}. Shift: a corner{jump}"
        self.settle()

    def point(self, hit: Hit | None) -> None:
        """Go to where the mouse points: straight, or a way round that is allowed; after a corner always straight."""
        if hit is None:
            return
        goal, self.others = spot(hit) if hit.up else spot(hit)[:2], {}
        self._wanted, self._climb = None, ()
        if self._to_ladder(hit):
            return
        if self.steps:
            self.end = (act.JumpStep(jump=goal[:2]),) if self.jumps else (goal[:2],)
        else:
            straight, said = way_to(self.state, self.order, self.model, goal, jump=self.jumps, search=False)
            if not self.jumps and worth_searching(self.state, self.order, self.model, goal, said):
                self._search(goal, straight.path)
                return
            self.end = straight.path
        self.settle()

    def _to_ladder(self, hit: Hit) -> bool:
        """Point at a ladder: go to it, and climb it; False if none is meant."""
        on_foot = not self.jumps and not flies(self.state, self.order, self.model)
        body = self.state.table.body(self.model).moved(self._corner)
        ladder = ladder_meant(self.state, body, hit) if on_foot else None
        step = climb(self.state, body, ladder) if ladder is not None else None
        if ladder is None or step is None:
            return False
        self._climb = (step,)
        self.end = (*straight_to(self.state, body, ladder), step)
        self.settle()
        below = foot(self.state, body, ladder) if not self.verdict and not self.steps else None
        if below is not None:
            self._search(below, self.end)
        return True

    def _search(self, goal: act.Point, straight: tuple[act.Step, ...]) -> None:
        """Have a way round worked out; until it is there, what was shown stays."""
        self._wanted, self._straight = goal, straight
        if self._seek is not None:
            self._seek(self, goal)
        else:
            path = finder(self.state, self.order, self.model).path_to(goal)
            self.come(goal, steps(path) if path is not None else None)

    def come(self, goal: act.Point, path: tuple[act.Step, ...] | None) -> None:
        """The way to a goal has been found (None: there is none); where it is not allowed, the straight one says why."""
        if goal != self._wanted:
            return
        self._wanted = None
        self.end = (*path, *self._climb) if path is not None else self._straight
        self.settle()
        if path is not None and not self.verdict:
            self.end = self._straight
            self.settle()

    @property
    def waiting(self) -> bool:  # type: ignore[override]
        return self._wanted is not None

    @property
    def ready(self) -> bool:
        return super().ready and not self.waiting

    def corner(self) -> None:
        self._corner = self.found.end if self.found is not None and self.found.legal else self._corner
        self.steps, self.end = (*self.steps, *self.end), ()

    @property
    def path(self) -> tuple[act.Step, ...]:
        """The whole path."""
        return (*self.steps, *self.end)

    @property
    def found(self) -> Move | None:
        """The table's answer to it, legal or not."""
        return self.verdict.evidence if isinstance(self.verdict.evidence, Move) else None

    def action(self) -> Action:
        return act.Advance(player=self.player, model=self.model, path=self.path, others=self.others)

    def settle(self) -> None:
        super().settle()
        found = self.found
        self.ghosts, self.lost = (), ()
        if found is None or not found.legal or (not self.path and not self.others):
            return
        there = self.state.table.body(self.model).moved(found.end)
        places, self.lost = arrange(self.state, there, self.mates, self.others, self.state.place(self.model))
        mates = (self.state.table.body(id).moved(at) for id, at in places.items())
        self.ghosts = (there, *mates) if self.mates else (there,)

    def nudge(self, id: str, hit: Hit) -> None:
        """Put a comrade somewhere else; where the rules have something against it, it goes back."""
        if id == self.model:
            self.point(hit)
            return
        shown = {g.id: g.at for g in self.ghosts if g.id != self.model}
        before, self.others = self.others, {**shown, id: spot(hit) if hit.up else spot(hit)[:2]}
        self.settle()
        if not self.verdict:
            refused = self.verdict
            self.others = before
            self.settle()
            raise UnwelcomeError(refused)

    @property
    def told(self) -> str:
        found = self.found
        if found is None or not self.verdict:
            return "" if self.verdict else refusal(self.state, self.verdict)
        left = f"{length(found.spent)} of {length(found.allowance)}"
        fall = f", falls {length(found.fall)}" + (f" (POW {found.power} damage)" if found.power else "") if found.fall else ""
        rough = ", through rough ground" if found.rough else ""
        gone = f"; no room for {', '.join(name(self.state, id) for id in self.lost)}: destroyed" if self.lost else ""
        return f"{left}{rough}{fall}{gone}"


class UnwelcomeError(Exception):
    """A ghost was put where it may not be; `verdict` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class DeployDraft(Draft):
    """A unit on its way onto the table: through a void gate, or by the own edge; its first model where the mouse points."""

    def __init__(self, state: State, player: int, check: Check, unit: str, gate: str = "") -> None:
        super().__init__(state, player, check)
        self.unit, self.gate = unit, gate
        self.attachments: tuple[str, ...] = ()
        self.places: dict[str, act.Point] = {}
        self.words = f"{name(state, unit)}: point where it is to stand, and click"

    @property
    def models(self) -> tuple[str, ...]:
        """All models to be placed, the first one first."""
        return (*self.state.units[self.unit].models, *self.attachments)

    @property
    def one(self) -> bool:  # type: ignore[override]
        return len(self.models) == 1

    def join(self, attachment: str) -> None:
        """Take an attachment along, or leave it."""
        there = attachment in self.attachments
        others = tuple(a for a in self.attachments if a != attachment)
        self.attachments = others if there else (*self.attachments, attachment)
        self.places, self.ghosts, self.verdict = {}, (), NOT_YET

    def through(self, gate: str) -> None:
        """Come through this void gate."""
        self.gate, self.places, self.ghosts, self.verdict = gate, {}, (), NOT_YET

    def point(self, hit: Hit | None) -> None:
        if hit is None:
            return
        first, *others = self.models
        base = self.state.models[first].base
        wanted: act.Point = spot(hit) if hit.up else spot(hit)[:2]
        at = put(self.state, base, wanted) or put(self.state, base, wanted[:2])
        asked: Any = question(self.state)
        around = others_around(self.state, asked, Body(first, base, at), others) if at is not None else None
        self.places = around or {first: at or wanted, **dict.fromkeys(others, at or wanted)}
        self.settle()

    def nudge(self, id: str, hit: Hit) -> None:
        before, wanted = self.places, spot(hit) if hit.up else spot(hit)[:2]
        self.places = {**before, id: put(self.state, self.state.models[id].base, wanted) or wanted}
        self.settle()
        if not self.verdict:
            refused = self.verdict
            self.places = before
            self.settle()
            raise UnwelcomeError(refused)

    def action(self) -> Action | None:
        if not self.places:
            return None
        return act.Deploy(
            player=self.player, unit=self.unit, gate=self.gate, places=self.places, attachments=self.attachments
        )

    def settle(self) -> None:
        super().settle()
        self.ghosts = tuple(_ghost(self.state, id, self.places[id]) for id in self.models if id in self.places)


def _ghost(state: State, id: str, at: act.Point) -> Body:
    x, y, z = (*at, 0.0)[:3]
    return Body(id, state.models[id].base, (x, y, z))


class PlaceDraft(Draft):
    """A model that is put somewhere."""

    def __init__(self, state: State, player: int, check: Check, model: str) -> None:
        super().__init__(state, player, check)
        self.model = model
        self.at: act.Point | None = None
        self.words = f"{name(state, model)}: point where it is to stand, and click"

    def point(self, hit: Hit | None) -> None:
        if hit is None:
            return
        self.at = spot(hit) if hit.up else spot(hit)[:2]
        self.settle()
        if not self.verdict:
            self.at = spot(hit)[:2]
            self.settle()
        self.ghosts = (_ghost(self.state, self.model, self.at),)

    def action(self) -> Action | None:
        return act.Place(player=self.player, model=self.model, at=self.at) if self.at is not None else None


class GateDraft(Draft):
    """A void gate to be placed, with so much Arc: by the own edge, or near whichever warrior model allows it."""

    def __init__(self, state: State, player: int, check: Check) -> None:
        super().__init__(state, player, check)
        self.most = min(GATE_ARC, state.players[player].well)
        self.arc = self.most
        self.at: act.Point | None = None
        self.nominee = ""
        self.words = "Void gate: point where it is to stand, and click"

    def charge(self, more: int) -> None:
        """More or less Arc on it."""
        self.arc = min(self.most, max(1, self.arc + more))
        if self.at is not None:
            self.settle()

    def point(self, hit: Hit | None) -> None:
        if hit is not None:
            self.at = spot(hit) if hit.up else spot(hit)[:2]
            self.settle()

    def settle(self) -> None:
        """The own edge allows it, or one of the models that may be nominated does; else what is said of the edge counts."""
        assert self.at is not None
        x, y = self.at[:2]
        near = sorted(nominees(self.state, self.player), key=lambda m: (m.at[0] - x) ** 2 + (m.at[1] - y) ** 2 if m.at else 0)
        self.nominee = ""
        super().settle()
        for model in near[:3] if self.verdict.code == "too_far" else ():
            first, self.nominee = self.verdict, model.id
            super().settle()
            if self.verdict:
                break
            self.nominee, self.verdict = "", first
        self.ghosts = (Body("gate", "small", (*self.at, 0.0)[:3], "gate"),)  # type: ignore[arg-type]

    def action(self) -> Action | None:
        if self.at is None:
            return None
        return act.PlaceGate(player=self.player, at=self.at, arc=self.arc, nominee=self.nominee)

    @property
    def told(self) -> str:
        if self.verdict:
            return f"{self.arc} Arc, " + (f"near {name(self.state, self.nominee)}" if self.nominee else "by your own edge")
        return super().told


class ClearDraft(Draft):
    """Arc to be cleared in the Charging Phase: how much from each."""

    words = "Clear Arc: choose how much from each, then clear it"
    one = False

    def __init__(self, state: State, player: int, check: Check) -> None:
        super().__init__(state, player, check)
        self.arc: dict[str, int] = {}

    def take(self, id: str, more: int) -> None:
        """More or less from this unit or gate."""
        arc = min(self.state.arc_on(id), max(0, self.arc.get(id, 0) + more))
        self.arc = {k: v for k, v in {**self.arc, id: arc}.items() if v}
        self.settle()

    def action(self) -> Action | None:
        return act.Clear(player=self.player, arc=self.arc) if self.arc else None

