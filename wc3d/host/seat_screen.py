"""What a browser's page shows of a seat, as plain values: the window's own interaction at work on the host, one for each page."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from wc3d.evidence.icons import ICONS
from wc3d.evidence.picking import Picker
from wc3d.host.dealings import open_wish
from wc3d.host.room import HostedGame
from wc3d.host.seat_session import SeatSession
from wc3d.view.interaction.action_menu import MenuItem
from wc3d.view.interaction.interaction import Interaction
from wc3d.view.interaction.pending import Amount, Control
from wc3d.view.webpage.live_stage import LiveMarks, LiveStage

MOST = 40
"""Buttons of a kind that are shown."""

REFUSED = 6
"""Refusals that are shown of what is picked."""

Button = tuple[dict[str, Any], Callable[[], object]]


class SeatScreen:
    """`notice` is what the person is told last. Nothing that is shown is more than the seat may know."""

    def __init__(self, room: HostedGame, seat: int, stage: LiveStage) -> None:
        self.room, self.seat, self.stage, self.rules = room, seat, stage, room.rules
        self.session = SeatSession(room, seat)
        self.notice = ""
        self.everything = False
        self.interaction = Interaction(self.session, self)
        self._number = room.visible(seat)
        self._picker: tuple[object, Picker] | None = None

    # What it is told

    def say(self, words: str) -> None:
        """Tell the person something."""
        self.notice = words

    def complain(self, words: object) -> None:
        """Tell the person what was refused, and why."""
        self.notice = str(words)

    def follow(self) -> None:
        """Come up to where the game is."""
        if self._number != self.room.visible(self.seat):
            self._number = self.room.visible(self.seat)
            self.session.refresh()
            self.interaction.follow()

    # What mouse and fingers do

    def ray(self, start: tuple[float, ...], way: tuple[float, ...], *, click: bool, corner: bool = False) -> None:
        """The board is pointed at or clicked along a ray."""
        self.follow()
        table = self.interaction.table
        if self._picker is None or self._picker[0] is not table.features:
            self._picker = table.features, Picker(table)
        hit = self._picker[1].first(start, way, table.bodies)
        if not click:
            self.interaction.point(hit)
            return
        self.notice = ""
        movable = hit is not None and hit.what == "body" and hit.id in self.interaction.movable
        if movable and hit is not None and self.interaction.pending is None and self.interaction.picked == hit.id:
            self.interaction.take(hit.id)  # a second tap takes it in hand
        else:
            self.interaction.click(hit, corner)

    def press(self, mark: str) -> None:
        """A button is pressed; one that is not there any more does nothing."""
        self.follow()
        self.notice = ""
        for shown, act in self.buttons():
            if shown["mark"] == mark:
                act()
                return

    def pick(self, id: str) -> None:
        """A row of a list is pressed."""
        self.follow()
        self.interaction.pick(id)

    # Buttons

    def buttons(self) -> list[Button]:
        """What can be pressed now, in words."""
        if not self.session.asked:
            return []
        interaction, made = self.interaction, list[Button]()
        pending = interaction.pending
        if pending is not None:
            for control in pending.controls():
                made += _controls(control)
            if pending.settled or not pending.pointed:
                made.append(_button("finish", "Do it", interaction.finish, main=True, able=pending.ready))
            if not interaction.took_by_itself:
                made.append(_button("cancel", "Let go", interaction.cancel))
        else:
            made += self._answers()
        if pending is None or interaction.took_by_itself:
            made += self._passing()
        turns = self.room.playing.turns
        if turns and turns[-1].action.player == self.seat and not turns[-1].final:
            made.append(_button("undo", "↶ Take back", interaction.undo))
        return made

    def _answers(self) -> list[Button]:
        interaction, made, seen = self.interaction, list[Button](), set[str]()
        menu, picked = interaction.menu, interaction.picked
        handles = [h for kind in menu.kinds for h in interaction.kind_handles(kind.type)]
        handles += [] if picked is None else list(interaction.handles(picked))
        for handle in handles:
            if handle.mark not in seen:
                seen.add(handle.mark)
                made.append(_button(handle.mark, handle.words, partial(interaction.take, handle.what), why=handle.tip))
        alone = not any(kind.broad for kind in menu.kinds)
        items = list(interaction.aimed)
        if picked is not None and not items:
            items = menu.best_first(interaction.items_on(picked))
        if not interaction.aimed and (alone or self.everything):
            items += [i for kind in menu.kinds if not kind.by_pointing or self.everything for i in menu.of(kind.type)[:MOST]]
        for item in items:
            if item.mark not in seen and len(made) < 2 * MOST:
                seen.add(item.mark)
                made.append(self._item(item))
        if interaction.aimed:
            made.append(_button("cancel", "Not now", interaction.cancel))
        if not alone:
            words = "Less" if self.everything else "Everything that is possible, in words"
            made.append(_button("everything", words, self._toggle))
        return made

    def _toggle(self) -> None:
        self.everything = not self.everything

    def _item(self, item: MenuItem) -> Button:
        chances = self.interaction.menu.chances(item)
        odds = f": {chances.hit:.0%} hits, {chances.destroy:.0%} destroys" if chances is not None else ""
        return _button(item.mark, item.words + odds, lambda: self.interaction.do(item.action), why=item.meaning)

    def _passing(self) -> list[Button]:
        passing = self.interaction.menu.passing()
        if passing is None:
            return []
        text, _, verdict = passing
        why = "" if verdict else self.rules.refusal(self.session.state, verdict)
        return [_button("pass", f"▶ {text[:1].upper()}{text[1:]}", self._pass, main=True, able=bool(verdict), why=why)]

    def _pass(self) -> None:
        passing = self.interaction.menu.passing()
        self.interaction.pending = None
        if passing is not None:
            self.interaction.do(passing[1])

    # What is shown

    def shown(self) -> dict[str, Any]:
        """All that the page shows beside the log."""
        self.follow()
        interaction, rules, state = self.interaction, self.rules, self.session.state
        table = interaction.table
        pending = interaction.pending
        made: dict[str, Any] = {
            "t": "screen", "n": self._number, "head": plain(rules.moment(state)), "asked": self._who(),
            "question": [plain(line.strip()) for line in rules.describe_question(state)] if self.session.asked else [],
            "how": plain(interaction.own.how(interaction.moment)) if self.session.asked and pending is None else "",
            "notice": plain(self.notice), "hand": self.in_hand(),
            "pointing": pending is not None and pending.pointed and not pending.settled,
            "buttons": [shown for shown, _ in self.buttons()], "picked": self._picked(), "rosters": self._rosters(),
            "points": [plain(line) for line in rules.points(state)], "wish": self._wish(),
            "figures": self.stage.standing(table, rules.liveries(state), rules.facings(state)), "marks": self.marks(),
        }  # fmt: skip
        return made

    def in_hand(self) -> list[str]:
        """What is in hand, and how it stands; nothing if nothing is."""
        pending = self.interaction.pending
        return [plain(pending.words), plain(pending.status)] if pending is not None else []

    def marks(self) -> dict[str, Any]:
        """What is drawn on the table besides."""
        interaction, rules, state = self.interaction, self.rules, self.session.state
        drawn = LiveMarks(interaction.table)
        zones = rules.zones(state, self.seat) if self.seat else ()
        drawn.add_markers(rules.markers(state), zones)
        for preview in interaction.previews():
            drawn.add_preview(preview)
        odds: dict[str, str] = {}
        for id, items in (interaction.lit() if self.session.asked else {}).items():
            best = interaction.menu.chances(interaction.menu.best_first(items)[0])
            odds[id] = f"{best.hit:.0%}" if best is not None else "target"
        drawn.add_labels(rules.labels(state, self.seat or None), odds, interaction.model)
        return drawn.for_page()

    def _who(self) -> str:
        mover = self.rules.to_act(self.session.state)
        if mover is None:
            return self.rules.ending(self.session.state)
        if self.room.broken_off:
            return "The game is broken off for now"
        return "Your move" if mover == self.seat else f"Waiting for {self.room.names[mover - 1]}"

    def _wish(self) -> dict[str, Any] | None:
        wanted = open_wish(self.room)
        return None if wanted is None else {"by": wanted[0], "what": wanted[1], "yours": self.seat == 3 - wanted[0]}

    def _picked(self) -> dict[str, Any] | None:
        id, state = self.interaction.picked, self.session.state
        sheet = self.rules.sheet(state, id) if id is not None else None
        if id is None or sheet is None:
            return None
        lines = [*sheet.facts, *(f"{n.name} {n.value}" for n in sheet.numbers)]
        lines += [f"{row.words}{': ' + row.tip if row.tip else ''}" for part in sheet.sections for row in part.rows]
        why = [f"{r.words}: {self.rules.refusal(state, r.verdict)}" for r in self.interaction.why_not(id)[:REFUSED]]
        return {"id": id, "title": plain(sheet.title), "lines": [plain(line) for line in lines], "why": [plain(w) for w in why]}

    def _rosters(self) -> list[dict[str, Any]]:
        """Both players' lists; of hidden things as much as the seat knows."""
        rosters = [self.rules.roster(self.session.state, player) for player in (1, 2)]
        return [
            {"player": roster.player, "name": self.room.names[roster.player - 1],
             "facts": [plain(line) for line in (*roster.facts, *roster.standing)],
             "rows": [{"id": row.id, "words": plain(f"{row.name} {row.right}"), "note": plain(row.note)} for row in roster.rows]}
            for roster in rosters
        ]  # fmt: skip


def plain(words: str) -> str:
    """Words without the icons of the window's own typeface."""
    return "".join(c for c in words if c not in _ICONS).strip()


_ICONS = frozenset(ICONS.values())


def _button(
    mark: str, words: str, act: Callable[[], object], *, why: str = "", main: bool = False, able: bool = True, on: bool = False
) -> Button:
    shown = {"mark": mark, "words": plain(words), "why": plain(why), "main": main, "able": able, "on": on}
    return shown, act if able else _nothing


def _nothing() -> None:
    """A button that is not able does nothing."""


def _controls(control: Control | Amount) -> list[Button]:
    if isinstance(control, Amount):
        return [
            _button(f"less {control.mark}", f"− {control.words} ({control.value})", lambda: control.change(-1)),
            _button(f"more {control.mark}", f"+ {control.words} ({control.value})", lambda: control.change(1)),
        ]  # fmt: skip
    return [_button(control.mark, control.words, control.press, why=control.tip, on=control.on)]
