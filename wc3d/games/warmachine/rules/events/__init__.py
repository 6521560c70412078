"""The events of a game: each one has a log entry and changes the state."""

from __future__ import annotations

from wc3d.games.warmachine.rules.events.attacks import *  # noqa: F403
from wc3d.games.warmachine.rules.events.game_flow import *  # noqa: F403
from wc3d.games.warmachine.rules.events.models import *  # noqa: F403
from wc3d.games.warmachine.rules.events.units import *  # noqa: F403
