"""Everything that moves: walks, climbs, jumps, falls, slams, and what can be reached."""
