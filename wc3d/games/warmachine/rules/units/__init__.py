"""Units in the current state: formation, leaders, orders and command checks."""
