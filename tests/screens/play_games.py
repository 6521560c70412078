"""Games for the tests of playing in the window, and a person without eyes: random clicks of every kind that is offered."""

import wc3d
from wc3d._internal.data_files import shipped_folder
from wc3d.bots import bots_of
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.ui.pending_setup import PendingClearing, PendingPlace
from wc3d.scene.picking import RayHit

BOTS = bots_of(NEO_MECHANIKA)


def skirmish(
    seed=7, forces=("marcher_worlds", "aeternus_continuum"), mission="boiling_point", **more
):
    """A new game on the small board."""
    table = wc3d.load_map(shipped_folder("maps") / "crossroads.json")
    one, two = (sample_force(f"{faction}_skirmish") for faction in forces)
    return new_game(
        table,
        (one, two),
        mission,
        seed=None if "dice" in more else seed,
        names=("Anna", "Ben"),
        **more,
    )


def asks(game):
    """The kind of question that is open."""
    return type(find_open_question(game.state)).__name__


def played_to(game, stop):
    """The game, played on by bots until `stop` says so."""
    bots = {1: BOTS["recruit"](1), 2: BOTS["recruit"](2)}
    while not game.over and not stop(game):
        game.apply(bots[game.to_act].choose(game.view(game.to_act)))
    return game


def at(point):
    """The mouse over a place of the board."""
    x, y, z = (*point, 0.0)[:3]
    return RayHit("table", "", (x, y, z), 1.0, True)


class Notes:
    """Hears what the hand tells."""

    def __init__(self):
        self.said = []
        self.complaints = []

    def show_message(self, words):
        self.said.append(str(words))

    def show_error(self, words):
        self.complaints.append(str(words))


def click_something(hand, rng):
    """Do one thing by the hand's own means, whatever is asked; the kind of action it was."""
    before = len(hand.session.game.turns)
    kinds = [*(kind.type for kind in hand.menu.kinds_to_list), "pass"]
    rng.shuffle(kinds)
    if rng.random() < 0.7:
        kinds.sort(key=lambda kind: kind in ("pass", "clear", "recall"))
    for kind in kinds:
        DOES.get(kind, listed)(hand, rng, kind)
        if len(hand.session.game.turns) > before or hand.session.wanted_roll is not None:
            return kind
        hand.pending = None
        hand.aimed_items = ()
    raise AssertionError(f"nothing could be done at {find_open_question(hand.state)}")


def passing(hand, rng, kind):
    if hand.menu.pass_option() is not None:
        hand.end_step()


def listed(hand, rng, kind):
    """A button for each: one of them is pressed."""
    choices = hand.menu.items_of_kind(kind)
    if choices:
        hand.apply_action(rng.choice(choices).action)


def aiming(hand, rng, kind):
    """An attack, card or ability is taken, then its target is clicked."""
    choices = hand.menu.items_of_kind(kind)
    if not choices:
        return
    one = rng.choice(choices)
    target = getattr(one.action, "target", "") or getattr(one.action, "on", "")
    model = (
        target
        if hand.state.is_on_table(target)
        else next((m.id for m in hand.state.models_of(target)), "")
        if target
        else ""
    )
    hand.begin_aiming([one])
    if model:
        hand.on_click(RayHit("body", model, hand.state.place(model), 1.0, False))


def moving(hand, rng, kind):
    """A model is dragged to where one may go; a squad is then settled and done."""
    action = hand.menu.find_offer("advance").sample(rng)
    if action is None or len(action.path) != 1 or not isinstance(action.path[0], tuple):
        if action is not None:
            hand.apply_action(action)
        return
    if not hand.begin_drag(action.model):
        return
    x, y, *_ = action.path[0]
    hand.on_drag(at((x, y)))
    hand.on_drop(at((x, y)))
    if hand.pending is not None and hand.pending.is_placed:
        hand.end_step()


def deploying(hand, rng, kind):
    action = hand.menu.find_offer("deploy").sample(rng)
    if action is None:
        return
    hand.begin_pending(action.unit)
    if hand.pending is None:
        return
    if action.gate and hand.pending.gate != action.gate:
        hand.pending.set_gate(action.gate)
    for id in action.attachments:
        hand.pending.toggle_attachment(id)
    hand.on_click(at(action.places[hand.pending.model_ids[0]]))
    if hand.pending is not None and hand.pending.is_placed:
        hand.end_step()


def placing(hand, rng, kind):
    action = hand.menu.find_offer(kind).sample(rng)
    if action is None:
        return
    if kind == "place_gate":
        hand.begin_pending("place_gate")
        hand.pending.change_arc(action.arc - hand.pending.arc)
    else:
        hand.pending = PendingPlace(hand.context, action.model)
    hand.on_click(at(action.at))


def clearing(hand, rng, kind):
    choices = hand.menu.items_of_kind("clear")
    if not choices:
        return
    hand.begin_pending("clear")
    assert isinstance(hand.pending, PendingClearing)
    wanted = rng.choice(choices).action
    assert isinstance(wanted, act.Clear)
    for id, arc in wanted.arc.items():
        hand.pending.change_amount(id, arc)
    hand.end_step()


DOES = {
    "pass": passing,
    "attack": aiming,
    "play": aiming,
    "use": aiming,
    "advance": moving,
    "deploy": deploying,
    "place": placing,
    "place_gate": placing,
    "clear": clearing,
}
