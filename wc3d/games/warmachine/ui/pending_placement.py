"""Placing a model (deployment, advance, run, standing up) and setting its facing by a click."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import atan2, cos, dist, sin

from wc3d.engine.actions import Action
from wc3d.games.warmachine.display.move_preview import end_facing, fighter_at
from wc3d.games.warmachine.display.previews import deployed_fighter
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.moving.walking import predict_free_strikes
from wc3d.games.warmachine.rules.space.fighters import Fighter, facing_toward, get_fighter
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.presentation.icons import ICONS
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.ui.pending_actions import (
    UNFINISHED_VERDICT,
    GhostRefusedError,
    PendingAction,
    PendingControl,
    PendingToggle,
    TurnContext,
    nearby_points,
    rounded_hit_point,
)

TURN_STEP_DEG = 15.0
"""Degrees that a key press turns a model."""
PLACED_HINT = "Move the mouse to turn the model, click to confirm"


SNAP_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.12)
"""The shares of a refused path to try."""
DETOUR_TURNS = (0.35, -0.35, 0.7, -0.7, 1.0, -1.0)
"""The angles in radians by which a path with one corner goes around an obstacle."""


def _along(start: XY, heading: float, inches: float) -> XY:
    """Return the point some inches from a start, in hundredths of an inch."""
    return round(start[0] + inches * cos(heading), 2), round(start[1] + inches * sin(heading), 2)


class PendingFacedPlacement(PendingAction):
    """A model to place (`is_placed`: done) and then turn; a facing of None is the default."""

    placed_hint = f"{PLACED_HINT}. Drag the model to move it."

    def __init__(self, moment: TurnContext, model: str) -> None:
        super().__init__(moment)
        self.state: State = moment.state
        self.model = self.picks = model
        self.facing: float | None = None

    @property
    def destination(self) -> XY | None:
        """The place of the model's center, or None until it is known."""
        raise NotImplementedError

    @property
    def default_facing(self) -> float:
        """The facing without a turn by the player."""
        return self.state.models[self.model].facing

    def set_destination(self, place: XY) -> None:
        """Set the model's destination."""
        raise NotImplementedError

    def ghost_at(self, facing: float) -> Fighter | None:
        """Return the model at its destination with a facing."""
        place = self.destination
        return fighter_at(self.state, self.model, place, facing) if place is not None else None

    # Mouse

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        x, y, _ = rounded_hit_point(hit)
        if self.is_placed:
            self.face_point((x, y))
        else:
            self.set_destination((x, y))
            self.update_verdict()
            if self.snaps and not self.verdict:
                self._snap((x, y))

    def _snap(self, goal: XY) -> None:
        """Go to a legal place near a refused one. Without any, keep the refusal."""
        for near in self.nearby_places(goal):
            self.set_destination(near)
            self.update_verdict()
            if self.verdict:
                return
        self.set_destination(goal)
        self.update_verdict()

    def nearby_places(self, goal: XY) -> Iterator[XY]:
        """Yield places to try instead of a refused one, nearest first."""
        yield from nearby_points(*goal)

    def face_point(self, point: XY) -> None:
        """Turn the model toward a point. A point on its own base does nothing."""
        place = self.destination
        ghost = self.ghosts[0] if self.ghosts else None
        if place is None or ghost is None or dist(place, point) <= ghost.radius:
            return
        facing = facing_toward(place, point)
        if facing is not None:
            self.facing = round(facing, 1)
            self.update_verdict()

    @property
    def turns_after_placing(self) -> bool:  # type: ignore[override]
        return self.is_placed

    @property
    def is_one_click(self) -> bool:  # type: ignore[override]
        return self.is_placed

    def move_ghost(self, id: str, hit: RayHit) -> None:
        """Move the placed model. If the rules refuse, put it back and raise GhostRefusedError."""
        old_place = self.destination
        x, y, _ = rounded_hit_point(hit)
        self.set_destination((x, y))
        self.update_verdict()
        if not self.verdict and old_place is not None:
            refused = self.verdict
            self.set_destination(old_place)
            self.update_verdict()
            raise GhostRefusedError(refused)

    # Verdict

    def update_verdict(self) -> None:
        super().update_verdict()
        ghost = self.ghost_at(self.default_facing if self.facing is None else self.facing)
        self.ghosts: tuple[Body, ...] = (ghost,) if ghost is not None else ()

    def facings(self) -> Mapping[str, float]:
        return (
            {g.id: (g.facing - 90.0) % 360.0 for g in self.ghosts if isinstance(g, Fighter)}
            if self.is_placed
            else {}
        )

    def turn_by(self, degrees: float) -> None:
        """Turn the model by some degrees."""
        self.facing = round(
            ((self.default_facing if self.facing is None else self.facing) + degrees) % 360.0, 1
        )
        self.update_verdict()

    def reset_facing(self) -> None:
        """Restore the default facing."""
        self.facing = None
        self.update_verdict()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "turn_left": lambda: self.turn_by(TURN_STEP_DEG),
            "turn_right": lambda: self.turn_by(-TURN_STEP_DEG),
        }

    def controls(self) -> tuple[PendingControl, ...]:
        if not self.ghosts:
            return ()
        return (
            PendingControl(
                "turn left",
                f"{ICONS['undo']} Turn left",
                lambda: self.turn_by(TURN_STEP_DEG),
                key="turn_left",
            ),
            PendingControl(
                "turn right",
                f"{ICONS['redo']} Turn right",
                lambda: self.turn_by(-TURN_STEP_DEG),
                key="turn_right",
            ),
            PendingControl(
                "turn back",
                "Face ahead",
                self.reset_facing,
                is_on=self.facing is None,
                tip="face the direction of movement",
            ),
        )

    def undo_last_step(self) -> bool:
        was_settled = self.is_placed
        self.is_placed = False
        return was_settled


class PendingMove(PendingFacedPlacement):
    """An advance or a run, corner by corner."""

    has_corners = True

    def __init__(self, moment: TurnContext, model: str, run: bool = False) -> None:
        super().__init__(moment, model)
        self.is_running = run
        self.corners: tuple[XY, ...] = ()
        self._has_detour = False
        self.end: XY | None = None
        self.update_verdict()

    @property
    def words(self) -> str:  # type: ignore[override]
        model_name = display_name(self.state, self.model)
        if self.is_placed:
            return f"{model_name}: which way should it face?"
        goes = "runs" if self.is_running else "moves"
        return f"{model_name}: drag it or click where it {goes}. Shift-click adds a corner. Click the model to turn it in place"

    @property
    def touch_words(self) -> str:
        model_name = display_name(self.state, self.model)
        if self.is_placed:
            return f"{model_name}: tap where it should face, then confirm"
        goes = "runs" if self.is_running else "moves"
        return f"{model_name}: drag it or tap where it {goes}"

    @property
    def full_path(self) -> tuple[XY, ...]:
        """The corners and the end of the path."""
        return (*self.corners, *((self.end,) if self.end is not None else ()))

    @property
    def destination(self) -> XY:
        position = self.state.place(self.model)
        return self.full_path[-1] if self.full_path else (position[0], position[1])

    @property
    def default_facing(self) -> float:
        return end_facing(
            self.state, actions.Advance(player=self.player, model=self.model, path=self.full_path)
        )

    def set_destination(self, place: XY) -> None:
        position = self.state.place(self.model)
        start = self.corners[-1] if self.corners else (position[0], position[1])
        self.end = (
            None
            if dist(place, start) < get_fighter(self.state.table, self.model).radius * 0.5
            else place
        )

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is not None and self._has_detour and not self.is_placed:
            self.corners = self.corners[:-1]
            self._has_detour = False
        super().on_hover(hit)

    def _snap(self, goal: XY) -> None:
        """Walk around what is in the way, or as far toward the goal as possible."""
        position = self.state.place(self.model)
        start = self.corners[-1] if self.corners else (position[0], position[1])
        kept = self.corners
        inches = dist(start, goal)
        heading = atan2(goal[1] - start[1], goal[0] - start[0])
        for share in SNAP_SHARES:
            end = _along(start, heading, inches * share)
            for turn in (0.0, *DETOUR_TURNS) if inches else ():
                corner = _along(start, heading + turn, inches * share / 2 / cos(turn))
                self.corners = (*kept, corner) if turn else kept
                self.set_destination(end)
                self.update_verdict()
                if self.verdict and self.end is not None:
                    self._has_detour = bool(turn)
                    return
        self.corners = kept
        self.set_destination(goal)
        self.update_verdict()

    def add_corner(self) -> None:
        self._has_detour = False
        self.corners = self.full_path
        self.end = None
        self.is_placed = False

    def make_action(self) -> Action:
        kind = actions.Run if self.is_running else actions.Advance
        return kind(player=self.player, model=self.model, path=self.full_path, facing=self.facing)

    def set_running(self, run: bool) -> None:
        """Set whether the model runs or advances."""
        self.is_running = run
        self.update_verdict()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {**super().commands(), "jump": lambda: self.set_running(not self.is_running)}

    def controls(self) -> tuple[PendingControl, ...]:
        if self.context.menu.find_offer("run") is None:
            return super().controls()
        tips = "move up to SPD", "move up to twice SPD; ends the activation"
        pace = tuple(
            PendingToggle(
                mark,
                words,
                partial(self.set_running, run),
                self.is_running is run,
                tip,
                is_exclusive=True,
            )
            for mark, words, run, tip in (
                ("advance", "Advance", False, tips[0]),
                ("run", "Run  [J]", True, tips[1]),
            )
        )
        return (*pace, *super().controls())

    @property
    def free_strike_count(self) -> int:
        """The number of free strikes against the model on its path."""
        return (
            sum(1 for _ in predict_free_strikes(self.state, self.model, self.full_path))
            if self.verdict
            else 0
        )

    @property
    def status(self) -> str:
        preview = self.make_preview()
        if not self.verdict:
            return (
                ""
                if self.verdict is UNFINISHED_VERDICT
                else self.rules.text.describe_refusal(self.state, self.verdict)
            )
        return preview.words if preview is not None else ""


class PendingDeployment(PendingFacedPlacement):
    """A model's deployment."""

    def nearby_places(self, goal: XY) -> Iterator[XY]:
        """Yield places near a refused one, then the places that the rules offer."""
        yield from nearby_points(*goal)
        offers = self.context.menu.items_of_kind("deploy")
        deployments = [item.action for item in offers if isinstance(item.action, actions.Deploy)]
        places = [d.at for d in deployments if d.model == self.model]
        yield from sorted(places, key=lambda at: dist(at, goal))

    def __init__(self, moment: TurnContext, model: str) -> None:
        super().__init__(moment, model)
        self.at: XY | None = None
        self.words = (
            f"{display_name(self.state, model)}: click where the model should stand, then turn it"
        )

    @property
    def destination(self) -> XY | None:
        return self.at

    def ghost_at(self, facing: float) -> Fighter | None:
        action = self.make_action()
        return deployed_fighter(self.state, action) if action is not None else None

    @property
    def default_facing(self) -> float:
        ghost = self.ghost_at(0.0)
        return ghost.facing if ghost is not None and self.facing is None else super().default_facing

    def set_destination(self, place: XY) -> None:
        self.at = place

    def make_action(self) -> actions.Deploy | None:
        return (
            actions.Deploy(player=self.player, model=self.model, at=self.at, facing=self.facing)
            if self.at is not None
            else None
        )


class PendingStandUp(PendingFacedPlacement):
    """A model that stands up and turns on the spot."""

    def __init__(self, moment: TurnContext, model: str, gives: str) -> None:
        super().__init__(moment, model)
        self.gives = gives
        self.words = f"{display_name(self.state, model)} stands up and forfeits its {gives}: which way should it face?"
        self.update_verdict()
        self.is_placed = True

    @property
    def destination(self) -> XY:
        position = self.state.place(self.model)
        return position[0], position[1]

    def set_destination(self, place: XY) -> None:
        """Do nothing: the model stands up in its place."""

    def undo_last_step(self) -> bool:
        return False

    def make_action(self) -> actions.StandUp:
        return actions.StandUp(
            player=self.player,
            model=self.model,
            gives=self.gives,  # type: ignore[arg-type]
            facing=self.facing,
        )
