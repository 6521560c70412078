"""What commands share when they write: progress, JSON lines, the page that tells answers."""
