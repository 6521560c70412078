"""Something that is aimed in a direction: a charge along its lanes, a throw, a spray. The mouse says whereto, a click does it."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import dist

from wc3d.engine.actions import Action
from wc3d.games.warmachine.display.charge_lanes import (
    direction_of,
    is_open,
    nearest_open,
    open_lanes,
)
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.space.fighters import facing_between
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.games.warmachine.text.action_words import weapon_name
from wc3d.games.warmachine.text.vocabulary import name
from wc3d.presentation.icons import ICONS
from wc3d.scene.picking import RayHit
from wc3d.ui.pending_actions import Choice, Control, PendingAction, Situation, spot

STEP = 5.0
"""Degrees that a key turns it by."""
STRAIGHT_WITHIN = 3.0
"""Degrees: nearer to the straight line than this, straight is meant."""
TO_CONTACT = 99.0
"""Inches: farther than any charge, so that it goes on until the bases touch."""


class PendingAim(PendingAction):
    """An action of a model at a target, with a direction; None: straight at the target, as the rules take it."""

    def __init__(self, moment: Situation, model: str, target: str, origin: str = "") -> None:
        super().__init__(moment)
        self.state: State = moment.state
        self.model, self.target, self.origin = model, target, origin or model
        self.picks = model
        self.direction: float | None = None

    def center(self) -> XY:
        """From where the mouse's direction is taken."""
        x, y, _ = self.state.place(self.origin)
        return x, y

    def allowed(self, direction: float) -> float:
        """The direction that is meant by where the mouse points."""
        straight = direction_of(self.state, self.origin, self.target, None)
        return straight if abs((direction - straight + 180.0) % 360.0 - 180.0) <= STRAIGHT_WITHIN else direction

    def point(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        x, y, _ = spot(hit)
        center = self.center()
        direction = facing_between(center, (x, y)) if dist(center, (x, y)) > 0.3 else None
        if direction is not None:
            self.direction = round(self.allowed(direction), 2) % 360.0
            self.settle()

    def turn(self, degrees: float) -> None:
        """Aim a little more to one side."""
        direction = self.direction if self.direction is not None else direction_of(self.state, self.origin, self.target, None)
        self.direction = round((direction + degrees) % 360.0, 2)
        self.settle()

    def straight(self) -> None:
        """Straight at the target."""
        self.direction = None
        self.settle()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"turn_left": lambda: self.turn(STEP), "turn_right": lambda: self.turn(-STEP)}

    def controls(self) -> tuple[Control, ...]:
        return (
            Control("turn left", f"{ICONS['undo']} Aim left", lambda: self.turn(STEP), key="turn_left"),
            Control("turn right", f"{ICONS['redo']} Aim right", lambda: self.turn(-STEP), key="turn_right"),
            Control("turn back", f"{ICONS['cross']} Aim straight", self.straight, on=self.direction is None),
        )

    @property
    def status(self) -> str:
        preview = self.preview()
        if not self.verdict:
            return self.rules.refusal(self.state, self.verdict) if self.verdict.code != "unfinished" else ""
        return preview.words if preview is not None else ""


class PendingCharge(PendingAim):
    """A charge: its direction stays within the open lanes, and it stops where its target is reached, or goes on to touch it."""

    def __init__(self, moment: Situation, model: str, target: str) -> None:
        super().__init__(moment, model, target)
        self.on = False
        self.lanes = open_lanes(self.state, model, target)
        straight = direction_of(self.state, model, target, None)
        if self.lanes.directions and not is_open(self.lanes, straight):
            self.direction = round(nearest_open(self.lanes, straight), 2) % 360.0
        charger_name, target_name = name(self.state, model), name(self.state, target)
        lane_note = "" if self.lanes.directions else " No charge lane is open."
        self.words = f"{charger_name} charges {target_name}: click a direction within an open lane.{lane_note}"
        self.settle()

    def allowed(self, direction: float) -> float:
        return nearest_open(self.lanes, super().allowed(direction))

    def go_on(self, on: bool) -> None:
        """Stop as soon as the target is reached, or go on until the bases touch."""
        self.on = on
        self.settle()

    def controls(self) -> tuple[Control, ...]:
        stops = (("stop", "Stop in melee range", False), ("touch", "Move until bases touch", True))
        choices = (Choice(m, w, partial(self.go_on, on), self.on is on, exclusive=True) for m, w, on in stops)
        return (*choices, *super().controls())

    def action(self) -> Action:
        stop = TO_CONTACT if self.on else None
        return act.Charge(player=self.player, model=self.model, target=self.target, direction=self.direction, stop=stop)


class PendingThrow(PendingAim):
    """A throw in a direction of the front arc: from the thrown model's own place."""

    def __init__(self, moment: Situation, like: act.ThrowModel) -> None:
        super().__init__(moment, like.model, like.target)
        self.like = like
        self.direction = like.direction
        self.words = f"{name(self.state, like.model)} throws {name(self.state, like.target)}: click the direction of the throw"
        self.settle()

    def center(self) -> XY:
        x, y, _ = self.state.place(self.target)
        return x, y

    def allowed(self, direction: float) -> float:
        return direction

    def straight(self) -> None:
        self.direction = direction_of(self.state, self.model, self.target, None)
        self.settle()

    def action(self) -> Action:
        return self.like.model_copy(update={"direction": self.direction})


class PendingSpray(PendingAim):
    """A spray laid in a direction so that it would touch its target."""

    def __init__(self, moment: Situation, like: act.Attack) -> None:
        super().__init__(moment, like.model, like.target)
        self.like = like
        weapon = weapon_name(self.state, like.model, like.weapon)
        self.words = f"{weapon} at {name(self.state, like.target)}: click the direction of the spray"
        self.settle()

    def action(self) -> Action:
        return self.like.model_copy(update={"direction": self.direction})
