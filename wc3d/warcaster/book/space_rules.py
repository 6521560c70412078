"""Neo-Mechanika's rules of space: for each rule that a verdict may name, its id, its page and our own one-line wording."""
from __future__ import annotations

from wc3d.table.space_rules import Citation, SpaceRule

CITATIONS: dict[SpaceRule, Citation] = {
    SpaceRule.VOLUME: Citation(
        "NM-STA-10", "32", 'A model is a cylinder on its base: 30, 40 or 50 mm wide and 1.75", 2.25" or 2.75" tall.'
    ),
    SpaceRule.LINE_OF_SIGHT: Citation(
        "NM-ATK-05", "32", "Sight is any straight line from one volume to the other that nothing blocks."
    ),
    SpaceRule.MODELS_IN_SIGHT: Citation("NM-ATK-06", "32", "Models never block sight; terrain does."),
    SpaceRule.OBSCURING_DEPTH: Citation(
        "NM-TER-06", "44", 'Sight from or to a point in obscuring terrain may cross up to 3" of it.'
    ),
    SpaceRule.OBSCURING_BETWEEN: Citation(
        "NM-TER-07", "44", "With both ends outside, obscuring terrain however thin hides what is behind it."
    ),
    SpaceRule.RANGE: Citation(
        "NM-ATK-04", "32", "Range is measured from the nearest edge of one base to the nearest edge of the other."
    ),
    SpaceRule.WITHIN: Citation(
        "NM-ATK-08", "32", "Within a distance: to the nearest edge of the base, and exactly that far is within."
    ),
    SpaceRule.COVER: Citation("NM-ATK-11", "34", "Cover adds two Power Dice to the defence against ranged and Fury attacks."),
    SpaceRule.COVER_TERRAIN: Citation("NM-TER-12", "44", "Obstacles and structures between two models give cover."),
    SpaceRule.SPRAY_LINE: Citation(
        "NM-SPR-02", "35", "A spray is a line as long as the weapon's range, from base toward base and on past it."
    ),
    SpaceRule.SPRAY_HITS: Citation(
        "NM-SPR-03", "35", "Every model whose volume the line meets is attacked, unless terrain hides it wholly."
    ),
    SpaceRule.SPRAY_HEIGHT: Citation("NM-SPR-06", "35", "The line runs in three dimensions: it may pass above or below a model."),
    SpaceRule.BLAST: Citation(
        "NM-BLA-02", "34", 'A blast that hits also reaches the two models nearest the target of those within 2" of it.'
    ),
    SpaceRule.BLAST_TIE: Citation("NM-BLA-03", "34", "Models equally far at the cut-off are drawn by the dice, never chosen."),
    SpaceRule.STAND: Citation("NM-TER-01", "44", "A model may stand on any flat surface that holds its whole base."),
    SpaceRule.PUT_DOWN: Citation("NM-MOV-12", "28", "A model is put down only where it can stand."),
    SpaceRule.MOVE: Citation("NM-MOV-03", "28", "An advancing model moves up to its speed in inches, less if wanted."),
    SpaceRule.SPEED: Citation("NM-MOV-03", "28", "An advancing model moves up to its speed in inches, less if wanted."),
    SpaceRule.PAST_MODELS: Citation(
        "NM-MOV-01", "28", "A model never moves through another; Flight, jumps and void gates are the exceptions."
    ),
    SpaceRule.OPEN_MODEL: Citation("NM-MOV-16", "40", "A model may move through a void gate, never end on one."),
    SpaceRule.FIXED_MODEL: Citation("NM-GAT-07", "40", "A void gate stays where it is until it collapses."),
    SpaceRule.SQUAD: Citation("NM-MOV-05", "28", 'The others of a squad are put within 2" of the one that moved, in its sight.'),
    SpaceRule.END_OF_MOVE: Citation("NM-MOV-02", "28", "A move never ends overlapping a base, an obstacle or a structure."),
    SpaceRule.FLIGHT: Citation(
        "NM-MOV-08", "28", "Flight, in a voluntary move, ignores heights and rough ground and passes over what it clears."
    ),
    SpaceRule.PATHFINDER: Citation("NM-STA-16", "<26", "Pathfinder: rough ground costs this model nothing."),
    SpaceRule.ROUGH_GROUND: Citation(
        "NM-TER-02", "44", 'A move that enters rough ground, or starts in it, is 2" shorter, but never less than 1".'
    ),
    SpaceRule.ROUGH_BELOW_JUMP: Citation("NM-TER-27", "45", 'Rough ground costs a jump nothing when it is at least 3" below.'),
    SpaceRule.ROUGH_SLAM: Citation("NM-SLM-10", "44", 'Rough ground in or on the way shortens a slam by 2", to no less than 1".'),
    SpaceRule.OBSTACLE: Citation(
        "NM-TER-09", "44", 'An obstacle, at most 1" tall, is crossed at no cost if the base gets wholly across.'
    ),
    SpaceRule.CLIMB: Citation("NM-TER-11", "44", 'Climbing onto an obstacle that can be stood on costs 1" of the move.'),
    SpaceRule.STRUCTURE: Citation(
        "NM-TER-13", "44", "A structure is never walked through; onto it only by Flight, ladder, stairs or elevator."
    ),
    SpaceRule.IMPASSABLE: Citation("NM-TER-29", "45", "No model ever enters impassable terrain, for any reason."),
    SpaceRule.LADDER: Citation("NM-TER-14", "45", 'Within 1" of a ladder, a model may go up or down it for 2" of its move.'),
    SpaceRule.LADDER_END: Citation("NM-TER-15", "45", 'After a ladder the model is put down where it fits, within 1" of it.'),
    SpaceRule.FALL: Citation("NM-TER-18", "45", "Leaving a height is a fall, unless it is a voluntary move with Flight."),
    SpaceRule.FALL_DAMAGE: Citation(
        "NM-TER-19", "45", 'A fall is a damage roll of POW equal to the whole inches fallen; less than 1" is none.'
    ),
    SpaceRule.JUMP: Citation(
        "NM-TER-23", "45", "A jump is a straight level line at the height it starts from, and counts against the move."
    ),
    SpaceRule.JUMP_STOPPED: Citation(
        "NM-TER-24", "45", "A jump stops on contact with an obstacle, a structure or another model; the move ends."
    ),
    SpaceRule.JUMP_DROP: Citation("NM-TER-26", "45", "After a jump a model in the air drops straight down, and that is a fall."),
    SpaceRule.CONTACT_TERRAIN: Citation(
        "NM-MOV-14", "28", "Contact with terrain is the model's volume touching it; what it stands on does not count."
    ),
    SpaceRule.CONTACT_MODEL: Citation("NM-MOV-15", "28", "Contact between models is their volumes coming to touch."),
    SpaceRule.SLAM: Citation("NM-SLM-01", "37", "A slam moves the model straight away from the attacker by the distance stated."),
    SpaceRule.SLAM_STOPPED: Citation(
        "NM-SLM-02", "37", "The slam stops on contact with an obstacle, a structure or another model."
    ),
    SpaceRule.SLAM_DAMAGE: Citation(
        "NM-SLM-04", "37", "One more Power Die of damage if it ended against terrain or a base at least as large."
    ),
    SpaceRule.SLAM_COLLATERAL: Citation(
        "NM-SLM-05", "37", "A model contacted whose base is no larger than the slammed model's suffers collateral damage."
    ),
    SpaceRule.SLAM_FALL: Citation("NM-SLM-12", "45", "A model slammed off a height falls, with Flight or without."),
    SpaceRule.SLAM_OFF_TABLE: Citation("NM-SLM-11", "37", "A model slammed off the table is destroyed."),
    SpaceRule.OFF_TABLE: Citation("NM-MOV-17", "37", "A model that is moved beyond the table's edge is destroyed."),
}
"""The rules of space that the book has."""

PAGES: dict[SpaceRule, str] = {
    SpaceRule.SPEED: "27",
    SpaceRule.SQUAD: "28",
    SpaceRule.JUMP_STOPPED: "45",
}
"""The pages that refusals name themselves."""
