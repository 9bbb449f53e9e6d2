"""What all tests share."""

import os

from hypothesis import settings

os.environ.setdefault("LUDEX_COMPILE", "1")  # tests wait for compiled rules; those of the start say otherwise
settings.register_profile("ludex", deadline=None)  # the first example may have to compile something
settings.load_profile("ludex")
