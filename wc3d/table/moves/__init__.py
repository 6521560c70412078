"""Movement: walks, climbs, jumps, falls, slams and reach."""
