"""A small policy-value network in numpy: a score for each choice, and the chance to win."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

LEARNING_RATE = 5e-4
"""The learning rate of the first steps."""

WEIGHT_DECAY = 0.02
MIN_DEVIATION, MAX_INPUT = 1e-3, 5.0
"""The limits of scaled inputs: the least deviation of a column, and the largest input."""

DECAY_1, DECAY_2, TINY = 0.9, 0.999, 1e-8
"""The constants of the optimizer Adam."""


@dataclass
class Batch:
    """Several decisions: their choices in one block of rows, one after the other.

    `choices` has shape (all choices, columns) and `states` (decisions, columns). `starts` are the
    first rows of the decisions, `best` the rows of the expert's choices. `won` is 1 for each
    decision of a winner, 0 of a loser and 0.5 of a draw.
    """

    choices: Floats
    states: Floats
    starts: NDArray[np.int64]
    best: NDArray[np.int64]
    won: Floats

    @property
    def owners(self) -> NDArray[np.int64]:
        """The decision of each row of choices."""
        lengths = np.diff(np.append(self.starts, len(self.choices)))
        return np.repeat(np.arange(len(self.starts)), lengths)


class Network:
    """Weights, and their training.

    Two hidden layers score a choice from its row and the state; one hidden layer gives the chance
    to win from the state.
    """

    def __init__(
        self, choice_columns: int, state_columns: int, seed: int, hidden: int = 128
    ) -> None:
        rng = np.random.default_rng(seed)

        def layer(inputs: int, outputs: int) -> Floats:
            return (rng.standard_normal((inputs, outputs)) * (2.0 / inputs) ** 0.5).astype(
                np.float32
            )

        half = hidden // 2
        self.weights: dict[str, Floats] = {
            "choice": layer(choice_columns, hidden),
            "state": layer(state_columns, hidden),
            "bias": np.zeros(hidden, np.float32),
            "second": layer(hidden, half),
            "second_bias": np.zeros(half, np.float32),
            "score": layer(half, 1) * 0.1,
            "value_state": layer(state_columns, half),
            "value_bias": np.zeros(half, np.float32),
            "value": layer(half, 1) * 0.1,
        }
        self.means = {
            name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()
        }
        self.scales: dict[str, Floats] = {}
        self.steps = 0
        self.losses = (0.0, 0.0, 0.0)

    def set_scales(self, memory: Memory) -> None:
        """Scale the inputs so that each column has mean 0 and deviation 1 in the decisions."""
        for name, rows in (
            ("choice", np.concatenate(memory.choices)),
            ("state", np.stack(memory.states)),
        ):
            wide = rows.astype(np.float32)
            self.scales[f"{name}_mean"] = wide.mean(axis=0)
            self.scales[f"{name}_deviation"] = np.maximum(wide.std(axis=0), MIN_DEVIATION)

    def scale(self, name: str, rows: Floats) -> Floats:
        """Return scaled inputs, at most `MAX_INPUT` deviations from the mean."""
        if not self.scales:
            return rows
        mean, deviation = self.scales[f"{name}_mean"], self.scales[f"{name}_deviation"]
        scaled: Floats = np.clip((rows - mean) / deviation, -MAX_INPUT, MAX_INPUT)
        return scaled

    def score(self, choices: Floats, state: Floats) -> Floats:
        """Return the score of each choice in one state."""
        w = self.weights
        choices, state = self.scale("choice", choices), self.scale("state", state)
        first = np.maximum(choices @ w["choice"] + (state @ w["state"] + w["bias"]), 0.0)
        second = np.maximum(first @ w["second"] + w["second_bias"], 0.0)
        scores: Floats = (second @ w["score"])[:, 0]
        return scores

    def win_chance(self, state: Floats) -> float:
        """Return the chance to win in a state."""
        w = self.weights
        state = self.scale("state", state)
        hidden = np.maximum(state @ w["value_state"] + w["value_bias"], 0.0)
        return float(1.0 / (1.0 + np.exp(-(hidden @ w["value"])[0])))

    def train(self, batch: Batch, rate: float = LEARNING_RATE) -> tuple[float, float, float]:
        """Make one step towards the expert's choices and the results.

        Return the loss of the choices, the share of equal choices, and the loss of the results.
        """
        self._step(self.find_slopes(batch), rate)
        return self.losses

    def find_slopes(self, batch: Batch) -> dict[str, Floats]:
        """Return the slope of the loss by each weight, and keep the losses."""
        w = self.weights
        owners = batch.owners
        batch = replace(
            batch,
            choices=self.scale("choice", batch.choices),
            states=self.scale("state", batch.states),
        )
        first = batch.choices @ w["choice"] + (batch.states @ w["state"] + w["bias"])[owners]
        first_out = np.maximum(first, 0.0)
        second = first_out @ w["second"] + w["second_bias"]
        second_out = np.maximum(second, 0.0)
        scores = (second_out @ w["score"])[:, 0]
        top = np.maximum.reduceat(scores, batch.starts)
        raised = np.exp(scores - top[owners])
        shares = raised / np.add.reduceat(raised, batch.starts)[owners]
        loss = float(-np.log(np.maximum(shares[batch.best], 1e-9)).mean())
        equal = float((scores[batch.best] >= top).mean())

        slope = shares.copy()
        slope[batch.best] -= 1.0
        slope /= len(batch.starts)
        to_second = slope[:, None] @ w["score"].T * (second > 0)
        to_first = to_second @ w["second"].T * (first > 0)
        by_state = np.add.reduceat(to_first, batch.starts, axis=0)
        slopes = {
            "score": second_out.T @ slope[:, None],
            "second": first_out.T @ to_second,
            "second_bias": to_second.sum(axis=0),
            "choice": batch.choices.T @ to_first,
            "state": batch.states.T @ by_state,
            "bias": by_state.sum(axis=0),
        }
        self.losses = loss, equal, self._add_value_slopes(batch, slopes)
        return slopes

    def _add_value_slopes(self, batch: Batch, slopes: dict[str, Floats]) -> float:
        """Add the slopes of the chance to win, and return its loss."""
        w = self.weights
        hidden = batch.states @ w["value_state"] + w["value_bias"]
        hidden_out = np.maximum(hidden, 0.0)
        chances = 1.0 / (1.0 + np.exp(-(hidden_out @ w["value"])[:, 0]))
        slope = ((chances - batch.won) / len(batch.won))[:, None]
        to_hidden = slope @ w["value"].T * (hidden > 0)
        slopes["value"] = hidden_out.T @ slope
        slopes["value_state"] = batch.states.T @ to_hidden
        slopes["value_bias"] = to_hidden.sum(axis=0)
        return float(((chances - batch.won) ** 2).mean())

    def _step(self, slopes: dict[str, Floats], rate: float) -> None:
        """Move the weights by Adam."""
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.means[name]
            mean += (1.0 - DECAY_1) * (slope - mean)
            square += (1.0 - DECAY_2) * (slope * slope - square)
            fair_mean = mean / (1.0 - DECAY_1**self.steps)
            fair_square = square / (1.0 - DECAY_2**self.steps)
            step = fair_mean / (np.sqrt(fair_square) + TINY) + WEIGHT_DECAY * self.weights[name]
            self.weights[name] -= rate * step

    def save(self, path: Path) -> None:
        """Write the weights."""
        with path.open("wb") as file:
            np.savez(file, **self.weights, **self.scales)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read weights that `save` wrote."""
        with np.load(path) as arrays:
            kept = {name: arrays[name] for name in arrays.files}
        network = cls(len(kept["choice"]), len(kept["state"]), 0, kept["bias"].size)
        network.scales = {
            name: kept.pop(name) for name in list(kept) if name not in network.weights
        }
        network.weights = kept
        return network


@dataclass
class Memory:
    """The decisions of games, from which batches are drawn."""

    choices: list[Floats] = field(default_factory=list)
    states: list[Floats] = field(default_factory=list)
    best: list[int] = field(default_factory=list)
    won: list[float] = field(default_factory=list)

    def draw(self, rng: np.random.Generator, count: int) -> Batch:
        """Return a batch of random decisions."""
        numbers = rng.integers(len(self.choices), size=count)
        blocks = [self.choices[n] for n in numbers]
        starts = np.cumsum([0, *(len(block) for block in blocks[:-1])])
        return Batch(
            np.concatenate(blocks).astype(np.float32),
            np.stack([self.states[n] for n in numbers]).astype(np.float32),
            starts,
            starts + np.array([self.best[n] for n in numbers]),
            np.array([self.won[n] for n in numbers], np.float32),
        )
