"""The part of the rules set that screens ask: each answer is made in a module of its own."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wc3d.engine.actions import Action, Event, Verdict
from wc3d.engine.answers import Chances
from wc3d.engine.options import Option
from wc3d.engine.ruleset import RuleSet
from wc3d.evidence.game_facts import Happening, Label, Marker, Roster, ScoreTable, Sheet, TableEdge, TurnBar, Zone
from wc3d.evidence.palette import RGB, Livery
from wc3d.evidence.preview import Preview
from wc3d.table.table import Table
from wc3d.warcaster import actions as act
from wc3d.warcaster.book.rulebook import page_words
from wc3d.warcaster.missions import secondary
from wc3d.warcaster.missions.mission import MISSIONS
from wc3d.warcaster.objectives import RADIUS, objectives_of
from wc3d.warcaster.options import SECONDARY
from wc3d.warcaster.previews import board_marks
from wc3d.warcaster.previews.actions import preview_of
from wc3d.warcaster.previews.side_colors import colors_of
from wc3d.warcaster.screen import groups, happenings, labels, offers, questions, roster, score, sheet, turn_bar
from wc3d.warcaster.state import State, Where


class ScreenFacts(RuleSet):
    """What a screen shows of Neo-Mechanika, and what may be done there."""

    kinds = offers.KINDS
    dice_looks = happenings.DICE_LOOKS

    # The state, plainly

    def group(self, state: State, id: str) -> frozenset[str]:
        return groups.group_of(state, id)

    def name_in_group(self, state: State, id: str) -> str:
        return groups.name_in_group(state, id)

    def side_looked_from(self, state: State, player: int) -> str:
        return state.players[player].side

    # The open question

    def asked_at(self, state: State) -> str | None:
        return questions.asked_at(state)

    def is_reaction(self, state: State) -> bool:
        return questions.is_reaction(state)

    def asks_in_private(self, state: State, player: int) -> bool:
        return questions.asks_in_private(state, player)

    # Actions

    def named_in(self, action: Action) -> tuple[str, ...]:
        return offers.named_in(action)

    def doer_of(self, action: Action) -> str:
        return offers.doer_of(action)

    def target_of(self, action: Action) -> str:
        return offers.target_of(action)

    def aim(self, state: State, action: Action, id: str) -> Action:
        return offers.aim(state, action, id)

    def chances(self, state: State, action: Action) -> Chances | None:
        return offers.chances_of(state, action)

    def preview(self, state: State, action: Action) -> Preview | None:
        return preview_of(state, action)

    def wanted(self, state: State, player: int, id: str) -> Iterator[tuple[str, Action]]:
        return offers.wanted(state, player, id)

    def put_down(self, state: State, player: int, id: str, at: tuple[float, float]) -> Action | None:
        if id in state.units and state.units[id].where is Where.RESERVE:
            return act.Deploy(player=player, unit=id, places={state.units[id].models[0]: at})
        return act.Advance(player=player, model=id, path=(at,)) if id in state.models and state.on_table(id) else None

    def passing(self, player: int) -> Action:
        return act.Pass(player=player)

    def conceding(self, player: int) -> Action:
        return act.Concede(player=player)

    def page_of(self, verdict: Verdict) -> str:
        return page_words(verdict.page)

    # What is shown

    def labels(self, state: State, player: int | None = None) -> tuple[Label, ...]:
        return labels.labels_of(state)

    def markers(self, state: State) -> tuple[Marker, ...]:
        return board_marks.markers_of(state)

    def edges(self, state: State) -> tuple[TableEdge, ...]:
        return board_marks.table_edges(state)

    def zones(self, state: State, player: int) -> tuple[Zone, ...]:
        return board_marks.deployment_zones(state, (player,)) if questions.is_initial(state) else ()

    def liveries(self, state: State) -> Mapping[str, Livery]:
        return labels.liveries_of(state)

    def facings(self, state: State) -> Mapping[str, float]:
        return labels.facings_of(state)

    def side_colors(self, state: State) -> tuple[RGB, RGB]:
        return colors_of(state)

    def roster(self, state: State, player: int) -> Roster:
        return roster.roster_of(state, player)

    def sheet(self, state: State, id: str) -> Sheet | None:
        return sheet.sheet_of(state, id)

    def turn_bar(self, state: State) -> TurnBar:
        return turn_bar.turn_bar_of(state)

    def news(self, before: State, after: State) -> str:
        return turn_bar.news_of(before, after)

    def score(self, state: State, log: Sequence[Event]) -> ScoreTable:
        return score.score_of(state, log)

    def headline(self, state: State) -> str:
        return state.setup.mission.name

    def points(self, state: State) -> list[str]:
        return score.points_of(state)

    def ending(self, state: State) -> str:
        return score.ending_of(state)

    def happening(self, state: State, event: Event) -> Happening:
        return happenings.happening_of(state, event)

    def option_choices(self, option: Option, mission: str) -> tuple[tuple[str, str], ...]:
        if option.name != SECONDARY or MISSIONS[mission].skirmish:
            return option.choices
        return tuple((m.id, f"{m.name} ({m.points} VP)") for m in secondary.SECONDARY.values())

    def objectives(self, mission: str, table: Table) -> tuple[tuple[str, tuple[float, float, float], float], ...]:
        plan = MISSIONS[mission]
        if table.size != plan.size:
            return ()
        return tuple((o.name, o.at, RADIUS) for o in objectives_of(plan, table).values())

    # The state in another process

    def for_sending(self, state: State) -> tuple[State, Any]:
        return replace(state, setup=None), state.setup  # type: ignore[arg-type]

    def put_together(self, changing: State, lasting: Any) -> State:
        return replace(changing, setup=lasting)
