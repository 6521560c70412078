"""Neo-Mechanika's space: models see with their full volume and never block sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.book.rulings import SPACE_NUMBERS, GameOptions
from wc3d.table.body import Body
from wc3d.table.space_policy import Motion, SpacePolicy
from wc3d.table.space_rules import Citation, SpaceRule


def rule_ids() -> dict[SpaceRule, str]:
    """Return the rule book's space rules by id."""
    return {SpaceRule[name]: entry.id for entry in BOOK.entries.values() for name in entry.space}


def citation(rule: SpaceRule) -> Citation | None:
    """Return the citation of a space rule, or None if the book does not have the rule."""
    if rule not in rule_ids():
        return None
    entry = BOOK.entries[rule_ids()[rule]]
    return Citation(entry.id, entry.page, entry.short)


REFUSAL_PAGES: dict[SpaceRule, str] = {
    SpaceRule.SPEED: "27",
    SpaceRule.SQUAD: "28",
    SpaceRule.JUMP_STOPPED: "45",
}
"""The pages that refusals cite themselves."""


GATE_KIND = "gate"
"""The kind of a void gate's body."""


class NeoMechanikaSpace(SpacePolicy):
    """Neo-Mechanika's space rules beyond the numbers."""

    lost_at_edge: ClassVar[bool] = True  # p. 37
    walks_over_edges: ClassVar[bool] = False  # p. 44, NM-SIL-154
    gates_stop_jumps: ClassVar[bool] = False  # p. 45, NM-SIL-163
    kinds: ClassVar[Mapping[str, str]] = {GATE_KIND: "void gate"}

    def citation(self, rule: str) -> Citation | None:
        """Return the citation of a rule."""
        return citation(SpaceRule(rule))

    def page(self, rule: SpaceRule) -> str:
        """Return a rule's page for the end of a sentence."""
        return f" (p. {REFUSAL_PAGES[rule]})" if rule in REFUSAL_PAGES else ""

    def immobility_reason(self, body: Body, by: Motion) -> str:
        """Return the reason that a body cannot move: void gates never do (p. 40, NM-GAT-07)."""
        if body.kind != GATE_KIND:
            return ""
        return "a void gate is never moved" if by is Motion.SLAM else "a void gate never moves"

    def can_pass_through(self, other: Body, mover: Body, by: Motion) -> bool:
        """Return whether a model moves through another: through void gates (p. 40, NM-MOV-16).

        Void gates stop slams, and jumps if the players agreed (NM-SIL-163).
        """
        stopped = by is Motion.SLAM or (by is Motion.JUMP and self.gates_stop_jumps)
        return other.kind == GATE_KIND and not stopped


class OverEdges(NeoMechanikaSpace):
    """Space in which a walk may follow an edge (NM-SIL-154): by agreement, or in older games."""

    walks_over_edges: ClassVar[bool] = True


class GatesStopJumps(NeoMechanikaSpace):
    """Space in which a jump stops at a void gate, by agreement (NM-SIL-163)."""

    gates_stop_jumps: ClassVar[bool] = True


class OverEdgesNotGates(GatesStopJumps, OverEdges):
    """Space with both agreements."""


class FirstReadings(OverEdges):
    """Space of the first rulings, for games that began with them.

    Roofs and walls do not stop a flier. Rough ground after a fall slows only the remaining move.
    """

    rough_landing: ClassVar[bool] = False
    flight_needs_room: ClassVar[bool] = False


SPACE = NeoMechanikaSpace(**vars(SPACE_NUMBERS))

FIRST_RULINGS_SPACE = FirstReadings(**vars(SPACE_NUMBERS))

SPACE_BY_AGREEMENT: Mapping[tuple[bool, bool], NeoMechanikaSpace] = {
    (False, False): SPACE,
    (True, False): OverEdges(**vars(SPACE_NUMBERS)),
    (False, True): GatesStopJumps(**vars(SPACE_NUMBERS)),
    (True, True): OverEdgesNotGates(**vars(SPACE_NUMBERS)),
}
"""The space rules by the players' options: walks over edges, and void gates that stop jumps."""

EDGE_WALK_SPACE = SPACE_BY_AGREEMENT[True, False]


def space_policy_for(rulings: int, agreed: GameOptions) -> NeoMechanikaSpace:
    """Return the space rules for a game's version of `rulings` and its players' options."""
    if rulings == 1:
        return FIRST_RULINGS_SPACE
    return SPACE_BY_AGREEMENT[agreed.walks_over_edges or rulings == 2, agreed.gates_stop_jumps]
