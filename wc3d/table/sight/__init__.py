"""Line of sight, cover, distances, sprays and blasts."""
