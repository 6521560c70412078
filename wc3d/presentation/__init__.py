"""What a verdict lets us show, before anyone decides how to draw it. No graphics."""
