"""Orders, command checks, terror, flight and rallying."""
