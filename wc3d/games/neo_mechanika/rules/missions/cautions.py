"""Warnings for a game that can be played, but not exactly as its mission describes."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.forces.scoring_units import scoring_caution
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.table.table import Table


def table_caution(mission: Mission, table: Table) -> str:
    """Return a warning if the table's size differs from the mission's, else "" (NM-SIL-149)."""
    if table.size == mission.size:
        return ""
    played, actual_size = (
        f'{width:g}" x {depth:g}"' for width, depth in (mission.size, table.size)
    )
    scaled = "The positions of the objectives and the depth of the first deployment are scaled"
    return f"{mission.name} is played on {played} ({describe_page(mission.page)}); this table is {actual_size}. {scaled} (NM-SIL-149)"


def list_cautions(state: State) -> tuple[str, ...]:
    """Return all warnings for a game: on its table, and on forces that can hardly score."""
    setup = state.setup
    forces = zip(setup.names, setup.forces, strict=True)
    texts = [table_caution(setup.mission, setup.table)]
    texts += [
        f"{name}: {text}"
        for name, force in forces
        if (text := scoring_caution(force, setup.mission, setup.cards))
    ]
    return tuple(filter(None, texts))
