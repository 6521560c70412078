"""A pending move: a path of corners, straight or around obstacles, and then the squad's places."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wc3d.games.neo_mechanika.previews.ladder_climbing import (
    climb_step,
    ladder_at_hit,
    ladder_foot_place,
    path_to_ladder,
)
from wc3d.games.neo_mechanika.previews.shortest_path import (
    find_move,
    find_nearest_path,
    is_worth_searching,
    reach_finder,
    to_action_steps,
)
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.book.rulebook import rule_page
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, is_flying
from wc3d.games.neo_mechanika.rules.moving.placing import place_squad
from wc3d.games.neo_mechanika.rules.moving.squad_moves import other_squad_models
from wc3d.games.neo_mechanika.text.formatting import display_name
from wc3d.presentation.format_inches import format_length
from wc3d.scene.picking import RayHit
from wc3d.table.moves.movement import Move
from wc3d.table.moves.reach import Reach
from wc3d.ui.pending_actions import (
    GhostRefusedError,
    PendingAction,
    PendingControl,
    TurnContext,
    rounded_hit_point,
)

FindPath = Callable[["PendingMove", actions.Point], None]


class PendingMove(PendingAction):
    """A pending move of a model, corner by corner, and then of the squad around it.

    `seek` starts a background search for a path; `set_found_path` receives it. Without `seek` the
    search runs at once.
    """

    has_corners = True

    def __init__(
        self, moment: TurnContext, order: MoveOrder, model: str, seek: FindPath | None = None
    ) -> None:
        super().__init__(moment)
        state = moment.state
        self.order = order
        self.model = model
        self.picks = model
        self._seek = seek
        self._wanted: actions.Point | None = None
        self._straight: tuple[actions.Step, ...] = ()
        self._climb: tuple[actions.Step, ...] = ()
        self.steps: tuple[actions.Step, ...] = ()
        self.end: tuple[actions.Step, ...] = ()
        self.others: dict[str, actions.Point] = {}
        self.lost: tuple[str, ...] = ()
        self.jumps = False
        self._corner = state.place(model)
        self.squad_mates = other_squad_models(state, order.unit, model) if order.whole_squad else ()
        self.is_one_click = not self.squad_mates
        summary = f"{display_name(state, model)}: up to {format_length(order.inches)}"
        ladder = (
            " or click a ladder"
            if state.table.ladders and not is_flying(state, order, model)
            else ""
        )
        jump = " J starts a jump." if order.own_activation else ""
        self.words = (
            f"{summary}. Drag it or click where it goes{ladder}. Shift-click adds a corner.{jump}"
        )
        self._touch_words = f"{summary}. Drag it or tap where it goes{ladder}."
        self.update_verdict()

    @property
    def touch_words(self) -> str:
        return self._touch_words

    def on_hover(self, hit: RayHit | None) -> None:
        """Move to the pointer, straight or around obstacles; after a corner always straight."""
        if hit is None:
            return
        goal = rounded_hit_point(hit) if hit.is_level_top else rounded_hit_point(hit)[:2]
        self.others = {}
        self._wanted = None
        self._climb = ()
        if self._to_ladder(hit):
            return
        if self.steps:
            self.end = (actions.JumpStep(jump=goal[:2]),) if self.jumps else (goal[:2],)
        else:
            straight, verdict = find_move(
                self.state, self.order, self.model, goal, jump=self.jumps, search=False
            )
            if not self.jumps and (
                (self.snaps and not verdict)
                or is_worth_searching(self.state, self.order, self.model, goal, verdict)
            ):
                self._search(goal, straight.path)
                return
            self.end = straight.path
        self.update_verdict()

    def _to_ladder(self, hit: RayHit) -> bool:
        """Move to the ladder at the pointer and climb it; return False without a ladder."""
        on_foot = not self.jumps and not is_flying(self.state, self.order, self.model)
        body = self.state.table.body(self.model).moved(self._corner)
        ladder = ladder_at_hit(self.state, body, hit) if on_foot else None
        step = climb_step(self.state, body, ladder) if ladder is not None else None
        if ladder is None or step is None:
            return False
        self._climb = (step,)
        self.end = (*path_to_ladder(self.state, body, ladder), step)
        self.update_verdict()
        ladder_foot = (
            ladder_foot_place(self.state, body, ladder)
            if not self.verdict and not self.steps
            else None
        )
        if ladder_foot is not None:
            self._search(ladder_foot, self.end)
        return True

    def _search(self, goal: actions.Point, straight: tuple[actions.Step, ...]) -> None:
        """Search a path around obstacles; keep the present preview until it arrives."""
        self._wanted = goal
        self._straight = straight
        if self._seek is not None:
            self._seek(self, goal)
        else:
            find = find_nearest_path if self.snaps else Reach.path_to
            path = find(reach_finder(self.state, self.order, self.model), goal)
            self.set_found_path(goal, to_action_steps(path) if path is not None else None)

    def set_found_path(self, goal: actions.Point, path: tuple[actions.Step, ...] | None) -> None:
        """Set the path to a goal; without a legal one, show the straight path's refusal."""
        if goal != self._wanted:
            return
        self._wanted = None
        self.end = (*path, *self._climb) if path is not None else self._straight
        self.update_verdict()
        if path is not None and not self.verdict:
            self.end = self._straight
            self.update_verdict()

    @property
    def is_waiting(self) -> bool:  # type: ignore[override]
        return self._wanted is not None

    @property
    def is_ready(self) -> bool:
        return super().is_ready and not self.is_waiting

    def add_corner(self) -> None:
        self._corner = (
            self.move_result.end
            if self.move_result is not None and self.move_result.legal
            else self._corner
        )
        self.steps = (*self.steps, *self.end)
        self.end = ()

    @property
    def full_path(self) -> tuple[actions.Step, ...]:
        """The complete path."""
        return (*self.steps, *self.end)

    @property
    def move_result(self) -> Move | None:
        """The table's result for the move, legal or not."""
        return self.verdict.evidence if isinstance(self.verdict.evidence, Move) else None

    def make_action(self) -> actions.Advance:
        return actions.Advance(
            player=self.player, model=self.model, path=self.full_path, others=self.others
        )

    def update_verdict(self) -> None:
        super().update_verdict()
        move = self.move_result
        self.ghosts = ()
        self.lost = ()
        if move is None or not move.legal or (not self.full_path and not self.others):
            return
        moved_leader = self.state.table.body(self.model).moved(move.end)
        places, self.lost = place_squad(
            self.state, moved_leader, self.squad_mates, self.others, self.state.place(self.model)
        )
        mates = (self.state.table.body(id).moved(at) for id, at in places.items())
        self.ghosts = (moved_leader, *mates) if self.squad_mates else (moved_leader,)

    def move_ghost(self, id: str, hit: RayHit) -> None:
        """Move another squad model; if its place is illegal, move it back."""
        if id == self.model:
            self.on_hover(hit)
            return
        shown_places = {g.id: g.at for g in self.ghosts if g.id != self.model}
        old_places = self.others
        self.others = {
            **shown_places,
            id: rounded_hit_point(hit) if hit.is_level_top else rounded_hit_point(hit)[:2],
        }
        self.update_verdict()
        if not self.verdict:
            refused = self.verdict
            self.others = old_places
            self.update_verdict()
            raise GhostRefusedError(refused)

    def toggle_jump(self) -> None:
        """Switch between jumping and walking."""
        self.jumps = not self.jumps
        self.end = ()
        self.is_placed = False

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"jump": self.toggle_jump}

    def controls(self) -> tuple[PendingControl, ...]:
        if not self.order.own_activation:
            return ()
        tip = f"jump as far as its movement allows (p. {rule_page('NM-TER-23')})"
        return (
            PendingControl("jump", "Jump", self.toggle_jump, is_on=self.jumps, tip=tip, key="jump"),
        )

    @property
    def status(self) -> str:
        move = self.move_result
        if move is None or not self.verdict:
            return (
                "" if self.verdict else self.rules.text.describe_refusal(self.state, self.verdict)
            )
        distance_text = f"{format_length(move.spent)} of {format_length(move.allowance)}"
        fall = (
            f", falls {format_length(move.fall)}"
            + (f" (POW {move.power} damage)" if move.power else "")
            if move.fall
            else ""
        )
        rough = ", through rough ground" if move.rough else ""
        lost_text = (
            f"; no room for {', '.join(display_name(self.state, id) for id in self.lost)}: destroyed"
            if self.lost
            else ""
        )
        return f"{distance_text}{rough}{fall}{lost_text}"
