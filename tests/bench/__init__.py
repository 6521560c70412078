import os

os.environ.setdefault("WC3D_KERNELS", "compiled")  # nothing interpreted is timed
