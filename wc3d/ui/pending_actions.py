"""Actions in preparation: they follow the mouse until the player places and confirms them.

A pending action only collects input. The game decides whether it is legal (`verdict`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, sin, tau
from typing import Any

from wc3d.engine.actions import Action, Verdict
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.preview import Preview
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.ui.action_menu import ActionMenu

UNFINISHED_VERDICT = Verdict(False, "unfinished", "click a place on the board")


def rounded_hit_point(hit: RayHit) -> XYZ:
    """Return the rounded point of a hit. For a hit wall, the rules find the foot."""
    x, y, z = hit.at
    return round(x, 3), round(y, 3), round(z, 3)


@dataclass(frozen=True)
class ActionStarter:
    """A button that starts an action with a `target`: an id or a kind. Main ones come first."""

    target: str
    button_id: str
    words: str
    tip: str = ""
    is_main: bool = False
    is_active: bool = False
    is_wide: bool = True


@dataclass(frozen=True)
class PendingControl:
    """A button that adjusts the pending action. `key` names the command with the same effect."""

    button_id: str
    words: str
    on_press: Callable[[], object]
    is_on: bool = False
    tip: str = ""
    key: str = ""


@dataclass(frozen=True)
class PendingToggle(PendingControl):
    """A control that is on or off. With `is_exclusive`, it is one of several choices."""

    is_exclusive: bool = False


@dataclass(frozen=True)
class PendingStepper:
    """A number from `least` to `most` with buttons to decrease and increase it.

    It counts a `unit`, such as Arc, of something or somebody: "on the gate", "from Dusk Wolf 1".
    """

    button_id: str
    number: int
    unit: str
    whose: str
    on_change: Callable[[int], object]
    least: int = 0
    most: int = 0

    @property
    def words(self) -> str:
        """The number in words."""
        return f"{self.number} of {self.most} {self.unit} {self.whose}"

    @property
    def less_words(self) -> str:
        """What the button that decreases the number does, or why it cannot."""
        if not self.can_decrease:
            return f"At least {self.least} {self.unit} {self.whose}"
        return f"One less {self.whose}: {self.number - 1} {self.unit}"

    @property
    def more_words(self) -> str:
        """What the button that increases the number does, or why it cannot."""
        if not self.can_increase:
            return f"At most {self.most} {self.unit} {self.whose}"
        return f"One more {self.whose}: {self.number + 1} {self.unit}"

    @property
    def can_decrease(self) -> bool:
        """Return whether the number may decrease."""
        return self.number > self.least

    @property
    def can_increase(self) -> bool:
        """Return whether the number may increase."""
        return self.number < self.most


@dataclass(frozen=True)
class TurnContext:
    """The game at an open question, in the view of `player` (0: no person is to act)."""

    rules: RuleSet
    state: Any
    player: int
    check: Callable[[Action], Verdict]
    menu: ActionMenu


class GhostRefusedError(Exception):
    """Raised if a model may not be placed somewhere. `verdict` gives the reason."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class PendingAction:
    """An action in preparation. `ghosts` are its models at their new places.

    - `is_one_click`: a single click applies it.
    - `follows_mouse`: it goes where the mouse points.
    - `is_placed`: it waits for changes or a confirmation, which `placed_hint` explains.
    - `turns_after_placing`: after placing, it faces the mouse until a click applies it.
    - `is_waiting`: its path is still being computed.
    - `snaps`: where the pointed place is refused, it goes to a legal place nearby.
    - `has_corners`: it follows a path, to which corners can be added.
    """

    words = ""
    placed_hint = "Drag each model to where it should stand."
    is_one_click = True
    follows_mouse = True
    is_waiting = False
    turns_after_placing = False
    snaps = False
    has_corners = False

    def __init__(self, moment: TurnContext) -> None:
        self.context = moment
        self.rules = moment.rules
        self.state = moment.state
        self.player = moment.player
        self.verdict: Verdict = UNFINISHED_VERDICT
        self.ghosts: tuple[Body, ...] = ()
        self.is_placed = False

    @property
    def touch_words(self) -> str:
        """The `words` for a finger, which mention neither keys nor the mouse."""
        return self.words

    def on_hover(self, hit: RayHit | None) -> None:
        """Move the action to a hit."""

    def add_corner(self) -> None:
        """Add a corner to the path at the current point."""

    def make_action(self) -> Action | None:
        """Return the current action, None if it is incomplete."""
        return None

    def update_verdict(self) -> None:
        """Update the game's verdict."""
        action = self.make_action()
        self.verdict = self.context.check(action) if action is not None else UNFINISHED_VERDICT

    def move_ghost(self, id: str, hit: RayHit) -> None:
        """Move a ghost. Raises GhostRefusedError and leaves it in place if this is not legal."""

    def make_preview(self) -> Preview | None:
        """Return a preview of the current action, or None."""
        action = self.make_action()
        return self.rules.display.preview(self.state, action) if action is not None else None

    def controls(self) -> tuple[PendingControl | PendingStepper, ...]:
        """Return the controls for everything but the place."""
        return ()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Return the key commands by name."""
        return {}

    def facings(self) -> Mapping[str, float]:
        """Return the facings of placed models in degrees counterclockwise from north."""
        return {}

    def undo_last_step(self) -> bool:
        """Undo the last step. Return False if the action is to be cancelled."""
        return False

    @property
    def is_ready(self) -> bool:
        """Return whether the action is legal as it is."""
        return bool(self.verdict)

    @property
    def status(self) -> str:
        """The length of the move or the reason of a refusal, in a few words."""
        return (
            ""
            if self.verdict is UNFINISHED_VERDICT
            else "here"
            if self.verdict
            else self.rules.text.describe_refusal(self.state, self.verdict)
        )


SNAP_RINGS_IN = ((0.4, 8), (0.9, 10), (1.6, 12), (2.5, 14), (3.6, 16))
"""The rings of places to try around a refused place: the radius, and the number of places."""


def nearby_points(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Yield points around a refused place, nearest first."""
    for radius, count in SNAP_RINGS_IN:
        for k in range(count):
            turn = tau * k / count
            yield round(x + radius * cos(turn), 3), round(y + radius * sin(turn), 3)


class PendingPlacement(PendingAction):
    """A placement of a model by one click. The rules make the action from the place."""

    def __init__(self, moment: TurnContext, model: str) -> None:
        super().__init__(moment)
        self.model = model
        self.at: tuple[float, float] | None = None
        self.words = f"{moment.rules.text.display_name(moment.state, model)}: drag it or click its destination"

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        x, y, z = rounded_hit_point(hit)
        self.at = x, y
        self.update_verdict()
        if self.snaps and not self.verdict:
            self._snap((x, y))
        table = self.rules.queries.table(self.state)
        bodies = [body for body in table.bodies if body.id == self.model]
        self.ghosts = tuple(body.moved((*self.at, z)) for body in bodies)

    def _snap(self, goal: tuple[float, float]) -> None:
        """Go to a legal place near a refused one. Without any, keep the refusal."""
        for near in (*nearby_points(*goal), goal):
            self.at = near
            self.update_verdict()
            if self.verdict:
                return

    def make_action(self) -> Action | None:
        return (
            self.rules.search.placement_action(self.state, self.player, self.model, self.at)
            if self.at is not None
            else None
        )
