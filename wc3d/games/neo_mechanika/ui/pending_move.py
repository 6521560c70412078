"""A move that is in hand: corner by corner, straight or the way around that is allowed, and then the squad around its leader."""
from __future__ import annotations

from collections.abc import Callable, Mapping

from wc3d.games.neo_mechanika.previews.ladders import climb, foot, ladder_meant, straight_to
from wc3d.games.neo_mechanika.previews.routes import finder, steps, way_to, worth_searching
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.book.rulebook import page_of
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, flies
from wc3d.games.neo_mechanika.rules.moving.placing import arrange
from wc3d.games.neo_mechanika.rules.moving.squad_moves import comrades
from wc3d.games.neo_mechanika.text.vocabulary import length, name
from wc3d.scene.picking import RayHit
from wc3d.table.moves.movement import Move
from wc3d.ui.pending_actions import Control, GhostRefusedError, PendingAction, Situation, spot

Seek = Callable[["PendingMove", act.Point], None]


class PendingMove(PendingAction):
    """A move of a model, corner by corner, and then of its squad round it.

    `seek` has the way to a goal worked out in the background, and calls `arrive` with it; without it that is done at once.
    """

    def __init__(self, moment: Situation, order: MoveOrder, model: str, seek: Seek | None = None) -> None:
        super().__init__(moment)
        state = moment.state
        self.order, self.model, self.picks, self._seek = order, model, model, seek
        self._wanted: act.Point | None = None
        self._straight: tuple[act.Step, ...] = ()
        self._climb: tuple[act.Step, ...] = ()
        self.steps: tuple[act.Step, ...] = ()
        self.end: tuple[act.Step, ...] = ()
        self.others: dict[str, act.Point] = {}
        self.lost: tuple[str, ...] = ()
        self.jumps = False
        self._corner = state.place(model)
        self.mates = comrades(state, order.unit, model) if order.whole_squad else ()
        self.one_click = not self.mates
        summary = f"{name(state, model)}: up to {length(order.inches)}"
        ladder = " or click a ladder" if state.table.ladders and not flies(state, order, model) else ""
        jump = " J starts a jump." if order.own_activation else ""
        self.words = f"{summary}. Drag it or click where it goes{ladder}. Shift-click adds a corner.{jump}"
        self.settle()

    def point(self, hit: RayHit | None) -> None:
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
            straight, verdict = way_to(self.state, self.order, self.model, goal, jump=self.jumps, search=False)
            if not self.jumps and worth_searching(self.state, self.order, self.model, goal, verdict):
                self._search(goal, straight.path)
                return
            self.end = straight.path
        self.settle()

    def _to_ladder(self, hit: RayHit) -> bool:
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
        ladder_foot = foot(self.state, body, ladder) if not self.verdict and not self.steps else None
        if ladder_foot is not None:
            self._search(ladder_foot, self.end)
        return True

    def _search(self, goal: act.Point, straight: tuple[act.Step, ...]) -> None:
        """Have a way round worked out; until it is there, what was shown stays."""
        self._wanted, self._straight = goal, straight
        if self._seek is not None:
            self._seek(self, goal)
        else:
            path = finder(self.state, self.order, self.model).path_to(goal)
            self.arrive(goal, steps(path) if path is not None else None)

    def arrive(self, goal: act.Point, path: tuple[act.Step, ...] | None) -> None:
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

    def add_corner(self) -> None:
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

    def action(self) -> act.Advance:
        return act.Advance(player=self.player, model=self.model, path=self.path, others=self.others)

    def settle(self) -> None:
        super().settle()
        move = self.found
        self.ghosts, self.lost = (), ()
        if move is None or not move.legal or (not self.path and not self.others):
            return
        moved_leader = self.state.table.body(self.model).moved(move.end)
        places, self.lost = arrange(self.state, moved_leader, self.mates, self.others, self.state.place(self.model))
        mates = (self.state.table.body(id).moved(at) for id, at in places.items())
        self.ghosts = (moved_leader, *mates) if self.mates else (moved_leader,)

    def nudge(self, id: str, hit: RayHit) -> None:
        """Put a comrade somewhere else; where the rules have something against it, it goes back."""
        if id == self.model:
            self.point(hit)
            return
        shown_places = {g.id: g.at for g in self.ghosts if g.id != self.model}
        old_places, self.others = self.others, {**shown_places, id: spot(hit) if hit.up else spot(hit)[:2]}
        self.settle()
        if not self.verdict:
            refused = self.verdict
            self.others = old_places
            self.settle()
            raise GhostRefusedError(refused)

    def jump(self) -> None:
        """Jump instead of walking, or walk after all."""
        self.jumps = not self.jumps
        self.end = ()
        self.settled = False

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"jump": self.jump}

    def controls(self) -> tuple[Control, ...]:
        if not self.order.own_activation:
            return ()
        tip = f"jump as far as its movement allows (p. {page_of('NM-TER-23')})"
        return (Control("jump", "Jump", self.jump, on=self.jumps, tip=tip, key="jump"),)

    @property
    def status(self) -> str:
        move = self.found
        if move is None or not self.verdict:
            return "" if self.verdict else self.rules.refusal(self.state, self.verdict)
        distance_text = f"{length(move.spent)} of {length(move.allowance)}"
        fall = f", falls {length(move.fall)}" + (f" (POW {move.power} damage)" if move.power else "") if move.fall else ""
        rough = ", through rough ground" if move.rough else ""
        lost_text = f"; no room for {', '.join(name(self.state, id) for id in self.lost)}: destroyed" if self.lost else ""
        return f"{distance_text}{rough}{fall}{lost_text}"
