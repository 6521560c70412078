"""Which of the book's rules is which rule of space: for each that a verdict may name its id, its page and its short wording."""
from __future__ import annotations

from functools import cache

from wc3d.table.space_rules import Citation, SpaceRule
from wc3d.warcaster.book.rulebook import rule as book_rule

IDS: dict[SpaceRule, str] = {
    SpaceRule.VOLUME: "NM-STA-10",
    SpaceRule.LINE_OF_SIGHT: "NM-ATK-05",
    SpaceRule.MODELS_IN_SIGHT: "NM-ATK-06",
    SpaceRule.OBSCURING_DEPTH: "NM-TER-06",
    SpaceRule.OBSCURING_BETWEEN: "NM-TER-07",
    SpaceRule.RANGE: "NM-ATK-04",
    SpaceRule.WITHIN: "NM-ATK-08",
    SpaceRule.COVER: "NM-ATK-11",
    SpaceRule.COVER_TERRAIN: "NM-TER-12",
    SpaceRule.SPRAY_LINE: "NM-SPR-02",
    SpaceRule.SPRAY_HITS: "NM-SPR-03",
    SpaceRule.SPRAY_HEIGHT: "NM-SPR-06",
    SpaceRule.BLAST: "NM-BLA-02",
    SpaceRule.BLAST_TIE: "NM-BLA-03",
    SpaceRule.STAND: "NM-TER-01",
    SpaceRule.PUT_DOWN: "NM-MOV-12",
    SpaceRule.MOVE: "NM-MOV-03",
    SpaceRule.SPEED: "NM-MOV-03",
    SpaceRule.PAST_MODELS: "NM-MOV-01",
    SpaceRule.OPEN_MODEL: "NM-MOV-16",
    SpaceRule.FIXED_MODEL: "NM-GAT-07",
    SpaceRule.SQUAD: "NM-MOV-05",
    SpaceRule.END_OF_MOVE: "NM-MOV-02",
    SpaceRule.FLIGHT: "NM-MOV-08",
    SpaceRule.PATHFINDER: "NM-STA-16",
    SpaceRule.ROUGH_GROUND: "NM-TER-02",
    SpaceRule.ROUGH_BELOW_JUMP: "NM-TER-27",
    SpaceRule.ROUGH_SLAM: "NM-SLM-10",
    SpaceRule.OBSTACLE: "NM-TER-09",
    SpaceRule.CLIMB: "NM-TER-11",
    SpaceRule.STRUCTURE: "NM-TER-13",
    SpaceRule.IMPASSABLE: "NM-TER-29",
    SpaceRule.LADDER: "NM-TER-14",
    SpaceRule.LADDER_END: "NM-TER-15",
    SpaceRule.FALL: "NM-TER-18",
    SpaceRule.FALL_DAMAGE: "NM-TER-19",
    SpaceRule.JUMP: "NM-TER-23",
    SpaceRule.JUMP_STOPPED: "NM-TER-24",
    SpaceRule.JUMP_DROP: "NM-TER-26",
    SpaceRule.CONTACT_TERRAIN: "NM-MOV-14",
    SpaceRule.CONTACT_MODEL: "NM-MOV-15",
    SpaceRule.SLAM: "NM-SLM-01",
    SpaceRule.SLAM_STOPPED: "NM-SLM-02",
    SpaceRule.SLAM_DAMAGE: "NM-SLM-04",
    SpaceRule.SLAM_COLLATERAL: "NM-SLM-05",
    SpaceRule.SLAM_FALL: "NM-SLM-12",
    SpaceRule.SLAM_OFF_TABLE: "NM-SLM-11",
    SpaceRule.OFF_TABLE: "NM-MOV-17",
}
"""The rules of space that the book has, by their ids in it."""


@cache
def citation(rule: SpaceRule) -> Citation | None:
    """A rule of space in the book, or None if the book does not have it."""
    if rule not in IDS:
        return None
    entry = book_rule(IDS[rule])
    return Citation(entry.id, entry.page, entry.short)


PAGES: dict[SpaceRule, str] = {
    SpaceRule.SPEED: "27",
    SpaceRule.SQUAD: "28",
    SpaceRule.JUMP_STOPPED: "45",
}
"""The pages that refusals name themselves."""
