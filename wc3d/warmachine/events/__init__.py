"""What happens in a game, and what each thing does to the state. All that is told in the log is one of these."""
from __future__ import annotations

from wc3d.warmachine.events.attacks import *  # noqa: F403
from wc3d.warmachine.events.models import *  # noqa: F403
from wc3d.warmachine.events.progress import *  # noqa: F403
from wc3d.warmachine.events.units import *  # noqa: F403
