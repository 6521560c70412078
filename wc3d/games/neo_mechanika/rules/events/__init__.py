"""What happens in a game, and what each thing does to the state. All that is told in the log is one of these."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.events.cards import *  # noqa: F403
from wc3d.games.neo_mechanika.rules.events.models import *  # noqa: F403
from wc3d.games.neo_mechanika.rules.events.progress import *  # noqa: F403
