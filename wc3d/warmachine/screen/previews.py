"""What an action would do, before it is chosen: the way a model takes, the line of an attack. No distance is told (WM-RUL-07)."""
from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Action, Verdict
from wc3d.evidence.exhibit import Ghost, Stroke
from wc3d.evidence.palette import Pen, Role
from wc3d.evidence.preview import Preview, preview
from wc3d.table.body import Body
from wc3d.warmachine import actions as act
from wc3d.warmachine.chances import chances_of
from wc3d.warmachine.decisions import check
from wc3d.warmachine.state import State
from wc3d.warmachine.words.action_words import describe_action

STRIKES = (act.Attack, act.Charge, act.SlamInto, act.HeadButt, act.SeizePart, act.ThrowModel, act.Push, act.CastSpell)


def preview_of(state: State, action: Action) -> Preview | None:
    """The picture of an action; None for what needs none."""
    model = getattr(action, "model", "")
    if isinstance(action, act.Deploy) and model in state.models:
        return _standing(state, action, check(state, action), (*action.at, 0.0))
    if not state.on_table(model):
        return None
    verdict = check(state, action)
    if isinstance(action, act.Advance | act.Run):
        z = state.place(model)[2]
        track = (state.place(model), *((*point, z) for point in action.path))
        return _standing(state, action, verdict, track[-1], Stroke(track, Pen.PATH if verdict else Pen.REFUSED))
    if isinstance(action, STRIKES) and state.on_table(action.target):
        line = (state.place(model), state.place(action.target))
        chances = chances_of(state, action) if verdict else None
        words = verdict.text if not verdict else describe_action(state, action)
        words += f": {chances.hit:.0%} to hit, if in range ({chances.words})" if chances is not None else ""
        stroke = Stroke(line, Pen.CLEAR if verdict else Pen.REFUSED)
        return preview(state.table, action.type, bool(verdict), words, strokes=[stroke], action=action if verdict else None,
                       verdict=verdict)  # fmt: skip
    return None


def _standing(state: State, action: Any, verdict: Verdict, at: tuple[float, float, float], *strokes: Stroke) -> Preview:
    body = Body("", state.models[action.model].base, at, sizes=state.table.policy.bases)
    ghosts = [Ghost(body.volume, Role.END, "here")] if verdict else []
    words = describe_action(state, action) if verdict else verdict.text
    drawn = [stroke for stroke in strokes if len(stroke.points) > 1]
    return preview(state.table, action.type, bool(verdict), words, strokes=drawn, ghosts=ghosts,
                   action=action if verdict else None, verdict=verdict)  # fmt: skip
