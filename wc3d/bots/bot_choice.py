"""The names of bots as people write them: a bot with a style and a budget, or a strength in Elo."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d.errors import InputError

MAX_BUDGET = 100_000
"""The maximum budget of a bot, in what its search counts, such as simulated turns."""

MAX_RATING = 4000
"""The maximum strength in Elo that a name may ask for."""


@dataclass(frozen=True, slots=True)
class BotChoice:
    """A bot by its name, or by its strength (`rating`) in Elo; one of the two is left out.

    `style` is how it plays ("" for its usual style), and `think` its budget (None for its own).

    >>> read_bot_choice("veteran+aggressive@400")
    BotChoice(name='veteran', rating=None, style='aggressive', think=400)
    >>> str(BotChoice(rating=1400, style="steady"))
    '1400+steady'
    """

    name: str = ""
    rating: int | None = None
    style: str = ""
    think: int | None = None

    def __str__(self) -> str:
        style = f"+{self.style}" if self.style else ""
        budget = f"@{self.think}" if self.think is not None else ""
        return f"{self.name if self.rating is None else self.rating}{style}{budget}"


def read_bot_choice(text: str) -> BotChoice:
    """Return the bot that a text names. Raises InputError.

    A text is "NAME", "NAME+STYLE", "NAME@BUDGET", "NAME+STYLE@BUDGET", or a number in place of the
    name: the strength in Elo.
    """
    rest, at, budget = text.partition("@")
    name, plus, style = rest.partition("+")
    think = None
    if at:
        think = _read_number(budget, MAX_BUDGET)
        if think is None:
            raise InputError(
                f"bot {text}: expected a whole number from 1 to {MAX_BUDGET} after @, the number of tries"
            )
    if plus and not style:
        raise InputError(f"bot {text}: expected a style after +")
    if not name.isdigit():
        return BotChoice(name=name, style=style, think=think)
    rating = _read_number(name, MAX_RATING)
    if rating is None:
        raise InputError(f"bot {text}: expected a strength up to {MAX_RATING} Elo")
    if think is not None:
        raise InputError(f"bot {text}: a strength in Elo takes no budget; leave out @{think}")
    return BotChoice(rating=rating, style=style)


def _read_number(digits: str, most: int) -> int | None:
    """Return a whole number from 1 to `most`, or None if the digits are none."""
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    number = int(digits)
    return number if 1 <= number <= most else None
