"""What the rules of WARMACHINE ask of space: arcs, sight, melee ranges, moves, power attacks, templates and protection."""
