"""The presentation of actions: their kinds, the models they name, and suggestions."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.ruleset_types import ActionKind
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.text.action_words import describe_action, weapon_name
from wc3d.games.warmachine.text.formatting import SYSTEM_NAMES, display_name

ACTION_KINDS = (
    ActionKind("attack", targets_enemies=True, is_listed=False, rank=2, short_name="Attack"),
    ActionKind("combined", targets_enemies=True, rank=2, short_name="Combined attack"),
    ActionKind("cast", is_listed=False, rank=3, short_name="Cast a spell"),
    ActionKind("charge", targets_enemies=True, is_listed=False, rank=4, short_name="Charge"),
    ActionKind(
        "advance",
        is_done_on_board=True,
        is_endless=True,
        rank=5,
        instruction="Drag the model, or click Advance.",
        short_name="Advance",
    ),
    ActionKind("run", is_done_on_board=True, is_endless=True, rank=6, short_name="Run"),
    ActionKind("slam", targets_enemies=True, is_listed=False, rank=7, short_name="Slam"),
    ActionKind("headbutt", targets_enemies=True, is_listed=False, rank=8, short_name="Head-butt"),
    ActionKind("throw", targets_enemies=True, is_listed=False, rank=9, short_name="Throw"),
    ActionKind(
        "lock", targets_enemies=True, is_listed=False, rank=10, short_name="Lock an arm or the head"
    ),
    ActionKind("push", targets_enemies=True, is_listed=False, rank=11, short_name="Push"),
    ActionKind("break", is_listed=False, rank=12, short_name="Break free"),
    ActionKind("release", is_listed=False, rank=13, short_name="Release lock"),
    ActionKind("stand", rank=1, short_name="Stand up"),
    ActionKind("feat", is_listed=False, rank=14, short_name="Use feat"),
    ActionKind("regenerate", is_listed=False, rank=15, short_name="Remove damage"),
    ActionKind(
        "deploy",
        is_done_on_board=True,
        is_endless=True,
        is_for_any_model=True,
        rank=0,
        instruction="Click a model in the list, then click where it should stand.",
    ),
    ActionKind(
        "assign",
        is_for_any_model=True,
        rank=16,
        short_name="Assign focus",
        instruction="Click a warjack to assign focus points.",
        none_text="No warjack can take a focus point now.",
    ),
    ActionKind("upkeep", is_on_card=False, rank=17, short_name="Pay upkeep"),
    ActionKind("shake", is_on_card=False, rank=18, short_name="Shake off"),
    ActionKind(
        "activate",
        is_for_any_model=True,
        is_listed=False,
        rank=1,
        instruction="Click one of your models to activate it.",
        button_text="Activate",
        is_main_button=True,
    ),
    ActionKind("choose", is_on_card=False, rank=19),
    ActionKind("order", is_for_any_model=True, rank=14, short_name="Give an order"),
    ActionKind("pass", rank=20),
)
"""The kinds of actions in listing order."""


def ids_in_action(action: Action) -> tuple[str, ...]:
    """Return the ids of the models and units that an action names."""
    return tuple(
        id for part in ("model", "target", "channel", "unit") if (id := getattr(action, part, ""))
    )


def suggest_actions(state: State, player: int, id: str) -> Iterator[tuple[str, Action]]:
    """Yield actions to try with an own model or against an enemy, each with its name."""
    current_question = find_open_question(state)
    if id not in state.models or state.models[id].at is None:
        return
    own = state.models[id].owner == player
    if isinstance(current_question, ActQuestion) and current_question.player == player:
        yield from (
            (describe_action(state, action), action)
            for action in _activation_actions(state, current_question, id, own)
        )
    elif own and isinstance(current_question, ControlQuestion):
        if state.models[id].is_warjack:
            yield "assign a focus point", actions.Assign(player=player, model=id)
    elif own:
        yield "activate", actions.Activate(player=player, model=id)


def _activation_actions(
    state: State, question: ActQuestion, id: str, own: bool
) -> Iterator[Action]:
    me = question.model
    player = question.player
    if not own:
        for weapon in state.setup.card_of(me).weapons:
            yield actions.Attack(player=player, model=me, weapon=weapon.id, target=id)
        yield actions.Charge(player=player, model=me, target=id)
    if state.models[me].is_warcaster:
        for spell in state.setup.caster_card(me).spells:
            aimed = spell.targets in ("any", "friend" if own else "enemy")
            if aimed:
                yield actions.CastSpell(player=player, model=me, spell=spell.id, target=id)
    if state.models[me].is_warjack and not own:
        yield actions.SlamInto(player=player, model=me, target=id)
        yield actions.HeadButt(player=player, model=me, target=id)


def placement_action(state: State, player: int, id: str, at: tuple[float, float]) -> Action | None:
    """Return the action for putting a model at a place: a deployment or an advance."""
    if id not in state.models:
        return None
    if state.models[id].at is None:
        return actions.Deploy(player=player, model=id, at=at)
    return actions.Advance(player=player, model=id, path=(at,))


def action_source(state: State, action: Action) -> str:
    """Return the weapon, spell or kind of an action, without its target."""
    match action:
        case actions.Charge() | actions.SlamInto():
            return action.type
        case actions.ThrowModel():
            return f"throw with the {weapon_name(state, action.model, action.weapon)}"
        case actions.SeizePart():
            return f"lock the {SYSTEM_NAMES.get(action.part, action.part)}"
        case actions.HeadButt():
            return "head-butt"
        case actions.Release():
            return "release the lock"
        case actions.BreakLock():
            return "break free"
        case actions.Push():
            return "push" + " and follow" * action.follow
        case actions.CastSpell():
            spell = state.setup.spell(action.model, action.spell)
            words = f"{spell.name}, cost {spell.cost}" if spell is not None else action.spell
            return words + (
                f", through {display_name(state, action.channel)}" if action.channel else ""
            )
    return describe_action(state, action).partition(" on ")[0]
