"""The text forms that go into the hashes of saved games stay as they were, whatever a class is called today."""
from __future__ import annotations

from wc3d.warcaster.abilities.vocabulary import Moment, Selector, Who
from wc3d.warcaster.frames import Attacking


def test_what_has_a_new_name_is_hashed_by_its_old_one() -> None:
    assert repr(Selector(side="enemy")).startswith("Sort(side='enemy', kinds=(), within=None, me=False, ")
    assert repr(Moment.HIT) == "<Window.HIT: 'hit, before damage'>"
    assert repr(Who.SELF) == "<Role.SELF: 'the bearer'>"
    assert repr(Attacking(attacker="a", defense=(1,))).startswith("Attacking(step='', attacker='a', weapon=Weapon(key='', ")
    assert ", attack=(), defence=(1,), hit=None, " in repr(Attacking(attacker="a", defense=(1,)))
