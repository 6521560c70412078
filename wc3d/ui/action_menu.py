"""The possible actions in words, ready for buttons, and the reasons for refusing others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from wc3d.engine.actions import Action, Offer, Verdict
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import ActionKind, Chances

MAX_LISTED_ACTIONS = 400
"""The maximum number of actions to examine per kind. Endless kinds list `MAX_EXAMPLES`."""
MAX_EXAMPLES = 8


@dataclass(frozen=True)
class MenuItem:
    """A possible action in words. `meaning` describes the effect of its card or ability."""

    action: Action
    words: str
    meaning: str = ""

    @property
    def button_id(self) -> str:
        """The id of its button, such as "attack 1.dusk_wolf.1 rail_gun 2.marauder.1"."""
        named = self.action.model_dump(exclude_defaults=True)
        values = (
            str(v)
            for k, v in named.items()
            if k not in ("type", "player") and not isinstance(v, dict)
        )
        return " ".join((self.action.type, *values))


@dataclass(frozen=True)
class Refusal:
    """An impossible action in words, with the rules' verdict."""

    words: str
    verdict: Verdict


@dataclass
class ActionMenu:
    """The offers to the player to act, in the displayed state."""

    rules: RuleSet
    state: Any
    offers: Sequence[Offer]
    _items: dict[str, tuple[MenuItem, ...]] = field(default_factory=dict, repr=False)
    _possible: dict[str, bool] = field(default_factory=dict, repr=False)
    _chances: dict[tuple[str, str], Chances | None] = field(default_factory=dict, repr=False)

    def find_offer(self, type: str) -> Offer | None:
        """Return the offer of a kind, or None."""
        return next((o for o in self.offers if o.type == type), None)

    @property
    def kinds_to_list(self) -> list[ActionKind]:
        """The offered kinds of actions without passing, in display order."""
        pass_option = self.pass_option()
        offered = dict.fromkeys(
            o.type for o in self.offers if pass_option is None or o.type != pass_option[1].type
        )
        known_kinds = sorted(
            (kind for kind in self.rules.display.kinds if kind.type in offered),
            key=lambda kind: kind.rank,
        )
        return known_kinds + [
            ActionKind(type) for type in offered if all(kind.type != type for kind in known_kinds)
        ]

    def offer_sentence(self, type: str) -> str:
        """Return the text of an offer, capitalized."""
        offer = self.find_offer(type)
        return offer.text[:1].upper() + offer.text[1:] if offer is not None else ""

    def items_of_kind(self, type: str) -> tuple[MenuItem, ...]:
        """Return the actions of a kind, or different examples if the kind is endless."""
        if type not in self._items:
            offer = self.find_offer(type)
            actions = (
                list(islice(offer.candidates(), MAX_LISTED_ACTIONS)) if offer is not None else []
            )
            if any(kind.type == type and kind.is_endless for kind in self.kinds_to_list):
                actions = _pick_examples(actions)
            describe = self.rules.text.describe
            meaning = self.rules.text.explain_action
            self._items[type] = tuple(
                MenuItem(a, describe(self.state, a), meaning(self.state, a)) for a in actions
            )
        return self._items[type]

    def is_possible(self, type: str) -> bool:
        """Return whether an action of a kind is possible, as far as examples show."""
        if type not in self._possible:
            offer = self.find_offer(type)
            example = next(iter(offer.candidates()), None) if offer is not None else None
            may_lack = any(k.type == type and k.may_lack_examples for k in self.kinds_to_list)
            self._possible[type] = example is not None or (offer is not None and may_lack)
        return self._possible[type]

    def pass_option(self) -> tuple[str, Action, Verdict] | None:
        """Return the text, the action and the verdict of passing, or None."""
        action = self.rules.search.pass_action(self.offers[0].player) if self.offers else None
        offer = self.find_offer(action.type) if action is not None else None
        return (
            (offer.text, action, offer.check(action))
            if offer is not None and action is not None
            else None
        )

    def items_involving(self, id: str) -> list[MenuItem]:
        """Return the listable actions that a unit, model or object takes or that affect it."""
        group = self.rules.queries.group(self.state, id)
        kinds = (
            kind for kind in self.kinds_to_list if kind.is_on_card and not kind.is_done_on_board
        )
        return [
            item
            for kind in kinds
            for item in self.items_of_kind(kind.type)
            if group & {*self.rules.queries.ids_in_action(item.action)}
        ]

    def attack_targets(self) -> dict[str, list[MenuItem]]:
        """Return the possible attacks by target."""
        items_by_target: dict[str, list[MenuItem]] = {}
        for kind in self.kinds_to_list:
            for item in self.items_of_kind(kind.type) if kind.targets_enemies else ():
                items_by_target.setdefault(
                    self.rules.queries.action_target(item.action), []
                ).append(item)
        return items_by_target

    def chances_of(self, item: MenuItem) -> Chances | None:
        """Return the cached chances of an action, None if it rolls no dice."""
        key = item.action.type, item.action.model_dump_json()  # an action with a dict has no hash
        if key not in self._chances:
            self._chances[key] = self.rules.search.chances(self.state, item.action)
        return self._chances[key]

    def sort_by_chances(self, items: Sequence[MenuItem]) -> list[MenuItem]:
        """Sort items by their chance to destroy, then to hit. Actions without dice come last."""

        def worth(item: MenuItem) -> tuple[float, float]:
            chances = self.chances_of(item)
            return (chances.destroy, chances.hit) if chances is not None else (-1.0, 0.0)

        return sorted(items, key=worth, reverse=True)


def _pick_examples(actions: list[Action]) -> list[Action]:
    """Return examples spread over the actions, only the first for each place."""
    places: dict[Any, Action] = {}
    for action in actions:
        places.setdefault(getattr(action, "at", len(places)), action)
    distinct_actions = list(places.values())
    return distinct_actions[:: max(1, len(distinct_actions) // MAX_EXAMPLES)][:MAX_EXAMPLES]


def find_refusals(
    rules: RuleSet, state: Any, check: Callable[[Action], Verdict], player: int, id: str
) -> list[Refusal]:
    """Return the actions with or against `id` that a player may want but the rules refuse."""
    refusals_by_words: dict[str, Refusal] = {}
    for words, action in rules.search.suggest_actions(state, player, id):
        verdict = check(action)
        if not verdict:
            refusals_by_words.setdefault(words, Refusal(words, verdict))
    return list(refusals_by_words.values())
