"""Resolve the links in the guide's pages."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass


@dataclass(frozen=True)
class GuideLink:
    """The page of the guide, and the heading on it, that a link leads to."""

    topic: str
    anchor: str = ""


def resolve_link(target: str, topic: str) -> GuideLink | None:
    """Return where a link on the page of a topic leads in the guide; None if it leads elsewhere."""
    path, _, anchor = target.partition("#")
    if not path:
        return GuideLink(topic, anchor)
    if "://" in path or path.startswith(("mailto:", "/")) or not path.endswith(".md"):
        return None
    folder = posixpath.dirname(topic)
    linked = posixpath.normpath(posixpath.join(folder, path)).removesuffix(".md")
    return None if linked.startswith("..") else GuideLink(linked, anchor)


def is_web_address(target: str) -> bool:
    """Return whether a link leads to the web."""
    return target.startswith(("https://", "http://", "mailto:"))
