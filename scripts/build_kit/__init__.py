"""The build steps of the package: setuptools loads them as `pyproject.toml` says."""
