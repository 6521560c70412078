"""Back strikes: an attacker that was in its target's back arc all the while."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.arcs import is_behind
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.geometry.points import XY
from wc3d.table.table_state import TableState


@dataclass(frozen=True, slots=True)
class BackStrike:
    """Is it a back strike? Was the attacker behind its target where it began, is it so now, and is the target up?"""

    began_behind: bool
    is_behind: bool
    stands: bool
    rules: ClassVar[tuple[str, ...]] = ("WM-REF-43", "WM-REF-44", "WM-GEO-35")

    @property
    def back_strike(self) -> bool:
        """All three: never against a model that is knocked down (WM-REF-44)."""
        return self.began_behind and self.is_behind and self.stands


def check_back_strike(table: TableState, attacker: Fighter | str, target: Fighter | str, began: XY) -> BackStrike:
    """Was the attacker's base wholly in the target's back arc where its activation began, and is it now (WM-GEO-35)?"""
    attacker_model, target_model = get_fighter(table, attacker), get_fighter(table, target)
    return BackStrike(is_behind(target_model, began, attacker_model.radius), is_behind(target_model, attacker_model.place, attacker_model.radius), target_model.is_standing)
