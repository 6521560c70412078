"""How actions are offered on a screen: their kinds, what they name, and what a player would try."""
from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.actions import Action
from wc3d.engine.agenda import question
from wc3d.engine.ruleset_types import ActionKind
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.frames import ActQuestion
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.text.action_words import describe_action, weapon_name
from wc3d.games.warmachine.text.vocabulary import SYSTEMS, name

KINDS = (
    ActionKind("attack", strikes=True, listed=False, rank=2, short="Attack"),
    ActionKind("combined", strikes=True, rank=2, short="Combined attack"),
    ActionKind("cast", listed=False, rank=3, short="Cast a spell"),
    ActionKind("charge", strikes=True, listed=False, rank=4, short="Charge"),
    ActionKind("advance", by_pointing=True, endless=True, rank=5, how="Drag the model, or click Advance.", short="Advance"),
    ActionKind("run", by_pointing=True, endless=True, rank=6, short="Run"),
    ActionKind("slam", strikes=True, listed=False, rank=7, short="Slam"),
    ActionKind("headbutt", strikes=True, listed=False, rank=8, short="Head-butt"),
    ActionKind("throw", strikes=True, listed=False, rank=9, short="Throw"),
    ActionKind("lock", strikes=True, listed=False, rank=10, short="Lock an arm or the head"),
    ActionKind("push", strikes=True, listed=False, rank=11, short="Push"),
    ActionKind("break", listed=False, rank=12, short="Break free"),
    ActionKind("release", listed=False, rank=13, short="Release lock"),
    ActionKind("stand", rank=1, short="Stand up"),
    ActionKind("feat", listed=False, rank=14, short="Use feat"),
    ActionKind("regenerate", listed=False, rank=15, short="Remove damage"),
    ActionKind("deploy", by_pointing=True, endless=True, broad=True, rank=0,
               how="Click a model in the list, then click where it should stand."),
    ActionKind("assign", broad=True, rank=16, short="Assign focus", how="Click a warjack to assign focus points."),
    ActionKind("upkeep", on_card=False, rank=17, short="Pay upkeep"),
    ActionKind("shake", on_card=False, rank=18, short="Shake off"),
    ActionKind("activate", broad=True, listed=False, rank=1, how="Click one of your models to activate it.", verb="Activate",
               main=True),
    ActionKind("choose", on_card=False, rank=19),
    ActionKind("order", broad=True, rank=14, short="Give an order"),
    ActionKind("pass", rank=20),
)  # fmt: skip
"""The kinds of actions, in the order in which they are listed."""


def named_in(action: Action) -> tuple[str, ...]:
    """The models, and the unit, that an action names."""
    return tuple(id for part in ("model", "target", "channel", "unit") if (id := getattr(action, part, "")))


def wanted(state: State, player: int, id: str) -> Iterator[tuple[str, Action]]:
    """What one would try with a model of one's own, or against an enemy, by what it is called."""
    current_question = question(state)
    if id not in state.models or state.models[id].at is None:
        return
    own = state.models[id].owner == player
    if isinstance(current_question, ActQuestion) and current_question.player == player:
        yield from ((describe_action(state, action), action) for action in _in_activation(state, current_question, id, own))
    elif own and isinstance(current_question, ControlQuestion):
        if state.models[id].jack:
            yield "assign a focus point", act.Assign(player=player, model=id)
    elif own:
        yield "activate", act.Activate(player=player, model=id)


def _in_activation(state: State, question: ActQuestion, id: str, own: bool) -> Iterator[Action]:
    me, player = question.model, question.player
    if not own:
        for weapon in state.setup.card_of(me).weapons:
            yield act.Attack(player=player, model=me, weapon=weapon.id, target=id)
        yield act.Charge(player=player, model=me, target=id)
    if state.models[me].caster:
        for spell in state.setup.caster_card(me).spells:
            aimed = spell.targets in ("any", "friend" if own else "enemy")
            if aimed:
                yield act.CastSpell(player=player, model=me, spell=spell.id, target=id)
    if state.models[me].jack and not own:
        yield act.SlamInto(player=player, model=me, target=id)
        yield act.HeadButt(player=player, model=me, target=id)


def put_down(state: State, player: int, id: str, at: tuple[float, float]) -> Action | None:
    """What putting a model down here asks for: to set it up, or to advance."""
    if id not in state.models:
        return None
    if state.models[id].at is None:
        return act.Deploy(player=player, model=id, at=at)
    return act.Advance(player=player, model=id, path=(at,))


def deed_of(state: State, action: Action) -> str:
    """What an action is done with, its target left out."""
    match action:
        case act.Charge() | act.SlamInto():
            return action.type
        case act.ThrowModel():
            return f"throw with the {weapon_name(state, action.model, action.weapon)}"
        case act.SeizePart():
            return f"lock the {SYSTEMS.get(action.part, action.part)}"
        case act.HeadButt():
            return "head-butt"
        case act.Release():
            return "release the lock"
        case act.BreakLock():
            return "break free"
        case act.Push():
            return "push" + " and follow" * action.follow
        case act.CastSpell():
            spell = state.setup.spell(action.model, action.spell)
            words = f"{spell.name}, cost {spell.cost}" if spell is not None else action.spell
            return words + (f", through {name(state, action.channel)}" if action.channel else "")
    return describe_action(state, action).partition(" on ")[0]
