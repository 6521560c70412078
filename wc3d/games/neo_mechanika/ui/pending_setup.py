"""Pending placements: a deployment, a void gate, a placed model, and cleared Arc."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import Any

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.previews.deployments import deploy_preview
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.book.rulings import MAX_GATE_ARC
from wc3d.games.neo_mechanika.rules.moving.placing import resolve_place
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.deployment import free_attachments
from wc3d.games.neo_mechanika.rules.turn.deployment_offers import place_others_around
from wc3d.games.neo_mechanika.rules.turn.gates import gate_nominees
from wc3d.games.neo_mechanika.text.formatting import display_name
from wc3d.presentation.preview import Preview
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.ui.pending_actions import (
    UNFINISHED_VERDICT,
    GhostRefusedError,
    PendingAction,
    PendingControl,
    PendingStepper,
    PendingToggle,
    TurnContext,
    nearby_points,
    rounded_hit_point,
)

SQUAD_GAP_IN = 0.5
"""The gap in inches to leave between the models of a deployed unit, so that none is shut in."""


class PendingDeployment(PendingAction):
    """A unit being deployed through a void gate or by the edge, its first model at the pointer."""

    def __init__(self, moment: TurnContext, unit: str, gate: str = "") -> None:
        super().__init__(moment)
        state = moment.state
        self.unit = unit
        self.picks = unit
        self.gate = gate
        self.attachments: tuple[str, ...] = ()
        self.mate_places: dict[str, actions.Point] = {}
        self.words = f"{display_name(state, unit)}: click where it goes"

    @property
    def model_ids(self) -> tuple[str, ...]:
        """All models to place, the first model first."""
        return (*self.state.units[self.unit].models, *self.attachments)

    @property
    def is_one_click(self) -> bool:  # type: ignore[override]
        return len(self.model_ids) == 1

    def toggle_attachment(self, attachment: str) -> None:
        """Add or remove an attachment."""
        is_attached = attachment in self.attachments
        other_attachments = tuple(a for a in self.attachments if a != attachment)
        self.attachments = other_attachments if is_attached else (*self.attachments, attachment)
        self.mate_places = {}
        self.ghosts = ()
        self.verdict = UNFINISHED_VERDICT

    def set_gate(self, gate: str) -> None:
        """Deploy through this void gate."""
        self.gate = gate
        self.mate_places = {}
        self.ghosts = ()
        self.verdict = UNFINISHED_VERDICT

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        goal: actions.Point = (
            rounded_hit_point(hit) if hit.is_level_top else rounded_hit_point(hit)[:2]
        )
        self._arrange(goal)
        refused = self.verdict
        if not refused and self._go_through_another_gate(goal):
            return
        for near in self._nearby_goals(goal) if self.snaps and not refused else ():
            self._arrange(near)
            if self.verdict:
                return
        if not refused:
            self._arrange(goal)

    def _go_through_another_gate(self, goal: actions.Point) -> bool:
        """Choose another void gate through which the unit may stand there. Return whether one is."""
        chosen = self.gate
        for gate in self.state.gates_of(self.player) if chosen else ():
            if gate.id != chosen:
                self.gate = gate.id
                self._arrange(goal)
                if self.verdict:
                    return True
        if self.gate != chosen:
            self.gate = chosen
            self._arrange(goal)
        return False

    def _nearby_goals(self, goal: actions.Point) -> Iterator[actions.Point]:
        """Yield places near a refused one, then the first models' places that the rules offer."""
        yield from nearby_points(*goal[:2])
        first = self.model_ids[0]
        offers = self.context.menu.items_of_kind("deploy")
        deployments = [item.action for item in offers if isinstance(item.action, actions.Deploy)]
        places = [
            d.places[first] for d in deployments if d.unit == self.unit and d.gate == self.gate
        ]
        yield from sorted(places, key=lambda at: dist(at[:2], goal[:2]))

    def _arrange(self, goal: actions.Point) -> None:
        """Place the first model at a goal and the others around it, if possible with gaps."""
        first, *followers = self.model_ids
        base = self.state.models[first].base
        at = resolve_place(self.state, base, goal) or resolve_place(self.state, base, goal[:2])
        open_question: Any = find_open_question(self.state)
        body = Body(first, base, at) if at is not None else None
        for gap in (SQUAD_GAP_IN, 0.0):
            around = (
                place_others_around(self.state, open_question, body, followers, gap=gap)
                if body is not None
                else None
            )
            self.mate_places = around or {first: at or goal, **dict.fromkeys(followers, at or goal)}
            self.update_verdict()
            if self.verdict:
                return

    def move_ghost(self, id: str, hit: RayHit) -> None:
        old_places = self.mate_places
        goal = rounded_hit_point(hit) if hit.is_level_top else rounded_hit_point(hit)[:2]
        self.mate_places = {
            **old_places,
            id: resolve_place(self.state, self.state.models[id].base, goal) or goal,
        }
        self.update_verdict()
        if not self.verdict:
            refused = self.verdict
            self.mate_places = old_places
            self.update_verdict()
            raise GhostRefusedError(refused)

    def make_action(self) -> Action | None:
        if not self.mate_places:
            return None
        return actions.Deploy(
            player=self.player,
            unit=self.unit,
            gate=self.gate,
            places=self.mate_places,
            attachments=self.attachments,
        )

    def update_verdict(self) -> None:
        super().update_verdict()
        self.ghosts = tuple(
            _build_ghost(self.state, id, self.mate_places[id])
            for id in self.model_ids
            if id in self.mate_places
        )

    def make_preview(self) -> Preview:
        return deploy_preview(
            self.state,
            None,
            self.unit,
            self.gate,
            places=self.mate_places,
            attachments=self.attachments,
            model=self.model_ids[0],
        )

    def controls(self) -> tuple[PendingControl | PendingStepper, ...]:
        """The choice of gate and attachments."""
        state = self.state
        gates = state.gates_of(self.player) if self.gate else ()
        through = tuple(
            PendingToggle(
                f"through {g.id}",
                f"through {g.name} ({g.arc} Arc)",
                lambda g=g: self.set_gate(g.id),  # type: ignore[misc]
                g.id == self.gate,
                is_exclusive=True,
            )
            for g in gates
        )
        joining = tuple(
            PendingToggle(
                f"with {id}",
                f"with {display_name(state, id)} (+{state.setup.card_of(id).cost})",
                lambda id=id: self.toggle_attachment(id),  # type: ignore[misc]
                id in self.attachments,
            )
            for id in free_attachments(state, self.unit)
        )
        return (*(through if len(gates) > 1 else ()), *joining)


def _build_ghost(state: State, id: str, at: actions.Point) -> Body:
    x, y, z = (*at, 0.0)[:3]
    return Body(id, state.models[id].base, (x, y, z))


class PendingPlace(PendingAction):
    """A model being placed."""

    def __init__(self, moment: TurnContext, model: str) -> None:
        super().__init__(moment)
        state = moment.state
        self.model = model
        self.at: actions.Point | None = None
        self.words = f"{display_name(state, model)}: click where it goes"

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        goal = rounded_hit_point(hit) if hit.is_level_top else rounded_hit_point(hit)[:2]
        for at in (goal, *(nearby_points(*goal[:2]) if self.snaps else ()), goal[:2]):
            self.at = at
            self.update_verdict()
            if self.verdict:
                break
        self.ghosts = (_build_ghost(self.state, self.model, at),)

    def make_action(self) -> Action | None:
        return (
            actions.Place(player=self.player, model=self.model, at=self.at)
            if self.at is not None
            else None
        )


class PendingGate(PendingAction):
    """A void gate being placed with some Arc, by the edge or near a warrior model."""

    def __init__(self, moment: TurnContext) -> None:
        super().__init__(moment)
        state = moment.state
        self.max_arc = min(MAX_GATE_ARC, state.players[self.player].well)
        self.arc = self.max_arc
        self.at: actions.Point | None = None
        self.nominee = ""
        self.words = "Void gate: click where it goes"

    def change_arc(self, arc_change: int) -> None:
        """Change the gate's Arc."""
        self.arc = min(self.max_arc, max(1, self.arc + arc_change))
        if self.at is not None:
            self.update_verdict()

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        goal = rounded_hit_point(hit) if hit.is_level_top else rounded_hit_point(hit)[:2]
        for at in (goal, *(nearby_points(*goal[:2]) if self.snaps else ()), goal):
            self.at = at
            self.update_verdict()
            if self.verdict:
                return

    def update_verdict(self) -> None:
        """Check the gate at the table edge, then near each model; keep the edge's refusal."""
        assert self.at is not None
        x, y = self.at[:2]
        nearest_models = sorted(
            gate_nominees(self.state, self.player),
            key=lambda m: (m.at[0] - x) ** 2 + (m.at[1] - y) ** 2 if m.at else 0,
        )
        self.nominee = ""
        super().update_verdict()
        for model in nearest_models[:3] if self.verdict.code == "too_far" else ():
            first = self.verdict
            self.nominee = model.id
            super().update_verdict()
            if self.verdict:
                break
            self.nominee = ""
            self.verdict = first
        self.ghosts = (Body("gate", "small", (*self.at, 0.0)[:3], "gate"),)

    def make_action(self) -> Action | None:
        if self.at is None:
            return None
        return actions.PlaceGate(player=self.player, at=self.at, arc=self.arc, nominee=self.nominee)

    def controls(self) -> tuple[PendingStepper, ...]:
        return (
            PendingStepper(
                "gate",
                self.arc,
                "Arc",
                "on the gate",
                self.change_arc,
                min(1, self.max_arc),
                self.max_arc,
            ),
        )

    @property
    def status(self) -> str:
        if self.verdict:
            landmark = (
                display_name(self.state, self.nominee) if self.nominee else "your own table edge"
            )
            return f"{self.arc} Arc, near {landmark}"
        return super().status


class PendingClearing(PendingAction):
    """Arc being cleared in the Charging Phase, by unit or gate."""

    words = "Clear Arc: choose how much from each, then confirm"
    is_one_click = False
    follows_mouse = False

    def __init__(self, moment: TurnContext) -> None:
        super().__init__(moment)
        self.arc: dict[str, int] = {}

    def change_amount(self, id: str, arc_change: int) -> None:
        """Change the amount from this unit or gate."""
        arc = min(self.state.arc_on(id), max(0, self.arc.get(id, 0) + arc_change))
        self.arc = {k: v for k, v in {**self.arc, id: arc}.items() if v}
        self.update_verdict()

    def make_action(self) -> Action | None:
        return actions.Clear(player=self.player, arc=self.arc) if self.arc else None

    def make_preview(self) -> None:
        return None

    def controls(self) -> tuple[PendingStepper, ...]:
        state = self.state
        holders = [u.id for u in state.units_in_play(self.player)] + [
            g.id for g in state.gates_of(self.player)
        ]
        return tuple(
            PendingStepper(
                id,
                self.arc.get(id, 0),
                "Arc",
                f"from {display_name(state, id)}",
                lambda more, id=id: self.change_amount(id, more),  # type: ignore[misc]
                most=state.arc_on(id),
            )
            for id in holders
            if state.arc_on(id)
        )
