"""The shapes an ability can have: While something holds, When something happens, or Do something on purpose.

Frozen values without functions in them: they compare, print, hash and can be listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class While:
    """As long as `condition` holds, `modifiers` apply to the models `who` describes (as seen from the ability's bearer).

    `stacks`: several of the same add up; otherwise they count once.
    """

    modifiers: tuple[Any, ...]
    condition: Any = None
    who: Any = None
    stacks: bool = False


@dataclass(frozen=True, slots=True)
class When:
    """When `window` opens and `condition` holds, `effects` happen. `by` and `of` say who did it to whom, seen from the bearer.

    With a cost, or `may`, it is the owner's choice, once each time the window opens; `again`: as often as they like.
    `whole_unit`: the unit has it once, not each of its models.
    """

    window: Any
    effects: tuple[Any, ...]
    by: Any = None
    of: Any = None
    condition: Any = None
    cost: Any = None
    may: bool = False
    again: bool = False
    whole_unit: bool = False

    @property
    def optional(self) -> bool:
        """Does the owner choose whether it happens?"""
        return self.may or self.cost is not None


@dataclass(frozen=True, slots=True)
class Do:
    """Something the owner may do in the unit's own activation at `timing`, on a `target`, for a cost.

    `once`: at most once in an activation; with `shares` that limit is common to all that share the name. `beside`: the
    target is only what a place is named by.
    """

    effects: tuple[Any, ...]
    target: Any = None
    cost: Any = None
    once: bool = False
    shares: str = ""
    timing: Any = None
    beside: bool = False
