"""Actions aimed with the mouse and done with a click: charges in lanes, throws, sprays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import dist

from wc3d.engine.actions import Action
from wc3d.games.warmachine.display.charge_lanes import (
    charge_direction,
    is_in_lane,
    nearest_lane_direction,
    open_lanes,
)
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.space.fighters import facing_toward
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.games.warmachine.text.action_words import weapon_name
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.presentation.icons import ICONS
from wc3d.scene.picking import RayHit
from wc3d.ui.pending_actions import (
    PendingAction,
    PendingControl,
    PendingToggle,
    TurnContext,
    rounded_hit_point,
)

AIM_STEP_DEG = 5.0
"""Degrees that a key press turns the aim."""
STRAIGHT_TOLERANCE_DEG = 3.0
"""Degrees within which the aim snaps to the straight line."""
CONTACT_DISTANCE_IN = 99.0
"""Inches: longer than any charge, so that the charge continues until the bases touch."""


class PendingAim(PendingAction):
    """An action at a target with a direction; None aims straight, as the rules do."""

    def __init__(self, moment: TurnContext, model: str, target: str, origin: str = "") -> None:
        super().__init__(moment)
        self.state: State = moment.state
        self.model = model
        self.target = target
        self.origin = origin or model
        self.picks = model
        self.direction: float | None = None

    def aim_origin(self) -> XY:
        """The point from which the mouse's direction is measured."""
        x, y, _ = self.state.place(self.origin)
        return x, y

    def nearest_allowed_direction(self, direction: float) -> float:
        """Return the allowed direction nearest to the mouse's."""
        straight = charge_direction(self.state, self.origin, self.target, None)
        return (
            straight
            if abs((direction - straight + 180.0) % 360.0 - 180.0) <= STRAIGHT_TOLERANCE_DEG
            else direction
        )

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        x, y, _ = rounded_hit_point(hit)
        center = self.aim_origin()
        direction = facing_toward(center, (x, y)) if dist(center, (x, y)) > 0.3 else None
        if direction is not None:
            self.direction = round(self.nearest_allowed_direction(direction), 2) % 360.0
            self.update_verdict()

    def turn_aim(self, degrees: float) -> None:
        """Turn the aim by some degrees."""
        direction = (
            self.direction
            if self.direction is not None
            else charge_direction(self.state, self.origin, self.target, None)
        )
        self.direction = round((direction + degrees) % 360.0, 2)
        self.update_verdict()

    def aim_straight(self) -> None:
        """Aim straight at the target."""
        self.direction = None
        self.update_verdict()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "turn_left": lambda: self.turn_aim(AIM_STEP_DEG),
            "turn_right": lambda: self.turn_aim(-AIM_STEP_DEG),
        }

    def controls(self) -> tuple[PendingControl, ...]:
        return (
            PendingControl(
                "turn left",
                f"{ICONS['undo']} Aim left",
                lambda: self.turn_aim(AIM_STEP_DEG),
                key="turn_left",
            ),
            PendingControl(
                "turn right",
                f"{ICONS['redo']} Aim right",
                lambda: self.turn_aim(-AIM_STEP_DEG),
                key="turn_right",
            ),
            PendingControl(
                "turn back",
                f"{ICONS['cross']} Aim straight",
                self.aim_straight,
                is_on=self.direction is None,
            ),
        )

    @property
    def status(self) -> str:
        preview = self.make_preview()
        if not self.verdict:
            return (
                self.rules.text.describe_refusal(self.state, self.verdict)
                if self.verdict.code != "unfinished"
                else ""
            )
        return preview.words if preview is not None else ""


class PendingCharge(PendingAim):
    """A charge within the open lanes that stops with the target in reach or in base contact."""

    def __init__(self, moment: TurnContext, model: str, target: str) -> None:
        super().__init__(moment, model, target)
        self.goes_on_to_contact = False
        self.lanes = open_lanes(self.state, model, target)
        straight = charge_direction(self.state, model, target, None)
        if self.lanes.directions and not is_in_lane(self.lanes, straight):
            self.direction = round(nearest_lane_direction(self.lanes, straight), 2) % 360.0
        charger_name = display_name(self.state, model)
        target_name = display_name(self.state, target)
        lane_note = "" if self.lanes.directions else " No charge lane is open."
        self.words = f"{charger_name} charges {target_name}: click a direction within an open lane.{lane_note}"
        self.update_verdict()

    def nearest_allowed_direction(self, direction: float) -> float:
        return nearest_lane_direction(self.lanes, super().nearest_allowed_direction(direction))

    def set_goes_on_to_contact(self, on: bool) -> None:
        """Set whether the charge goes on to base contact or stops in reach of the target."""
        self.goes_on_to_contact = on
        self.update_verdict()

    def controls(self) -> tuple[PendingControl, ...]:
        stops = (("stop", "Stop in melee range", False), ("touch", "Move until bases touch", True))
        choices = (
            PendingToggle(
                m,
                w,
                partial(self.set_goes_on_to_contact, on),
                self.goes_on_to_contact is on,
                is_exclusive=True,
            )
            for m, w, on in stops
        )
        return (*choices, *super().controls())

    def make_action(self) -> Action:
        stop = CONTACT_DISTANCE_IN if self.goes_on_to_contact else None
        return actions.Charge(
            player=self.player,
            model=self.model,
            target=self.target,
            direction=self.direction,
            stop=stop,
        )


class PendingThrow(PendingAim):
    """A throw in a direction of the front arc, from the thrown model's place."""

    def __init__(self, moment: TurnContext, like: actions.ThrowModel) -> None:
        super().__init__(moment, like.model, like.target)
        self.template_action = like
        self.direction = like.direction
        self.words = f"{display_name(self.state, like.model)} throws {display_name(self.state, like.target)}: click the direction of the throw"
        self.update_verdict()

    def aim_origin(self) -> XY:
        x, y, _ = self.state.place(self.target)
        return x, y

    def nearest_allowed_direction(self, direction: float) -> float:
        return direction

    def aim_straight(self) -> None:
        self.direction = charge_direction(self.state, self.model, self.target, None)
        self.update_verdict()

    def make_action(self) -> Action:
        return self.template_action.model_copy(update={"direction": self.direction})


class PendingSpray(PendingAim):
    """A spray aimed so that it touches its target."""

    def __init__(self, moment: TurnContext, like: actions.Attack) -> None:
        super().__init__(moment, like.model, like.target)
        self.template_action = like
        weapon = weapon_name(self.state, like.model, like.weapon)
        self.words = (
            f"{weapon} at {display_name(self.state, like.target)}: click the direction of the spray"
        )
        self.update_verdict()

    def make_action(self) -> Action:
        return self.template_action.model_copy(update={"direction": self.direction})
