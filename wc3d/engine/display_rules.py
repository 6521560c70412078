"""What a screen asks of a game: what stands over models and lies on the ground, lists, cards, the score, what happens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wc3d.engine.actions import Action, Event

if TYPE_CHECKING:  # the nouns that rules answer with; the engine itself looks into none of them
    from wc3d.presentation.palette import Livery
    from wc3d.presentation.preview import Preview
    from wc3d.presentation.view_models import (
        BoardMarker,
        CloudMark,
        DeploymentZone,
        EventDisplay,
        InfoSheet,
        ModelLabel,
        Roster,
        ScoreTable,
        TableEdge,
        TurnBar,
    )
    from wc3d.table.table import Table


class DisplayRules(ABC):
    """The part of a rules set that screens ask (`wc3d.engine.ruleset.RuleSet`)."""

    def labels(self, state: Any, player: int | None = None) -> tuple[ModelLabel, ...]:
        """What stands over the models."""
        return ()

    def markers(self, state: Any) -> tuple[BoardMarker, ...]:
        """Flat marks on the board: objectives and the like."""
        return ()

    def objectives(
        self, mission: str, table: Table
    ) -> tuple[tuple[str, tuple[float, float, float], float], ...]:
        """Where a mission's objectives lie on this table before a game begins: the name, the place and the radius of each."""
        return ()

    def edges(self, state: Any) -> tuple[TableEdge, ...]:
        """Whose edge of the table is whose."""
        return ()

    def zones(self, state: Any, player: int) -> tuple[DeploymentZone, ...]:
        """Where a player may set up now."""
        return ()

    def liveries(self, state: Any) -> Mapping[str, Livery]:
        """How each model is dressed: its side's color, its side, its silhouette."""
        return {}

    def facings(self, state: Any) -> Mapping[str, float]:
        """Which way models look: degrees counter-clockwise from north."""
        return {}

    def side_colors(self, state: Any) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The players' colors."""
        return ((92, 160, 232), (232, 120, 84))

    @abstractmethod
    def roster(self, state: Any, player: int) -> Roster:
        """A player's list of what is on the table and what waits beside it."""

    def sheet(self, state: Any, id: str) -> InfoSheet | None:
        """What a card on the screen says about anything that can be clicked."""
        return None

    @abstractmethod
    def turn_bar(self, state: Any) -> TurnBar:
        """Where the game stands, for the bar at the top."""

    def score(self, state: Any, log: Sequence[Event]) -> ScoreTable | None:
        """The score so far; None if the game counts no points."""
        return None

    @abstractmethod
    def happening(self, state: Any, event: Event) -> EventDisplay:
        """What an event looks like on the table, from the state just before it."""

    def preview(self, state: Any, action: Action) -> Preview | None:
        """What an action would do, before it is chosen; None for what needs no picture."""
        return None

    def clouds(self, state: Any) -> tuple[CloudMark, ...]:
        """Clouds and the like that lie on the table for a while and are no terrain."""
        return ()

    def model_surroundings(self, state: Any, id: str, player: int | None) -> Preview | None:
        """What is round a model that a player looks at: its front and back, how far it reaches, what it controls."""
        return None

    def question_preview(self, state: Any) -> Preview | None:
        """What the open question is about, drawn on the table; None for what needs no picture."""
        return None

    def measuring_refusal(self, state: Any) -> str:
        """Why the players may not measure distances as they like, in a sentence with its rule; empty where they may."""
        return ""
