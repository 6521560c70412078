"""`wc3d card --game warmachine NAME`: print a card, all cards' names, or with `--doubts` doubts."""

from __future__ import annotations

import argparse
import json

from wc3d.cli.output.card_doubts import describe_doubts, find_doubts
from wc3d.cli.shared_arguments import add_cards_argument


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.epilog = "Assumed or disputed values are marked Doubt."
    command.add_argument(
        "words", metavar="NAME", nargs="*", help="the model's name, part of its name, or its id"
    )
    command.add_argument(
        "--faction", metavar="F", default="", help="list only the models of this faction"
    )
    command.add_argument(
        "--doubts", action="store_true", help="list assumed or disputed entries and their cards"
    )
    add_cards_argument(command)
    command.add_argument(
        "--json", action="store_true", help="print the cards as JSON, for programs"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the card, the list or the doubts."""
    from wc3d.games.warmachine.rules.card_words import describe_card, list_cards, match_model
    from wc3d.games.warmachine.rules.cards import CARDS

    cards = CARDS()
    selection = list(cards.models.values())
    if name := " ".join(arguments.words).strip():
        selection = [match_model(name, cards)]
    if arguments.doubts:
        doubts = find_doubts({card.id: card for card in selection})
        rows = [{"doubt": doubt, "cards": card_ids} for doubt, card_ids in doubts]
        names = {card.id: card.name for card in selection}
        print(
            json.dumps(rows, indent=2)
            if arguments.json
            else "\n".join(describe_doubts(doubts, names))
        )
    elif arguments.json:
        data = [
            card.model_dump(mode="json", by_alias=True, exclude_defaults=True) for card in selection
        ]
        print(json.dumps(data[0] if name else data, indent=2, ensure_ascii=False))
    else:
        print(
            "\n".join(
                describe_card(selection[0], cards) if name else list_cards(cards, arguments.faction)
            )
        )
    return 0
