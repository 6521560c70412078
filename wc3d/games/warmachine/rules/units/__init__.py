"""Units of troopers as the game stands: who hangs together, who leads, who may tell them what to do."""
