"""The buttons of a seat's page and their effects: the same actions as in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from wc3d.engine.ruleset_types import ActionKind, Chances
from wc3d.presentation.icons import ICONS
from wc3d.presentation.preview import format_percent
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.ui.game_hooks import HandCard
from wc3d.ui.measuring.readout import TOOL_BUTTONS
from wc3d.ui.measuring.tools import MeasuringTools, Tool
from wc3d.ui.pending_actions import PendingAction, PendingControl, PendingStepper

MAX_BUTTONS_PER_KIND = 40
"""The maximum number of displayed buttons per kind of action."""

Button = tuple[dict[str, Any], Callable[[], object]]

_SAID = {ICONS["ok"]: "✓", ICONS["no"]: "✕", ICONS["bolt"]: "●", ICONS["card"]: "in hand:"}
_UNSAID = {ord(icon): _SAID.get(icon, "") for icon in ICONS.values()}


def remove_icons(words: str) -> str:
    """Replace the icons of the window's own font with plain signs, and wide gaps with dots."""
    return " · ".join(
        part.strip() for part in words.translate(_UNSAID).split("   ") if part.strip()
    )


def format_odds(chances: Chances) -> str:
    """Return the chances of an attack in words."""
    return f"{format_percent(chances.hit)} to hit, {format_percent(chances.destroy)} to destroy{', in cover' if chances.cover else ''}"


def make_button(
    mark: str,
    words: str,
    act: Callable[[], object],
    *,
    why: str = "",
    main: bool = False,
    able: bool = True,
    on: bool | None = None,
) -> Button:
    """Make a button with id, words and tooltip (`why`). `on` is None if it is not a switch."""
    face: dict[str, Any] = {"mark": mark, "words": remove_icons(words), "able": able}
    face |= {"why": remove_icons(why)} if why else {}
    face |= {"main": True} if main else {}
    face |= {"on": on} if on is not None else {}
    return face, act if able else _do_nothing


def _do_nothing() -> None:
    """Do nothing, for disabled buttons."""


def make_control_buttons(controls: Iterable[PendingControl | PendingStepper]) -> list[Button]:
    """Make the buttons that adjust the pending action."""
    buttons: list[Button] = []
    for control in controls:
        if isinstance(control, PendingStepper):
            buttons.append(
                make_button(
                    f"less {control.button_id}",
                    f"− {control.less_words}",
                    partial(control.on_change, -1),
                    able=control.can_decrease,
                )
            )
            buttons.append(
                make_button(
                    f"more {control.button_id}",
                    f"+ {control.more_words}",
                    partial(control.on_change, 1),
                    able=control.can_increase,
                )
            )
        else:
            words = control.words.partition("  [")[0]
            buttons.append(
                make_button(
                    control.button_id, words, control.on_press, why=control.tip, on=control.is_on
                )
            )
    return buttons


def can_confirm(pending: PendingAction) -> bool:
    """Return whether the player may confirm an action, also while its path is computed."""
    return pending.is_ready or pending.is_waiting


def unit_kinds(kinds: Iterable[ActionKind]) -> list[ActionKind]:
    """Return the kinds of actions that ask which unit acts, such as an activation."""
    return [kind for kind in kinds if kind.is_for_any_model and not kind.is_done_on_board]


def add_verb(verb: str, words: str) -> str:
    """Put a verb before words that only name a unit."""
    return words if verb.lower() in words.lower().split() else f"{verb.capitalize()} {words}"


class ActionButtons:
    """The buttons of the possible actions. With `is_full_list`, they list all actions in words."""

    def __init__(self, interaction: GameController) -> None:
        self.controller = interaction
        self.is_full_list = False
        self.items_by_button: dict[str, MenuItem] = {}

    def make_buttons(self, undoable: bool, redoable: bool) -> list[Button]:
        """Make all buttons. `undoable` and `redoable` add those for the seat's last action."""
        interaction = self.controller
        buttons = list[Button]()
        pending = interaction.pending
        self.items_by_button = {}
        if pending is not None:
            buttons += self._pending_buttons()
        else:
            buttons += self._answer_buttons()
        if pending is None or interaction.is_auto_started:
            buttons += self._pass_buttons()
        if undoable:
            buttons.append(make_button("undo", "↶ Undo", interaction.undo))
        if redoable:
            buttons.append(make_button("redo", "↷ Redo", interaction.redo))
        return buttons

    def _pending_buttons(self) -> list[Button]:
        interaction = self.controller
        buttons = list[Button]()
        pending = interaction.pending
        assert pending is not None
        able = can_confirm(pending)
        if pending.is_placed or not pending.follows_mouse:
            buttons.append(
                make_button("finish", "Confirm", interaction.confirm, main=True, able=able)
            )
        elif pending.make_action() is not None:
            words = "Place here" if able else "Cannot place here"
            buttons.append(make_button("here", words, interaction.confirm, main=True, able=able))
            if pending.is_ready and pending.has_corners:
                buttons.append(
                    make_button(
                        "corner",
                        "Add corner here",
                        self._add_corner,
                        why="the path turns here",
                    )
                )
        buttons += make_control_buttons(pending.controls())
        if not interaction.is_auto_started or pending.is_placed:
            buttons.append(make_button("cancel", "Cancel", interaction.cancel))
        return buttons

    def _add_corner(self) -> None:
        """Add a corner to the path of the pending model at its pointed position."""
        if self.controller.pending is not None:
            self.controller.pending.add_corner()

    def _answer_buttons(self) -> list[Button]:
        interaction = self.controller
        buttons = list[Button]()
        marks = set[str]()
        menu = interaction.menu
        picked = interaction.selected_id
        own = interaction.hooks
        kinds = own.kinds_to_list(interaction.context)
        handles = [
            (add_verb(kind.type, h.words) if kind.is_for_any_model else h.words, h)
            for kind in kinds
            for h in interaction.action_starters_for_kind(kind.type)
        ]
        if picked is not None:
            handles += [(h.words, h) for h in interaction.action_starters(picked)]
        for words, handle in handles:
            if handle.button_id not in marks:
                marks.add(handle.button_id)
                buttons.append(
                    make_button(
                        handle.button_id,
                        words,
                        partial(interaction.begin_pending, handle.target),
                        why=handle.tip,
                    )
                )
        alone = not any(kind.is_for_any_model for kind in kinds)
        items = list(interaction.aimed_items)
        if picked is not None and not items:
            items = menu.sort_by_chances(interaction.items_for(picked))
        if not interaction.aimed_items and (alone or self.is_full_list):
            listed = (
                kind
                for kind in menu.kinds_to_list
                if not kind.is_done_on_board or self.is_full_list
            )
            items += [
                i
                for kind in listed
                for i in own.items_to_list(menu.items_of_kind(kind.type))[:MAX_BUTTONS_PER_KIND]
            ]
        elif not interaction.aimed_items:
            of_units = [i for kind in unit_kinds(kinds) for i in menu.items_of_kind(kind.type)]
            items += own.items_to_list(of_units)[:MAX_BUTTONS_PER_KIND]
        for item in items:
            if item.button_id not in marks and len(buttons) < 2 * MAX_BUTTONS_PER_KIND:
                marks.add(item.button_id)
                buttons.append(self._item_button(item))
        if interaction.aimed_items:
            buttons.append(make_button("cancel", "Cancel", interaction.cancel))
        if not alone:
            words = "Hide the full list" if self.is_full_list else "List all actions"
            buttons.append(make_button("everything", words, self._toggle_everything))
        return buttons

    def _toggle_everything(self) -> None:
        self.is_full_list = not self.is_full_list

    def _item_button(self, item: MenuItem) -> Button:
        chances = self.controller.menu.chances_of(item)
        self.items_by_button[item.button_id] = item
        words = item.words[:1].upper() + item.words[1:]
        if chances is not None:  # they have a line of their own
            words = words.removesuffix(chances.words).rstrip(", ")
        for kind in unit_kinds(self.controller.menu.kinds_to_list):
            if kind.type == item.action.type:
                words = add_verb(kind.type, words)
        face, act = make_button(
            item.button_id,
            words,
            partial(self.controller.choose_action, item.action),
            why=item.meaning,
        )
        if chances is not None:
            face |= {"odds": format_odds(chances), "dice": remove_icons(chances.words)}
        return face, act

    def _pass_buttons(self) -> list[Button]:
        pass_item = self.controller.menu.pass_option()
        if pass_item is None:
            return []
        text, _, verdict = pass_item
        reason = (
            ""
            if verdict
            else self.controller.rules.text.describe_refusal(self.controller.state, verdict)
        )
        return [
            make_button(
                "pass",
                f"▶ {text[:1].upper()}{text[1:]}",
                self._pass,
                main=True,
                able=bool(verdict),
                why=reason,
            )
        ]

    def _pass(self) -> None:
        pass_item = self.controller.menu.pass_option()
        self.controller.pending = None
        if pass_item is not None:
            self.controller.apply_action(pass_item[1])

    # Cards and points

    def make_card_buttons(self, viewer: int) -> list[Button]:
        """Make the buttons of the hand. A press plays a card before its target, or discards it."""
        buttons = []
        for card in self.controller.hooks.hand_cards(self.controller.context, viewer):
            face, act = make_button(
                f"card {card.id}",
                card.name,
                partial(self._play_card, card),
                on=self._is_aimed(card),
            )
            buttons.append(
                (
                    {
                        **face,
                        "kind": remove_icons(card.kind),
                        "why": remove_icons(card.text),
                        "now": bool(card.items),
                    },
                    act,
                )
            )
        return buttons

    def _is_aimed(self, card: HandCard) -> bool:
        return bool(card.items) and self.controller.aimed_items == card.items

    def _play_card(self, card: HandCard) -> None:
        interaction = self.controller
        if card.items and card.items[0].action.type == "discard":
            interaction.apply_action(card.items[0].action)
        elif card.items:
            interaction.begin_aiming(card.items)
        elif card.refused_action is not None:
            interaction.messages.show_error(
                interaction.rules.text.describe_refusal(
                    interaction.state, interaction.session.check(card.refused_action)
                )
            )
        else:
            interaction.messages.show_message("It is not your turn.")

    def make_counters(self) -> tuple[dict[str, Any] | None, list[Button]]:
        """Return the panel of points to divide, and its buttons."""
        counters = (
            self.controller.hooks.point_counters(self.controller.context)
            if self.controller.session.person_to_act
            else None
        )
        if counters is None:
            return None, []
        rules = self.controller.rules
        state = self.controller.state
        buttons = list[Button]()
        rows = []
        for row in counters.rows:
            row_data: dict[str, Any] = {
                "name": remove_icons(row.name),
                "points": row.points,
                "most": row.max_points,
                "note": remove_icons(row.note),
            }
            if row.give_action is not None:
                verdict = self.controller.session.check(row.give_action)
                tip = (
                    f"Give 1 to {row.name}"
                    if verdict
                    else rules.text.describe_refusal(state, verdict)
                )
                buttons.append(
                    make_button(
                        f"give {row.id}",
                        "+1",
                        partial(self.controller.apply_action, row.give_action),
                        why=tip,
                        able=bool(verdict),
                    )
                )
                row_data["button"] = buttons[-1][0]
            rows.append(row_data)
        pay_buttons = [
            make_button(
                f"pay {item.button_id}",
                item.words,
                partial(self.controller.apply_action, item.action),
            )
            for item in counters.items
        ]
        panel = {
            "heading": counters.heading,
            "rows": rows,
            "buttons": [b for b, _ in pay_buttons],
            "lines": [remove_icons(w) for w in counters.lines],
        }
        return panel, buttons + pay_buttons


def make_tool_buttons(measuring: MeasuringTools) -> list[Button]:
    """Make the buttons of the measuring tools, and those that adjust the active tool."""
    buttons = [
        make_button(
            f"tool {tool.value}",
            name,
            partial(measuring.use_tool, tool),
            why=tip,
            on=measuring.tool is tool,
        )
        for tool, _, name, tip in TOOL_BUTTONS
        if tool is not Tool.RULER or measuring.can_measure_distances
    ]
    if measuring.tool is Tool.SIGHT:
        can_swap = measuring.viewer is not None and measuring.target is not None
        buttons.append(
            make_button(
                "swap", "Swap", measuring.swap_ends, why="Swap viewer and target", able=can_swap
            )
        )
        buttons.append(
            make_button(
                "cut", "Side cut", measuring.toggle_side_cut, on=measuring.is_side_cut_shown
            )
        )
        buttons.append(
            make_button(
                "everyone", "Seen by", measuring.toggle_onlookers, on=measuring.shows_onlookers
            )
        )
    if measuring.tool is Tool.AREA:
        buttons.append(
            make_button(
                "area from",
                "What it sees",
                partial(measuring.set_seen_by_others, False),
                on=not measuring.seen_by_others,
            )
        )
        buttons.append(
            make_button(
                "area any",
                "What others see",
                partial(measuring.set_seen_by_others, True),
                on=measuring.seen_by_others,
            )
        )
    if measuring.tool in (Tool.SIGHT, Tool.AREA):
        for base in measuring.table.policy.bases:
            buttons.append(
                make_button(
                    f"base {base}",
                    f"{base} base",
                    partial(measuring.choose_base, base),
                    on=measuring.base == base,
                )
            )
    return buttons
