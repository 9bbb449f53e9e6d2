"""What all tests share."""

import os
import tempfile

from hypothesis import settings

os.environ.setdefault("LUDEX_COMPILE", "1")  # tests wait for compiled rules; those of the start say otherwise
os.environ["LUDEX_GAMES"] = tempfile.mkdtemp(prefix="ludex-games-")  # of this process alone
settings.register_profile("ludex", deadline=None)  # the first example may have to compile something
settings.load_profile("ludex")
