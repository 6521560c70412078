"""The display half of a rules set: labels, markers, lists, cards, the score and events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wc3d.engine.actions import Action, Event

if TYPE_CHECKING:  # return types of rules, which the engine does not inspect
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
    """The part of a rules set for screens (`wc3d.engine.ruleset.RuleSet`)."""

    def labels(self, state: Any, player: int | None = None) -> tuple[ModelLabel, ...]:
        """Return the labels above models."""
        return ()

    def markers(self, state: Any) -> tuple[BoardMarker, ...]:
        """Return flat markers on the board, such as objectives."""
        return ()

    def objectives(
        self, mission: str, table: Table
    ) -> tuple[tuple[str, tuple[float, float, float], float], ...]:
        """Return the name, place and radius of a mission's objectives before a game."""
        return ()

    def edges(self, state: Any) -> tuple[TableEdge, ...]:
        """Return the players' table edges."""
        return ()

    def zones(self, state: Any, player: int) -> tuple[DeploymentZone, ...]:
        """Return where a player may deploy now."""
        return ()

    def liveries(self, state: Any) -> Mapping[str, Livery]:
        """Return the livery of each model: its side's color, its side, its silhouette."""
        return {}

    def facings(self, state: Any) -> Mapping[str, float]:
        """Return the facings of models: degrees counter-clockwise from north."""
        return {}

    def side_colors(self, state: Any) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Return the players' colors."""
        return ((92, 160, 232), (232, 120, 84))

    @abstractmethod
    def roster(self, state: Any, player: int) -> Roster:
        """Return a player's roster: models on the table and in reserve."""

    def sheet(self, state: Any, id: str) -> InfoSheet | None:
        """Return the info card for anything that can be clicked."""
        return None

    @abstractmethod
    def turn_bar(self, state: Any) -> TurnBar:
        """Return the state of the turn for the bar at the top."""

    def score(self, state: Any, log: Sequence[Event]) -> ScoreTable | None:
        """Return the score; None if the game counts no points."""
        return None

    @abstractmethod
    def happening(self, state: Any, event: Event) -> EventDisplay:
        """Return the display of an event on the table, from the state before it."""

    def preview(self, state: Any, action: Action) -> Preview | None:
        """Return the preview of an action; None if it needs no picture."""
        return None

    def clouds(self, state: Any) -> tuple[CloudMark, ...]:
        """Return the temporary clouds."""
        return ()

    def model_surroundings(self, state: Any, id: str, player: int | None) -> Preview | None:
        """Return the surroundings of a selected model: front and back, reach, control area."""
        return None

    def question_preview(self, state: Any) -> Preview | None:
        """Return the open question's preview on the table; None if it needs no picture."""
        return None

    def measuring_refusal(self, state: Any) -> str:
        """Return why players may not measure freely, with the rule; empty if they may."""
        return ""
