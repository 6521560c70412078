"""The lobby of a host: it lists games and begins new ones, for holders of the host key."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from wc3d.engine.game import Game
from wc3d.errors import InputError, to_one_line
from wc3d.registry import start_cautions
from wc3d.server.http.json_body import read_json_object
from wc3d.server.http.photo_routes import PHOTO_PAGE, derive_photo_key
from wc3d.server.match.match import JsonObject
from wc3d.server.match.new_games import choices_to_json, make_chosen_game
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.match.seat_keys import hash_key, is_key_of_hash
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.server.pages.shared_pages import SharedPages

MAX_CHOICES_BYTES = 4096
"""The maximum size of the choices for a new game."""

MAX_UNSTARTED_MATCHES = 200
"""The maximum number of games in which both seats wait for players."""


class Lobby:
    """The lobby. Its methods take a key, and callers must check it with `is_host_key` first."""

    def __init__(self, registry: MatchRegistry, shared_pages: SharedPages, base: str) -> None:
        self.registry = registry
        self.shared_pages = shared_pages
        self.base = base
        self.photo_link = f"{PHOTO_PAGE}#{derive_photo_key(registry.host_key)}"

    def is_host_key(self, key: str) -> bool:
        """Return whether a key is the host key."""
        return is_key_of_hash(key, hash_key(self.registry.host_key))

    async def list_matches(self, executor: MatchExecutor, with_links: bool) -> JsonObject:
        """Return all games, and the links of boards, disputes and replays.

        `photo` is the ending of the link to the page that judges photographs, `base` the address
        that links of this host begin with.
        """
        games = await executor.run_for("", self.registry.list_matches, with_links)
        for game in games:
            if game["over"] is not None:
                game["replay"] = self.shared_pages.replay_link_suffix(game["game"])
        return {
            "games": games,
            "looks": self.shared_pages.list_links(),
            "photo": self.photo_link,
            "base": self.base,
        }

    async def list_choices(self, executor: MatchExecutor) -> JsonObject:
        """Return the choices for a new game."""
        return await executor.run_for("lobby", choices_to_json)

    async def begin_match(self, executor: MatchExecutor, request: Request) -> JSONResponse:
        """Begin the game that the body of a request describes. Answer with its link endings."""
        choices = await read_json_object(request, MAX_CHOICES_BYTES)
        if choices is None:
            text = f"expected a JSON object of at most {MAX_CHOICES_BYTES} bytes"
            return JSONResponse({"error": text}, 400)
        try:
            await executor.run_for("", self._refuse_too_many)
            # a random board takes seconds, during which the list of games must be served
            game, more = await executor.run_for("new game", make_chosen_game, choices)
            made = await executor.run_for("", self._begin_match, game, more)
        except InputError as error:
            return JSONResponse({"error": to_one_line(error)}, 400)
        return JSONResponse(made, 201)

    def _refuse_too_many(self) -> None:
        """Raise InputError if too many games wait for players."""
        rows = [game for game in self.registry.list_matches() if game["over"] is None]
        if sum(not game["taken"] for game in rows) >= MAX_UNSTARTED_MATCHES:
            raise InputError(
                f"{MAX_UNSTARTED_MATCHES} games already wait for players; play one of them first"
            )

    def _begin_match(self, game: Game, more: JsonObject) -> JsonObject:
        """Begin a game. Return its id and the end of the link of each free seat."""
        self._refuse_too_many()
        id, keys = self.registry.create_match(game, **more)
        links = {seat: f"{id}.{key}" for seat, key in keys.items() if seat not in game.bots}
        return {"game": id, "links": links, "notes": list(start_cautions(game))}
