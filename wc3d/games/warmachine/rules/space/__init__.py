"""Space queries of WARMACHINE: arcs, sight, melee ranges, moves, power attacks, templates and
protection.
"""
