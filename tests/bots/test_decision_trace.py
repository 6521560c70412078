"""What a bot weighs can be told: best first, each once, nothing of what the viewer may not know, and it chooses as before."""

import pytest

from tests.conformance.games import CASES, Case, play_at_random
from wc3d.bots import make_bot
from wc3d.bots.decision_trace import MAX_TRACED_OPTIONS, finish_trace, start_trace, trace_options
from wc3d.games.neo_mechanika.rules.actions import Pass
from wc3d.ui.play_session import PlaySession, choose_and_explain_bot_action


def test_options_are_noted_once_and_best_first() -> None:
    trace_options([(1.0, Pass(player=1))])
    start_trace()
    one = Pass(player=1)
    two = Pass(player=2)
    assert trace_options([(0.1, one), (0.5, two)]) == [(0.1, one), (0.5, two)]
    trace_options([(0.3, one), (float("-inf"), two)])
    assert finish_trace() == ((0.5, two), (0.3, one))
    trace_options([(0.2, one)])
    assert not finish_trace(), "nobody listens any more"


@pytest.mark.parametrize("case", CASES[:2], ids=str)
def test_what_a_bot_weighed_is_told_to_who_may_know_it(case: Case) -> None:
    game = play_at_random(case.new(case.seed), case.seed, 8 if case.id == "discs" else 40)
    mover = game.to_act
    assert mover is not None
    changing, lasting = case.rules.play.split_state(game.view(mover).state)
    bot = next(iter(case.rules.bots)) if case.id != "discs" else "careful"
    asked = mover, bot, "7", changing, game.view(mover).log
    action, options = choose_and_explain_bot_action(
        lambda done, total: True, *asked, rules=case.rules, lasting=lasting
    )
    assert (
        action == make_bot(case.rules, bot, "7").choose(game.view(mover))
        and len(options) <= MAX_TRACED_OPTIONS
    )
    session = PlaySession(game, {mover: bot})
    session.animation.set_speed(1.0)
    session._weighed[len(game.turns) + 1] = options
    session._do(action)
    told = session.bot_options()
    known = case.rules.play.seen_by(game.turns[-1].state_before, 3 - mover)
    assert all(
        any(
            words == case.rules.text.describe(known, option)
            and case.rules.play.check(known, option)
            for _, option in options
        )
        for words, _ in told
    )
    session.skip_to_present()
    assert not session.bot_options()
