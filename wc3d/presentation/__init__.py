"""Plain values that describe what a screen shows. The package contains no graphics code."""
