"""A dispute as one web page: the verdict, a view in 3D that can be turned, plan and cut, and the question itself."""
