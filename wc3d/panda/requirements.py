"""The packages that drawing needs on a bare Debian, and the error of a machine that cannot draw."""

from wc3d.errors import InputError

DEBIAN_PACKAGES = ("libegl1", "libgl1", "libgl1-mesa-dri")
"""What a bare Debian needs for pictures (`apt-get install -y --no-install-recommends ...`)."""

INSTALL_COMMAND = f"apt-get install -y --no-install-recommends {' '.join(DEBIAN_PACKAGES)}"

DEBIAN_TEST_PACKAGES = ("xvfb", "xauth", "xdotool", "imagemagick", "chromium")
"""What the tests of the real window and of the web page need besides."""


class NoGraphicsError(InputError):
    """This machine cannot draw; the message is one line that says what to install or do."""
