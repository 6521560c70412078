"""The clouds on the table, for the screen."""

from __future__ import annotations

from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.text.formatting import player_name
from wc3d.presentation.display_values import CloudMark
from wc3d.presentation.palette import RGB

HAZE_HEIGHT_IN = 2.2
"""The drawn height of a cloud in inches. By the rules, a cloud does not have a height."""
SMOKE_COLOR: RGB = (190, 184, 206)
POISON_COLOR: RGB = (164, 204, 92)


def hazes_of(state: State) -> tuple[CloudMark, ...]:
    """Return every cloud: pale ones conceal, sickly hatched ones harm (WM-CLD-01, WM-CLD-05)."""
    return tuple(
        CloudMark(
            cloud.id,
            cloud.center,
            cloud.diameter / 2,
            HAZE_HEIGHT_IN,
            POISON_COLOR if cloud.power else SMOKE_COLOR,
            f"cloud, POW {cloud.power}" if cloud.power else "cloud",
            bool(cloud.power),
            (
                f"{player_name(state, cloud.player)}'s cloud, {cloud.diameter:g}\" wide",
                "stays until that player's next turn begins",
            ),
        )
        for cloud in state.clouds
    )
