"""What commands share when they write: progress, files, JSON lines."""
