"""Neo-Mechanika's own commands: `card`, `force`, `odds`."""
