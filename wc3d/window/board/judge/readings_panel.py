"""Alternative readings of rulings and terrain, compared with the verdict by the rules."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.table.features import Feature, Kind, PartState
from wc3d.ui.judge.ruling_overrides import (
    FLAG_LABELS,
    RULING_SUBJECTS,
    TERRAIN_KINDS,
    override_feature,
)
from wc3d.window.board.judge.controller import JudgeController
from wc3d.window.board.text_fields import TextFields
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    ICONS,
    draw_button,
    draw_combo,
    draw_dim_text,
    draw_facts,
    draw_tooltip,
    lay_in_row,
)


class ReadingsPanel:
    """The readings panel of the judge screen."""

    def __init__(self, hearing: JudgeController, fields: TextFields) -> None:
        self.controller = hearing
        self.fields = fields

    def draw(self, ui: Any) -> None:
        """Draw the relevant rulings and terrain, and whether the readings change the verdict."""
        case = self.controller.case
        type = case.question_type
        names = case.readings.relevant_rulings(case.table, type)
        if type.rulings:
            imgui.separator()
            imgui.text_colored(DIM_COLOR, "House rulings:")
            ui.record_widget("house rulings")
        for name in type.rulings:
            if name in names:
                self._draw_ruling(ui, name)
            else:
                draw_dim_text(f"{name.replace('_', ' ')}: {RULING_SUBJECTS[name]}")
        if type.terrain is not None and case.table.features:
            imgui.separator()
            self._draw_terrain(ui, type.terrain)
        if type.terrain is not None and case.table.parts:
            imgui.separator()
            self._draw_states(ui)
        if case.has_overrides:
            self._draw_difference(ui)

    def _draw_ruling(self, ui: Any, name: str) -> None:
        case = self.controller.case
        own = getattr(case.table.policy, name)
        value = float(case.readings.ruling_values.get(name, own))
        self.fields.draw_number(
            ui, f"reading {name}", value, lambda typed: case.override_ruling(name, typed), 64
        )
        imgui.same_line()
        id, page = case.readings.policy_source(name)
        imgui.text(name.replace("_", " "))
        if imgui.is_item_hovered():
            draw_tooltip(
                f"{id}, p. {page}: the rules say {own:g}" if id else f"The rules say {own:g}"
            )
        imgui.same_line()
        imgui.text_colored(DIM_COLOR, f"rules: {own:g}" + (f", p. {page}" if page else ""))
        if name in case.readings.ruling_values:
            imgui.same_line()
            if draw_button(ui, ICONS["undo"], f"back {name}", tip="Restore the rules' value"):
                case.override_ruling(name, own)

    # --- terrain

    def _draw_terrain(self, ui: Any, flags: tuple[str, ...]) -> None:
        """Draw a feature's kind and the relevant agreements about it."""
        hearing = self.controller
        case = self.controller.case
        ids = self._sort_features()
        imgui.text_colored(DIM_COLOR, "Click a piece of terrain to treat it as another kind:")
        own = case.table.feature(hearing.terrain if hearing.terrain in ids else ids[0])
        imgui.set_next_item_width(178 * ui.scale)
        stars = {id: f"  {ICONS['star']}" for id in case.readings.terrain_values}
        rows = [(id, case.table.feature(id).name + stars.get(id, "")) for id in ids]
        draw_combo(
            ui,
            "choose terrain",
            own.name,
            rows,
            [own.id],
            lambda id: setattr(hearing, "terrain", id),
            field="terrain",
        )
        imgui.same_line()
        self._draw_kind(ui, own)
        reading = override_feature(own, case.readings.terrain_values.get(own.id, {}))
        for name in lay_in_row(flags):
            value = getattr(reading, name)
            icon = ICONS["ok"] if value else ICONS["no"]
            tip = "Change what the players agreed about this terrain (p. 44)"
            if draw_button(ui, f"{icon}  {FLAG_LABELS[name]}", f"take {name}", on=value, tip=tip):
                hearing.terrain = own.id
                case.override_terrain(own.id, name, not value)
        if own.id in case.readings.terrain_values:
            imgui.same_line()
            if draw_button(
                ui, ICONS["undo"], "terrain back", tip="Restore this terrain as on the board"
            ):
                case.override_terrain(own.id, "kind", None)
            draw_dim_text(
                f"On the board: {own.kind}, "
                + ", ".join(
                    f"{FLAG_LABELS[n]}: {'yes' if getattr(own, n) else 'no'}" for n in flags
                )
            )

    def _draw_states(self, ui: Any) -> None:
        """Draw the state of each door and roof, changed by a click."""
        case = self.controller.case
        imgui.text_colored(DIM_COLOR, "Doors and roofs:")
        for part in case.table.parts:
            state = case.readings.terrain_values.get(part.id, {}).get("state", part.state)
            imgui.text(part.name)
            for choice in PartState:
                imgui.same_line()
                words = choice.value.capitalize() + (" (board)" if choice is part.state else "")
                if draw_button(ui, words, f"state {part.id} {choice}", on=choice is state):
                    case.override_terrain(part.id, "state", choice)

    def _sort_features(self) -> list[str]:
        """Return the features: first those in the verdict, then those read differently."""
        hearing = self.controller
        case = self.controller.case
        marked = hearing.verdict.evidence_view.marked_models if hearing.verdict is not None else {}
        everyone = [f.id for f in case.table.features if f.pieces]
        first = [id for id in everyone if id in marked]
        return list(
            dict.fromkeys(
                [*first, *(id for id in everyone if id in case.readings.terrain_values), *everyone]
            )
        )

    def _draw_kind(self, ui: Any, own: Feature) -> None:
        case = self.controller.case
        current_kind = override_feature(own, case.readings.terrain_values.get(own.id, {})).kind

        def choose(kind: str) -> None:
            self.controller.terrain = own.id
            case.override_terrain(own.id, "kind", Kind(kind))

        imgui.set_next_item_width(-1)
        kinds = TERRAIN_KINDS if own.kind is not Kind.OBJECTIVE else (Kind.OBJECTIVE,)
        draw_combo(
            ui,
            "choose kind",
            current_kind,
            [(kind, kind) for kind in kinds],
            [current_kind],
            choose,
            field="kind",
        )

    def _draw_difference(self, ui: Any) -> None:
        """Draw the verdict by the rules' default numbers and the original board."""
        standard = self.controller.standard_verdict
        judgement = self.controller.verdict
        words = "..."
        if standard is not None and judgement is not None:
            is_same = (standard.evidence_view.verdict, standard.evidence_view.headline) == (
                judgement.evidence_view.verdict,
                judgement.evidence_view.headline,
            )
            words = f"{standard.evidence_view.verdict}: {'no difference' if is_same else 'different verdict'}"
        draw_facts((("Without changes", words),), 120 * ui.scale)
        ui.record_widget("standard")
