"""Display data for Neo-Mechanika screens as plain values: labels, lists, sheets, score, events."""
