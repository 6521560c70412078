"""Small shared helpers: files, suggestions for misspelled names, fast copies of frozen values."""
