"""Pages for browsers: a dispute as one file, and the live page of a seat. `page` and `live_stage` make them."""
