"""What the players should know before a game that may be played, but not quite as the mission has it."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.forces.scoring_units import scoring_caution
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.table.table import Table


def table_caution(mission: Mission, table: Table) -> str:
    """That the table is of another size than the mission's, and what that changes; "" if it is the mission's (NM-SIL-149)."""
    if table.size == mission.size:
        return ""
    played, actual_size = (
        f'{width:g}" x {depth:g}"' for width, depth in (mission.size, table.size)
    )
    scaled = "The positions of the objectives and the depth of the first deployment are scaled"
    return f"{mission.name} is played on {played} ({describe_page(mission.page)}); this table is {actual_size}. {scaled} (NM-SIL-149)"


def list_cautions(state: State) -> tuple[str, ...]:
    """All of them for a game: of its table, and of forces that can hardly score."""
    setup = state.setup
    forces = zip(setup.names, setup.forces, strict=True)
    texts = [table_caution(setup.mission, setup.table)]
    texts += [
        f"{name}: {text}"
        for name, force in forces
        if (text := scoring_caution(force, setup.mission, setup.cards))
    ]
    return tuple(filter(None, texts))
