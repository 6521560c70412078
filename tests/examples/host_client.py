"""A program that plays a seat at a host by its link, and knows no rules: it does anything that it is offered.

Run: python tests/examples/host_client.py LINK
"""

import json
import random
import sys

from websockets.sync.client import connect

base, _, fragment = sys.argv[1].partition("/#")
game, _, key = fragment.partition(".")
with connect(base.replace("http", "ws", 1) + "/play") as host:
    host.send(json.dumps({"t": "join", "game": game, "key": key}))
    for told in map(json.loads, host):
        if told["t"] == "welcome" and not told["begun"]:
            host.send(
                json.dumps({"t": "commit", "id": f"dice of {game}", "leave": True})
            )  # the host's dice will do
        # how it is to be played: agree to anything
        if told.get("kind") == "propose" or "terms" in told:
            host.send(
                json.dumps(
                    {"t": "agree", "id": f"terms {told['n']}", "to": told.get("terms", told)["n"]}
                )
            )
        actions = [
            listed["action"] for offer in told.get("offers", ()) for listed in offer["actions"]
        ]
        if actions:
            host.send(
                json.dumps(
                    {
                        "t": "do",
                        "id": f"{told['v']}",
                        "at": told["v"],
                        "action": random.choice(actions),
                    }
                )
            )
        if "ending" in told:
            print(told["ending"])
            break
