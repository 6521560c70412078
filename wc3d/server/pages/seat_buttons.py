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
    face: dict[str, Any] = {"mark": mark, "words": plain(words), "able": able}
    face |= {"why": plain(why)} if why else {}
    face |= {"main": True} if main else {}
    face |= {"on": on} if on is not None else {}
    return face, act if able else _nothing


def _nothing() -> None:
    """A button that is not able does nothing."""


def control_buttons(controls: Iterable[Control | Amount]) -> list[Button]:
    """What can be changed about what is in hand."""
    buttons: list[Button] = []
    for control in controls:
        if isinstance(control, Amount):
            decrease, increase = partial(control.change, -1), partial(control.change, 1)
            buttons.append(button(f"less {control.mark}", f"− {control.words} ({control.value})", decrease))
            buttons.append(button(f"more {control.mark}", f"+ {control.words} ({control.value})", increase))
        else:
            words = control.words.partition("  [")[0]
            buttons.append(button(control.mark, words, control.press, why=control.tip, on=control.on))
    return buttons


class ActionButtons:
    """The buttons of what can be done. `everything` lists all that is possible, in words. `shown` are the actions listed last."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.everything = False
        self.shown: dict[str, MenuItem] = {}

    def made(self, undoable: bool, redoable: bool) -> list[Button]:
        """All of them now; `undoable`: the last action is one's own, and may be taken back; `redoable`: so is the last undone."""
        interaction, buttons = self.interaction, list[Button]()
        pending = interaction.pending
        self.shown = {}
        if pending is not None:
            buttons += self._in_hand()
        else:
            buttons += self._answers()
        if pending is None or interaction.took_by_itself:
            buttons += self._passing()
        if undoable:
            buttons.append(button("undo", "↶ Undo", interaction.undo))
        if redoable:
            buttons.append(button("redo", "↷ Redo", interaction.redo))
        return buttons

    def _in_hand(self) -> list[Button]:
        interaction, buttons = self.interaction, list[Button]()
        pending = interaction.pending
        assert pending is not None
        if pending.settled or not pending.pointed:
            buttons.append(button("finish", "Confirm", interaction.finish, main=True, able=pending.ready))
        elif pending.action() is not None:
            words = "Place here" if pending.ready else "Cannot place here"
            buttons.append(button("here", words, partial(self._put_down, False), main=True, able=pending.ready))
            if pending.ready:
                buttons.append(button("corner", "Add corner here", partial(self._put_down, True), why="the path turns here"))
        buttons += control_buttons(pending.controls())
        if not interaction.took_by_itself or pending.settled:
            buttons.append(button("cancel", "Cancel", interaction.cancel))
        return buttons

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
        interaction, buttons, marks = self.interaction, list[Button](), set[str]()
        menu, picked, own = interaction.menu, interaction.picked, interaction.own
        kinds = own.kinds(interaction.moment)
        handles = [h for kind in kinds for h in interaction.kind_handles(kind.type)]
        handles += [] if picked is None else list(interaction.handles(picked))
        for handle in handles:
            if handle.mark not in marks:
                marks.add(handle.mark)
                buttons.append(button(handle.mark, handle.words, partial(interaction.take, handle.what), why=handle.tip))
        alone = not any(kind.broad for kind in kinds)
        items = list(interaction.aimed)
        if picked is not None and not items:
            items = menu.best_first(interaction.items_on(picked))
        if not interaction.aimed and (alone or self.everything):
            listed = (kind for kind in menu.kinds if not kind.by_pointing or self.everything)
            items += [i for kind in listed for i in own.shown(menu.of(kind.type))[:MOST]]
        for item in items:
            if item.mark not in marks and len(buttons) < 2 * MOST:
                marks.add(item.mark)
                buttons.append(self._item(item))
        if interaction.aimed:
            buttons.append(button("cancel", "Cancel", interaction.cancel))
        if not alone:
            words = "Hide the full list" if self.everything else "List all actions"
            buttons.append(button("everything", words, self._toggle))
        return buttons

    def _toggle(self) -> None:
        self.everything = not self.everything

    def _item(self, item: MenuItem) -> Button:
        chances = self.interaction.menu.chances(item)
        self.shown[item.mark] = item
        words = item.words[:1].upper() + item.words[1:]
        face, act = button(item.mark, words, partial(self.interaction.choose, item.action), why=item.meaning)
        if chances is not None:
            face |= {"odds": odds(chances), "dice": plain(chances.words)}
        return face, act

    def _passing(self) -> list[Button]:
        pass_item = self.interaction.menu.passing()
        if pass_item is None:
            return []
        text, _, verdict = pass_item
        reason = "" if verdict else self.interaction.rules.refusal(self.interaction.state, verdict)
        return [button("pass", f"▶ {text[:1].upper()}{text[1:]}", self._pass, main=True, able=bool(verdict), why=reason)]

    def _pass(self) -> None:
        pass_item = self.interaction.menu.passing()
        self.interaction.pending = None
        if pass_item is not None:
            self.interaction.do(pass_item[1])

    # Cards and points

    def cards(self, viewer: int) -> list[Button]:
        """The cards in hand: a press plays one (its target is pressed next), or discards it when that is asked."""
        buttons = []
        for card in self.interaction.own.cards(self.interaction.moment, viewer):
            face, act = button(f"card {card.id}", card.name, partial(self._play, card), on=self._aims(card))
            buttons.append(({**face, "kind": plain(card.kind), "why": plain(card.text), "now": bool(card.items)}, act))
        return buttons

    def _aims(self, card: HeldCard) -> bool:
        return bool(card.items) and self.interaction.aimed == card.items

    def _play(self, card: HeldCard) -> None:
        interaction = self.interaction
        if card.items and card.items[0].action.type == "discard":
            interaction.do(card.items[0].action)
        elif card.items:
            interaction.take_aim(card.items)
        elif card.asked is not None:
            interaction.messages.complain(interaction.rules.refusal(interaction.state, interaction.session.check(card.asked)))
        else:
            interaction.messages.say("It is not your turn.")

    def counters(self) -> tuple[dict[str, Any] | None, list[Button]]:
        """Points that are divided now, and the buttons that divide them."""
        counters = self.interaction.own.counters(self.interaction.moment) if self.interaction.session.asked else None
        if counters is None:
            return None, []
        rules, state, buttons, rows = self.interaction.rules, self.interaction.state, list[Button](), []
        for row in counters.rows:
            row_data: dict[str, Any] = {"name": plain(row.name), "points": row.points, "most": row.most, "note": plain(row.note)}
            if row.give is not None:
                verdict = self.interaction.session.check(row.give)
                tip = f"Give 1 to {row.name}" if verdict else rules.refusal(state, verdict)
                buttons.append(button(f"give {row.id}", "+1", partial(self.interaction.do, row.give), why=tip, able=bool(verdict)))
                row_data["button"] = buttons[-1][0]
            rows.append(row_data)
        pay_buttons = [button(f"pay {item.mark}", item.words, partial(self.interaction.do, item.action)) for item in counters.items]
        panel = {"heading": counters.heading, "rows": rows, "buttons": [b for b, _ in pay_buttons], "lines": [plain(w) for w in counters.lines]}
        return panel, buttons + pay_buttons


def tool_buttons(measuring: Measuring) -> list[Button]:
    """The measuring tools, and what can be changed about the one in hand."""
    buttons = [
        button(f"tool {tool.value}", name, partial(measuring.use, tool), why=tip, on=measuring.tool is tool)
        for tool, _, name, tip in TOOLS if tool is not Tool.RULER or measuring.tells_distances
    ]  # fmt: skip
    if measuring.tool is Tool.SIGHT:
        can_swap = measuring.viewer is not None and measuring.target is not None
        buttons.append(button("swap", "Swap", measuring.swap, why="Swap viewer and target", able=can_swap))
        buttons.append(button("cut", "Side cut", measuring.toggle_cut, on=measuring.cut_shown))
        buttons.append(button("everyone", "Seen by", measuring.toggle_everyone, on=measuring.everyone))
    if measuring.tool is Tool.AREA:
        buttons.append(button("area from", "What it sees", partial(measuring.show_danger, False), on=not measuring.danger))
        buttons.append(button("area any", "What others see", partial(measuring.show_danger, True), on=measuring.danger))
    if measuring.tool in (Tool.SIGHT, Tool.AREA):
        for base in measuring.table.policy.bases:
            buttons.append(button(f"base {base}", f"{base} base", partial(measuring.choose_base, base), on=measuring.base == base))
    return buttons
