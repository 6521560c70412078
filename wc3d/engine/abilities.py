"""The forms of an ability: While a condition holds, When a window opens, or Do on purpose.

They are frozen values without functions, so they can be compared, printed, hashed and listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class While:
    """While `condition` holds, `modifiers` apply to the models that `who` describes (as seen from
    the ability's bearer).

    With `stacks`, several of the same ability add up; otherwise they count once.
    """

    modifiers: tuple[Any, ...]
    condition: Any = None
    who: Any = None
    stacks: bool = False


@dataclass(frozen=True, slots=True)
class When:
    """When `window` opens and `condition` holds, `effects` happen. `by` and `of` name agent and
    object, seen from the bearer.

    A cost or `may` makes it the owner's choice, once each time the window opens; with `again`, as
    often as they like. With `whole_unit`, the unit has the ability once, rather than each of its
    models.
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
        """Return whether the owner chooses if the effects happen."""
        return self.may or self.cost is not None


@dataclass(frozen=True, slots=True)
class Do:
    """An ability that the owner may use in the unit's own activation at `timing`, on a `target`,
    for a cost.

    With `once`, it works once in an activation; with `shares`, that limit is common to all
    abilities of that name. With `beside`, the target only defines a place.
    """

    effects: tuple[Any, ...]
    target: Any = None
    cost: Any = None
    once: bool = False
    shares: str = ""
    timing: Any = None
    beside: bool = False
