"""The events of a game and their changes to the state. The log consists of events."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.events.cards import *  # noqa: F403
from wc3d.games.neo_mechanika.rules.events.game_flow import *  # noqa: F403
from wc3d.games.neo_mechanika.rules.events.models import *  # noqa: F403
