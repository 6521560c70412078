"""`wc3d serve`: the judge as a web service."""
