"""Import rosters of BattleScribe and New Recruit as forces, with a report of each entry."""

from wc3d.games.neo_mechanika.rules.forces.rosters.roster_import import (
    ImportedForce as ImportedForce,
)
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_import import (
    SelectedEntry as SelectedEntry,
)
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_import import (
    describe_import as describe_import,
)
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_import import read_roster as read_roster
