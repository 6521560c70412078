"""The rules of space that a verdict may rest on. A game has its own id, page and wording for each (`SpacePolicy.citation`)."""
from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SpaceRule(StrEnum):
    """One rule of space. Verdicts name those that decided them."""

    VOLUME = "a model is a cylinder on its base"
    LINE_OF_SIGHT = "sight is a straight line that nothing blocks"
    MODELS_IN_SIGHT = "what other models do to sight"
    OBSCURING_DEPTH = "how deep sight goes into obscuring terrain"
    OBSCURING_BETWEEN = "obscuring terrain between two models that stand outside it"
    RANGE = "how far apart two models are"
    WITHIN = "what is within a distance"
    COVER = "what cover does"
    COVER_TERRAIN = "which terrain gives cover"
    SPRAY_LINE = "the line of a spray"
    SPRAY_HITS = "whom a spray hits"
    SPRAY_HEIGHT = "a spray's line runs in three dimensions"
    BLAST = "whom a blast reaches"
    BLAST_TIE = "models equally near a blast"

    STAND = "where a model can stand"
    PUT_DOWN = "a model is put down only where it can stand"
    MOVE = "how far a model moves"
    SPEED = "a move is no longer than its inches"
    PAST_MODELS = "moving through other models"
    OPEN_MODEL = "models that others may move through"
    FIXED_MODEL = "models that never move"
    END_OF_MOVE = "where a move may end"
    SQUAD = "where the others of a squad go"
    FLIGHT = "moving with Flight"
    PATHFINDER = "moving with Pathfinder"
    ROUGH_GROUND = "what rough ground costs a move"
    ROUGH_BELOW_JUMP = "rough ground below a jump"
    ROUGH_SLAM = "what rough ground costs a slam"
    OBSTACLE = "crossing an obstacle"
    CLIMB = "climbing onto an obstacle"
    STRUCTURE = "structures are not walked through"
    IMPASSABLE = "impassable terrain"
    LADDER = "going up or down a ladder"
    LADDER_END = "leaving a ladder"
    EDGE = "walking with part of the base over an edge"
    FALL = "leaving a height"
    FALL_DAMAGE = "what a fall does"
    JUMP = "the line of a jump"
    JUMP_STOPPED = "what stops a jump"
    JUMP_DROP = "the drop after a jump"
    CONTACT_TERRAIN = "contact with terrain"
    CONTACT_MODEL = "contact between models"
    SLAM = "the way of a slam"
    SLAM_STOPPED = "what stops a slam"
    SLAM_DAMAGE = "what a slam against something does"
    SLAM_COLLATERAL = "whom a slam also damages"
    SLAM_FALL = "a slam off a height"
    SLAM_OFF_TABLE = "a slam off the table"
    OFF_TABLE = "leaving the table"


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule in a game's own book: its id, its page, and what it says in our words."""

    id: str
    page: str
    text: str

    def __str__(self) -> str:
        return f"{self.id} (p. {self.page})" if self.page else self.id
