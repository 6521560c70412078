"""What can be pressed on a seat's page, in words, and what each press does: the same actions that the window offers."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from wc3d.engine.ruleset_types import Chances
from wc3d.presentation.icons import ICONS
from wc3d.presentation.preview import share
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import Interaction
from wc3d.ui.game_hooks import HeldCard
from wc3d.ui.measuring.readout import TOOLS
from wc3d.ui.measuring.tools import Measuring, Tool
from wc3d.ui.pending_actions import Amount, Control

MOST = 40
"""Buttons of a kind that are shown."""

Button = tuple[dict[str, Any], Callable[[], object]]

_SAID = {ICONS["ok"]: "✓", ICONS["no"]: "✕", ICONS["bolt"]: "●", ICONS["card"]: "in hand:"}
_UNSAID = {ord(icon): _SAID.get(icon, "") for icon in ICONS.values()}


def plain(words: str) -> str:
    """Words without the icons of the window's own typeface, and with a sign where they are set apart by room alone."""
    return " · ".join(part.strip() for part in words.translate(_UNSAID).split("   ") if part.strip())


def odds(chances: Chances) -> str:
    """The chances of an attack, in words."""
    return f"{share(chances.hit)} to hit, {share(chances.destroy)} to destroy{', in cover' if chances.cover else ''}"


def button(
    mark: str, words: str, act: Callable[[], object], *,
    why: str = "", main: bool = False, able: bool = True, on: bool | None = None,
) -> Button:  # fmt: skip
    """A button: its name for the page, its words, what explains it; `on` is None where it is neither on nor off."""
    shown: dict[str, Any] = {"mark": mark, "words": plain(words), "able": able}
    shown |= {"why": plain(why)} if why else {}
    shown |= {"main": True} if main else {}
    shown |= {"on": on} if on is not None else {}
    return shown, act if able else _nothing


def _nothing() -> None:
    """A button that is not able does nothing."""


def control_buttons(controls: Iterable[Control | Amount]) -> list[Button]:
    """What can be changed about what is in hand."""
    made: list[Button] = []
    for control in controls:
        if isinstance(control, Amount):
            less, more = partial(control.change, -1), partial(control.change, 1)
            made.append(button(f"less {control.mark}", f"− {control.words} ({control.value})", less))
            made.append(button(f"more {control.mark}", f"+ {control.words} ({control.value})", more))
        else:
            words = control.words.partition("  [")[0]
            made.append(button(control.mark, words, control.press, why=control.tip, on=control.on))
    return made


class ActionButtons:
    """The buttons of what can be done. `everything` lists all that is possible, in words. `shown` are the actions listed last."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.everything = False
        self.shown: dict[str, MenuItem] = {}

    def made(self, undoable: bool, redoable: bool) -> list[Button]:
        """All of them now; `undoable`: the last action is one's own, and may be taken back; `redoable`: so is the last undone."""
        interaction, made = self.interaction, list[Button]()
        pending = interaction.pending
        self.shown = {}
        if pending is not None:
            made += self._in_hand()
        else:
            made += self._answers()
        if pending is None or interaction.took_by_itself:
            made += self._passing()
        if undoable:
            made.append(button("undo", "↶ Undo", interaction.undo))
        if redoable:
            made.append(button("redo", "↷ Redo", interaction.redo))
        return made

    def _in_hand(self) -> list[Button]:
        interaction, made = self.interaction, list[Button]()
        pending = interaction.pending
        assert pending is not None
        if pending.settled or not pending.pointed:
            made.append(button("finish", "Confirm", interaction.finish, main=True, able=pending.ready))
        elif pending.action() is not None:
            words = "Place here" if pending.ready else "Cannot place here"
            made.append(button("here", words, partial(self._put_down, False), main=True, able=pending.ready))
            if pending.ready:
                made.append(button("corner", "Add corner here", partial(self._put_down, True), why="the path turns here"))
        made += control_buttons(pending.controls())
        if not interaction.took_by_itself or pending.settled:
            made.append(button("cancel", "Cancel", interaction.cancel))
        return made

    def _put_down(self, corner: bool) -> None:
        """Put it where it was pointed at."""
        pending = self.interaction.pending
        if pending is None:
            return
        if corner:
            pending.add_corner()
        elif pending.one_click:
            self.interaction.finish()
        else:
            pending.settled = True

    def _answers(self) -> list[Button]:
        interaction, made, seen = self.interaction, list[Button](), set[str]()
        menu, picked, own = interaction.menu, interaction.picked, interaction.own
        kinds = own.kinds(interaction.moment)
        handles = [h for kind in kinds for h in interaction.kind_handles(kind.type)]
        handles += [] if picked is None else list(interaction.handles(picked))
        for handle in handles:
            if handle.mark not in seen:
                seen.add(handle.mark)
                made.append(button(handle.mark, handle.words, partial(interaction.take, handle.what), why=handle.tip))
        alone = not any(kind.broad for kind in kinds)
        items = list(interaction.aimed)
        if picked is not None and not items:
            items = menu.best_first(interaction.items_on(picked))
        if not interaction.aimed and (alone or self.everything):
            listed = (kind for kind in menu.kinds if not kind.by_pointing or self.everything)
            items += [i for kind in listed for i in own.shown(menu.of(kind.type))[:MOST]]
        for item in items:
            if item.mark not in seen and len(made) < 2 * MOST:
                seen.add(item.mark)
                made.append(self._item(item))
        if interaction.aimed:
            made.append(button("cancel", "Cancel", interaction.cancel))
        if not alone:
            words = "Hide the full list" if self.everything else "List all actions"
            made.append(button("everything", words, self._toggle))
        return made

    def _toggle(self) -> None:
        self.everything = not self.everything

    def _item(self, item: MenuItem) -> Button:
        chances = self.interaction.menu.chances(item)
        self.shown[item.mark] = item
        words = item.words[:1].upper() + item.words[1:]
        shown, act = button(item.mark, words, partial(self.interaction.choose, item.action), why=item.meaning)
        if chances is not None:
            shown |= {"odds": odds(chances), "dice": plain(chances.words)}
        return shown, act

    def _passing(self) -> list[Button]:
        passing = self.interaction.menu.passing()
        if passing is None:
            return []
        text, _, verdict = passing
        why = "" if verdict else self.interaction.rules.refusal(self.interaction.state, verdict)
        return [button("pass", f"▶ {text[:1].upper()}{text[1:]}", self._pass, main=True, able=bool(verdict), why=why)]

    def _pass(self) -> None:
        passing = self.interaction.menu.passing()
        self.interaction.pending = None
        if passing is not None:
            self.interaction.do(passing[1])

    # Cards and points

    def cards(self, viewer: int) -> list[Button]:
        """The cards in hand: a press plays one (its target is pressed next), or discards it when that is asked."""
        made = []
        for held in self.interaction.own.cards(self.interaction.moment, viewer):
            shown, act = button(f"card {held.id}", held.name, partial(self._play, held), on=self._aims(held))
            made.append(({**shown, "kind": plain(held.kind), "why": plain(held.text), "now": bool(held.items)}, act))
        return made

    def _aims(self, held: HeldCard) -> bool:
        return bool(held.items) and self.interaction.aimed == held.items

    def _play(self, held: HeldCard) -> None:
        interaction = self.interaction
        if held.items and held.items[0].action.type == "discard":
            interaction.do(held.items[0].action)
        elif held.items:
            interaction.take_aim(held.items)
        elif held.asked is not None:
            interaction.messages.complain(interaction.rules.refusal(interaction.state, interaction.session.check(held.asked)))
        else:
            interaction.messages.say("It is not your turn.")

    def counters(self) -> tuple[dict[str, Any] | None, list[Button]]:
        """Points that are divided now, and the buttons that divide them."""
        found = self.interaction.own.counters(self.interaction.moment) if self.interaction.session.asked else None
        if found is None:
            return None, []
        rules, state, made, rows = self.interaction.rules, self.interaction.state, list[Button](), []
        for row in found.rows:
            shown: dict[str, Any] = {"name": plain(row.name), "points": row.points, "most": row.most, "note": plain(row.note)}
            if row.give is not None:
                verdict = self.interaction.session.check(row.give)
                why = f"Give 1 to {row.name}" if verdict else rules.refusal(state, verdict)
                made.append(button(f"give {row.id}", "+1", partial(self.interaction.do, row.give), why=why, able=bool(verdict)))
                shown["button"] = made[-1][0]
            rows.append(shown)
        paid = [button(f"pay {item.mark}", item.words, partial(self.interaction.do, item.action)) for item in found.items]
        told = {"heading": found.heading, "rows": rows, "buttons": [b for b, _ in paid], "lines": [plain(w) for w in found.lines]}
        return told, made + paid


def tool_buttons(measuring: Measuring) -> list[Button]:
    """The measuring tools, and what can be changed about the one in hand."""
    made = [
        button(f"tool {tool.value}", name, partial(measuring.use, tool), why=tip, on=measuring.tool is tool)
        for tool, _, name, tip in TOOLS if tool is not Tool.RULER or measuring.tells_distances
    ]  # fmt: skip
    if measuring.tool is Tool.SIGHT:
        ready = measuring.viewer is not None and measuring.target is not None
        made.append(button("swap", "Swap", measuring.swap, why="Swap viewer and target", able=ready))
        made.append(button("cut", "Side cut", measuring.toggle_cut, on=measuring.cut_shown))
        made.append(button("everyone", "Seen by", measuring.toggle_everyone, on=measuring.everyone))
    if measuring.tool is Tool.AREA:
        made.append(button("area from", "What it sees", partial(measuring.show_danger, False), on=not measuring.danger))
        made.append(button("area any", "What others see", partial(measuring.show_danger, True), on=measuring.danger))
    if measuring.tool in (Tool.SIGHT, Tool.AREA):
        for base in measuring.table.policy.bases:
            made.append(button(f"base {base}", f"{base} base", partial(measuring.choose_base, base), on=measuring.base == base))
    return made
