"""Map files: read, written, and looked over for faults."""
