"""Move models: advances, squads, falls, repositioning, and legal places."""
