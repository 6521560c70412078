"""Train a small network to play from the rows of an environment, with numpy alone."""
