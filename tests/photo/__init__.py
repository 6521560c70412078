"""Tests of photographs: the camera, the places of models, and what is certain."""
