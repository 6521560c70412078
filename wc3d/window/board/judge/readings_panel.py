"""The part of the judge's panel where rulings and terrain are read otherwise, and what the rules' own reading gives."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.table.features import Feature, Kind
from wc3d.ui.judge.readings import FLAGS, KINDS, as_read
from wc3d.window.board.fields import Fields
from wc3d.window.board.judge.controller import Hearing
from wc3d.window.shell.widgets import DIM, ICONS, button, combo, dim, facts, in_a_row, tooltip


class ReadingsPanel:
    """Draws the readings of one judge's hearing."""

    def __init__(self, hearing: Hearing, fields: Fields) -> None:
        self.hearing, self.fields = hearing, fields

    def draw(self, ui: Any) -> None:
        """Rulings and terrain that may decide this question, and whether the readings make a difference."""
        case = self.hearing.case
        type = case.type
        names = case.readings.matter(case.table, type)
        if names:
            imgui.separator()
            imgui.text_colored(DIM, "Change rulings:")
        for name in names:
            self._ruling(ui, name)
        if type.terrain is not None and case.table.features:
            imgui.separator()
            self._terrain(ui, type.terrain)
        if case.read_otherwise:
            self._difference(ui)

    def _ruling(self, ui: Any, name: str) -> None:
        case = self.hearing.case
        own = getattr(case.table.policy, name)
        value = float(case.readings.rules.get(name, own))
        self.fields.number(ui, f"reading {name}", value, lambda typed: case.read_as(name, typed), 64)
        imgui.same_line()
        id, page = case.readings.policy_source(name)
        imgui.text(name.replace("_", " "))
        if imgui.is_item_hovered():
            tooltip(f"{id}, p. {page}: the rules say {own:g}" if id else f"The rules say {own:g}")
        imgui.same_line()
        imgui.text_colored(DIM, f"rules: {own:g}" + (f", p. {page}" if page else ""))
        if name in case.readings.rules:
            imgui.same_line()
            if button(ui, ICONS["undo"], f"back {name}", tip="Restore the rules' value"):
                case.read_as(name, own)

    # --- terrain

    def _terrain(self, ui: Any, flags: tuple[str, ...]) -> None:
        """One feature, what it counts as, and what the players agreed about it that matters here."""
        hearing, case = self.hearing, self.hearing.case
        ids = self._ids()
        imgui.text_colored(DIM, "Click a piece of terrain to treat it as another kind:")
        own = case.table.feature(hearing.terrain if hearing.terrain in ids else ids[0])
        imgui.set_next_item_width(178 * ui.scale)
        stars = {id: f"  {ICONS['star']}" for id in case.readings.terrain}
        rows = [(id, case.table.feature(id).name + stars.get(id, "")) for id in ids]
        combo(ui, "choose terrain", own.name, rows, [own.id], lambda id: setattr(hearing, "terrain", id), field="terrain")
        imgui.same_line()
        self._kind(ui, own)
        reading = as_read(own, case.readings.terrain.get(own.id, {}))
        for name in in_a_row(flags):
            value = getattr(reading, name)
            icon = ICONS["ok"] if value else ICONS["no"]
            tip = "Change what the players agreed about this terrain (p. 44)"
            if button(ui, f"{icon}  {FLAGS[name]}", f"take {name}", on=value, tip=tip):
                hearing.terrain = own.id
                case.take_as(own.id, name, not value)
        if own.id in case.readings.terrain:
            imgui.same_line()
            if button(ui, ICONS["undo"], "terrain back", tip="Restore this terrain as on the board"):
                case.take_as(own.id, "kind", None)
            dim(f"On the board: {own.kind}, " + ", ".join(f"{FLAGS[n]}: {'yes' if getattr(own, n) else 'no'}" for n in flags))

    def _ids(self) -> list[str]:
        """The features, those first that the verdict names, then those that are read otherwise."""
        hearing, case = self.hearing, self.hearing.case
        marked = hearing.judgement.exhibit.marked if hearing.judgement is not None else {}
        everyone = [f.id for f in case.table.features if f.pieces]
        first = [id for id in everyone if id in marked]
        return list(dict.fromkeys([*first, *(id for id in everyone if id in case.readings.terrain), *everyone]))

    def _kind(self, ui: Any, own: Feature) -> None:
        case = self.hearing.case
        current_kind = as_read(own, case.readings.terrain.get(own.id, {})).kind

        def choose(kind: str) -> None:
            self.hearing.terrain = own.id
            case.take_as(own.id, "kind", Kind(kind))

        imgui.set_next_item_width(-1)
        kinds = KINDS if own.kind is not Kind.OBJECTIVE else (Kind.OBJECTIVE,)
        combo(ui, "choose kind", current_kind, [(kind, kind) for kind in kinds], [current_kind], choose, field="kind")

    def _difference(self, ui: Any) -> None:
        """What comes out by the rules' own numbers and the board as it is."""
        standard, judgement = self.hearing.standard, self.hearing.judgement
        words = "..."
        if standard is not None and judgement is not None:
            is_same = (standard.exhibit.verdict, standard.exhibit.headline) == (judgement.exhibit.verdict, judgement.exhibit.headline)
            words = f"{standard.exhibit.verdict}: {'no difference' if is_same else 'different verdict'}"
        facts((("Without changes", words),), 120 * ui.scale)
        ui.mark("standard")
