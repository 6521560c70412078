"""What a person has in hand until it is put down and becomes an action, and what a game can let them take in hand.

What is in hand only collects where the mouse points; whether it may be done, and why not, the game says (`verdict`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    """Where a hit points to; the foot of a wall where its side was hit is for the rules to find."""
    x, y, z = hit.at
    return round(x, 3), round(y, 3), round(z, 3)


@dataclass(frozen=True)
class ActionStarter:
    """Something that can be taken in hand, and its button. `what` is an id or a kind of action; `main` ones stand first."""

    target: str
    button_id: str
    words: str
    tip: str = ""
    is_main: bool = False
    is_active: bool = False
    is_wide: bool = True


@dataclass(frozen=True)
class PendingControl:
    """A button that changes what is in hand. `key` names the command whose key does the same."""

    button_id: str
    words: str
    on_press: Callable[[], object]
    is_on: bool = False
    tip: str = ""
    key: str = ""


@dataclass(frozen=True)
class PendingToggle(PendingControl):
    """A control that is on or off: one of several (`exclusive`), or by itself."""

    is_exclusive: bool = False


@dataclass(frozen=True)
class PendingStepper:
    """A number that can be made smaller and larger."""

    button_id: str
    value: str
    words: str
    on_change: Callable[[int], object]


@dataclass(frozen=True)
class TurnContext:
    """The game at an open question, as the one who is asked (`player`; 0: nobody here) sees it."""

    rules: RuleSet
    state: Any
    player: int
    check: Callable[[Action], Verdict]
    menu: ActionMenu


class GhostRefusedError(Exception):
    """A model was put where it may not be; `verdict` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class PendingAction:
    """Something in hand. `ghosts` are the models where they would be, `one_click` says that a single click does it.

    `settled`: it has been put down, and waits to be changed or done; `settled_words` say how. `pointed`: it goes where the mouse
    points. `turns`: put down, it still turns to where the mouse points, and a click does it. `waiting`: it is still being worked
    out how to get there.
    """

    words = ""
    placed_hint = "Drag each model to where it should stand."
    is_one_click = True
    follows_mouse = True
    is_waiting = False
    turns_after_placing = False

    def __init__(self, moment: TurnContext) -> None:
        self.context, self.rules, self.state, self.player = (
            moment,
            moment.rules,
            moment.state,
            moment.player,
        )
        self.verdict: Verdict = UNFINISHED_VERDICT
        self.ghosts: tuple[Body, ...] = ()
        self.is_placed = False

    def on_hover(self, hit: RayHit | None) -> None:
        """The mouse points here."""

    def add_corner(self) -> None:
        """Go on from here: a corner of a path."""

    def make_action(self) -> Action | None:
        """The action as it stands, or None if it is not complete."""
        return None

    def update_verdict(self) -> None:
        """Ask the game what it says to it."""
        action = self.make_action()
        self.verdict = self.context.check(action) if action is not None else UNFINISHED_VERDICT

    def move_ghost(self, id: str, hit: RayHit) -> None:
        """Put one of the ghosts elsewhere. Raises GhostRefusedError, and it stays where it was."""

    def make_preview(self) -> Preview | None:
        """What it would do, where it is now; None for what needs no picture."""
        action = self.make_action()
        return self.rules.preview(self.state, action) if action is not None else None

    def controls(self) -> tuple[PendingControl | PendingStepper, ...]:
        """What can be changed about it besides its place."""
        return ()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What keys do to it, by the names of commands."""
        return {}

    def facings(self) -> Mapping[str, float]:
        """Which way models look that have been put down, in degrees counter-clockwise from north; the others as ever."""
        return {}

    def undo_last_step(self) -> bool:
        """Take the last thing back that was done to it; False if it is to be let go of."""
        return False

    @property
    def is_ready(self) -> bool:
        """May it be done as it is?"""
        return bool(self.verdict)

    @property
    def status(self) -> str:
        """How it stands, in a few words: how far it goes, or what the rules have against it."""
        return (
            ""
            if self.verdict is UNFINISHED_VERDICT
            else "here"
            if self.verdict
            else self.rules.describe_refusal(self.state, self.verdict)
        )


class PendingPlacement(PendingAction):
    """A model that is put somewhere by one click: the action is the one that the rules make of the place."""

    def __init__(self, moment: TurnContext, model: str) -> None:
        super().__init__(moment)
        self.model = model
        self.at: tuple[float, float] | None = None
        self.words = (
            f"{moment.rules.display_name(moment.state, model)}: drag it or click its destination"
        )

    def on_hover(self, hit: RayHit | None) -> None:
        if hit is None:
            return
        x, y, z = rounded_hit_point(hit)
        self.at = x, y
        self.update_verdict()
        table = self.rules.table(self.state)
        bodies = [body for body in table.bodies if body.id == self.model]
        self.ghosts = tuple(body.moved((x, y, z)) for body in bodies)

    def make_action(self) -> Action | None:
        return (
            self.rules.placement_action(self.state, self.player, self.model, self.at)
            if self.at is not None
            else None
        )
