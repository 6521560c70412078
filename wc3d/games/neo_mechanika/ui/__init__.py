"""What Neo-Mechanika has of its own in the window: moves of squads, void gates, deployments, Arc, and the hand of cards."""
