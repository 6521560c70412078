"""Clouds in play that damage models entering or ending their turn inside (WM-CLD-01, WM-CLD-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import DamageRoll
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.sight import Cloud
from wc3d.games.warmachine.rules.state import XY, CloudInPlay, State
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.tolerances import EPSILON_IN


def place_cloud(r: Resolution, center: XY, diameter: float, player: int, power: int) -> None:
    """Place a cloud (WM-CLD-01). Models under it do not count as entering (WM-RUL-54)."""
    used_ids = {cloud.id for cloud in r.state.clouds}
    id = next(name for n in range(1, len(used_ids) + 2) if (name := f"cloud {n}") not in used_ids)
    r.emit(events.CloudPut(CloudInPlay(id, center, diameter, player, power)))


def clouds_entered(state: State, id: str, track: Sequence[XY]) -> Iterator[CloudInPlay]:
    """Yield the harmful clouds that a base enters, not those it starts in (WM-CLD-05)."""
    radius = get_fighter(state.table, id).radius
    for cloud in state.clouds:
        if cloud.power and not _to_space_cloud(cloud).touches(track[0], radius):
            overlaps = DiscPath(tuple(track), radius + EPSILON_IN).overlap_intervals(
                ((cloud.center, cloud.diameter / 2),)
            )
            if overlaps:
                yield cloud


def harm_along_path(r: Resolution, id: str, track: Sequence[XY]) -> None:
    """Damage a model that enters a harmful cloud, voluntarily or not (WM-CLD-05, WM-SLM-16)."""
    if len(track) > 1:
        r.push(*(_cloud_damage(cloud, id) for cloud in clouds_entered(r.state, id, track)))


def harm_at_turn_end(r: Resolution, player: int) -> None:
    """Damage a player's models in harmful clouds at the end of its turn (WM-CLD-05)."""
    r.push(
        *(
            _cloud_damage(cloud, model.id)
            for model in r.state.models_in_play(player)
            for cloud in r.state.clouds
            if cloud.power
            and _to_space_cloud(cloud).touches(
                r.state.place(model.id)[:2], get_fighter(r.state.table, model.id).radius
            )
        )
    )


def _cloud_damage(cloud: CloudInPlay, id: str) -> DamageRoll:
    return DamageRoll("", id, cloud.player, cloud.power, cause="cloud")


def _to_space_cloud(cloud: CloudInPlay) -> Cloud:
    return Cloud(cloud.id, cloud.center, cloud.diameter)
