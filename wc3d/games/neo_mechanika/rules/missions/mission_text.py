"""Describe a mission in a few sentences: its objectives, their holders, and the scoring."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.games.neo_mechanika.rules.mission_plans import ANY_UNIT_KIND, Mission, ObjectivePlan

KIND_PLURALS = {"squad": "squads", "solo": "solos", "warjack": "warjacks"}


def describe_mission(mission: Mission) -> str:
    """Return a mission in a few sentences."""
    return " ".join(
        (
            *(_describe_kind(mission, kind) for kind in _group_kinds(mission)),
            *_describe_rules(mission),
        )
    )


def _group_kinds(mission: Mission) -> tuple[tuple[ObjectivePlan, ...], ...]:
    """Group the objectives that differ only in their places."""
    groups: dict[object, list[ObjectivePlan]] = {}
    for plan in mission.objectives:
        groups.setdefault((plan.kind, plan.holders, plan.worth, plan.portable), []).append(plan)
    return tuple(map(tuple, groups.values()))


def _describe_kind(mission: Mission, plans: tuple[ObjectivePlan, ...]) -> str:
    first = plans[0]
    name = objective_kind_name(first)
    label = f"{name}s" if len(plans) > 1 else name
    count = f"{len(plans)} " if len(plans) > 1 else ""
    holders = (
        "any unit"
        if set(first.holders) == set(ANY_UNIT_KIND)
        else " or ".join(KIND_PLURALS[holder] for holder in first.holders)
    )
    return (
        f"{count}{label}, carried by {holders}."
        if first.portable
        else f"{count}{label}, secured by {holders}: {_describe_worth(first)}."
    )


def objective_kind_name(plan: ObjectivePlan) -> str:
    """Return an objective's name without its number and side."""
    return plan.name.rstrip(" 0123456789").removeprefix(f"{plan.side.title()} ")


def _describe_worth(plan: ObjectivePlan) -> str:
    worth = plan.worth
    round_points = worth.rounds
    points = (
        f"{round_points[0]} VP"
        if len(set(round_points)) == 1
        else f"{round_points[0]}, {round_points[1]} and {round_points[2]} VP in rounds 1, 2 and 3"
    )
    extras = (
        f"{worth.active} while active" if worth.active else "",
        f"{worth.across} near the opponent's edge" if worth.across else "",
        f"{worth.carried} more for a model that carries an artifact" if worth.carried else "",
    )
    return ", ".join([points, *filter(None, extras)])


def _describe_rules(mission: Mission) -> Iterator[str]:
    if mission.scored == "activation":
        yield "A unit scores at the end of its activation; each objective scores once per Pulse round."
    else:
        yield "Objectives score at the end of each Pulse round."
    if mission.zones:
        yield "A die roll decides which are active in each Pulse round."
    kind, counts = mission.removed
    if kind:
        named = next(objective_kind_name(plan) for plan in mission.objectives if plan.kind == kind)
        removals = ", ".join(
            f"{count} after round {number}" for number, count in enumerate(counts, 1) if count
        )
        yield f"Dice remove {named}s: {removals}."
