"""Movement that its owner chose, in legs that end at the next free strike; charges; standing up; what is moved by force."""
