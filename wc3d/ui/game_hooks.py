"""What is a game's own in the interaction: what can be taken in hand, what moves, how one is told. Here as every game does it.

A game whose moves are more than putting a model somewhere brings its own class: the registry (`wc3d.registry`) names it.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.ruleset_types import ActionKind
from wc3d.presentation.preview import Preview
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.pending_actions import Handle, PendingAction, PendingPlacement, Situation
from wc3d.workers.table_worker import MakeWorker


@dataclass(frozen=True)
class HeldCard:
    """A card in a player's hand: its name, in a few words what kind of card it is, and what it does. `items` are what can be
    done with it now; where there is nothing, `asked` is the action that the rules say no to."""

    id: str
    name: str
    kind: str = ""
    text: str = ""
    items: tuple[MenuItem, ...] = ()
    asked: Action | None = None


@dataclass(frozen=True)
class CounterRow:
    """A model and the points it holds, of how many it may hold, and the action that gives it one more."""

    id: str
    name: str
    points: int
    most: int
    give: Action | None = None
    note: str = ""


@dataclass(frozen=True)
class Counters:
    """Points that are divided among models now: how many are left, who holds how many, and what becomes of them."""

    heading: str
    rows: tuple[CounterRow, ...]
    items: tuple[MenuItem, ...] = ()
    lines: tuple[str, ...] = ()


class OwnInteraction:
    """How a game is played by hand. With a `worker`, what takes long is worked out in a process beside the window."""

    def __init__(self, worker: MakeWorker | None = None) -> None:
        self.worker = worker

    # What can be taken in hand

    def take_by_itself(self, moment: Situation, is_same_question: bool) -> PendingAction | None:
        """What is taken in hand by itself as a question opens, or as the same question opens `is_same_question`."""
        return None

    def take(self, moment: Situation, subject: str) -> PendingAction:
        """Take a model, a unit or a kind of action in hand. Raises RefusedError where that cannot be."""
        if subject not in self.movable(moment):
            raise RefusedError(Verdict(False, "not_now", "you cannot move it now"))
        return PendingPlacement(moment, subject)

    def movable(self, moment: Situation) -> Sequence[str]:
        """The models that may be dragged now."""
        if not any(kind.by_pointing for kind in moment.menu.kinds):
            return ()
        rules, state = moment.rules, moment.state
        own = (body for body in rules.table(state).bodies if rules.owner(state, body.id) == moment.player)
        return [body.id for body in own if rules.put_down(state, moment.player, body.id, body.at[:2]) is not None]

    def handles(self, moment: Situation, id: str, pending: PendingAction | None) -> tuple[Handle, ...]:
        """What can be taken in hand on the card of something."""
        group, name = moment.rules.group(moment.state, id), moment.rules.name_of
        return tuple(Handle(m, f"move {m}", f"Move {name(moment.state, m)}") for m in self.movable(moment) if m in group)

    def kind_handles(self, moment: Situation, kind: str, pending: PendingAction | None) -> tuple[Handle, ...]:
        """What can be taken in hand to do a kind of action."""
        return ()

    def aimed(self, moment: Situation, action: Action) -> PendingAction | None:
        """What is taken in hand when this action is chosen, to be aimed first; None where it is done at once."""
        return None

    def clicked(self, moment: Situation, id: str) -> Action | None:
        """What a click on something does besides picking it; None for nothing."""
        return None

    def shown(self, items: Sequence[MenuItem]) -> list[MenuItem]:
        """Those of some actions that are listed: one stands for others that differ in what is aimed afterwards."""
        return list(items)

    # What is told

    def able(self, moment: Situation) -> list[str]:
        """The units that can do something now, in the order of the list of units."""
        menu, rules = moment.menu, moment.rules
        items = [item for kind in menu.kinds if kind.broad for item in menu.of(kind.type)]
        active_ids = {id for item in items for id in rules.named_in(item.action)} | {*self.movable(moment)}
        rows = [row.id for row in rules.roster(moment.state, moment.player).rows] if active_ids else []
        return [id for id in rows if rules.group(moment.state, id) & active_ids]

    def kinds(self, moment: Situation) -> list[ActionKind]:
        """The kinds of actions that the question names."""
        return moment.menu.kinds

    def how(self, moment: Situation) -> str:
        """How one does what is asked, in a sentence."""
        return next((kind.how for kind in moment.menu.kinds if kind.how and moment.menu.of(kind.type)), "")

    def cards(self, moment: Situation, viewer: int) -> tuple[HeldCard, ...]:
        """The cards that a player holds, in a game with cards."""
        return ()

    def counters(self, moment: Situation) -> Counters | None:
        """The points that are divided among models now; None at any other time."""
        return None

    # Work in the background

    @property
    def busy(self) -> bool:
        """Is anything being worked out?"""
        return False

    def follow(self, pending: PendingAction | None) -> None:
        """Something else is in hand, or nothing: begin what is worked out about it."""

    def poll(self) -> bool:
        """Has anything been worked out?"""
        return False

    def reach(self) -> Preview | None:
        """Where what is in hand can get to, if that is known."""
        return None

    def close(self) -> None:
        """Stop what works in the background."""
