"""Preview any action, by its kind."""

from __future__ import annotations

from wc3d._internal.memo import Size, memo_on
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.odds.attack_summary import attack_from_action
from wc3d.games.neo_mechanika.previews.attacks import attack_preview
from wc3d.games.neo_mechanika.previews.deployments import deploy_preview, gate_preview
from wc3d.games.neo_mechanika.previews.moves import move_preview
from wc3d.games.neo_mechanika.previews.placement_previews import place_preview, return_preview
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.moving.repositioning import PlaceQuestion
from wc3d.games.neo_mechanika.rules.moving.returning import ReturnQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.presentation.preview import Preview


def preview_action(state: State, action: Action) -> Preview | None:
    """Return the preview of an action; None if it is not available or needs no picture."""
    if (type(find_open_question(state)), type(action)) not in ACTION_HANDLERS:
        return None
    if attack := attack_from_action(state, action):
        mode = action.mode if isinstance(action, actions.Attack) else ""
        is_on_table = state.is_on_table(attack.attacker)
        return (
            attack_preview(state, attack.attacker, attack.weapon, attack.target, mode)
            if is_on_table
            else None
        )
    if isinstance(action, actions.Advance):
        return (
            _preview_move(state, action.model, action.path, tuple(action.others.items()))
            if action.path
            else None
        )
    if isinstance(action, actions.Deploy) and action.places:
        first = state.units[action.unit].models[0]
        return deploy_preview(
            state,
            None,
            action.unit,
            action.gate,
            places=action.places,
            attachments=action.attachments,
            model=first,
        )
    if isinstance(action, actions.PlaceGate):
        return gate_preview(state, action.at, action.arc)
    return _preview_placement(state, action.at) if isinstance(action, actions.Place) else None


@memo_on("notes", Size.FEW)
def _preview_move(
    state: State,
    model: str,
    path: tuple[actions.Step, ...],
    others: tuple[tuple[str, actions.Point], ...],
) -> Preview:
    """Preview a move. The window asks three times per frame, which took a tenth of the frame."""
    return move_preview(state, None, model, path, others=dict(others))


def _preview_placement(state: State, at: actions.Point) -> Preview | None:
    open_question = find_open_question(state)
    if isinstance(open_question, PlaceQuestion):
        return place_preview(state, at)
    return return_preview(state, at) if isinstance(open_question, ReturnQuestion) else None
