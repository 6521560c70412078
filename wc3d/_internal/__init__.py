"""Small helpers without a room of their own: files, suggestions for misspelled names, fast copies of frozen values."""
