"""What is drawn over the board in a game: what is picked and able, what is in hand, targets with odds, a line of the log."""
from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from wc3d.engine.agenda import question
from wc3d.evidence.exhibit import XYZ, Stroke
from wc3d.evidence.palette import RGB
from wc3d.evidence.preview import Preview, Tag, share
from wc3d.table.body import Body
from wc3d.view.game.play.action_menu import Choice, members
from wc3d.view.game.play.pending_actions import DeployDraft
from wc3d.view.game.play.previews import of_attack, of_draft
from wc3d.view.measuring.marks import draw_measured
from wc3d.view.stage.board import Board
from wc3d.view.stage.markers import draw_edges, draw_markers, draw_zones
from wc3d.view.stage.overlays import draw_evidence, draw_stroke, draw_volume
from wc3d.view.window.panels import ICONS
from wc3d.warcaster.abilities.windows import Reaction
from wc3d.warcaster.previews.board_marks import deployment_zones, markers_of, table_edges
from wc3d.warcaster.turn.deployment import InitialQuestion

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

PICKED: RGB = (255, 214, 96)
ABLE: RGB = (210, 220, 226)
TARGET: RGB = (240, 88, 70)
GOOD: RGB = (70, 200, 120)
REFUSED: RGB = (230, 62, 52)


def draw(play: Play, board: Board) -> None:
    """Draw all of it."""
    state, hand = play.hand.state, play.hand
    draw_edges(board, table_edges(state))
    draw_markers(board, markers_of(state))
    if isinstance(question(state), InitialQuestion) and play.session.asked:
        draw_zones(board, deployment_zones(state, (play.session.asked,)))
    if play.measuring.active:
        draw_measured(board, play.measuring, play.window.viewpoint.eye)
        return
    _rings(play, board)
    if play.shown_entry is not None:
        for stroke in play.shown_entry.strokes:
            draw_stroke(board, stroke)
        for x, y, z in play.shown_entry.places:
            board.ring((x, y), 0.9, max(0.0, z) + 0.05, PICKED, 2.0, dash=0.3)
        return
    for stroke in just_now(play):
        draw_stroke(board, stroke)
    eye = play.window.viewpoint.eye
    for shown in shown_now(play):
        draw_evidence(board, state.table, shown.marks, eye)
    draft = hand.draft
    if draft is not None and not draft.settled and of_draft(draft) is None:
        for ghost in draft.ghosts:
            draw_volume(board, ghost.volume, GOOD if draft.ready else REFUSED, nobody=True)


def just_now(play: Play) -> tuple[Stroke, ...]:
    """The attack or the way of a moment ago, while a bot plays or a reaction to it is asked."""
    entries = play.session.log.entries
    if not entries or not (play.session.thinking or isinstance(question(play.hand.state), Reaction)):
        return ()
    return entries[-1].strokes


def shown_now(play: Play) -> list[Preview]:
    """The previews that are to be seen: of what is in hand and where it gets to, else of the attack that is pointed at."""
    draft = play.hand.draft
    if draft is not None:
        reached = play.painter.found if not draft.settled else None
        return [p for p in (reached, of_draft(draft)) if p is not None]
    choice = pointed_attack(play)
    found = of_attack(play.hand.state, choice.action) if choice is not None else None
    return [found] if found is not None else []


def _ring(board: Board, body: Body, rgb: RGB, more: float, width: float, dash: float = 0.0) -> None:
    x, y, z = body.at
    board.ring((x, y), body.radius + more, z + 0.06, rgb, width, dash=dash)


def _rings(play: Play, board: Board) -> None:
    """Rings round what is picked (whole), what can do something (dashed), and targets (double)."""
    hand = play.hand
    picked = members(hand.state, hand.picked) if hand.picked is not None else set()
    targets = lit(play)
    for body in play.table.bodies:
        if body.id in targets:
            for more in (0.10, 0.24):
                _ring(board, body, TARGET, more, 2.0)
        elif body.id in picked:
            _ring(board, body, PICKED, 0.12, 3.0 if body.id == hand.model else 1.6)
        elif play.able & members(hand.state, body.id):
            _ring(board, body, ABLE, 0.12, 1.3, dash=0.25)


def lit(play: Play) -> dict[str, list[Choice]]:
    """The targets that are lit, with what can be done to each: of what is aimed, else of all attacks that are possible now."""
    hand = play.hand
    found: dict[str, list[Choice]] = {}
    if hand.draft is not None:
        return found
    for choice in hand.aim:
        target = getattr(choice.action, "target", "") or getattr(choice.action, "on", "")
        for id in [m.id for m in hand.state.models_of(target)] if target in hand.state.units else [target]:
            found.setdefault(id, []).append(choice)
    if not hand.aim and hand.choices.offer("attack") is not None:
        found = hand.choices.targets()
    return found


def pointed_attack(play: Play) -> Choice | None:
    """The attack whose button or target is pointed at: the surest one."""
    if play.hovered is not None:
        return play.hovered
    choices = lit(play).get(play.pointed_at or "", [])
    best = play.hand.choices.best(choices) if choices else None
    return best.choice if best is not None else None


def line_of(play: Play) -> tuple[XYZ, XYZ] | None:
    """The line that decides what is shown now, from end to end."""
    for shown in shown_now(play):
        for stroke in shown.marks.strokes:
            if stroke.bold and len(stroke.points) == 2:
                return stroke.points[0], stroke.points[1]
    return None


# Signs


def tags(play: Play) -> list[Tag]:
    """The signs over the board: targets with their odds, and what the previews say."""
    if play.shown_entry is not None:
        return []
    found: list[Tag] = []
    shown = shown_now(play)
    for preview in shown:
        found += preview.tags
    draft = play.hand.draft
    if draft is None and not shown:
        found += _odds_of_targets(play)
    elif draft is not None and draft.told and draft.ghosts and not any(p.tags for p in shown):
        words, rgb = (draft.told[:70], GOOD) if draft.ready else ("not here", REFUSED)
        found.append(Tag(_above(draft.ghosts[0]), words, rgb))
    if isinstance(draft, DeployDraft) and not draft.places:
        found = []
    return found


def _odds_of_targets(play: Play) -> list[Tag]:
    """The best chances against each unit that can be attacked, with a shield in cover, at the foot of the model concerned."""
    state, best = play.hand.state, dict[str, tuple[tuple[float, float], str, bool]]()
    for id, choices in lit(play).items():
        unit = state.models[id].unit if id in state.models else id
        for prospect in (p for choice in choices if (p := play.prospect(choice)) is not None):
            this = (prospect.odds.destroy, prospect.odds.hit), id, prospect.cover
            best[unit] = max(best.get(unit, this), this)
    found = []
    for (kills, hits), id, cover in best.values():
        words = f"{ICONS['cross']} {share(hits)}  {ICONS['skull']} {share(kills)}" + (f"  {ICONS['shield']}" if cover else "")
        found.append(Tag(_foot(play, play.table.body(id)), words, TARGET))
    return found


def _foot(play: Play, body: Body) -> XYZ:
    """Before a model's base, as the camera sees it."""
    x, y, z = body.at
    turn = radians(play.window.viewpoint.orbit.turn)
    out = body.radius + 1.1
    return x + out * sin(turn), y - out * cos(turn), z


def _above(body: Body) -> XYZ:
    """Over a model, and over its sign."""
    x, y, z = body.at
    return x, y, z + body.height + 1.3
