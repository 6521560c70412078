"""Cyphers that an enemy makes expire, and the ways to keep them."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import Frame, Resolution, step
from wc3d.warcaster import events
from wc3d.warcaster.abilities import words
from wc3d.warcaster.abilities.effects import Using, effect
from wc3d.warcaster.abilities.windows import open_window
from wc3d.warcaster.abilities.words import Window


@dataclass(frozen=True, slots=True)
class Expiring(Frame):
    """A Cypher by a unit is about to expire because an enemy says so."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "expire")
    unit: str = ""
    card: str = ""
    kept: bool = False


@step(Expiring, "ask")
def _ask(r: Resolution, f: Expiring) -> None:
    open_window(r, Window.CARD_EXPIRING, f.unit)


@step(Expiring, "expire")
def _expire(r: Resolution, f: Expiring) -> None:
    lying = next((c for c in r.state.units[f.unit].cyphers if c.card == f.card), None)
    if lying is not None and not f.kept:
        r.emit(events.CardExpired(lying.player, lying.card, f.unit))


@effect(words.KeepCard)
def _keep(r: Resolution, e: words.KeepCard, f: Using) -> None:
    expiring = r.find(Expiring)
    if expiring is not None:
        r.update(expiring, replace(expiring, kept=True))
