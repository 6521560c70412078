"""The decisions that the rules of WARMACHINE allow: their players, checks and effects."""

from __future__ import annotations

from wc3d.engine.dispatch import ActionDispatcher
from wc3d.games.warmachine.rules import victory
from wc3d.games.warmachine.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.warmachine.rules.refusals import refuse

DECISIONS = ActionDispatcher(
    ACTION_HANDLERS,
    refuse,
    game_over_rule="WM-VIC-01",
    wrong_player_rule="WM-TRN-01",
    not_now_rule="WM-TRN-05",
    concede=victory.concede,
)
"""The dispatcher of questions to their handlers. A player may concede at any time (WM-RUL-96)."""
