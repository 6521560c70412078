"""Space queries: arcs, sight, melee ranges, moves, power attacks, templates and protection."""
