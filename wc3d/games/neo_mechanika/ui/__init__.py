"""Neo-Mechanika's own window parts: squad moves, void gates, deployments, Arc and the card hand."""
