"""Runs sslyze, which has no option for its timeout of 5 seconds, with one of 60."""

import sys

from sslyze import ServerNetworkConfiguration
from sslyze.__main__ import main

defaults = ServerNetworkConfiguration.__init__.__defaults__
assert defaults.count(5) == 1
ServerNetworkConfiguration.__init__.__defaults__ = tuple(
    60 if value == 5 else value for value in defaults)
sys.exit(main())
