"""The Debian packages for drawing, and the error of a machine that cannot draw."""

from wc3d.errors import InputError

DEBIAN_PACKAGES = ("libegl1", "libgl1", "libgl1-mesa-dri")
"""Packages for pictures on a bare Debian (`apt-get install -y --no-install-recommends ...`)."""

INSTALL_COMMAND = f"apt-get install -y --no-install-recommends {' '.join(DEBIAN_PACKAGES)}"

DEBIAN_TEST_PACKAGES = ("xvfb", "xauth", "xdotool", "imagemagick", "chromium")
"""Additional packages for the tests of the real window and the web page."""


class NoGraphicsError(InputError):
    """This machine cannot draw; the message says on one line what to install or do."""
