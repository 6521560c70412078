"""The rules of space behind verdicts. Each game cites its own book (`SpacePolicy.citation`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SpaceRule(StrEnum):
    """A rule of space. Verdicts name the rules that decided them."""

    VOLUME = "a model is a cylinder on its base"
    LINE_OF_SIGHT = "sight is a straight line that nothing blocks"
    MODELS_IN_SIGHT = "how other models affect sight"
    OBSCURING_DEPTH = "how deep sight goes into obscuring terrain"
    OBSCURING_BETWEEN = "obscuring terrain between two models that stand outside it"
    RANGE = "how far apart two models are"
    WITHIN = "being within a distance"
    COVER = "the effect of cover"
    COVER_TERRAIN = "which terrain gives cover"
    SPRAY_LINE = "the line of a spray"
    SPRAY_HITS = "the models that a spray hits"
    SPRAY_HEIGHT = "a spray's line runs in three dimensions"
    BLAST = "the models that a blast hits"
    BLAST_TIE = "models equally near a blast"

    STAND = "where a model can stand"
    PUT_DOWN = "a model is put down only where it can stand"
    MOVE = "how far a model moves"
    SPEED = "the longest move"
    PAST_MODELS = "moving through other models"
    OPEN_MODEL = "models that others may move through"
    FIXED_MODEL = "models that never move"
    END_OF_MOVE = "where a move may end"
    SQUAD = "where the other models of a squad go"
    FLIGHT = "moving with Flight"
    PATHFINDER = "moving with Pathfinder"
    ROUGH_GROUND = "what rough ground costs a move"
    ROUGH_BELOW_JUMP = "rough ground below a jump"
    ROUGH_SLAM = "what rough ground costs a slam"
    OBSTACLE = "crossing an obstacle"
    CLIMB = "climbing onto an obstacle"
    STRUCTURE = "structures block movement"
    IMPASSABLE = "impassable terrain"
    LADDER = "going up or down a ladder"
    LADDER_END = "leaving a ladder"
    EDGE = "walking with part of the base over an edge"
    FALL = "falling off a height"
    FALL_DAMAGE = "the damage of a fall"
    JUMP = "the line of a jump"
    JUMP_STOPPED = "what stops a jump"
    JUMP_DROP = "the drop after a jump"
    CONTACT_TERRAIN = "contact with terrain"
    CONTACT_MODEL = "contact between models"
    SLAM = "the path of a slam"
    SLAM_STOPPED = "what stops a slam"
    SLAM_DAMAGE = "the damage of a slam into something"
    SLAM_COLLATERAL = "the other models that a slam damages"
    SLAM_FALL = "a slam off a height"
    SLAM_OFF_TABLE = "a slam off the table"
    OFF_TABLE = "leaving the table"


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule in a game's own book: its id, its page, and a paraphrase."""

    id: str
    page: str
    text: str

    def __str__(self) -> str:
        return f"{self.id} ({describe_page_number(self.page)})" if self.page else self.id


def describe_page_number(page: str) -> str:
    """Return a page in words: "p. 32", or "before p. 26" for the page "<26"."""
    return f"before p. {page[1:]}" if page.startswith("<") else f"p. {page}"
