"""What happens in a game, and what each thing does to the state. All that is told in the log is one of these."""

from __future__ import annotations

from wc3d.games.warmachine.rules.events.attacks import *  # noqa: F403
from wc3d.games.warmachine.rules.events.models import *  # noqa: F403
from wc3d.games.warmachine.rules.events.progress import *  # noqa: F403
from wc3d.games.warmachine.rules.events.units import *  # noqa: F403
