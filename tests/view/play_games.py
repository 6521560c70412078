"""Games for the tests of playing in the window, and a person without eyes: random clicks of every kind that is offered."""
import wc3d
from wc3d.engine.agenda import question
from wc3d.evidence.picking import Hit
from wc3d.players import bots_of
from wc3d.shipped import shipped
from wc3d.view.game.play.pending_actions import ClearDraft, PlaceDraft
from wc3d.warcaster import actions as act
from wc3d.warcaster import new_game, sample_force
from wc3d.warcaster.rules import NEO_MECHANIKA

BOTS = bots_of(NEO_MECHANIKA)


def skirmish(seed=7, forces=("marcher_worlds", "aeternus_continuum"), mission="boiling_point", **more):
    """A new game on the small board."""
    table = wc3d.load_map(shipped("maps") / "crossroads.json")
    one, two = (sample_force(f"{faction}_skirmish") for faction in forces)
    return new_game(table, (one, two), mission, seed=None if "dice" in more else seed, names=("Anna", "Ben"), **more)


def asks(game):
    """The kind of question that is open."""
    return type(question(game.state)).__name__


def played_to(game, stop):
    """The game, played on by bots until `stop` says so."""
    bots = {1: BOTS["greedy"](1), 2: BOTS["greedy"](2)}
    while not game.over and not stop(game):
        game.apply(bots[game.to_act].choose(game.view(game.to_act)))
    return game


def at(point):
    """The mouse over a place of the board."""
    x, y, z = (*point, 0.0)[:3]
    return Hit("table", "", (x, y, z), 1.0, True)


class Notes:
    """Hears what the hand tells."""

    def __init__(self):
        self.said, self.complaints = [], []

    def say(self, words):
        self.said.append(str(words))

    def complain(self, words):
        self.complaints.append(str(words))


def click_something(hand, rng):
    """Do one thing by the hand's own means, whatever is asked; the kind of action it was."""
    before = len(hand.session.game.turns)
    kinds = [*hand.choices.kinds, "pass"]
    rng.shuffle(kinds)
    if rng.random() < 0.7:
        kinds.sort(key=lambda kind: kind in ("pass", "clear", "recall"))
    for kind in kinds:
        DOES.get(kind, listed)(hand, rng, kind)
        if len(hand.session.game.turns) > before or hand.session.wanted is not None:
            return kind
        hand.draft, hand.aim = None, ()
    raise AssertionError(f"nothing could be done at {question(hand.state)}")


def passing(hand, rng, kind):
    if hand.choices.passing() is not None:
        hand.end()


def listed(hand, rng, kind):
    """A button for each: one of them is pressed."""
    choices = hand.choices.of(kind)
    if choices:
        hand.do(rng.choice(choices).action)


def aiming(hand, rng, kind):
    """An attack, card or ability is taken, then its target is clicked."""
    choices = hand.choices.of(kind)
    if not choices:
        return
    one = rng.choice(choices)
    target = getattr(one.action, "target", "") or getattr(one.action, "on", "")
    model = target if hand.state.on_table(target) else next((m.id for m in hand.state.models_of(target)), "") if target else ""
    hand.take_aim([one])
    if model:
        hand.click(Hit("body", model, hand.state.place(model), 1.0, False))


def moving(hand, rng, kind):
    """A model is dragged to where one may go; a squad is then settled and done."""
    action = hand.choices.offer("advance").sample(rng)
    if action is None or len(action.path) != 1 or not isinstance(action.path[0], tuple):
        if action is not None:
            hand.do(action)
        return
    if not hand.may_drag(action.model):
        return
    x, y, *_ = action.path[0]
    hand.drag(at((x, y)))
    hand.drop(at((x, y)))
    if hand.draft is not None and hand.draft.settled:
        hand.end()


def deploying(hand, rng, kind):
    action = hand.choices.offer("deploy").sample(rng)
    if action is None:
        return
    hand.take_unit(action.unit)
    if hand.draft is None:
        return
    if action.gate and hand.draft.gate != action.gate:
        hand.draft.through(action.gate)
    for id in action.attachments:
        hand.draft.join(id)
    hand.click(at(action.places[hand.draft.models[0]]))
    if hand.draft is not None and hand.draft.settled:
        hand.end()


def placing(hand, rng, kind):
    action = hand.choices.offer(kind).sample(rng)
    if action is None:
        return
    if kind == "place_gate":
        hand.take_gate()
        hand.draft.charge(action.arc - hand.draft.arc)
    else:
        hand.draft = PlaceDraft(hand.state, hand.session.asked, hand.session.check, action.model)
    hand.click(at(action.at))


def clearing(hand, rng, kind):
    choices = hand.choices.of("clear")
    if not choices:
        return
    hand.take_clearing()
    assert isinstance(hand.draft, ClearDraft)
    wanted = rng.choice(choices).action
    assert isinstance(wanted, act.Clear)
    for id, arc in wanted.arc.items():
        hand.draft.take(id, arc)
    hand.end()


DOES = {
    "pass": passing, "attack": aiming, "play": aiming, "use": aiming, "advance": moving, "deploy": deploying, "place": placing,
    "place_gate": placing, "clear": clearing,
}  # fmt: skip
