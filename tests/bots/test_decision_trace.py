"""What a bot weighs can be told: best first, each once, nothing of what the viewer may not know, and it chooses as before."""
import pytest

from tests.conformance.games import CASES, Case, play_at_random
from wc3d.bots import make_bot
from wc3d.bots.decision_trace import MOST, begin_weighing, weigh, weighed
from wc3d.games.neo_mechanika.rules.actions import Pass
from wc3d.ui.play_session import PlaySession, choose_and_weigh


def test_options_are_noted_once_and_best_first() -> None:
    weigh([(1.0, Pass(player=1))])
    begin_weighing()
    one, two = Pass(player=1), Pass(player=2)
    assert weigh([(0.1, one), (0.5, two)]) == [(0.1, one), (0.5, two)]
    weigh([(0.3, one), (float("-inf"), two)])
    assert weighed() == ((0.5, two), (0.3, one))
    weigh([(0.2, one)])
    assert not weighed(), "nobody listens any more"


@pytest.mark.parametrize("case", CASES[:2], ids=str)
def test_what_a_bot_weighed_is_told_to_who_may_know_it(case: Case) -> None:
    game = play_at_random(case.new(case.seed), case.seed, 8 if case.id == "discs" else 40)
    mover = game.to_act
    assert mover is not None
    changing, lasting = case.rules.for_sending(game.view(mover).state)
    bot = next(iter(case.rules.bots)) if case.id != "discs" else "careful"
    asked = mover, bot, "7", changing, game.view(mover).log
    action, options = choose_and_weigh(lambda done, total: True, *asked, rules=case.rules, lasting=lasting)
    assert action == make_bot(case.rules, bot, "7").choose(game.view(mover)) and len(options) <= MOST
    session = PlaySession(game, {mover: bot})
    session.staging.pace(1.0)
    session._weighed[len(game.turns) + 1] = options
    session._do(action)
    told = session.weighed()
    known = case.rules.seen_by(game.turns[-1].before, 3 - mover)
    assert all(any(words == case.rules.describe(known, option) and case.rules.check(known, option) for _, option in options)
               for words, _ in told)  # fmt: skip
    session.present()
    assert not session.weighed()
