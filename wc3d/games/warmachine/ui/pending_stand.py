"""A model that is put down somewhere and then turned: set up, advanced, run, stood up. Its last click says where it looks."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import dist

from wc3d.engine.actions import Action
from wc3d.games.warmachine.display.move_preview import end_facing, standing
from wc3d.games.warmachine.display.previews import as_it_would_stand
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.moving.walking import foretold_strikes
from wc3d.games.warmachine.rules.space.fighters import Fighter, facing_between, fighter
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.games.warmachine.text.vocabulary import name
from wc3d.presentation.icons import ICONS
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.ui.pending_actions import (
    UNFINISHED,
    Choice,
    Control,
    GhostRefusedError,
    PendingAction,
    Situation,
    spot,
)

STEP = 15.0
"""Degrees that a key turns a model by."""
PLACED = "Move the mouse to turn the model, click to confirm"


class PendingStand(PendingAction):
    """A model in hand: first where it goes, then (`settled`) which way it looks there, None as it comes to look by itself."""

    settled_words = f"{PLACED}. Drag the model to move it."

    def __init__(self, moment: Situation, model: str) -> None:
        super().__init__(moment)
        self.state: State = moment.state
        self.model = self.picks = model
        self.facing: float | None = None

    @property
    def place(self) -> XY | None:
        """Where its center would be, once that is known."""
        raise NotImplementedError

    @property
    def natural_facing(self) -> float:
        """Which way it looks if it is not turned."""
        return self.state.models[self.model].facing

    def go_to(self, place: XY) -> None:
        """Put it there."""
        raise NotImplementedError

    def ghost(self, facing: float) -> Fighter | None:
        """The model as it would stand."""
        place = self.place
        return standing(self.state, self.model, place, facing) if place is not None else None

    # The mouse

    def point(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        x, y, _ = spot(hit)
        if self.settled:
            self.look_at((x, y))
        else:
            self.go_to((x, y))
            self.settle()

    def look_at(self, point: XY) -> None:
        """Turn it toward a point; one upon its own base says nothing."""
        place = self.place
        ghost = self.ghosts[0] if self.ghosts else None
        if place is None or ghost is None or dist(place, point) <= ghost.radius:
            return
        facing = facing_between(place, point)
        if facing is not None:
            self.facing = round(facing, 1)
            self.settle()

    @property
    def turns(self) -> bool:  # type: ignore[override]
        return self.settled

    @property
    def one_click(self) -> bool:  # type: ignore[override]
        return self.settled

    def nudge(self, id: str, hit: RayHit) -> None:
        """Put down, it is dragged elsewhere; where it may not be, it goes back."""
        old_place = self.place
        x, y, _ = spot(hit)
        self.go_to((x, y))
        self.settle()
        if not self.verdict and old_place is not None:
            refused = self.verdict
            self.go_to(old_place)
            self.settle()
            raise GhostRefusedError(refused)

    # What it is

    def settle(self) -> None:
        super().settle()
        ghost = self.ghost(self.natural_facing if self.facing is None else self.facing)
        self.ghosts: tuple[Body, ...] = (ghost,) if ghost is not None else ()

    def turned(self) -> Mapping[str, float]:
        return {g.id: (g.facing - 90.0) % 360.0 for g in self.ghosts if isinstance(g, Fighter)} if self.settled else {}

    def turn(self, degrees: float) -> None:
        """Turn it on the spot."""
        self.facing = round(((self.natural_facing if self.facing is None else self.facing) + degrees) % 360.0, 1)
        self.settle()

    def straight(self) -> None:
        """Let it look as it comes to look by itself."""
        self.facing = None
        self.settle()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"turn_left": lambda: self.turn(STEP), "turn_right": lambda: self.turn(-STEP)}

    def controls(self) -> tuple[Control, ...]:
        if not self.ghosts:
            return ()
        return (
            Control("turn left", f"{ICONS['undo']} Turn left", lambda: self.turn(STEP), key="turn_left"),
            Control("turn right", f"{ICONS['redo']} Turn right", lambda: self.turn(-STEP), key="turn_right"),
            Control("turn back", "Face ahead", self.straight, on=self.facing is None, tip="face the direction of movement"),
        )

    def step_back(self) -> bool:
        was_settled, self.settled = self.settled, False
        return was_settled


class PendingWay(PendingStand):
    """An advance or a run, corner by corner."""

    def __init__(self, moment: Situation, model: str, run: bool = False) -> None:
        super().__init__(moment, model)
        self.run = run
        self.corners: tuple[XY, ...] = ()
        self.end: XY | None = None
        self.settle()

    @property
    def words(self) -> str:  # type: ignore[override]
        model_name = name(self.state, self.model)
        if self.settled:
            return f"{model_name}: which way should it face?"
        goes = "runs" if self.run else "moves"
        return f"{model_name}: drag it or click where it {goes}. Shift-click adds a corner. Click the model to turn it in place"

    @property
    def path(self) -> tuple[XY, ...]:
        """The whole path."""
        return (*self.corners, *((self.end,) if self.end is not None else ()))

    @property
    def place(self) -> XY:
        position = self.state.place(self.model)
        return self.path[-1] if self.path else (position[0], position[1])

    @property
    def natural_facing(self) -> float:
        return end_facing(self.state, act.Advance(player=self.player, model=self.model, path=self.path))

    def go_to(self, place: XY) -> None:
        position = self.state.place(self.model)
        start = self.corners[-1] if self.corners else (position[0], position[1])
        self.end = None if dist(place, start) < fighter(self.state.table, self.model).radius * 0.5 else place

    def add_corner(self) -> None:
        self.corners, self.end = self.path, None
        self.settled = False

    def action(self) -> Action:
        kind = act.Run if self.run else act.Advance
        return kind(player=self.player, model=self.model, path=self.path, facing=self.facing)

    def pace(self, run: bool) -> None:
        """Run, or advance."""
        self.run = run
        self.settle()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {**super().commands(), "jump": lambda: self.pace(not self.run)}

    def controls(self) -> tuple[Control, ...]:
        if self.moment.menu.offer("run") is None:
            return super().controls()
        tips = "move up to SPD", "move up to twice SPD; ends the activation"
        pace = tuple(
            Choice(mark, words, partial(self.pace, run), self.run is run, tip, exclusive=True)
            for mark, words, run, tip in (("advance", "Advance", False, tips[0]), ("run", "Run  [J]", True, tips[1]))
        )  # fmt: skip
        return (*pace, *super().controls())

    @property
    def strikes(self) -> int:
        """How many free strikes it is open to."""
        return sum(1 for _ in foretold_strikes(self.state, self.model, self.path)) if self.verdict else 0

    @property
    def status(self) -> str:
        preview = self.preview()
        if not self.verdict:
            return "" if self.verdict is UNFINISHED else self.rules.refusal(self.state, self.verdict)
        return preview.words if preview is not None else ""


class PendingDeploy(PendingStand):
    """A model that is set up."""

    def __init__(self, moment: Situation, model: str) -> None:
        super().__init__(moment, model)
        self.at: XY | None = None
        self.words = f"{name(self.state, model)}: click where the model should stand, then turn it"

    @property
    def place(self) -> XY | None:
        return self.at

    def ghost(self, facing: float) -> Fighter | None:
        action = self.action()
        return as_it_would_stand(self.state, action) if action is not None else None

    @property
    def natural_facing(self) -> float:
        ghost = self.ghost(0.0)
        return ghost.facing if ghost is not None and self.facing is None else super().natural_facing

    def go_to(self, place: XY) -> None:
        self.at = place

    def action(self) -> act.Deploy | None:
        return act.Deploy(player=self.player, model=self.model, at=self.at, facing=self.facing) if self.at is not None else None


class PendingRise(PendingStand):
    """A model that stands up and is turned on the spot."""

    def __init__(self, moment: Situation, model: str, gives: str) -> None:
        super().__init__(moment, model)
        self.gives = gives
        self.words = f"{name(self.state, model)} stands up and forfeits its {gives}: which way should it face?"
        self.settle()
        self.settled = True

    @property
    def place(self) -> XY:
        position = self.state.place(self.model)
        return position[0], position[1]

    def go_to(self, place: XY) -> None:
        """It stands up where it lies."""

    def step_back(self) -> bool:
        return False

    def action(self) -> act.StandUp:
        return act.StandUp(player=self.player, model=self.model, gives=self.gives, facing=self.facing)  # type: ignore[arg-type]


